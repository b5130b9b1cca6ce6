"""One board at every table of a round, as a bridge traveller tells it: who held which hand, and what came of it.

Nothing is told of a board that some table can still play, nor of a round that is frozen: see `hidden_boards`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Prefetch, prefetch_related_objects

from scoring.domain.field import Field, HeldHand, Played
from scoring.domain.lines import PAS
from scoring.domain.secrets import boards_of
from scoring.models import Deal, Score
from scoring.queries.boards import hidden_boards, tables_to_come
from tournament.models import Seating
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Entry, Round, User

HANDS: Final = (Score.Role.FORHAND.value, Score.Role.MELLEMHAND.value, Score.Role.BAGHAND.value)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who held a hand at one table, or sat out. `name` is whoever sat there, who may be a substitute.

    `difference` is against the average of the hand; None where nothing can be compared.
    """

    role: str
    entry: Entry
    name: str
    points: int
    difference: Fraction | None
    is_declarer: bool


@dataclass(frozen=True, slots=True)
class AtTable:
    """One table and the board. Without a deal nothing was entered; a deal that was not played has no hands."""

    table_no: int
    deal: Deal | None
    hands: tuple[Holder, ...] = ()
    sitter_out: Holder | None = None

    @property
    def declarer(self) -> Holder | None:
        return next((holder for holder in self.hands if holder.is_declarer), None)

    def points_of(self, role: str) -> int | None:
        """What the hand got here; without a role, what the declarer got, and nobody's nought when all passed."""
        if not self.hands:
            return None
        if not role:
            return self.declarer.points if self.declarer else 0
        return next((holder.points for holder in self.hands if holder.role == role), None)


@dataclass(frozen=True, slots=True)
class HandOverTables:
    """What a hand was worth: the average and the extremes, over the tables that played it."""

    role: str
    mean: Fraction | None
    tables: int
    lowest: int
    highest: int

    @property
    def spread(self) -> int:
        return self.highest - self.lowest


class Result(NamedTuple):
    """What came of a deal, tricks aside: tables with the same one are counted together. `hand` is the declarer's."""

    contract: str
    trump: str
    hand: str
    outcome: str
    thrown_in: bool
    tout: str
    points: int
    difference: Fraction | None


@dataclass(frozen=True, slots=True)
class Traveller:
    """A board at every table. While it is hidden there is nothing but how many have it to come.

    `others` are the tables that the board does not come to: they have fewer deals.
    """

    board: int
    is_released: bool
    is_frozen: bool
    tables_done: int
    tables_to_come: int
    others: tuple[int, ...]
    tables: tuple[AtTable, ...] = ()
    hands: tuple[HandOverTables, ...] = ()
    results: tuple[tuple[Result, int], ...] = ()

    @property
    def tables_that_played(self) -> int:
        """Of a board that is shown, without the tables where it was not played; else how many are done with it."""
        return sum(1 for at in self.tables if at.hands) if self.is_released else self.tables_done


def traveller(round_: Round, board: int, user: User | AnonymousUser | None = None) -> Traveller:
    """One board of a round, as far as this reader may see."""
    seatings = list(
        Seating.objects.filter(round=round_).order_by("table_no").select_related("round__tournament")
    )
    with_board = [seating for seating in seatings if board in boards_of(seating, round_.tournament)]
    deals = {
        deal.seating_id: deal
        for deal in Deal.objects.filter(seating__in=with_board, board=board, voided_at__isnull=True)
    }
    to_come = tables_to_come(with_board, deals)
    told = Traveller(
        board=board,
        is_released=False,
        is_frozen=False,
        tables_done=len(with_board) - to_come,
        tables_to_come=to_come,
        others=tuple(seating.table_no for seating in seatings if seating not in with_board),
    )
    hidden = hidden_boards(round_, user)
    if hidden.covers(board):
        return replace(told, is_frozen=hidden.is_frozen)
    _with_names(deals.values())
    field = _field(round_, board, [deals[seating.pk] for seating in with_board if seating.pk in deals])
    tables = tuple(_at_table(seating, deals.get(seating.pk), field) for seating in with_board)
    return replace(
        told,
        is_released=True,
        tables=tables,
        hands=tuple(_over_tables(field, hand) for hand in field.hands),
        results=_results(tables),
    )


def in_order(tables: Iterable[AtTable], role: str) -> list[AtTable]:
    """The best first, for the hand of this role or, without one, for whoever declared; last who has no result."""

    def place(at: AtTable) -> tuple[bool, int, int]:
        points = at.points_of(role)
        return points is None, -(points or 0), at.table_no

    return sorted(tables, key=place)


def _with_names(deals: Iterable[Deal]) -> None:
    """Who got what, by two queries for all the tables."""
    scores = Prefetch("scores", Score.objects.select_related("entry__player"))
    prefetch_related_objects(list(deals), scores, substitutes("scores__entry"))


def _field(round_: Round, board: int, deals: Iterable[Deal]) -> Field:
    """The field of this one board, in the order of the hands."""
    played: dict[str, list[Played]] = {role: [] for role in HANDS}
    for deal in deals:
        for score in deal.scores.all():
            if score.role in played:
                played[score.role].append(Played(score.entry_id, deal.pk, score.points))
    return Field({HeldHand(round_.pk, board, role): tuple(ones) for role, ones in played.items()})


def _at_table(seating: Seating, deal: Deal | None, field: Field) -> AtTable:
    if deal is None:
        return AtTable(seating.table_no, None)
    holders = {}
    for score in deal.scores.all():
        hand = HeldHand(seating.round_id, deal.board or 0, score.role)
        holders[score.role] = Holder(
            role=score.role,
            entry=score.entry,
            name=score.entry.name_of(score.player_id),
            points=score.points,
            difference=field.difference(hand, score.points),
            is_declarer=score.seat == deal.declarer,
        )
    return AtTable(
        seating.table_no,
        deal,
        tuple(holders[role] for role in HANDS if role in holders),
        holders.get(Score.Role.SITTER_OUT),
    )


def _over_tables(field: Field, hand: HeldHand) -> HandOverTables:
    points = [one.points for one in field.hands[hand]]
    return HandOverTables(
        hand.role, field.mean(hand), len(points), min(points, default=0), max(points, default=0)
    )


def _results(tables: Iterable[AtTable]) -> tuple[tuple[Result, int], ...]:
    """Each result with how many tables had it, the most frequent first."""
    counts = Counter(_result(at) for at in tables if at.hands)
    return tuple(sorted(counts.items(), key=lambda one: (-one[1], -one[0].points, one[0][:6])))


def _result(at: AtTable) -> Result:
    deal, declarer = at.deal, at.declarer
    if deal is None or declarer is None:
        return Result("", "", "", PAS, False, "", 0, None)
    return Result(
        deal.contract,
        deal.trump,
        declarer.role,
        deal.outcome,
        deal.thrown_in,
        deal.tout,
        declarer.points,
        declarer.difference,
    )
