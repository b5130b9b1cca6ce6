"""Appointing and dismissing."""

from __future__ import annotations

import pytest

from tests.scenes import a_user, registered
from tournament.domain.accounts import create_account
from tournament.domain.staff import appoint, dismiss
from tournament.errors import Refused
from tournament.models import AuditEntry, StaffRole, User
from tournament.permissions import Act, allowed

pytestmark = pytest.mark.django_db


def test_a_scorekeeper_may_enter_and_not_direct() -> None:
    tournament = registered(4, a_user())
    keeper, _ = create_account(full_name="Niels Dam", actor=None)
    appoint(tournament=tournament, user=keeper, role="scorekeeper", actor=None)
    may = {act for act in Act if allowed(keeper, act, tournament)}
    assert may == {
        Act.SEE,
        Act.LOG_IN,
        Act.SEE_HOME,
        Act.ENTER_DEALS,
        Act.SIGN,
        Act.CALL_DIRECTOR,
        Act.SEE_DESK,
    }


def test_the_last_director_stays() -> None:
    director = a_user()
    tournament = registered(4, director)
    for attempt in (
        lambda: dismiss(tournament=tournament, user=director, actor=director),
        lambda: appoint(tournament=tournament, user=director, role="scorekeeper", actor=director),
    ):
        with pytest.raises(Refused, match="last_director"):
            attempt()
    appoint(tournament=tournament, user=a_user("ove"), role="director", actor=director)
    dismiss(tournament=tournament, user=director, actor=director)
    assert list(StaffRole.objects.values_list("user__username", flat=True)) == ["ove"]


def test_appointing_twice_is_logged_once() -> None:
    tournament = registered(4, a_user())
    keeper = a_user("niels", is_director=False)
    for _ in range(2):
        appoint(tournament=tournament, user=keeper, role="scorekeeper", actor=None)
    assert AuditEntry.objects.filter(verb="appoint").count() == 1


@pytest.mark.parametrize(
    ("name", "username", "code"),
    [
        ("  ", "", "name_missing"),
        ("Grethe Holm", "grethe", "username_taken"),
        ("Grethe Holm", "has space", "username_impossible"),
        ("Grethe Holm", "x" * 61, "username_impossible"),
    ],
)
def test_an_impossible_account_is_refused(name: str, username: str, code: str) -> None:
    a_user("grethe")
    with pytest.raises(Refused) as refused:
        create_account(full_name=name, username=username, actor=None)
    assert (refused.value.code, User.objects.count()) == (code, 1)


def test_a_password_is_never_in_the_log() -> None:
    user, password = create_account(full_name="Niels Dam", actor=None)
    assert user.check_password(password)
    assert all(password not in str(entry.after) for entry in AuditEntry.objects.all())
