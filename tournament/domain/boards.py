"""Which board each table of a round begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.boards import board_movement, fewest_sets

if TYPE_CHECKING:
    from engine.boards import BoardsOfTable
    from tournament.models import Round, Tournament


def movement_of(round_: Round, tables: int) -> tuple[BoardsOfTable, ...]:
    """The movement of a round with so many tables, with as many sets of boards as the tournament has.

    Without a number every table has a set of its own. With too few, the fewest that would do: the page says so.
    """
    sets = round_.tournament.board_sets or tables
    return board_movement(tables, round_.deals, max(sets, fewest_sets(tables, round_.deals)))


def lay_out_boards(round_: Round) -> None:
    """Give each table of a round its first board."""
    if not round_.tournament.shared_boards:
        return
    seatings = list(round_.seatings.order_by("table_no"))
    for seating, row in zip(seatings, movement_of(round_, len(seatings)), strict=True):
        if seating.first_board != row.first_board:
            seating.first_board = row.first_board
            seating.save(update_fields=["first_board"])


def lay_out_again(tournament: Tournament) -> None:
    """After the number of sets was changed: the rounds that have not begun."""
    for round_ in tournament.rounds.filter(opened_at=None):
        round_.tournament = tournament
        lay_out_boards(round_)
