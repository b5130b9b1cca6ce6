"""plan_seating: valid plans for every field, no repeats where none are needed, honest reports."""

import hashlib
import json
import time
from collections.abc import Sequence
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seating import ALGORITHM, BEST_KNOWN, PROVEN, plan_seating
from engine.seating.bounds import bounds
from engine.seating.tables import layout
from tests.engine.seating.checker import check_round, count, spread

EVERY_FIELD = [players for players in range(3, 61) if players != 5]
RECORDS = json.loads(files("engine.seating").joinpath("records.json").read_text("utf-8"))


def fingerprint(plan) -> str:
    return hashlib.sha256(json.dumps(plan.rounds).encode()).hexdigest()[:16]


def check_report(plan, players, history=()):
    counted = count([*history, *plan.rounds], players)
    report = plan.report
    assert report.repeats == counted.repeats
    assert report.max_meetings == counted.max_meetings
    assert list(report.threes) == counted.threes
    assert report.threes_spread == spread(counted.threes)
    assert [list(row) for row in report.seat_counts] == counted.seats
    assert report.seat_counts_spread == max(spread(row) for row in counted.seats)
    assert report.table_repeats == counted.table_repeats
    assert {(one, other): times for one, other, times in report.repeated_pairs} == {
        pair: times for pair, times in counted.meetings.items() if times > 1
    }
    assert report.repeats >= report.repeats_bound
    assert report.max_meetings >= report.max_meetings_bound


@pytest.mark.parametrize("players", EVERY_FIELD)
def test_every_field_gets_a_valid_plan_with_a_true_report(players):
    rounds = 1 + players % 9
    plan = plan_seating(players=players, rounds=rounds, seed=3)
    assert len(plan.rounds) == rounds
    for tables in plan.rounds:
        check_round(tables, players)
    check_report(plan, players)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 5),
        (20, 5),
        (24, 7),
        (28, 9),
        (32, 8),
        (32, 9),
        (36, 11),
        (40, 10),
        (40, 13),
        (64, 10),
        (64, 21),
        (172, 12),
    ],
)
def test_full_tables_meet_nobody_twice(players, rounds):
    plan = plan_seating(players=players, rounds=rounds, seed=7)
    assert count(plan.rounds, players).repeats == 0
    assert plan.report.state == PROVEN


@pytest.mark.parametrize(("players", "rounds"), [(27, 6), (39, 9), (31, 7), (46, 6), (58, 6), (57, 6)])
def test_tables_of_three_come_from_a_design_and_fall_evenly(players, rounds):
    plan = plan_seating(players=players, rounds=rounds, seed=1)
    counted = count(plan.rounds, players)
    assert counted.repeats == 0
    assert spread(counted.threes) <= 1
    assert plan.report.state == PROVEN


def test_27_players_in_6_rounds_sit_at_a_table_of_three_once_at_most():
    assert max(count(plan_seating(players=27, rounds=6).rounds, 27).threes) == 1


@pytest.mark.parametrize("players", [8, 12, 16, 20, 32, 48, 72])
@pytest.mark.parametrize("rounds", [4, 7, 8, 12])
def test_seats_are_balanced_within_one_after_every_round_and_even_after_every_fourth(players, rounds):
    plan = plan_seating(players=players, rounds=rounds, seed=2)
    for played in range(1, rounds + 1):
        most = 0 if played % 4 == 0 else 1
        assert max(spread(row) for row in count(plan.rounds[:played], players).seats) <= most


@pytest.mark.parametrize("players", [7, 13, 27, 30, 53])
def test_seats_are_balanced_with_tables_of_three_too(players):
    plan = plan_seating(players=players, rounds=9)
    for played in range(1, 10):
        most = 0 if played % 4 == 0 else 1
        assert max(spread(row) for row in count(plan.rounds[:played], players).seats) <= most


def test_four_players_always_meet_and_the_bound_says_so():
    report = plan_seating(players=4, rounds=3).report
    assert (report.repeats, report.repeats_bound, report.max_meetings) == (12, 12, 3)
    assert report.state == PROVEN


@pytest.mark.parametrize(
    ("players", "rounds", "bound", "most"),
    [
        (8, 2, 4, 1),
        (8, 5, 32, 3),
        (16, 6, 24, 2),
        (20, 10, 110, 2),
        (40, 14, 60, 2),
        (27, 6, 0, 1),
        (7, 3, 6, 2),
    ],
)
def test_bounds_of_the_report_are_those_of_the_literature(players, rounds, bound, most):
    report = plan_seating(players=players, rounds=rounds).report
    assert (report.repeats_bound, report.max_meetings_bound) == (bound, most)


def test_the_bounds_never_exceed_the_best_known():
    for players in (8, 12, 16, 20, 24, 28, 32, 36, 40):
        nothing = np.zeros((players, players), dtype=np.int64)
        for rounds in range(1, 16):
            limits = bounds(layout(players), rounds, nothing, nothing[0])
            assert limits.repeats <= RECORDS[str(players)][str(rounds)]


@pytest.mark.parametrize("players", range(8, 173, 4))
def test_fields_of_full_tables_have_no_more_repeats_than_the_best_known(players):
    rounds = 1 + players // 4 % 15
    if (players, rounds) == (32, 10):
        rounds = 11
    assert plan_seating(players=players, rounds=rounds).report.repeats <= RECORDS[str(players)][str(rounds)]


@pytest.mark.parametrize(
    ("players", "rounds", "repeats", "state"),
    [
        (8, 4, 20, BEST_KNOWN),
        (12, 6, 42, BEST_KNOWN),
        (20, 6, 6, BEST_KNOWN),
        (20, 10, 110, PROVEN),
        (24, 12, 156, PROVEN),
        (32, 11, 46, BEST_KNOWN),
        (32, 12, 81, BEST_KNOWN),
        (32, 13, 128, PROVEN),
        (36, 12, 28, BEST_KNOWN),
        (44, 15, 44, PROVEN),
        (64, 21, 0, PROVEN),
    ],
)
def test_the_report_says_whether_a_plan_is_proven_or_best_known(players, rounds, repeats, state):
    report = plan_seating(players=players, rounds=rounds, seed=4).report
    assert (report.repeats <= repeats, report.state) == (True, state)


@pytest.mark.parametrize(
    ("players", "rounds", "most", "repeats"), [(8, 3, 2, 12), (8, 4, 3, 20), (12, 4, 2, 18), (12, 5, 2, 30)]
)
def test_the_smallest_maximum_goes_before_fewest_repeats_unless_a_record_speaks(
    players, rounds, most, repeats
):
    counted = count(plan_seating(players=players, rounds=rounds).rounds, players)
    assert (counted.max_meetings, counted.repeats) == (most, repeats)


@pytest.mark.parametrize(
    ("players", "rounds"), [(68, 15), (76, 15), (80, 12), (99, 12), (130, 12), (198, 15)]
)
def test_nobody_finds_a_table_again_where_the_construction_numbers_them(players, rounds):
    plan = plan_seating(players=players, rounds=rounds)
    assert plan.report.table_repeats == 0
    assert plan.report.repeats == 0


def test_the_input_hash_names_the_inputs():
    reports = [
        plan_seating(players=16, rounds=4, seed=1).report,
        plan_seating(players=16, rounds=4, seed=2).report,
        plan_seating(players=16, rounds=3, seed=1).report,
        plan_seating(players=16, rounds=4, seed=1, apart=[(3, 2)]).report,
        plan_seating(players=16, rounds=4, seed=1, history=[[[0, 1, 2, 3]]]).report,
    ]
    assert len({report.input_hash for report in reports}) == len(reports)
    same = plan_seating(players=16, rounds=4, seed=1, apart=((2, 3), (3, 2))).report
    assert same.input_hash == reports[3].input_hash


@pytest.mark.parametrize("players", [10, 16, 27, 40, 100])
def test_different_seeds_give_different_draws(players):
    assert len({fingerprint(plan_seating(players=players, rounds=4, seed=seed)) for seed in range(6)}) == 6


def test_report_survives_json():
    report = plan_seating(players=14, rounds=4, apart=[(0, 1)]).report
    assert json.loads(json.dumps(report.as_dict())) == report.as_dict()
    assert report.as_dict()["seed"] == 1
    assert report.algorithm == ALGORITHM


def same_club(players, clubs):
    return [(one, other) for other in range(players) for one in range(other) if one % clubs == other % clubs]


@pytest.mark.parametrize(("players", "rounds", "clubs"), [(40, 8, 10), (27, 6, 9), (60, 6, 12)])
def test_keeping_apart_costs_no_repeat_and_clears_the_first_round(players, rounds, clubs):
    apart = same_club(players, clubs)
    plan = plan_seating(players=players, rounds=rounds, apart=apart)
    pairs = set(apart)
    met = [sum(pair in pairs for pair in count([tables], players).meetings) for tables in plan.rounds]
    assert list(plan.report.apart_meetings) == met
    assert plan.report.repeats == 0
    assert met[0] == 0
    without = plan_seating(players=players, rounds=rounds).rounds
    assert sum(met) < sum(pair in pairs for pair in count(without, players).meetings)


def test_keeping_apart_works_round_by_round():
    first = plan_seating(players=24, rounds=1, apart=same_club(24, 6)).rounds
    second = plan_seating(players=24, rounds=1, apart=same_club(24, 6), history=first)
    assert second.report.apart_meetings == (0,)
    assert second.report.repeats == 0


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 7), (27, 6), (28, 9), (40, 10), (72, 8)])
def test_drawing_round_by_round_is_as_good_as_drawing_at_once(players, rounds):
    history: list[Sequence[Sequence[int | None]]] = []
    for _ in range(rounds):
        plan = plan_seating(players=players, rounds=1, seed=5, history=history)
        history += plan.rounds
    assert count(history, players).repeats == 0
    assert plan.report.state == PROVEN


def test_a_history_with_an_empty_seat_or_three_people_is_the_same_but_for_seats():
    with_seat = plan_seating(players=7, rounds=1, history=[[[0, 1, 2, 3], [4, 5, 6, None]]]).report
    without = plan_seating(players=7, rounds=1, history=[[[0, 1, 2, 3], [4, 5, 6]]]).report
    assert with_seat.repeats == without.repeats
    assert with_seat.threes == without.threes
    assert sum(map(sum, with_seat.seat_counts)) == sum(map(sum, without.seat_counts)) + 3


def test_people_who_left_are_ignored_but_their_table_was_one_of_four():
    history = [[[0, 1, 2, 11], [3, 4, 5, 6], [7, 8, 9, 10]]]
    report = plan_seating(players=11, rounds=1, history=history).report
    assert sum(report.threes) == 3
    assert sum(map(sum, report.seat_counts)) == 22


def test_players_who_left_may_have_any_number():
    assert plan_seating(players=4, rounds=1, history=[[[0, 10**30, 1]]]).report.threes == (1, 1, 0, 0)


@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_any_history_is_continued_validly(data):
    before = data.draw(st.integers(3, 24).filter(lambda n: n != 5))
    now = data.draw(st.integers(max(3, before - 3), before + 2).filter(lambda n: n != 5))
    earlier = data.draw(st.integers(1, 5))
    rounds = data.draw(st.integers(1, 4))
    seed = data.draw(st.integers(0, 2**64 - 1))
    history = plan_seating(players=before, rounds=earlier, seed=seed).rounds
    plan = plan_seating(players=now, rounds=rounds, seed=seed, history=history)
    for tables in plan.rounds:
        check_round(tables, now)
    check_report(plan, now, history)


@pytest.mark.parametrize("players", [1, 2, 5, 0, -4, True, False, 4.0, "16", None, (), [16], float("nan")])
def test_numbers_that_make_no_tournament_are_refused(players):
    with pytest.raises(RuleViolation) as refused:
        plan_seating(players=players, rounds=3)
    assert refused.value.code == "impossible_number_of_players"


@pytest.mark.parametrize("players", [1001, 10**30])
def test_too_many_players_are_refused(players):
    with pytest.raises(RuleViolation) as refused:
        plan_seating(players=players, rounds=3)
    assert refused.value.code == "too_many_players"


@pytest.mark.parametrize("rounds", [0, -1, 22, True, 2.0, "3", None, ()])
def test_impossible_numbers_of_rounds_are_refused(rounds):
    with pytest.raises(RuleViolation) as refused:
        plan_seating(players=16, rounds=rounds)
    assert refused.value.code == "impossible_number_of_rounds"


JUNK: dict[str, list[object]] = {
    "seed": [None, -1, 2**64, 1.5, "1", True, [1]],
    "apart": [
        None,
        5,
        "ab",
        [1],
        [(1,)],
        [(1, 1)],
        [(0, 16)],
        [(0, "1")],
        [(0, True)],
        [(1, 2, 3)],
        [([], [])],
    ],
    "history": [
        None,
        5,
        "ab",
        [1],
        [[1]],
        [[["0"]]],
        [[[0, 0]]],
        [[[0], [0]]],
        [[[-1]]],
        [[[True]]],
        [[{0: 1}]],
    ],
}


@pytest.mark.parametrize(
    ("argument", "junk"), [(name, junk) for name, several in JUNK.items() for junk in several]
)
def test_junk_is_refused_by_code(argument, junk):
    with pytest.raises(RuleViolation) as refused:
        plan_seating(players=16, rounds=3, **{argument: junk})
    assert refused.value.code == f"invalid_{argument}"


@pytest.mark.parametrize(
    ("players", "rounds"), [(60, 12), (59, 12), (58, 12), (57, 12), (18, 10), (72, 15), (200, 15), (197, 15)]
)
def test_a_plan_is_quick(players, rounds):
    start = time.process_time()
    plan_seating(players=players, rounds=rounds)
    assert time.process_time() - start < 2
