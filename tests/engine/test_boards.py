"""Boards travel so that every table always has one, and no board is needed at two tables at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import RuleViolation
from engine.boards import board_movement, board_of_deal, fewest_sets


def test_with_a_set_at_every_table_all_begin_with_board_one() -> None:
    rows = board_movement(tables=3, boards=16, sets=3)
    assert [(row.first_board, row.passes_to) for row in rows] == [(1, None)] * 3


def test_four_tables_share_one_set_of_sixteen() -> None:
    rows = board_movement(tables=4, boards=16, sets=1)
    assert [row.first_board for row in rows] == [1, 5, 9, 13]
    assert [row.passes_to for row in rows] == [4, 1, 2, 3]
    assert [row.gets_from for row in rows] == [2, 3, 4, 1]


def test_neighbours_share_a_set_and_the_first_sets_have_one_table_more() -> None:
    rows = board_movement(tables=7, boards=16, sets=2)
    assert [row.set_no for row in rows] == [1, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("tables", "boards", "sets", "code"),
    [(17, 16, 1, "too_few_sets"), (4, 16, 0, "wrong_number_of_boards"), (0, 16, 1, "wrong_number_of_boards"),
     (4, 16, True, "not_a_whole_number"), (4, "16", 1, "not_a_whole_number")],
)  # fmt: skip
def test_what_cannot_be_is_refused(tables: int, boards: int, sets: int, code: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        board_movement(tables, boards, sets)
    assert refusal.value.code == code


def test_a_deal_outside_the_boards_is_refused() -> None:
    with pytest.raises(RuleViolation):
        board_of_deal(17, 1, 16)


@given(tables=st.integers(1, 60), boards=st.sampled_from([4, 8, 12, 16, 20, 40]), more=st.integers(0, 5))
def test_no_board_is_needed_twice_at_once_and_each_table_gets_its_next_board_from_its_neighbour(
    tables: int, boards: int, more: int
) -> None:
    rows = board_movement(tables, boards, fewest_sets(tables, boards) + more)
    by_table = {row.table: row for row in rows}
    for number in range(1, boards + 1):
        used = [(row.set_no, board_of_deal(row.first_board, number, boards)) for row in rows]
        assert len(set(used)) == tables
    for row in rows:
        assert {board_of_deal(row.first_board, number, boards) for number in range(1, boards + 1)} == set(
            range(1, boards + 1)
        )
        if row.passes_to is not None:
            taker = by_table[row.passes_to]
            assert (taker.gets_from, taker.set_no) == (row.table, row.set_no)
            # Of all tables of the set, the taker is the one that needs this table's first board soonest.
            waits = {
                other.table: (row.first_board - other.first_board) % boards
                for other in rows
                if other.set_no == row.set_no and other.table != row.table
            }
            assert waits[taker.table] == min(waits.values())
