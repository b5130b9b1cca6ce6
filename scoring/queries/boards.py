"""What the other tables made with the same cards, as far as it may be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import hand_of, roles
from scoring.domain.lines import seats_at
from scoring.domain.secrets import boards_of, secret_boards
from scoring.models import Deal
from scoring.queries.release import hidden_after
from tournament.models import Round, Seating

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Round as RoundRow
    from tournament.models import User


@dataclass(frozen=True, slots=True)
class Hidden:
    """What of a round's boards is told to nobody yet: all of them after a freeze, or those that can still be played."""

    is_frozen: bool
    secret: frozenset[int]

    def covers(self, board: int) -> bool:
        return self.is_frozen or board in self.secret


def hidden_boards(
    round_: RoundRow,
    user: User | AnonymousUser | None = None,
    secret: dict[int, set[int]] | None = None,
) -> Hidden:
    """For this reader. A board that a table can still play is a secret even from the staff: they watch it in the hall.

    `secret` is `secret_boards` of the tournament, if it is read already.
    """
    last_shown = hidden_after(round_.tournament, user)
    if last_shown is not None and round_.number > last_shown:
        return Hidden(is_frozen=True, secret=frozenset())
    if round_.state == Round.State.CLOSED:
        return Hidden(is_frozen=False, secret=frozenset())
    boards = secret_boards(round_.tournament) if secret is None else secret
    return Hidden(is_frozen=False, secret=frozenset(boards.get(round_.pk, ())))


@dataclass(frozen=True, slots=True)
class AtOtherTable:
    """One table's result on a board. `hand` is the declarer's role in it; empty when all passed."""

    table_no: int
    hand: str
    deal: Deal


@dataclass(frozen=True, slots=True)
class BoardResults:
    """A board at every table of a round. While it is secret: no results, only how many tables still have it to come.

    `is_frozen`: none either, until the director shows the results of the round.
    """

    board: int
    is_released: bool
    tables_to_come: int
    results: tuple[AtOtherTable, ...]
    is_frozen: bool = False


def board_results(round_: RoundRow, board: int, user: User | AnonymousUser | None = None) -> BoardResults:
    """What every table made on one board, once no table can still play it and as far as this reader may see."""
    seatings = list(
        Seating.objects.filter(round=round_)
        .order_by("table_no")
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player")
    )
    with_board = [seating for seating in seatings if board in boards_of(seating, round_.tournament)]
    deals = {
        deal.seating_id: deal
        for deal in Deal.objects.filter(seating__round=round_, board=board, voided_at__isnull=True)
    }
    to_come = tables_to_come(with_board, deals)
    hidden = hidden_boards(round_, user)
    if hidden.covers(board):
        return BoardResults(
            board, is_released=False, tables_to_come=to_come, results=(), is_frozen=hidden.is_frozen
        )
    results = tuple(
        AtOtherTable(seating.table_no, _hand(deals[seating.pk], seating), deals[seating.pk])
        for seating in with_board
        if seating.pk in deals
    )
    return BoardResults(board, is_released=True, tables_to_come=to_come, results=results)


def tables_to_come(with_board: Collection[Seating], entered: Collection[int]) -> int:
    """How many of the tables that a board comes to have nothing entered for it."""
    return sum(1 for seating in with_board if seating.pk not in entered)


def _hand(deal: Deal, seating: Seating) -> str:
    if not deal.declarer:
        return ""
    return str(hand_of(deal.declarer, roles(deal.dealer, seats_at(seating, deal.number))))
