"""Stored plans counted one by one, and never worse than the records."""

import json
from importlib.resources import files

import pytest

from engine.seating import EVEN_THREES, plan_seating
from engine.seating.known import record, stored_rounds
from tests.engine.seating.checker import check_round, count, spread

PLANS = json.loads(files("engine.seating").joinpath("plans.json").read_text("utf-8"))
STORED = [
    (int(players), rounds, plan.get("prefer", "fewest_repeats"))
    for players, plans in PLANS.items()
    for plan in plans
    for rounds in range(plan["least"], len(plan["rounds"]) + 1)
]
BEST = [(players, rounds) for players, rounds, prefer in STORED if prefer == "fewest_repeats"]


def counted(rounds, players):
    whole = [[[*table, *[None] * (4 - len(table))] for table in tables] for tables in rounds]
    for tables in whole:
        check_round(tables, players)
    return count(whole, players)


def test_no_plan_is_stored_twice():
    assert len(set(STORED)) == len(STORED)


@pytest.mark.parametrize(("players", "rounds"), [cell for cell in BEST if cell[0] % 4 == 0])
def test_a_stored_plan_of_fours_is_complete_and_as_good_as_the_record(players, rounds):
    found = counted(stored_rounds(players, rounds), players)
    known = record(players, rounds)
    assert known is None or found.repeats <= known


@pytest.mark.parametrize(("players", "rounds"), [cell for cell in BEST if cell[0] % 4])
def test_a_stored_plan_with_threes_is_complete_and_reported_as_it_is(players, rounds):
    found = counted(stored_rounds(players, rounds), players)
    report = plan_seating(players=players, rounds=rounds).report
    assert (report.repeats, report.max_meetings) == (found.repeats, found.max_meetings)
    assert report.threes_spread == spread(found.threes)


@pytest.mark.parametrize(("players", "rounds"), [cell[:2] for cell in STORED if cell[2] == EVEN_THREES])
def test_a_stored_plan_with_even_threes_is_worse_in_meetings_than_the_other(players, rounds):
    even = counted(stored_rounds(players, rounds, EVEN_THREES), players)
    fewest = counted(stored_rounds(players, rounds), players)
    assert spread(even.threes) <= 1 < spread(fewest.threes)
    assert (even.max_meetings, even.repeats) > (fewest.max_meetings, fewest.repeats)
    report = plan_seating(players=players, rounds=rounds, prefer=EVEN_THREES).report
    assert (report.repeats, report.even_threes_cost) == (even.repeats, even.repeats - fewest.repeats)


def test_there_is_no_record_for_other_numbers():
    assert record(27, 6) is None
    assert record(16, 16) is None
    assert record(20, 6) == 6


def test_no_plan_is_stored_for_what_the_design_does():
    assert stored_rounds(16, 5) == []
    assert stored_rounds(20, 6, EVEN_THREES) == []
