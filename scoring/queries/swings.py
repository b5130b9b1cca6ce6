"""What every board of a round, or of a whole tournament, was worth: most played, averages, and the largest swings.

Added up by the database, so that a final of many tables costs as little as a club evening.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Max, Min, Sum

from scoring.domain.extent import of_rounds
from scoring.domain.field import FEWEST_TABLES
from scoring.domain.secrets import boards_of, current_deals, secret_boards
from scoring.models import Deal, Score
from scoring.queries.boards import hidden_boards, tables_to_come
from scoring.queries.release import hidden_after
from scoring.queries.travellers import HANDS, HandOverTables
from tournament.models import Seating

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Round, Tournament, User

MOST_SWINGS: Final = 10
Hands = tuple[HandOverTables, ...]


@dataclass(frozen=True, slots=True)
class MostPlayed:
    """The contract that most tables played, of those that played the board; no contract: all passed."""

    contract: str
    trump: str
    tables: int
    of_tables: int


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board in the list of a round. `hands` is empty while it is hidden, or where nothing was played."""

    board: int
    is_released: bool
    tables_to_come: int
    most: MostPlayed | None = None
    hands: Hands = ()


@dataclass(frozen=True, slots=True)
class Swing:
    """How far apart the tables came with one hand of a board; `hand` is the one where they differ the most."""

    round_number: int
    board: int
    hand: HandOverTables


@dataclass(frozen=True, slots=True)
class RoundBoards:
    """The boards of a round, and where its tables, and those of the whole tournament, came furthest apart."""

    is_frozen: bool
    lines: tuple[BoardLine, ...]
    swings: tuple[Swing, ...]
    swings_of_all: tuple[Swing, ...]


def round_boards(round_: Round, user: User | AnonymousUser | None = None) -> RoundBoards:
    """All that is told of a round's boards to this reader."""
    tournament = round_.tournament
    secret = secret_boards(tournament)
    hidden = hidden_boards(round_, user, secret)
    hands = _hands_of_boards(tournament, hidden_after(tournament, user), secret)
    of_round = {board: found for (number, board), found in hands.items() if number == round_.number}
    most = {} if hidden.is_frozen else _most_played(round_, of_round)
    to_come = _to_come(round_)
    lines = tuple(
        BoardLine(
            board,
            is_released=not hidden.covers(board),
            tables_to_come=to_come.get(board, 0),
            most=most.get(board),
            hands=of_round.get(board, ()),
        )
        for board in range(1, round_.deals + 1)
    )
    swings = _swings(hands)
    return RoundBoards(
        hidden.is_frozen,
        lines,
        tuple(swing for swing in swings if swing.round_number == round_.number),
        tuple(swings[:MOST_SWINGS]),
    )


def _hands_of_boards(
    tournament: Tournament, up_to: int | None, secret: Mapping[int, set[int]]
) -> dict[tuple[int, int], Hands]:
    """By number of the round and board: what each hand was worth, of the boards that are no secret."""
    rows = (
        Score.objects.filter(
            of_rounds("deal__seating__round__number", up_to),
            deal__seating__round__tournament=tournament,
            deal__board__isnull=False,
            role__in=HANDS,
        )
        .order_by()
        .values_list("deal__seating__round_id", "deal__seating__round__number", "deal__board", "role")
        .annotate(tables=Count("pk"), total=Sum("points"), lowest=Min("points"), highest=Max("points"))
    )
    hands: dict[tuple[int, int], dict[str, HandOverTables]] = defaultdict(dict)
    for round_id, number, board, role, tables, total, lowest, highest in rows:
        if board is not None and board not in secret.get(round_id, ()):
            mean = Fraction(total, tables) if tables >= FEWEST_TABLES else None
            hands[number, board][role] = HandOverTables(role, mean, tables, lowest, highest)
    return {key: tuple(found[role] for role in HANDS if role in found) for key, found in hands.items()}


def _most_played(round_: Round, boards: Iterable[int]) -> dict[int, MostPlayed]:
    """The contract that most tables played, on each of these boards; among equals the one that is first by its code."""
    deals = Deal.objects.filter(
        seating__round=round_, board__in=list(boards), voided_at__isnull=True, status=Deal.Status.PLAYED
    )
    counted: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for board, contract, trump, tables in (
        deals.order_by().values_list("board", "contract", "trump").annotate(tables=Count("pk"))
    ):
        counted[board or 0].append((tables, contract, trump))
    most = {}
    for board, found in counted.items():
        tables, contract, trump = min(found, key=lambda one: (-one[0], one[1:]))
        most[board] = MostPlayed(contract, trump, tables, sum(one[0] for one in found))
    return most


def _to_come(round_: Round) -> dict[int, int]:
    """By board, how many of the tables it comes to have nothing entered for it."""
    tournament = round_.tournament
    with_board: dict[int, list[Seating]] = defaultdict(list)
    for seating in Seating.objects.filter(round=round_).select_related("round__tournament"):
        for board in boards_of(seating, tournament):
            with_board[board].append(seating)
    entered: dict[int, set[int]] = defaultdict(set)
    of_round = current_deals(tournament).filter(seating__round=round_)
    for seating_id, played in of_round.values_list("seating_id", "board"):
        entered[played or 0].add(seating_id)
    return {board: tables_to_come(seatings, entered[board]) for board, seatings in with_board.items()}


def _swings(hands: Mapping[tuple[int, int], Hands]) -> list[Swing]:
    """The boards where the tables came apart, the furthest first; among equals as they were played."""
    swings = []
    for (number, board), found in hands.items():
        compared = [hand for hand in found if hand.mean is not None and hand.spread]
        if compared:
            swings.append(Swing(number, board, max(compared, key=lambda hand: hand.spread)))
    return sorted(swings, key=lambda swing: (-swing.hand.spread, swing.round_number, swing.board))
