"""Penalties, bonuses and warnings: before, during and after play, by player, with the check of the sums."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scoring import queries
from scoring.domain.standings import recompute
from scoring.models import Adjustment
from tests.scenes import play, playing, registered
from tournament.domain.tournaments import start_tournament
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def form(tournament: Tournament, **changes: str) -> dict[str, str]:
    return {
        "entry": str(tournament.entries.get(start_no=1).pk),
        "kind": "penalty",
        "points": "1",
        "reason": "revoke",
        "note": "",
        "round": "",
        "key": str(uuid4()),
    } | changes


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, -1),
        ({"points": "3"}, -3),
        ({"kind": "bonus", "points": "2"}, 2),
        ({"kind": "warning"}, 0),
        ({"kind": "warning", "points": ""}, 0),
    ],
)
def test_the_kind_says_the_sign(desk, director, changes, points):
    tournament = playing(4, director)

    desk.post(tournament, "penalties/", **form(tournament, **changes))

    assert list(Adjustment.objects.values_list("points", flat=True)) == [points]


@pytest.mark.parametrize(
    "changes",
    [{"points": ""}, {"points": "0"}, {"points": "-1"}, {"kind": ""}, {"reason": ""}, {"reason": "other"}],
)
def test_what_is_missing_is_asked_for(desk, director, changes):
    tournament = playing(4, director)

    answer = desk.post(tournament, "penalties/", **form(tournament, **changes))

    assert "error-summary" in answer.content.decode()
    assert not Adjustment.objects.exists()


def test_one_point_is_proposed_and_no_choice_is_a_row_of_dashes(desk, director):
    tournament = playing(4, director)

    page = desk.get(tournament, "penalties/").content.decode()

    assert 'name="points" value="1"' in page
    assert "---------" not in page


@pytest.mark.parametrize("when", ["before", "during", "after"])
def test_it_is_given_at_any_time_and_makes_the_totals(desk, director, when):
    tournament = registered(4, director, rounds_planned=1) if when == "before" else playing(4, director)
    if when == "after":
        play(tournament, 1)
    desk.post(tournament, "penalties/", **form(tournament, points="2"))
    desk.post(tournament, "penalties/", **form(tournament, kind="bonus", points="5"))
    desk.post(tournament, "penalties/", **form(tournament, kind="warning"))
    if when == "before":
        start_tournament(tournament=tournament, actor=director)
    recompute(tournament_id=tournament.pk)

    checked = queries.sum_check(tournament)

    assert (checked.adjustment_points, checked.agrees) == (3, True)
    context = desk.get(tournament, "penalties/").context
    (player,) = context["by_player"]
    assert (player.penalties, player.bonuses, player.warnings, player.points) == (-2, 5, 1, 3)
    assert context["sums"] == checked


def test_a_cancelled_one_is_in_no_sum(desk, director):
    tournament = playing(4, director)
    desk.post(tournament, "penalties/", **form(tournament))
    given = Adjustment.objects.get()

    desk.post(tournament, f"penalties/{given.pk}/cancel/", reason="forkert spiller")

    assert desk.get(tournament, "penalties/").context["by_player"] == []


def test_a_warning_is_the_staffs_own(desk, director, visitor):
    tournament = playing(4, director)
    desk.post(tournament, "penalties/", **form(tournament, kind="warning", note="talte under spillet"))

    assert "talte under spillet" in desk.get(tournament, "penalties/").content.decode()
    card = visitor.get(f"/t/{tournament.slug}/players/1/")
    assert "talte under spillet" not in card.content.decode()
