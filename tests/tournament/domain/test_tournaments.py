"""Creating tournaments, changing their settings, starting them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.scenes import a_user, registered, started
from tournament.domain.tournaments import change_settings, create_tournament, start_tournament
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


def test_a_change_of_settings_is_logged_with_before_and_after() -> None:
    tournament = registered(4)
    change_settings(tournament=tournament, actor=None, rounds_planned=5)
    entry = AuditEntry.objects.get(verb="change_settings")
    assert (entry.before, entry.after) == ({"rounds_planned": 2}, {"rounds_planned": 5})


def test_the_log_cannot_be_changed_or_removed() -> None:
    registered(4)
    entry = AuditEntry.objects.first()
    assert entry is not None
    for attempt in (entry.save, entry.delete, AuditEntry.objects.all().delete):
        with pytest.raises(TypeError):
            attempt()
    with pytest.raises(TypeError):
        AuditEntry.objects.update(verb="nothing")
