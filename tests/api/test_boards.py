"""A board through the API: what the page tells, in codes, and no more than the page tells."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.domain.release import freeze_standings
from tests.scenes import a_user, declared, enter, play, playing, table
from tournament.domain.codes import table_code
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Board 1: +1 for forhånd at the first table; the others have it to come."""
    tournament = playing(12, a_user())
    enter(table(tournament), 1)
    return tournament


def asked(tournament: Tournament, board: int = 1, **headers: str) -> Any:
    return Client().get(f"/api/v1/tournaments/{tournament.slug}/rounds/1/boards/{board}/", headers=headers)


def released(tournament: Tournament) -> None:
    seating = table(tournament, 1, 2)
    enter(seating, 1, declared(seating, 1, outcome="", tricks=(3, 5, 1)))
    enter(table(tournament, 1, 3), 1)


def test_a_board_that_can_still_be_played_has_no_results(tournament):
    expected = {
        "board": 1,
        "released": False,
        "frozen": False,
        "tables_done": 1,
        "tables_to_come": 2,
        "hands": [],
        "tables": [],
    }

    assert asked(tournament).json() == expected
    assert asked(tournament, Authorization=f"Table {table_code(table(tournament))} E").json() == expected


def test_a_released_board_tells_hands_in_hundredths_and_results_in_codes(tournament):
    released(tournament)

    told = asked(tournament).json()

    assert [
        (one["role"], one["mean_hundredths"], one["lowest"], one["highest"]) for one in told["hands"]
    ] == [
        ("forhand", 0, -2, 1),
        ("mellemhand", 0, 0, 0),
        ("baghand", 0, 0, 0),
    ]
    second = told["tables"][1]
    assert [one["difference_hundredths"] for one in second["hands"]] == [-200, 0, 0]
    assert second["sitter_out"]["role"] == "sitter_out"
    assert second["result"] == {
        "not_played_reason": "",
        "declarer": "forhand",
        "contract": "spil",
        "trump": "H",
        "outcome": "kruk",
        "tricks": [3, 5, 1],
        "thrown_in": False,
        "tout": "",
        "calls": [],
    }


def test_frozen_results_are_not_told(tournament):
    play(tournament, 1)
    freeze_standings(tournament=tournament, after_round=0, actor=a_user("ove"))

    told = asked(tournament).json()

    assert (told["frozen"], told["hands"], told["tables"]) == (True, [], [])


def test_nothing_new_is_a_304(tournament):
    released(tournament)
    mark = asked(tournament)["ETag"]

    assert asked(tournament, **{"If-None-Match": mark}).status_code == 304

    enter(table(tournament), 2)

    assert asked(tournament, **{"If-None-Match": mark}).status_code == 200


def test_boards_there_are_not(tournament):
    own = playing(8, a_user("ove"), name="Egne kort", shared_boards=False)

    assert [asked(tournament, 5).status_code, asked(own).status_code] == [404, 404]
