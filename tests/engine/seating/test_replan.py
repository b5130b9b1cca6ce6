"""replan and repair_round: only open rounds change, legal tables, as few people moved as possible."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seating import KEEP, REPLAN, plan_random, plan_seating, repair_round, replan
from tests.engine.seating.checker import check_round, count


def renumbered(option):
    """The rounds as the report counts people: present players from 0, the others after them."""
    number = {player: at for at, player in enumerate(option.players)}
    everybody = {p for tables in option.rounds for table in tables for p in table if p is not None}
    number |= {p: len(option.players) + at for at, p in enumerate(sorted(everybody - set(number)))}
    return [
        [[None if p is None else number[p] for p in table] for table in tables] for tables in option.rounds
    ]


def people(table):
    return [player for player in table if player is not None]


def moved(old, new):
    def where(tables):
        return {p: n for n, table in enumerate(tables) for p in table if p is not None}

    before, after = where(old), where(new)
    return sum(before[player] != after[player] for player in before.keys() & after.keys())


def check_option(option, rounds, played):
    players = len(option.players)
    assert list(option.rounds[:played]) == list(rounds[:played])
    inside = renumbered(option)
    for tables in inside[played:]:
        check_round(tables, players)
    counted = count(inside, players)
    report = option.report
    assert (report.repeats, report.max_meetings) == (counted.repeats, counted.max_meetings)
    assert list(report.threes) == counted.threes
    assert [list(row) for row in report.seat_counts] == counted.seats
    assert list(option.moved) == [
        moved(old, new) for old, new in zip(rounds[played:], option.rounds[played:], strict=True)
    ]
    assert all(seats >= tables for seats, tables in zip(option.reseated, option.moved, strict=True))


def test_40_players_who_are_39_after_four_of_nine_rounds_keep_their_plan():
    rounds = plan_seating(players=40, rounds=9).rounds
    answer = replan(rounds, 4, leaving=[17])
    assert answer.choice == KEEP
    assert answer.keep.report.repeats == 0
    assert answer.keep.reseated == (0, 0, 0, 0, 0)
    assert answer.chosen is answer.keep
    check_option(answer.keep, rounds, 4)
    check_option(answer.replan, rounds, 4)


def test_a_late_arrival_takes_the_empty_seat_of_the_design():
    rounds = plan_seating(players=39, rounds=9).rounds
    answer = replan(rounds, 4, arriving=[39])
    assert answer.choice == KEEP
    assert answer.keep.report.repeats == 0
    assert answer.keep.moved == (0,) * 5
    empty = [next(n for n, table in enumerate(tables) if None in table) for tables in rounds[4:]]
    assert [39 in tables[n] for n, tables in zip(empty, answer.keep.rounds[4:], strict=True)] == [True] * 5


def test_one_comes_as_another_goes_and_nobody_else_moves():
    rounds = plan_seating(players=32, rounds=8).rounds
    answer = replan(rounds, 2, leaving=[5], arriving=[77])
    assert answer.choice == KEEP
    assert answer.keep.report.repeats == 0
    assert sum(answer.keep.reseated) == 0
    assert answer.keep.players == (*[p for p in range(32) if p != 5], 77)


def test_two_who_leave_the_same_table_cost_one_move():
    rounds = plan_seating(players=40, rounds=9).rounds
    one, other = people(rounds[5][0])[:2]
    answer = replan(rounds, 5, leaving=[one, other])
    assert answer.keep.moved[0] == 1
    assert answer.keep.moved[1:] == (0, 0, 0)
    check_option(answer.keep, rounds, 5)


def test_four_who_leave_dissolve_one_table():
    rounds = plan_seating(players=40, rounds=9).rounds
    answer = replan(rounds, 4, leaving=[0, 10, 20, 30])
    check_option(answer.keep, rounds, 4)
    assert all(moved <= 7 for moved in answer.keep.moved)
    assert [len(tables) for tables in answer.keep.rounds[4:]] == [9] * 5
    assert answer.chosen.quality == min(answer.keep.quality, answer.replan.quality)


def test_four_who_come_get_a_table():
    rounds = plan_seating(players=36, rounds=6).rounds
    answer = replan(rounds, 2, arriving=[36, 37, 38, 39])
    check_option(answer.keep, rounds, 2)
    check_option(answer.replan, rounds, 2)
    assert sum(answer.keep.moved) == 0


def test_a_better_plan_is_chosen_although_people_move():
    rounds = plan_seating(players=24, rounds=7).rounds
    answer = replan(rounds, 3, arriving=[24, 25, 26, 27, 28])
    assert answer.choice == REPLAN
    assert answer.replan.report.repeats < answer.keep.report.repeats
    check_option(answer.replan, rounds, 3)


def test_somebody_comes_back_under_the_old_number():
    rounds = plan_seating(players=16, rounds=5).rounds
    gone = replan(rounds, 1, leaving=[3]).keep
    back = replan(gone.rounds, 2, arriving=[3]).keep
    assert back.players == tuple(range(16))
    assert back.report.repeats == 0
    check_option(back, gone.rounds, 2)


def test_a_fixed_player_stays_at_the_table():
    rounds = plan_seating(players=20, rounds=5, fixed_tables=[(7, 0)]).rounds
    answer = replan(rounds, 1, leaving=[0, 1], fixed_tables=[(7, 0), (0, 1)])
    for option in (answer.keep, answer.replan):
        assert all(7 in tables[0] for tables in option.rounds)
        check_option(option, rounds, 1)


def test_no_show_while_seats_are_read_out_changes_that_round_alone():
    rounds = plan_seating(players=28, rounds=7).rounds
    one, other = people(rounds[2][1])[:2]
    option = repair_round(rounds, 2, leaving=[one, other])
    check_round([[p if p is None else option.players.index(p) for p in t] for t in option.rounds[2]], 26)
    assert option.moved == (1,)
    assert [option.rounds[r] for r in range(7) if r != 2] == [rounds[r] for r in range(7) if r != 2]
    assert option.report.rounds == 1


def test_the_same_change_gives_the_same_answer():
    rounds = plan_seating(players=30, rounds=6).rounds
    answers = [replan(rounds, 2, leaving=[4, 9], arriving=[31], seed=6) for _ in range(2)]
    assert answers[0] == answers[1]
    assert json.dumps(answers[0].keep.report.as_dict()) == json.dumps(answers[1].keep.report.as_dict())


@pytest.mark.parametrize(
    ("players", "leaving", "arriving", "expected"),
    [
        (16, [3], [], "8bd4631804eb09d7"),
        (30, [4, 9, 11], [31], "05d00ae1bb9047df"),
        (27, [], [27, 28], "9f3e6755ea6fd13c"),
        (60, list(range(5)), [], "07b12fbd1132e0bf"),
    ],
)
def test_the_kept_rounds_are_the_same_on_every_machine(players, leaving, arriving, expected):
    rounds = plan_random(players=players, rounds=4, seed=players).rounds
    kept = replan(rounds, 1, leaving=leaving, arriving=arriving).keep.rounds
    assert hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:16] == expected


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_any_change_is_answered_with_legal_rounds(data):
    players = data.draw(st.integers(8, 30))
    number = data.draw(st.integers(1, 5))
    played = data.draw(st.integers(0, number - 1))
    rounds = plan_seating(players=players, rounds=number, seed=data.draw(st.integers(0, 99))).rounds
    leaving = data.draw(st.lists(st.integers(0, players - 1), unique=True, max_size=min(6, players - 6)))
    arriving = list(range(players, players + data.draw(st.integers(0, 5))))
    pairs = [(0, players - 1), (1, 2)]
    answer = replan(rounds, played, leaving=leaving, arriving=arriving, apart=pairs)
    for option in (answer.keep, answer.replan):
        check_option(option, rounds, played)
    assert answer.chosen.quality == min(answer.keep.quality, answer.replan.quality)
    alone = repair_round(rounds, played, leaving=leaving, arriving=arriving)
    assert sum(alone.moved) >= 0
    here = {player: at for at, player in enumerate(alone.players)}
    check_round([[p if p is None else here[p] for p in t] for t in alone.rounds[played]], len(here))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rounds": None}, "invalid_rounds"),
        ({"rounds": [[[0, 1, 2, 2]]]}, "invalid_rounds"),
        ({"played": 5}, "no_open_rounds"),
        ({"played": -1}, "no_open_rounds"),
        ({"played": "1"}, "no_open_rounds"),
        ({"leaving": [99]}, "invalid_leaving"),
        ({"leaving": [1, 1]}, "invalid_leaving"),
        ({"leaving": 3}, "invalid_leaving"),
        ({"leaving": [[]]}, "invalid_leaving"),
        ({"arriving": [3]}, "invalid_arriving"),
        ({"arriving": [None]}, "invalid_arriving"),
        ({"arriving": "ab"}, "invalid_arriving"),
        ({"leaving": list(range(11))}, "impossible_number_of_players"),
        ({"seed": None}, "invalid_seed"),
        ({"apart": 5}, "invalid_apart"),
        ({"apart": [(1,)]}, "invalid_apart"),
        ({"apart": [("a", "05d00ae1bb9047df")]}, "invalid_apart"),
        ({"fixed_tables": [(1, None)]}, "invalid_fixed_tables"),
        ({"fixed_tables": [(1, 9)]}, "contradictory_locks"),
    ],
)
def test_junk_is_refused_by_code(change, code):
    rounds = plan_seating(players=16, rounds=5).rounds
    with pytest.raises(RuleViolation) as refused:
        replan(**{"rounds": rounds, "played": 2, **change})
    assert refused.value.code == code


@pytest.mark.parametrize("round_", [None, -1, 5, True, "0"])
def test_an_impossible_round_is_not_repaired(round_):
    with pytest.raises(RuleViolation) as refused:
        repair_round(plan_seating(players=16, rounds=5).rounds, round_, leaving=[1])
    assert refused.value.code == "no_open_rounds"
