"""plan_monrad: nobody twice where that can be, threes in turn, neighbours in the standing, seats balanced."""

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seating import Lock, closeness, plan_monrad
from engine.seating.cover import cover
from engine.seating.generator import Generator
from engine.seating.splits import Prices, best_split
from tests.engine.seating.checker import check_round, count, spread

Round = Sequence[Sequence[int | None]]
FIELDS = [players for players in range(3, 31) if players != 5]


def random_round(players, chance):
    order = list(range(players))
    chance.shuffle(order)
    threes = -players % 4
    tables, at = [], 0
    for size in [4] * ((players - 3 * threes) // 4) + [3] * threes:
        tables.append([*order[at : at + size], *[None] * (4 - size)])
        at += size
    return tables


def tournament(players, rounds, seed, leave=0, **wishes):
    """Rounds drawn one after another, the standing by strength and luck; (standing, table groups) of each."""
    chance = Generator(seed)
    strength = [chance.below(21) for _ in range(players)]
    total = [0] * players
    history: list[Round] = []
    drawn = []
    for number in range(rounds):
        here = players - (leave if number >= rounds // 2 else 0)
        standing = sorted(range(here), key=lambda player: (-total[player], player))
        plan = plan_monrad(standing, history, seed=seed, **wishes)
        check_round(plan.rounds[0], here)
        history.append(plan.rounds[0])
        drawn.append((standing, plan))
        for player in range(here):
            total[player] += strength[player] + chance.below(101)
    return history, drawn


# ---- an exact search that shares nothing with the planner ----


def met_in(history):
    return {
        frozenset(pair)
        for tables in history
        for table in tables
        for pair in combinations([player for player in table if player is not None], 2)
    }


def exact_round_without_repeat(players, met):
    """Try every table of the first player who has none; tables of three as long as there are some to give."""

    def seat(left, threes):
        if not left:
            return threes == 0
        first, rest = left[0], left[1:]
        for size in (4, 3):
            if (size == 3 and not threes) or len(left) < size:
                continue
            for mates in combinations(rest, size - 1):
                table = (first, *mates)
                if any(frozenset(pair) in met for pair in combinations(table, 2)):
                    continue
                others = tuple(player for player in rest if player not in mates)
                if seat(others, threes - (size == 3)):
                    return True
        return False

    return seat(tuple(range(players)), -players % 4)


def every_round(left, threes):
    if not left:
        if threes == 0:
            yield []
        return
    for size in (4, 3):
        if (size == 3 and not threes) or len(left) < size:
            continue
        for mates in combinations(left[1:], size - 1):
            others = tuple(player for player in left[1:] if player not in mates)
            for rest in every_round(others, threes - (size == 3)):
                yield [(left[0], *mates), *rest]


def goals(tables, history, standing, apart=()):
    """What the round makes of the tournament, in the order of the goals; less is better."""
    players = len(standing)
    counted = count([*history, tables], players)
    before = count(history, players).threes
    at_three = [player for table in tables if len(table) == 3 for player in table]
    away = sum(tuple(sorted(pair)) in apart for table in tables for pair in combinations(table, 2))
    return (
        counted.max_meetings,
        counted.repeats,
        sum(times * (times - 1) for times in counted.meetings.values()),
        sum(before[player] for player in at_three),
        away,
        -sum(standing.index(player) for player in at_three),
        closeness(tables, standing),
    )


def groups(tables):
    return [tuple(player for player in table if player is not None) for table in tables]


# ---- the goals ----


@pytest.mark.parametrize(("players", "rounds"), [(32, 6), (48, 8), (100, 8)])
def test_tournaments_of_the_reference_have_no_repeat(players, rounds):
    history, _ = tournament(players, rounds, seed=1)
    assert count(history, players).repeats == 0


@pytest.mark.parametrize("players", FIELDS)
def test_every_field_is_drawn_round_after_round(players):
    history, drawn = tournament(players, 5, seed=players)
    counted = count(history, players)
    report = drawn[-1][1].report
    assert report.repeats == counted.repeats
    assert report.max_meetings == counted.max_meetings
    assert list(report.threes) == counted.threes
    assert [list(row) for row in report.seat_counts] == counted.seats


@settings(max_examples=50, deadline=None)
@given(st.sampled_from([n for n in FIELDS if n <= 16]), st.integers(1, 5), st.integers(0, 10**6))
def test_no_repeat_whenever_an_exact_search_finds_a_round_without(players, rounds, seed):
    chance = random.Random(seed)
    history = [random_round(players, chance) for _ in range(rounds)]
    standing = random_round(players, chance)
    order = [player for table in standing for player in table if player is not None]
    plan = plan_monrad(order, history)
    met = met_in(history)
    repeats = sum(
        frozenset(pair) in met for table in groups(plan.rounds[0]) for pair in combinations(table, 2)
    )
    assert (repeats == 0) == exact_round_without_repeat(players, met)


@pytest.mark.parametrize("players", [20, 23, 24])
def test_no_repeat_up_to_the_last_possible_round_of_a_tournament(players):
    for seed in range(3):
        history, _ = tournament(players, (players - 1) // 3, seed)
        for number in range(1, len(history)):
            met = met_in(history[:number])
            pairs = [pair for table in groups(history[number]) for pair in combinations(table, 2)]
            if any(frozenset(pair) in met for pair in pairs):
                assert not exact_round_without_repeat(players, met)
                break


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([6, 7, 8, 9, 10, 11, 12]), st.integers(1, 4), st.integers(0, 10**6))
def test_small_fields_get_the_best_round_there_is(players, rounds, seed):
    chance = random.Random(seed)
    history = [random_round(players, chance) for _ in range(rounds)]
    order = list(range(players))
    chance.shuffle(order)
    apart = {(0, chance.randrange(1, players)), (1, chance.randrange(2, players))}
    plan = plan_monrad(order, history, apart=sorted(apart))
    best = min(
        goals(tables, history, order, apart) for tables in every_round(tuple(range(players)), -players % 4)
    )
    assert goals(groups(plan.rounds[0]), history, order, apart) == best


@pytest.mark.parametrize("players", [31, 46])
def test_tables_of_three_go_to_the_lowest_who_had_fewest(players):
    history, drawn = tournament(players, 5, seed=5)
    assert count(history, players).repeats == 0
    for number, (standing, plan) in enumerate(drawn[1:], start=1):
        before, met = count(history[:number], players).threes, met_in(history[:number])
        at_three = [player for table in groups(plan.rounds[0]) if len(table) == 3 for player in table]
        due = sorted(range(players), key=lambda player: (before[player], -standing.index(player)))
        due = due[: len(at_three)]
        assert sorted(before[player] for player in at_three) == sorted(before[player] for player in due)
        if len(due) == 3 and not any(frozenset(pair) in met for pair in combinations(due, 2)):
            assert sorted(at_three) == sorted(due)
    assert spread(count(history, players).threes) <= 1


def test_the_first_round_is_drawn_at_random_by_the_seed():
    draws = {json.dumps(plan_monrad(range_list(32), [], seed=seed).rounds) for seed in range(6)}
    assert len(draws) == 6


def range_list(players):
    return list(range(players))


def test_later_rounds_seat_neighbours_of_the_standing_together():
    history = [plan_monrad(range_list(40), [], seed=3).rounds[0]]
    plan = plan_monrad(range_list(40), history)
    assert closeness(plan.rounds[0], range_list(40)) < 1_000
    first = sorted(sum(table) for table in groups(plan.rounds[0]))
    assert [sum(table) for table in groups(plan.rounds[0])] == first


@pytest.mark.parametrize("players", [31, 40])
def test_clubs_stay_apart_without_a_repeat(players):
    pairs = [(one, other) for other in range(players) for one in range(other) if (other - one) % 8 == 0]
    history, drawn = tournament(players, 4, seed=2, apart=pairs)
    assert count(history, players).repeats == 0
    assert [plan.report.apart_meetings for _, plan in drawn] == [(0,)] * 4


def test_seats_are_the_best_of_every_arrangement():
    history, _ = tournament(19, 5, seed=8)
    for number in range(1, 5):
        seats = count(history[:number], 19).seats
        for table in history[number]:
            prices = [
                sum(seats[player][seat] for seat, player in enumerate(order) if player is not None)
                for order in permutations(table)
            ]
            own = sum(seats[player][seat] for seat, player in enumerate(table) if player is not None)
            assert own == min(prices)


def test_who_meets_again_sits_in_another_relation():
    history: list[Round] = [[[0, 1, 2, 3]]]
    history.append(plan_monrad([0, 1, 2, 3], history).rounds[0])
    opposite = {frozenset((table[0][0], table[0][2])) for table in history}
    opposite |= {frozenset((table[0][1], table[0][3])) for table in history}
    assert len(opposite) == 4


def test_people_who_left_are_ignored():
    history, drawn = tournament(32, 5, seed=4, leave=2)
    assert len(groups(history[-1])) == 8
    assert count(history, 30).repeats == 0
    assert drawn[-1][1].report.players == 30


def test_a_late_arrival_has_met_nobody():
    history = [plan_monrad(range_list(15), [], seed=1).rounds[0]]
    plan = plan_monrad([*range(15), 15], history)
    check_round(plan.rounds[0], 16)
    assert plan.report.repeats == 0


def test_locked_places_and_fixed_tables_hold():
    locked = [Lock(0, 2, 1, 5), (0, 2, None, 30), (0, 6, "N", None), (0, 0, None, 33)]
    history, _ = tournament(34, 2, seed=1)
    plan = plan_monrad(range_list(34), history, locked=locked, fixed_tables=[(7, 8), (8, 8), (9, 1)])
    tables = plan.rounds[0]
    check_round(tables, 34)
    assert tables[2][1] == 5
    assert 30 in tables[2]
    assert tables[6][0] is None
    assert 33 in tables[0]
    assert {7, 8} <= set(tables[8])
    assert 9 in tables[1]
    assert plan.report.repeats == count([*history, tables], 34).repeats


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_locks_that_agree_are_kept(data):
    players = data.draw(st.integers(6, 40))
    tables = -(-players // 4)
    people = data.draw(st.lists(st.integers(0, players - 1), unique=True, max_size=6))
    fixed = [(player, data.draw(st.integers(0, tables - 1))) for player in people]
    history = [random_round(players, random.Random(players))]
    most = max((sum(at == table for _, at in fixed) for _, table in fixed), default=0)
    full = sum(sum(at == table for _, at in fixed) == 4 for table in {at for _, at in fixed})
    if most > 4 or full > (players - 3 * (-players % 4)) // 4:
        with pytest.raises(RuleViolation):
            plan_monrad(range_list(players), history, fixed_tables=fixed)
        return
    plan = plan_monrad(range_list(players), history, fixed_tables=fixed)
    check_round(plan.rounds[0], players)
    assert all(player in plan.rounds[0][table] for player, table in fixed)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_any_tournament_with_people_coming_and_going_is_drawn(data):
    players = data.draw(st.integers(6, 26))
    history: list[Round] = []
    for number in range(data.draw(st.integers(1, 5))):
        players = max(6, players + data.draw(st.integers(-2, 2)))
        standing = data.draw(st.permutations(range(players)))
        plan = plan_monrad(list(standing), history, seed=number)
        check_round(plan.rounds[0], players)
        history.append(plan.rounds[0])
        assert plan.report.repeats == count(history, players).repeats


# ---- the parts ----


@pytest.mark.parametrize("tables", [1, 2, 3, 4])
def test_a_split_is_the_best_of_all(tables):
    chance = random.Random(tables)
    chairs = sorted(chance.sample(range(20), 4 * tables))
    first, second = (
        np.array([[chance.randrange(3 + 50 * part) for _ in range(20)] for _ in range(20)])
        for part in range(2)
    )
    prices = Prices(*(np.triu(matrix, 1) + np.triu(matrix, 1).T for matrix in (first, second)))

    def price(division):
        each = [prices.of(list(table)) for table in division]
        return sum(one for one, _ in each), sum(other for _, other in each)

    found = best_split(chairs, prices)
    assert sorted(chair for table in found for chair in table) == chairs
    if tables < 4:
        assert price(found) == min(price(division) for division in every_round(tuple(chairs), 0))
    else:
        trials = (np.array(chance.sample(chairs, 16)).reshape(4, 4).tolist() for _ in range(2_000))
        assert price(found) <= min(map(price, trials))


def test_a_cover_has_friends_only_and_none_is_found_where_there_is_none():
    friends = [sum(1 << other for other in range(16) if other % 4 != chair % 4) for chair in range(16)]
    tables = cover(friends) or []
    assert sorted(chair for table in tables for chair in table) == list(range(16))
    assert all(len({chair % 4 for chair in table}) == 4 for table in tables)
    lonely = [sum(1 << other for other in range(7) if other != chair) for chair in range(7)]
    assert cover([*lonely, 0]) is None


# ---- the same everywhere, in time, and no junk ----

GOLDEN: list[tuple[tuple[int, int, int], str]] = [
    ((7, 4, 1), "f325731628a27219"),
    ((13, 5, 2), "5fb181f3107a6d0e"),
    ((16, 5, 1), "e51c12064d1b29c7"),
    ((24, 6, 3), "86109fb16b6a8c58"),
    ((27, 6, 4), "cb6fa6c5a0e5b217"),
    ((48, 3, 5), "fe4ae5ae043d4736"),
    ((98, 4, 18446744073709551615), "be00d9cb3d7e7222"),
]


def fingerprint(players, rounds, seed):
    history, _ = tournament(players, rounds, seed)
    return hashlib.sha256(json.dumps(history).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("request_", "expected"), GOLDEN)
def test_the_same_seed_gives_the_same_rounds(request_, expected):
    assert fingerprint(*request_) == expected


def test_the_rounds_do_not_depend_on_the_processor():
    core = import_module("numpy._core._multiarray_umath")
    here = [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]
    code = (
        "from tests.engine.seating.test_monrad import GOLDEN, fingerprint\n"
        "print([fingerprint(*request) for request, _ in GOLDEN])"
    )
    environment = {
        **os.environ,
        "NPY_DISABLE_CPU_FEATURES": " ".join(here),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == str([expected for _, expected in GOLDEN])


def test_the_input_hash_names_the_standing():
    history = [plan_monrad(range_list(16), []).rounds[0]]
    one = plan_monrad(range_list(16), history).report
    other = plan_monrad([1, 0, *range(2, 16)], history).report
    assert one.input_hash != other.input_hash
    assert one.algorithm == "monrad 1"


@pytest.mark.parametrize(("players", "seconds"), [(60, 1), (200, 1), (198, 1), (1000, 10)])
def test_a_round_is_quick(players, seconds):
    history = [random_round(players, random.Random(seed)) for seed in range(3)]
    start = time.process_time()
    plan_monrad(range_list(players), history)
    assert time.process_time() - start < seconds


@pytest.mark.parametrize(
    "standing",
    [None, 5, "abc", {0: 1}, [0, 1, 1], [0, 1, 3], [0, 1, "2"], [0, True, 2], [[], [], []], [0.0, 1, 2]],
)
def test_an_impossible_standing_is_refused(standing):
    with pytest.raises(RuleViolation) as refused:
        plan_monrad(standing, [])
    assert refused.value.code == "invalid_standing"


def test_everything_wrong_with_a_standing_is_said_at_once():
    with pytest.raises(RuleViolation) as refused:
        plan_monrad([0, 1, 1, 9, -1, 5], [])
    assert refused.value.params == {"missing": [2, 3, 4], "doubled": [1], "unknown": 2}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"standing": [0, 1]}, "impossible_number_of_players"),
        ({"standing": [0, 1, 2, 3, 4]}, "impossible_number_of_players"),
        ({"history": None}, "invalid_history"),
        ({"history": [[[0, 0]]]}, "invalid_history"),
        ({"seed": -1}, "invalid_seed"),
        ({"apart": [(0, 0)]}, "invalid_apart"),
        ({"locked": 3}, "invalid_locked"),
        ({"locked": [(1, 0, 0, 0)]}, "contradictory_locks"),
        ({"fixed_tables": [(0, 0), (0, 1)]}, "contradictory_locks"),
    ],
)
def test_junk_is_refused_by_code(arguments, code):
    with pytest.raises(RuleViolation) as refused:
        plan_monrad(**{"standing": range_list(16), "history": [], **arguments})
    assert refused.value.code == code
