"""Players who sign up themselves: once each, within the places, and never taken for somebody else."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from tournament import queries
from tournament.domain.entries import (
    check_in_all,
    give_place,
    remove_entry,
    set_fee_paid,
    withdraw_absent,
    withdraw_entry,
)
from tournament.domain.registry import create_club, create_player
from tournament.domain.signups import sign_up
from tournament.domain.tournaments import change_settings, create_tournament, open_registration
from tournament.errors import Refused
from tournament.models import AuditEntry, Club, Entry, Player, Tournament

pytestmark = pytest.mark.django_db


def announced(**settings: Any) -> Tournament:
    """A tournament that takes sign-ups."""
    chosen = {"signup_open": True} | settings
    tournament = create_tournament(name="Åbent", starts_on=date(2026, 12, 1), actor=None, **chosen)
    open_registration(tournament=tournament, actor=None)
    return tournament


def signed_up(tournament: Tournament, name: str, club: str = "", key: str = "") -> Entry:
    return sign_up(tournament=tournament, name=name, club_name=club, key=key or f"form of {name}")


def test_a_sign_up_is_a_registration_with_the_next_number() -> None:
    tournament = announced()
    entries = [signed_up(tournament, name, "Basta") for name in ("Åse Lind", "Bent Ørum")]
    assert [(entry.start_no, entry.state, entry.club and entry.club.name) for entry in entries] == [
        (1, "registered", "Basta"),
        (2, "registered", "Basta"),
    ]
    assert Club.objects.count() == 1
    assert list(AuditEntry.objects.filter(verb="sign_up").values_list("actor_id", flat=True)) == [None, None]


def test_a_form_sent_twice_is_one_registration() -> None:
    tournament = announced()
    first = signed_up(tournament, "Åse Lind", key="one form")
    assert signed_up(tournament, "Åse Lind", key="one form") == first
    change_settings(tournament=tournament, actor=None, signup_open=False)
    assert signed_up(tournament, "Åse Lind", key="one form") == first
    assert (tournament.entries.count(), Player.objects.count()) == (1, 1)


def test_a_known_player_is_the_same_name_in_the_same_club_however_it_is_spelt() -> None:
    tournament = announced()
    player = create_player(name="Søren Ærø", club=create_club(name="Basta, Odense", actor=None), actor=None)
    assert signed_up(tournament, "Ærø, SØREN", "basta odense").player == player


@pytest.mark.parametrize("club", ["", "Manille"])
def test_anybody_else_is_new_and_proposed_to_the_director(club: str) -> None:
    tournament = announced()
    player = create_player(name="Søren Ærø", club=create_club(name="Basta", actor=None), actor=None)
    entry = signed_up(tournament, "Søren Ærø", club)
    assert entry.player != player
    assert [(pair.one, pair.other) for pair in queries.possible_duplicates()] == [(player, entry.player)]


def test_of_two_known_with_one_name_and_club_none_is_taken() -> None:
    tournament = announced()
    known = [create_player(name="Søren Ærø", actor=None) for _ in range(2)]
    assert signed_up(tournament, "Søren Ærø").player not in known


def test_who_is_registered_already_is_told_so_and_a_namesake_of_another_club_is_not() -> None:
    tournament = announced()
    signed_up(tournament, "Åse Lind", "Basta", key="first")
    with pytest.raises(Refused) as refused:
        signed_up(tournament, "Aase LIND", "Basta", key="second")
    assert (refused.value.code, refused.value.params) == ("signed_up_already", {"name": "Aase LIND"})
    assert signed_up(tournament, "Åse Lind", "Manille", key="third").start_no == 2


def test_who_has_withdrawn_speaks_to_the_director() -> None:
    tournament = announced()
    withdraw_entry(entry=signed_up(tournament, "Åse Lind", key="first"), actor=None)
    with pytest.raises(Refused, match="signed_up_and_left"):
        signed_up(tournament, "Åse Lind", key="second")


@pytest.mark.parametrize(
    ("change", "code"),
    [({"signup_open": False}, "signup_closed"), ({"state": "draft"}, "signup_closed"),
     ({"state": "running"}, "signup_closed"), ({"state": "finished"}, "signup_closed")],
)  # fmt: skip
def test_it_is_open_only_when_the_director_says_so(change: dict[str, Any], code: str) -> None:
    tournament = announced()
    Tournament.objects.update(**change)
    with pytest.raises(Refused, match=code):
        signed_up(tournament, "Åse Lind")
    assert Player.objects.count() == 0


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "1234", "!?"])
def test_a_name_has_letters(name: str) -> None:
    with pytest.raises(Refused, match="name_missing"):
        signed_up(announced(), name)


def test_after_the_last_place_one_waits_and_nobody_passes_who_waits() -> None:
    tournament = announced(signup_limit=2)
    entries = [signed_up(tournament, name) for name in ("Å Et", "Å To", "Å Tre", "Å Fire")]
    assert [entry.state for entry in entries] == ["registered", "registered", "waitlisted", "waitlisted"]
    remove_entry(entry=entries[0], actor=None)
    places = queries.places(tournament)
    assert (places.free, places.is_full, places.next_in_line) == (1, True, entries[2])
    assert signed_up(tournament, "Å Fem").state == "waitlisted"


def test_a_place_is_given_once_and_by_name() -> None:
    tournament = announced(signup_limit=1)
    signed_up(tournament, "Å Et")
    waiting = signed_up(tournament, "Å To")
    for _ in range(2):
        give_place(entry=waiting, actor=None)
    assert list(tournament.entries.values_list("state", flat=True)) == ["registered", "registered"]
    assert AuditEntry.objects.filter(verb="give_place").count() == 1
    assert queries.places(tournament).next_in_line is None


def test_without_a_place_free_nobody_is_next() -> None:
    tournament = announced(signup_limit=1)
    for name in ("Å Et", "Å To"):
        signed_up(tournament, name)
    assert queries.places(tournament).next_in_line is None
    change_settings(tournament=tournament, actor=None, signup_limit=None)
    tournament.refresh_from_db()
    assert getattr(queries.places(tournament).next_in_line, "start_no", None) == 2


def test_who_waits_is_not_checked_in_with_the_others() -> None:
    tournament = announced(signup_limit=1)
    for name in ("Å Et", "Å To"):
        signed_up(tournament, name)
    assert check_in_all(tournament=tournament, actor=None) == 1


def test_a_flood_ends_when_the_waiting_list_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.domain.signups.MOST_WAITING", 2)
    tournament = announced(signup_limit=1)
    for name in ("Å Et", "Å To", "Å Tre"):
        signed_up(tournament, name)
    with pytest.raises(Refused, match="signup_overfull"):
        signed_up(tournament, "Å Fire")


@pytest.mark.parametrize(
    ("settings", "code"),
    [({"signup_limit": 0}, "impossible_number_of_places"), ({"fee": -1}, "impossible_fee")],
)
def test_impossible_places_and_fees_are_refused(settings: dict[str, int], code: str) -> None:
    with pytest.raises(Refused, match=code):
        change_settings(tournament=announced(), actor=None, **settings)


def test_the_fee_is_noted_and_taken_back_once_each() -> None:
    tournament = announced(fee=100)
    entry = signed_up(tournament, "Åse Lind")
    for paid in (True, True, False, False, True):
        set_fee_paid(entry=entry, paid=paid, actor=None)
    entry.refresh_from_db()
    assert entry.fee_paid_at is not None
    assert list(
        AuditEntry.objects.filter(verb__startswith="fee").order_by("pk").values_list("verb", flat=True)
    ) == ["fee_paid", "fee_not_paid", "fee_paid"]


def test_no_fee_is_paid_where_there_is_none() -> None:
    tournament = announced()
    with pytest.raises(Refused, match="no_fee"):
        set_fee_paid(entry=signed_up(tournament, "Åse Lind"), paid=True, actor=None)


def test_paid_and_expected_and_who_owes() -> None:
    tournament = announced(fee=100, signup_limit=4)
    entries = [signed_up(tournament, f"Åse {number}") for number in ("et", "to", "tre", "fire", "fem")]
    for entry in entries[:2]:
        set_fee_paid(entry=entry, paid=True, actor=None)
    # One who has paid and one who has not leave before play; the fifth waits.
    for entry in (entries[1], entries[2]):
        withdraw_entry(entry=entry, actor=None)
    fees = queries.fees(tournament)
    assert (fees.paid, fees.expected, fees.owing) == (200, 300, (entries[3],))


def test_only_those_who_were_named_and_have_not_come_meanwhile_are_withdrawn() -> None:
    tournament = announced()
    entries = [signed_up(tournament, f"Åse {number}") for number in ("et", "to", "tre")]
    Entry.objects.filter(pk=entries[1].pk).update(state="checked_in")
    gone = withdraw_absent(tournament=tournament, start_nos=[1, 2], actor=None, reason="kom ikke")
    assert gone == [entries[0]]
    assert list(tournament.entries.values_list("state", flat=True)) == [
        "withdrawn",
        "checked_in",
        "registered",
    ]
    assert AuditEntry.objects.get(verb="withdraw_entry").reason == "kom ikke"


def test_who_waits_is_no_player_yet() -> None:
    tournament = announced(signup_limit=1)
    for name in ("Å Et", "Å To"):
        signed_up(tournament, name)
    shown = queries.tournaments_shown_to(AnonymousUser())
    assert list(shown.values_list(F("players"), flat=True)) == [1]
