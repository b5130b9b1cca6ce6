"""Creating tournaments, changing their settings, starting them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.scenes import a_user, registered, started
from tournament.domain.draws import draw_rounds, seats_by_number
from tournament.domain.tournaments import (
    change_settings,
    create_tournament,
    frozen_settings,
    start_tournament,
)
from tournament.errors import Refused
from tournament.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


def test_a_new_tournament_is_a_draft_with_its_maker_as_director() -> None:
    director = a_user()
    tournament = create_tournament(name="Ærø Åbne", starts_on=date(2026, 12, 1), actor=director)
    assert (tournament.state, tournament.slug) == ("draft", "aeroe-aabne")
    assert list(tournament.staff.values_list("user", "role")) == [(director.pk, "director")]


def test_two_tournaments_of_one_name_have_two_addresses() -> None:
    slugs = [
        create_tournament(name="Klubaften", starts_on=date(2026, 12, 1), actor=None).slug for _ in range(3)
    ]
    assert slugs == ["klubaften", "klubaften-2", "klubaften-3"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"deals_per_round": 10}, "deals_not_multiple_of_four"),
        ({"deals_per_round": 0}, "deals_not_multiple_of_four"),
        ({"rounds_planned": 0}, "impossible_number_of_rounds"),
        ({"rounds_planned": 22}, "impossible_number_of_rounds"),
        ({"rule_set": "whist"}, "unknown_rule_set"),
        ({"tie_breaks": ["beauty"]}, "unknown_tie_break"),
        ({"state": "running"}, "unknown_setting"),
    ],
)
def test_impossible_settings_are_refused_and_nothing_is_stored(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        create_tournament(name="X", starts_on=date(2026, 12, 1), actor=None, **settings)
    assert (refused.value.code, Tournament.objects.count()) == (code, 0)


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_numbers_that_cannot_be_seated_cannot_start(players: int) -> None:
    tournament = registered(players)
    with pytest.raises(Refused) as refused:
        start_tournament(tournament=tournament, actor=None)
    assert (refused.value.code, refused.value.params) == (
        "impossible_number_of_players",
        {"players": players},
    )
    assert Tournament.objects.get().state == "draft"


@pytest.mark.parametrize("players", [3, 4, 6, 7])
def test_small_numbers_that_can_be_seated_can_start(players: int) -> None:
    tournament = registered(players)
    start_tournament(tournament=tournament, actor=None)
    assert Tournament.objects.get().state == "running"


def test_starting_twice_is_refused_and_logged_once() -> None:
    tournament = registered(4)
    start_tournament(tournament=tournament, actor=None)
    with pytest.raises(Refused, match="wrong_state"):
        start_tournament(tournament=tournament, actor=None)
    assert AuditEntry.objects.filter(verb="start_tournament").count() == 1


def test_settings_are_frozen_after_the_start_but_for_harmless_ones() -> None:
    tournament = started(4)
    with pytest.raises(Refused) as refused:
        change_settings(tournament=tournament, actor=None, booking="table", place="Hobro")
    assert refused.value.params == {"settings": ["booking"]}
    change_settings(tournament=tournament, actor=None, place="Hobro", booking="declarer")
    stored = Tournament.objects.get()
    assert (stored.place, stored.booking) == ("Hobro", "declarer")


@pytest.mark.parametrize("rounds", [2, 3, 21])
def test_rounds_can_be_added_or_left_out_as_long_as_they_are_not_drawn(rounds: int) -> None:
    tournament = started(8, rounds_planned=2)
    version = Tournament.objects.get().results_version
    change_settings(tournament=tournament, actor=None, rounds_planned=5)
    change_settings(tournament=tournament, actor=None, rounds_planned=rounds)
    tournament.refresh_from_db()
    assert tournament.rounds_planned == rounds
    assert tournament.results_version == version + 2
    assert AuditEntry.objects.filter(verb="change_settings").latest("pk").after == {"rounds_planned": rounds}


def test_added_rounds_are_drawn_after_those_there_are() -> None:
    tournament = started(8, rounds_planned=2)
    seats = [seats_by_number(round_) for round_ in tournament.rounds.all()]
    change_settings(tournament=tournament, actor=None, rounds_planned=3)
    draw_rounds(tournament=tournament, actor=None, seed=1)
    assert [seats_by_number(round_) for round_ in tournament.rounds.all()][:2] == seats
    assert tournament.rounds.count() == 3


@pytest.mark.parametrize("rounds", [1, 2])
def test_drawn_rounds_are_not_left_out(rounds: int) -> None:
    tournament = started(8, rounds_planned=3)
    with pytest.raises(Refused) as refused:
        change_settings(tournament=tournament, actor=None, rounds_planned=rounds, place="Hobro")
    assert (refused.value.code, refused.value.params) == (
        "fewer_rounds_than_drawn",
        {"rounds": rounds, "drawn": 3},
    )
    stored = Tournament.objects.get()
    assert (stored.rounds_planned, stored.place) == (3, "")


def test_more_rounds_than_there_can_be_are_refused_after_the_start_too() -> None:
    with pytest.raises(Refused, match="impossible_number_of_rounds"):
        change_settings(tournament=started(8), actor=None, rounds_planned=22)


def test_a_final_result_has_as_many_rounds_as_were_played() -> None:
    tournament = started(8)
    Tournament.objects.update(state="finished")
    with pytest.raises(Refused, match="settings_frozen"):
        change_settings(tournament=tournament, actor=None, rounds_planned=5)
    change_settings(tournament=tournament, actor=None, name="Klubaften, endelig")
    assert Tournament.objects.get().name == "Klubaften, endelig"


def test_suits_may_be_allowed_to_be_missing_and_not_asked_for_again() -> None:
    tournament = started(8)
    change_settings(tournament=tournament, actor=None, suit_may_be_missing=True)
    with pytest.raises(Refused, match="settings_frozen"):
        change_settings(tournament=tournament, actor=None, suit_may_be_missing=False)
    assert Tournament.objects.get().suit_may_be_missing


@pytest.mark.parametrize(
    "change",
    [
        {"booking": "table"},
        {"deals_per_round": 8},
        {"first_dealer": "N"},
        {"tie_breaks": ["mutual"]},
        {"shared_boards": False},
        {"seating_method": "monrad"},
        {"clubs_apart": False},
    ],
)
def test_what_results_and_seats_were_made_with_is_frozen(change: dict[str, Any]) -> None:
    tournament = started(8)
    assert set(change) <= frozen_settings(tournament)
    with pytest.raises(Refused, match="settings_frozen"):
        change_settings(tournament=tournament, actor=None, **change)


def test_nothing_is_frozen_before_the_start() -> None:
    assert frozen_settings(registered(4)) == frozenset()


def test_a_change_of_settings_is_logged_with_before_and_after() -> None:
    tournament = registered(4)
    change_settings(tournament=tournament, actor=None, rounds_planned=5)
    entry = AuditEntry.objects.get(verb="change_settings")
    assert (entry.before, entry.after) == ({"rounds_planned": 2}, {"rounds_planned": 5})


def test_the_log_cannot_be_changed_or_removed() -> None:
    registered(4)
    before = list(AuditEntry.objects.values())
    entry = AuditEntry.objects.latest("pk")
    entry.reason = "noget andet"
    conflict: dict[str, Any] = {
        "update_conflicts": True,
        "unique_fields": ["id"],
        "update_fields": ["reason"],
    }
    ways: list[Callable[[], object]] = [
        entry.save,
        lambda: entry.save(force_update=True),
        entry.delete,
        AuditEntry.objects.all().delete,
        AuditEntry.objects.filter(pk=entry.pk).delete,
        lambda: AuditEntry.objects.update(verb="nothing"),
        lambda: AuditEntry.objects.bulk_update([entry], ["reason"]),
        lambda: AuditEntry.objects.bulk_create([entry], **conflict),
        lambda: AuditEntry.objects.update_or_create(pk=entry.pk, defaults={"reason": "noget andet"}),
    ]
    for way in ways:
        with pytest.raises(TypeError, match="cannot be changed"):
            way()
    assert list(AuditEntry.objects.values()) == before
