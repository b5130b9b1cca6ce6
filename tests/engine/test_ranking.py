import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import TIE_BREAKS, Ranked, RankRow, RuleViolation, against_field, hundredths, rank
from tests.engine.vectors import code_of

EMPTY: Any = []
NOTHING: Any = None
INEXACT: Any = 1.5


def table(ranked):
    return [(row.rank, row.key, row.decided_by) for row in ranked]


def refusal(function, *arguments, **named):
    with pytest.raises(RuleViolation) as error:
        function(*arguments, **named)
    return code_of(error)


def test_equal_totals_share_a_rank_and_the_next_one_is_skipped():
    rows = [RankRow("a", 5), RankRow("b", 9), RankRow("c", 7), RankRow("d", 7)]
    assert rank(rows, ()) == (
        Ranked("b", 1, 1, None),
        Ranked("c", 2, 2, None),
        Ranked("d", 2, 3, None),
        Ranked("a", 4, 4, None),
    )


def test_full_ties_stand_in_the_order_given():
    rows = [RankRow(key, 0, {"won_contracts": 1}) for key in "fbacde"]
    assert table(rank(rows, ["won_contracts"])) == [(1, key, None) for key in "fbacde"]


def test_a_tie_break_is_named_on_both_sides_of_what_it_separated():
    rows = [
        RankRow("a", 9, {"won_contracts": 1}),
        RankRow("b", 7, {"won_contracts": 2}),
        RankRow("c", 7, {"won_contracts": 5}),
        RankRow("d", 7, {"won_contracts": 2}),
        RankRow("e", 1, {"won_contracts": 9}),
    ]
    assert table(rank(rows, ["won_contracts"])) == [
        (1, "a", None),
        (2, "c", "won_contracts"),
        (3, "b", "won_contracts"),
        (3, "d", "won_contracts"),
        (5, "e", None),
    ]


def test_each_criterion_splits_only_what_is_still_tied():
    rows = [
        RankRow("a", 7, {"won_contracts": 3, "best_round": 1}),
        RankRow("b", 7, {"won_contracts": 2, "best_round": 4}),
        RankRow("c", 7, {"won_contracts": 2, "best_round": 6}),
    ]
    assert table(rank(rows, ["won_contracts", "best_round"])) == [
        (1, "a", "won_contracts"),
        (2, "c", "won_contracts"),
        (3, "b", "best_round"),
    ]


@pytest.mark.parametrize("code", [code for code in TIE_BREAKS if code != "mutual"])
def test_each_tie_break_prefers_the_better_value(code):
    low, high = RankRow("low", 0, {code: -1}), RankRow("high", 0, {code: 1})
    best = "low" if code in ("fewest_kruk", "lot") else "high"
    assert rank([low, high], [code])[0].key == rank([high, low], [code])[0].key == best


def test_mutual_points_count_inside_the_tied_group_only():
    rows = [RankRow(key, total) for key, total in (("a", 5), ("b", 5), ("c", 5), ("d", 9))]
    meetings: Any = [
        ("a", "b", 1, 3),
        ("b", "c", 0, 4),
        ["c", "a", 1, 0],
        ("a", "d", 50, 0),
        ("a", "x", 50, 0),
    ]
    assert table(rank(rows, ["mutual"], meetings)) == [
        (1, "d", None),
        (2, "c", "mutual"),
        (3, "b", "mutual"),
        (4, "a", "mutual"),
    ]


def test_mutual_points_add_up_over_several_meetings():
    rows = [RankRow("a", 5), RankRow("b", 5)]
    assert rank(rows, ["mutual"], [("a", "b", 3, 1), ("b", "a", 4, 1)])[0].key == "b"
    assert table(rank(rows, ["mutual"], [("a", "b", 3, 1), ("b", "a", 3, 1)])) == [
        (1, "a", None),
        (1, "b", None),
    ]


def test_mutual_is_passed_over_unless_all_of_the_group_have_met():
    rows = [RankRow(key, 5, {"lot": lot}) for key, lot in (("a", 3), ("b", 2), ("c", 1))]
    meetings = [("a", "b", 1, 0), ("a", "b", 1, 0), ("b", "c", 1, 0)]
    assert table(rank(rows, ["mutual"], meetings)) == [(1, "a", None), (1, "b", None), (1, "c", None)]
    assert [row.key for row in rank(rows, ["mutual", "lot"], meetings)] == ["c", "b", "a"]


def test_mutual_looks_at_each_tied_group_by_itself():
    rows = [RankRow("a", 5), RankRow("b", 5), RankRow("c", 3), RankRow("d", 3)]
    meetings = [("a", "b", 0, 1), ("a", "c", 9, 0), ("b", "d", 0, 9)]
    assert table(rank(rows, ["mutual"], meetings)) == [
        (1, "b", "mutual"),
        (2, "a", "mutual"),
        (3, "c", None),
        (3, "d", None),
    ]


@pytest.mark.parametrize("code", ["lot", "against_field"])
def test_a_value_not_everybody_has_separates_nobody(code):
    rows = [
        RankRow("a", 5, {code: 1}),
        RankRow("b", 5),
        RankRow("c", 3, {code: 2}),
        RankRow("d", 3, {code: 2}),
    ]
    assert [row.rank for row in rank(rows, [code])] == [1, 1, 3, 3]


def test_a_missing_value_is_refused_only_where_it_would_count():
    rows = [RankRow("a", 5, {"best_round": 1}), RankRow("b", 5)]
    assert refusal(rank, rows, ["best_round"]) == "tie_break_value_missing"
    assert [row.rank for row in rank([RankRow("a", 5), RankRow("b", 4)], ["best_round"])] == [1, 2]


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"tie_breaks": ["most_luck"]}, "unknown_tie_break"),
        ({"tie_breaks": [[]]}, "unknown_tie_break"),
        ({"tie_breaks": "mutual"}, "unknown_tie_break"),
        ({"tie_breaks": None}, "unknown_tie_break"),
        ({"tie_breaks": ["lot", "lot"]}, "duplicate_tie_break"),
        ({"rows": None}, "not_a_row"),
        ({"rows": [("a", 1)]}, "not_a_row"),
        ({"rows": [RankRow(EMPTY, 1)]}, "not_a_row"),
        ({"rows": [RankRow("a", 1, NOTHING)]}, "not_a_row"),
        ({"rows": [RankRow("a", 1), RankRow("a", 2)]}, "duplicate_key"),
        ({"rows": [RankRow("a", INEXACT)]}, "not_a_whole_number"),
        ({"rows": [RankRow("a", True)]}, "not_a_whole_number"),
        ({"rows": [RankRow("a", 1, {"lot": INEXACT}), RankRow("b", 1, {"lot": 2})]}, "not_a_whole_number"),
        ({"tie_breaks": ["mutual"], "meetings": None}, "not_a_meeting"),
        ({"tie_breaks": ["mutual"], "meetings": [None]}, "not_a_meeting"),
        ({"tie_breaks": ["mutual"], "meetings": [("a", "b", 1)]}, "not_a_meeting"),
        ({"tie_breaks": ["mutual"], "meetings": [("a", "a", 1, 1)]}, "not_a_meeting"),
        ({"tie_breaks": ["mutual"], "meetings": [([], "a", 1, 1)]}, "not_a_meeting"),
        ({"tie_breaks": ["mutual"], "meetings": [("a", "b", 1.5, 1)]}, "not_a_meeting"),
    ],
)
def test_what_cannot_be_ranked_is_refused(named, code):
    what = {"rows": [RankRow("a", 1), RankRow("b", 1)], "tie_breaks": ["lot"]} | named
    assert refusal(rank, **what) == code


VALUES = [code for code in TIE_BREAKS if code != "mutual"]
some_rows = st.lists(
    st.tuples(st.integers(-2, 2), st.fixed_dictionaries({code: st.integers(0, 2) for code in VALUES})),
    max_size=12,
).map(lambda found: [RankRow(number, total, values) for number, (total, values) in enumerate(found)])
some_tie_breaks = st.lists(st.sampled_from(VALUES), unique=True)


def sort_key(row, tie_breaks):
    signs = {code: 1 if code in ("fewest_kruk", "lot") else -1 for code in VALUES}
    return (-row.total, *(signs[code] * row.values[code] for code in tie_breaks))


@given(some_rows, some_tie_breaks)
def test_refinement_orders_as_sorting_by_all_criteria_would(rows, tie_breaks):
    ranked = rank(rows, tie_breaks)
    expected = sorted(rows, key=lambda row: sort_key(row, tie_breaks))
    assert [row.key for row in ranked] == [row.key for row in expected]
    assert [row.position for row in ranked] == list(range(1, len(rows) + 1))
    keys = [sort_key(row, tie_breaks) for row in expected]
    assert [row.rank for row in ranked] == [keys.index(key) + 1 for key in keys]


@given(some_rows, some_tie_breaks)
def test_the_deciding_criterion_is_the_first_in_which_neighbours_differ(rows, tie_breaks):
    found = {row.key: row for row in rows}
    ranked = rank(rows, tie_breaks)
    for above, below in itertools.pairwise(ranked):
        upper, lower = found[above.key], found[below.key]
        if upper.total != lower.total or above.rank == below.rank:
            continue
        first = next(code for code in tie_breaks if upper.values[code] != lower.values[code])
        assert below.decided_by == first


@given(some_rows, some_tie_breaks, st.randoms())
def test_ranks_do_not_depend_on_the_order_of_the_rows(rows, tie_breaks, random):
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert {row.key: row.rank for row in rank(rows, tie_breaks)} == {
        row.key: row.rank for row in rank(shuffled, tie_breaks)
    }


def test_against_the_field_is_the_distance_to_the_mean_of_the_tables_that_played():
    assert against_field([3, -1, None, 0]) == (Fraction(7, 3), Fraction(-5, 3), None, Fraction(-2, 3))
    assert against_field([4, 4]) == (Fraction(0), Fraction(0))


def test_there_is_no_field_of_fewer_than_two_tables():
    assert against_field([3, None]) == (None, None)
    assert against_field([]) == ()


@given(st.lists(st.none() | st.integers(-7, 7)))
def test_differences_from_the_field_add_up_to_nothing(points):
    assert sum(value for value in against_field(points) if value is not None) == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(7, 3), 233),
        (Fraction(1, 200), 0),
        (Fraction(3, 200), 2),
        (Fraction(-1, 200), 0),
        (2, 200),
        (0, 0),
    ],
)
def test_hundredths_are_rounded_half_to_even(value, expected):
    assert hundredths(value) == expected


def test_inexact_numbers_have_no_hundredths():
    junk: Any
    for junk in (0.5, None, True, "1"):
        assert refusal(hundredths, junk) == "not_a_whole_number"
    for junk in ([1.5, 2], [True, 1], None, "12", 3):
        assert refusal(against_field, junk) == "not_a_whole_number"
