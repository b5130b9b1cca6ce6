"""How boards travel: fewer sets of boards than tables, and never two tables that need one board at once.

Every table plays the boards in their order, from its own first board round to the one before it. Tables that share a
set begin as far apart as can be, so that a quick table seldom waits for a slow one.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.codes import whole
from engine.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class BoardsOfTable:
    """One table's part in the movement; tables and boards count from 1.

    `passes_to` gets each board when this table has played it, `gets_from` gives it: None where a table has a set of
    its own.
    """

    table: int
    set_no: int
    first_board: int
    passes_to: int | None
    gets_from: int | None


def fewest_sets(tables: int, boards: int) -> int:
    """How many sets it takes at least, so that every table has a board to begin with."""
    return -(-whole(tables) // whole(boards))


def board_movement(tables: int, boards: int, sets: int) -> tuple[BoardsOfTable, ...]:
    """The movement for tables 1 to `tables` with `boards` boards in each of `sets` sets.

    Neighbouring tables share a set. More sets than tables are not needed. Raises `not_a_whole_number`,
    `wrong_number_of_boards` and `too_few_sets`.
    """
    tables, boards, sets = whole(tables), whole(boards), whole(sets)
    if tables < 1 or boards < 1 or sets < 1:
        raise RuleViolation("wrong_number_of_boards")
    if sets < fewest_sets(tables, boards):
        raise RuleViolation("too_few_sets", fewest=fewest_sets(tables, boards))
    sets = min(sets, tables)
    rows = []
    begin = 0
    for set_no in range(1, sets + 1):
        size = tables // sets + (set_no <= tables % sets)
        for place in range(size):
            # The next to need a board is the table that began just before it in the order of boards.
            after, before = begin + (place - 1) % size + 1, begin + (place + 1) % size + 1
            rows.append(
                BoardsOfTable(
                    table=begin + place + 1,
                    set_no=set_no,
                    first_board=1 + place * boards // size,
                    passes_to=after if size > 1 else None,
                    gets_from=before if size > 1 else None,
                )
            )
        begin += size
    return tuple(rows)


def board_of_deal(first_board: int, number: int, boards: int) -> int:
    """The board of a table's deal `number`, counted from 1: after the last board comes the first."""
    first_board, number, boards = whole(first_board), whole(number), whole(boards)
    if not 1 <= first_board <= boards or number < 1:
        raise RuleViolation("wrong_number_of_boards")
    return (first_board + number - 2) % boards + 1
