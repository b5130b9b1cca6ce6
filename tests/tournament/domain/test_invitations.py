"""Links by which somebody becomes staff: good once, for two days, and nowhere stored."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import serializers
from django.utils import timezone

from tests.scenes import a_user, registered
from tournament.domain.invitations import (
    GOOD_FOR,
    TOLD_AGAIN_FOR,
    accept_as_new,
    accept_invitation,
    invitation_of,
    invite,
    withdraw_invitation,
)
from tournament.domain.staff import appoint, dismiss
from tournament.errors import Refused
from tournament.models import AuditEntry, Invitation, StaffRole, Tournament, User
from tournament.permissions import Act, allowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    return registered(4, director)


def roles(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.staff.values_list("user__username", "role"))


def refusal(token: str, actor: User) -> str:
    with pytest.raises(Refused) as refused:
        accept_invitation(token=token, actor=actor)
    return refused.value.code


def test_who_accepts_has_the_role(tournament: Tournament, director: User) -> None:
    keeper = a_user("niels", is_director=False)
    invitation, token = invite(tournament=tournament, role="scorekeeper", actor=director)
    assert roles(tournament) == {"grethe": "director"}
    accepted = accept_invitation(token=token, actor=keeper)
    assert (accepted.pk, accepted.taken_by) == (invitation.pk, keeper)
    assert roles(tournament) == {"grethe": "director", "niels": "scorekeeper"}
    assert allowed(keeper, Act.ENTER_DEALS, tournament)


def test_a_link_is_good_once(tournament: Tournament, director: User) -> None:
    keeper, other = a_user("niels", is_director=False), a_user("ove")
    _, token = invite(tournament=tournament, role="scorekeeper", actor=director)
    for _ in range(2):
        accept_invitation(token=token, actor=keeper)
    assert AuditEntry.objects.filter(verb="accept_invitation").count() == 1
    assert refusal(token, other) == "invitation_taken"
    assert "ove" not in roles(tournament)


def test_who_was_removed_does_not_come_back_by_the_old_link(tournament: Tournament, director: User) -> None:
    keeper = a_user("niels", is_director=False)
    _, token = invite(tournament=tournament, role="scorekeeper", actor=director)
    accept_invitation(token=token, actor=keeper)
    dismiss(tournament=tournament, user=keeper, actor=director)
    assert refusal(token, keeper) == "invitation_taken"


def test_a_link_ends_after_two_days(tournament: Tournament, director: User) -> None:
    invitation, token = invite(tournament=tournament, role="scorekeeper", actor=director)
    assert timedelta(days=2) == GOOD_FOR
    assert invitation.expires_at - invitation.made_at < GOOD_FOR + timedelta(minutes=1)
    Invitation.objects.update(expires_at=timezone.now())
    assert refusal(token, a_user("niels")) == "invitation_expired"
    with pytest.raises(Refused, match="invitation_expired"):
        accept_as_new(token=token, full_name="Niels Dam", key="k")
    assert not User.objects.filter(full_name="Niels Dam").exists()


def test_a_withdrawn_link_opens_nothing(tournament: Tournament, director: User) -> None:
    invitation, token = invite(tournament=tournament, role="director", actor=director)
    assert [withdraw_invitation(invitation=invitation, actor=director) for _ in range(2)] == [True, False]
    assert refusal(token, a_user("niels")) == "invitation_withdrawn"
    assert AuditEntry.objects.filter(verb="withdraw_invitation").count() == 1


def test_a_link_that_was_used_is_not_withdrawn(tournament: Tournament, director: User) -> None:
    invitation, token = invite(tournament=tournament, role="director", actor=director)
    accept_invitation(token=token, actor=a_user("niels"))
    with pytest.raises(Refused, match="invitation_taken"):
        withdraw_invitation(invitation=invitation, actor=director)


def test_a_wrong_link_and_a_wrong_role_are_refused(tournament: Tournament, director: User) -> None:
    invite(tournament=tournament, role="director", actor=director)
    assert refusal("nobody-made-this", director) == "unknown_invitation"
    with pytest.raises(Refused, match="unknown_role"):
        invite(tournament=tournament, role="king", actor=director)
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("has", "offered", "code"),
    [
        ("director", "scorekeeper", "has_role_already"),
        ("director", "director", "has_role_already"),
        ("scorekeeper", "scorekeeper", "has_role_already"),
    ],
)
def test_nobody_loses_a_role_by_a_link(tournament: Tournament, has: str, offered: str, code: str) -> None:
    somebody = a_user("niels")
    appoint(tournament=tournament, user=somebody, role=has, actor=None)
    invitation, token = invite(tournament=tournament, role=offered, actor=None)
    assert refusal(token, somebody) == code
    assert roles(tournament)["niels"] == has
    invitation.refresh_from_db()
    assert invitation.taken_at is None


def test_a_scorekeeper_can_be_raised(tournament: Tournament) -> None:
    keeper = a_user("niels", is_director=False)
    appoint(tournament=tournament, user=keeper, role="scorekeeper", actor=None)
    accept_invitation(token=invite(tournament=tournament, role="director", actor=None)[1], actor=keeper)
    assert roles(tournament)["niels"] == "director"
    entry = AuditEntry.objects.get(verb="accept_invitation")
    assert (entry.actor_id, entry.before, entry.after) == (
        keeper.pk,
        {"role": "scorekeeper"},
        {"role": "director"},
    )


def test_somebody_new_gets_an_account_and_no_more_than_the_role(tournament: Tournament) -> None:
    _, token = invite(tournament=tournament, role="scorekeeper", actor=None)
    user, password = accept_as_new(token=token, full_name="  Niels   Dam ", key="k")
    assert (user.full_name, user.username, user.is_director, user.is_superuser) == (
        "Niels Dam",
        "niels",
        False,
        False,
    )
    assert user.check_password(password)
    assert roles(tournament)["niels"] == "scorekeeper"


def test_a_form_sent_twice_makes_one_account_and_is_told_one_password(tournament: Tournament) -> None:
    _, token = invite(tournament=tournament, role="scorekeeper", actor=None)
    told = [accept_as_new(token=token, full_name="Niels Dam", key="k") for _ in range(2)]
    assert told[0] == told[1]
    assert User.objects.filter(full_name="Niels Dam").count() == 1
    with pytest.raises(Refused, match="invitation_taken"):
        accept_as_new(token=token, full_name="Ove Kjær", key="another form")
    Invitation.objects.update(taken_at=timezone.now() - TOLD_AGAIN_FOR)
    with pytest.raises(Refused, match="invitation_taken"):
        accept_as_new(token=token, full_name="Niels Dam", key="k")


def test_a_name_without_letters_takes_nothing(tournament: Tournament) -> None:
    _, token = invite(tournament=tournament, role="scorekeeper", actor=None)
    with pytest.raises(Refused, match="name_missing"):
        accept_as_new(token=token, full_name="\u200b", key="k")
    assert Invitation.objects.get().taken_at is None


def test_one_form_makes_one_link_and_two_make_two(tournament: Tournament, director: User) -> None:
    once, again, other, other_role = (
        invite(tournament=tournament, role=role, actor=director, key=key)[1]
        for role, key in (
            ("scorekeeper", "a"),
            ("scorekeeper", "a"),
            ("scorekeeper", "b"),
            ("director", "a"),
        )
    )
    assert once == again
    assert len({once, other, other_role}) == 3
    assert (Invitation.objects.count(), AuditEntry.objects.filter(verb="invite").count()) == (3, 3)


def test_the_token_is_nowhere_in_the_database(tournament: Tournament, director: User) -> None:
    _, token = invite(tournament=tournament, role="scorekeeper", actor=director, key="k")
    accept_as_new(token=token, full_name="Niels Dam", key="k")
    everything = serializers.serialize("json", [*Invitation.objects.all(), *AuditEntry.objects.all()])
    assert token not in everything
    assert len(token) == 32
    found = invitation_of(token)
    assert found is not None
    assert found.token_hash not in token


def test_a_password_made_for_a_form_is_not_in_the_log(tournament: Tournament) -> None:
    _, token = invite(tournament=tournament, role="scorekeeper", actor=None)
    _, password = accept_as_new(token=token, full_name="Niels Dam", key="k")
    assert password not in serializers.serialize("json", AuditEntry.objects.all())


def test_links_of_who_is_removed_are_withdrawn(tournament: Tournament, director: User) -> None:
    second = a_user("ove")
    appoint(tournament=tournament, user=second, role="director", actor=director)
    own, token = invite(tournament=tournament, role="director", actor=second)
    used, used_token = invite(tournament=tournament, role="scorekeeper", actor=second)
    accept_invitation(token=used_token, actor=a_user("niels", is_director=False))
    kept, _ = invite(tournament=tournament, role="scorekeeper", actor=director)
    dismiss(tournament=tournament, user=second, actor=director)
    assert refusal(token, second) == "invitation_withdrawn"
    withdrawn = Invitation.objects.exclude(withdrawn_at=None).values_list("pk", flat=True)
    assert list(withdrawn) == [own.pk]
    assert {used.pk, kept.pk}.isdisjoint(withdrawn)
    assert AuditEntry.objects.get(verb="withdraw_invitation").actor_id == director.pk


def test_links_of_a_director_who_becomes_scorekeeper_are_withdrawn(
    tournament: Tournament, director: User
) -> None:
    second = a_user("ove")
    appoint(tournament=tournament, user=second, role="director", actor=director)
    _, token = invite(tournament=tournament, role="director", actor=second)
    appoint(tournament=tournament, user=second, role="scorekeeper", actor=director)
    assert refusal(token, second) == "invitation_withdrawn"
    assert StaffRole.objects.get(user=second).role == "scorekeeper"
