"""check_manual and swap_effect: everything wrong at once, and the same report as on our own plans."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seating import check_manual, plan_seating, swap_effect
from tests.engine.seating.checker import check_round, count

GOOD: list[list[list[int | None]]] = [[[0, 1, 2, 3], [4, 5, 6]], [[0, 4, 1, 5], [2, None, 3, 6]]]


def reasons_for(rounds, players=7, **wishes):
    with pytest.raises(RuleViolation) as refused:
        check_manual(rounds, players=players, **wishes)
    assert refused.value.code == "invalid_seating"
    return refused.value.params["reasons"]


def as_lists(plan):
    return [list(map(list, tables)) for tables in plan.rounds]


def codes(reasons):
    return sorted(reason["code"] for reason in reasons)


def test_a_valid_seating_is_a_plan_with_a_report():
    plan = check_manual(GOOD, players=7)
    assert plan.rounds == (((0, 1, 2, 3), (4, 5, 6, None)), ((0, 4, 1, 5), (2, None, 3, 6)))
    counted = count(plan.rounds, 7)
    assert plan.report.repeats == counted.repeats
    assert list(plan.report.threes) == counted.threes
    assert plan.report.algorithm == "manual"


def test_history_and_people_apart_count_in_the_report():
    report = check_manual([GOOD[1]], players=7, history=[GOOD[0]], apart=[(0, 4)]).report
    assert report.repeats == count(GOOD, 7).repeats
    assert report.apart_meetings == (1,)


def test_our_own_plan_gets_our_own_counts():
    plan = plan_seating(players=27, rounds=6)
    manual = check_manual(as_lists(plan), players=27).report
    for name in ("repeats", "threes", "seat_counts", "table_repeats", "repeated_pairs", "state"):
        assert getattr(manual, name) == getattr(plan.report, name)


def test_every_reason_is_said_at_once():
    rounds = [
        [[0, 1, 2, 3], [4, 4, 9]],
        [[0, 1, 2, 3, 4], [5, 6]],
        [[0, 1, 2], [3, 4, 5], [6, "x", None, None]],
        [[0, 1, 2, 3], "456"],
        None,
        [[0, 1, 2, 3], [4, 5, 6, None, None]],
    ]
    reasons = reasons_for(rounds)
    assert reasons[:4] == [
        {"code": "unknown_player", "round": 0, "table": 1, "player": 9},
        {"code": "doubled_player", "round": 0, "player": 4},
        {"code": "missing_player", "round": 0, "player": 5},
        {"code": "missing_player", "round": 0, "player": 6},
    ]
    by_round = [codes(reason for reason in reasons if reason["round"] == number) for number in range(6)]
    assert by_round[1:] == [
        ["wrong_table_size", "wrong_table_size"],
        ["too_many_threes", "unreadable_player", "wrong_table_size"],
        ["missing_player", "missing_player", "missing_player", "unreadable_table"],
        ["unreadable_round"],
        ["too_many_seats"],
    ]


def test_more_tables_of_three_than_needed_are_refused():
    rounds = [[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]]
    assert reasons_for(rounds, 12) == [{"code": "too_many_threes", "round": 0, "tables": 4, "fewest": 0}]


@pytest.mark.parametrize("junk", [None, 5, "ab", [], [[]], [5], [["ab"]], [[[True, 1, 2]]], [[[{}, [], ()]]]])
def test_junk_is_refused_with_reasons(junk):
    assert reasons_for(junk)


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"players": 5}, "impossible_number_of_players"),
        ({"players": None}, "impossible_number_of_players"),
        ({"history": 3}, "invalid_history"),
        ({"apart": [1]}, "invalid_apart"),
    ],
)
def test_the_rest_is_refused_by_code(wishes, code):
    with pytest.raises(RuleViolation) as refused:
        check_manual(GOOD, **{"players": 7, **wishes})
    assert refused.value.code == code


def test_too_many_rounds_are_refused():
    with pytest.raises(RuleViolation) as refused:
        check_manual([[[0, 1, 2, 3]]] * 22, players=4)
    assert refused.value.code == "impossible_number_of_rounds"


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_spoiled_seating_is_never_accepted(data):
    players = data.draw(st.sampled_from([7, 12, 16, 19]))
    rounds = as_lists(plan_seating(players=players, rounds=2))
    table = data.draw(st.sampled_from([table for tables in rounds for table in tables]))
    seat = data.draw(st.integers(0, 3))
    new = data.draw(st.one_of(st.none(), st.integers(-3, players + 3), st.text(max_size=2)))
    if table[seat] == new:
        check_manual(rounds, players=players)
    else:
        table[seat] = new
        assert reasons_for(rounds, players)


# ---- swap_effect ----


def test_a_swap_shows_what_it_does_to_the_report():
    plan = plan_seating(players=16, rounds=5)
    one, other = (table[1] for table in (plan.rounds[2][0], plan.rounds[2][3]))
    assert one is not None
    assert other is not None
    effect = swap_effect(plan.rounds, 2, one, other, players=16)
    assert effect.before.repeats == 0
    assert effect.after.repeats == count(effect.rounds, 16).repeats > 0
    assert effect.rounds[2][0][1] == other
    assert effect.rounds[2][3][1] == one
    assert [effect.rounds[r] for r in (0, 1, 3, 4)] == [plan.rounds[r] for r in (0, 1, 3, 4)]


def test_a_player_moves_to_an_empty_seat():
    plan = plan_seating(players=15, rounds=3)
    number, table = next((n, table) for n, table in enumerate(plan.rounds[1]) if None in table)
    player = plan.rounds[1][(number + 1) % 4][0]
    assert player is not None
    effect = swap_effect(plan.rounds, 1, player, (number, table.index(None)), players=15, published=1)
    assert player in effect.rounds[1][number]
    check_round(effect.rounds[1], 15)
    assert effect.after.rounds == 2
    assert effect.after.repeats == count(effect.rounds, 15).repeats
    back = swap_effect(effect.rounds, 1, player, ((number + 1) % 4, 0), players=15, published=1)
    assert back.rounds == plan.rounds
    assert back.after.repeats == effect.before.repeats


def test_a_table_of_three_cannot_lose_another():
    plan = plan_seating(players=14, rounds=1)
    short = [number for number, table in enumerate(plan.rounds[0]) if None in table]
    player = next(player for player in plan.rounds[0][short[0]] if player is not None)
    empty = (short[1], plan.rounds[0][short[1]].index(None))
    with pytest.raises(RuleViolation) as refused:
        swap_effect(plan.rounds, 0, player, empty, players=14)
    assert refused.value.code == "table_too_small"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rounds": None}, "invalid_rounds"),
        ({"rounds": [[[1]]]}, "invalid_rounds"),
        ({"rounds": [[[1, 2, "3"]]]}, "invalid_rounds"),
        ({"rounds": [[[0, 1, 2, 3], [3, 4, 5, 6]]]}, "invalid_rounds"),
        ({"rounds": [[[0, 1, 2, 3], [4, 5, 6, 8]]], "round_": 0, "published": 0}, "invalid_seating"),
        ({"round_": 0}, "round_is_published"),
        ({"round_": 9}, "unknown_round"),
        ({"round_": "1"}, "unknown_round"),
        ({"published": True}, "unknown_round"),
        ({"one": 20}, "unknown_player"),
        ({"one": None}, "unknown_player"),
        ({"one": (0, 1)}, "unknown_player"),
        ({"other": "x"}, "unknown_player"),
        ({"other": (9, 9)}, "unknown_player"),
        ({"other": (0, 0)}, "unknown_seat"),
        ({"players": 5}, "impossible_number_of_players"),
    ],
)
def test_an_impossible_swap_is_refused_by_code(change, code):
    rounds = [[[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 4, 5], [2, 3, 6, 7]]]
    arguments = {"rounds": rounds, "round_": 1, "one": 0, "other": 2, "players": 8, "published": 1}
    with pytest.raises(RuleViolation) as refused:
        swap_effect(**{**arguments, **change})
    assert refused.value.code == code
