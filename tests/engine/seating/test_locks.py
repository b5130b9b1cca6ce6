"""Places fixed by the director: kept, refused when they contradict each other, cheap where they can be."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seating import Lock, plan_seating
from tests.engine.seating.checker import check_round, count, spread


def reasons(**arguments):
    with pytest.raises(RuleViolation) as refused:
        plan_seating(**arguments)
    assert refused.value.code == "contradictory_locks"
    return refused.value.params["reasons"]


def test_a_locked_table_keeps_its_players_number_and_seats_without_a_repeat():
    locked = [Lock(2, 4, seat, player) for seat, player in enumerate([30, 1, 17, 8])]
    plan = plan_seating(players=40, rounds=8, locked=locked)
    assert plan.rounds[2][4] == (30, 1, 17, 8)
    counted = count(plan.rounds, 40)
    assert counted.repeats == 0
    assert max(map(spread, counted.seats)) == 0


def test_a_locked_table_of_three_keeps_its_empty_seat():
    locked = [(0, 1, "N", 5), (0, 1, "E", None), (0, 1, "S", 6), (0, 1, "W", 7)]
    plan = plan_seating(players=27, rounds=6, locked=locked)
    assert plan.rounds[0][1] == (5, None, 6, 7)
    assert plan.report.repeats == 0


def test_players_with_a_fixed_table_sit_there_every_round_and_meet_nobody_twice():
    plan = plan_seating(players=40, rounds=8, fixed_tables=[(3, 0), (7, 9)])
    assert all(3 in tables[0] and 7 in tables[9] for tables in plan.rounds)
    assert count(plan.rounds, 40).repeats == 0


def test_two_players_fixed_at_one_table_meet_every_round_and_the_bound_says_so():
    report = plan_seating(players=39, rounds=8, fixed_tables=[(1, 1), (2, 1)]).report
    assert (report.repeats, report.repeats_bound, report.max_meetings) == (7, 7, 8)


def test_a_lock_without_a_seat_leaves_the_seat_open():
    plan = plan_seating(players=16, rounds=5, locked=[Lock(1, 3, None, 0)])
    assert 0 in plan.rounds[1][3]
    assert plan.report.repeats == 0


def test_locks_count_from_the_first_new_round():
    history = plan_seating(players=24, rounds=3).rounds
    plan = plan_seating(players=24, rounds=2, history=history, locked=[(0, 5, "S", 11)])
    assert plan.rounds[0][5][2] == 11
    assert plan.report.repeats == 0


def test_apart_is_kept_with_locks_too():
    apart = [(one, one + 10) for one in range(10)]
    plan = plan_seating(players=40, rounds=8, apart=apart, fixed_tables=[(3, 0)])
    assert plan.report.repeats == 0
    assert plan.report.apart_meetings[0] == 0


def test_every_contradiction_is_named_at_once():
    found = reasons(
        players=16,
        rounds=5,
        fixed_tables=[(7, 3), (7, 2), (99, 1), (1, 17)],
        locked=[
            Lock(9, 0, 0, 0),
            Lock(0, 0, 0, 1),
            Lock(0, 0, 0, 2),
            Lock(0, 1, None, 1),
            Lock(1, 1, 1, None),
            Lock(2, 0, 5, 3),
            Lock(3, 0, 1, 4),
            Lock(3, 0, 2, 4),
        ],
    )
    assert [reason["code"] for reason in found] == [
        "lock_unknown_round",
        "lock_unknown_seat",
        "lock_unknown_table",
        "lock_unknown_player",
        "lock_seat_taken_twice",
        "lock_player_at_two_tables",
        "lock_player_at_two_tables",
        "lock_too_many_threes",
        "lock_player_on_two_seats",
    ]


@pytest.mark.parametrize(
    ("players", "locked", "code"),
    [
        (16, [Lock(0, 0, None, player) for player in range(5)], "lock_table_too_full"),
        (7, [Lock(0, 0, 0, None), *(Lock(0, 0, None, p) for p in range(4))], "lock_table_too_full"),
        (7, [Lock(0, 0, 0, None), Lock(0, 0, 1, None)], "lock_table_too_small"),
        (7, [Lock(0, 0, 0, None), Lock(0, 1, 1, None)], "lock_too_many_threes"),
        (9, [Lock(0, 0, None, player) for player in range(4)], "lock_too_many_fours"),
        (16, [Lock(0, 0, None, None)], "lock_unknown_seat"),
        (16, [Lock(-1, 0, None, 1)], "lock_unknown_round"),
    ],
)
def test_a_contradiction_has_its_code(players, locked, code):
    assert [reason["code"] for reason in reasons(players=players, rounds=2, locked=locked)] == [code]


@pytest.mark.parametrize(
    ("argument", "junk"),
    [
        *(("locked", junk) for junk in [None, 5, "ab", [1], [(0, 0, 0)], [(0, 0, "X", 1)], [(0, 0.0, 0, 1)]]),
        *(("fixed_tables", junk) for junk in [None, 5, "ab", [1], [(0,)], [(0, "1")], [(True, 1)]]),
        *(("prefer", junk) for junk in [None, 5, "both", ""]),
    ],
)
def test_junk_is_refused_by_code(argument, junk):
    with pytest.raises(RuleViolation) as refused:
        plan_seating(players=16, rounds=3, **{argument: junk})
    assert refused.value.code == f"invalid_{argument}"


@st.composite
def consistent_locks(draw):
    """Locks taken from a plan, which therefore cannot contradict each other."""
    players = draw(st.integers(6, 40))
    rounds = draw(st.integers(1, 5))
    seed = draw(st.integers(0, 99))
    model = plan_seating(players=players, rounds=rounds, seed=seed).rounds
    places = [
        Lock(r, number, seat, player)
        for r, tables in enumerate(model)
        for number, table in enumerate(tables)
        for seat, player in enumerate(table)
    ]
    chosen = draw(st.lists(st.sampled_from(places), max_size=8, unique=True))
    keep_seat = draw(st.booleans())
    return (
        players,
        rounds,
        [lock if keep_seat or lock.player is None else lock._replace(seat=None) for lock in chosen],
    )


@settings(max_examples=30, deadline=None)
@given(consistent_locks(), st.integers(0, 9))
def test_locks_that_agree_are_all_kept(request_, seed):
    players, rounds, locked = request_
    plan = plan_seating(players=players, rounds=rounds, seed=seed, locked=locked)
    for tables in plan.rounds:
        check_round(tables, players)
    for r, number, seat, player in locked:
        assert player in plan.rounds[r][number]
        assert seat is None or plan.rounds[r][number][seat] == player


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(3, 12).filter(lambda n: n != 5),
    locked=st.lists(
        st.tuples(
            st.integers(-1, 2),
            st.integers(-1, 3),
            st.none() | st.integers(-1, 4),
            st.none() | st.integers(-1, 12),
        ),
        max_size=6,
    ),
)
def test_any_locks_are_kept_or_refused(players, locked):
    code: str | None = None
    rounds: Sequence[Sequence[Sequence[int | None]]] = ()
    try:
        rounds = plan_seating(players=players, rounds=2, locked=locked).rounds
    except RuleViolation as refused:
        code = refused.code
    assert code in {None, "contradictory_locks"}
    for tables in rounds:
        check_round(tables, players)
    for r, number, seat, player in locked if rounds else ():
        assert player in rounds[r][number]
        assert seat is None or rounds[r][number][seat] == player
