"""What moving deals would do to them: each line at its new place, checked as if it were typed there.

A dealer who was named because the deal went round wrongly is what somebody saw, so he is kept, read by the same seats
as the declarer; where the sheet would say the same of its own, he is no longer an exception. Nothing here is stored.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine import RuleViolation
from scoring.domain.lines import as_codes, board_of, dealers_of, line_of, seats_of, settle_line
from scoring.domain.scores import expected_scores
from scoring.models import Deal, Score
from tournament.errors import Refused, Stale, Taken
from tournament.models import Round, Seating
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.domain.lines import DealLine
    from tournament.models import Entry


@dataclass(frozen=True, slots=True)
class Move:
    """One deal, the version this is based on, and where it belongs.

    `seats` says whose a seat's result is: typed seat to right seat; a seat it does not name stays. With `sat_there`
    the people really sat so: whoever dealt is read by the same seats, though nobody named him.
    """

    deal: Deal
    version: int
    to_seating: Seating
    to_number: int
    seats: Mapping[str, str] = field(default_factory=dict)
    sat_there: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """The id of the sheet and the number where the deal is to stand."""
        return self.to_seating.pk, self.to_number

    def right_seat(self, seat: str) -> str:
        """The seat that was meant."""
        return self.seats.get(seat, seat)


@dataclass(frozen=True, slots=True)
class MovedLine:
    """A deal as it stands, as it would stand (None when it cannot), and what is against it.

    `drops_auction`: the calls somebody wrote down cannot have been made there, so they are left out.
    """

    before: Deal
    after: Deal | None
    problem: Refused | RuleViolation | None = None
    drops_auction: bool = False

    @property
    def changes(self) -> bool:
        """Whether the deal would not stand as it does."""
        return self.after is not None and placed_codes(self.after) != placed_codes(self.before)


@dataclass(frozen=True, slots=True)
class PointsMoved:
    """What one entry has from the sheets that are touched, before and after. None: no deal was played."""

    entry: Entry
    before: int | None
    after: int | None

    @property
    def changes(self) -> bool:
        return self.before != self.after


def moved_lines(moves: Sequence[Move]) -> list[MovedLine]:
    """What the moves would do to each deal; raises Refused when they make no sense together."""
    return check_moves(moves, _read(sheets_of(moves)))


def points_moved(lines: Sequence[MovedLine]) -> list[PointsMoved]:
    """What everybody at the touched tables has before and after, by start number. Every line must be possible."""
    placed = [line.after for line in lines if line.after is not None]
    moved = {line.before.pk for line in lines}
    sheets = _read({line.before.seating_id for line in lines} | {deal.seating_id for deal in placed})
    before: Counter[Entry] = Counter()
    after: Counter[Entry] = Counter()
    for score in Score.objects.filter(deal__seating__in=sheets).select_related("entry__player"):
        before[score.entry] += score.points
    for seating in sheets.values():
        staying = Deal.objects.filter(seating=seating, voided_at__isnull=True).exclude(pk__in=moved)
        coming = [deal for deal in placed if deal.seating_id == seating.pk]
        deals = sorted([*staying, *coming], key=lambda deal: deal.number)
        entries = {seat.position: seat.entry for seat in seating.seats.all()}
        tournament = seating.round.tournament
        for _, seat, _, points in expected_scores(deals, seating=seating, tournament=tournament):
            after[entries[seat]] += points
    return [
        PointsMoved(entry, before.get(entry), after.get(entry))
        for entry in sorted({*before, *after}, key=lambda entry: entry.start_no)
    ]


def sheets_of(moves: Iterable[Move]) -> set[int]:
    """The ids of the sheets that moves touch."""
    return {pk for move in moves for pk in (move.deal.seating_id, move.to_seating.pk)}


def placed_codes(deal: Deal) -> dict[str, Any]:
    """A deal with its place, as the audit log holds what was moved."""
    seating = deal.seating
    return {
        "deal": deal.pk,
        "seating": seating.pk,
        "round": seating.round.number,
        "table": seating.table_no,
        "board": deal.board,
        "dealer_overridden": deal.dealer_overridden,
        **as_codes(deal),
    }


def _read(seating_ids: Iterable[int]) -> dict[int, Seating]:
    """Sheets as they are now, without a lock."""
    rows = Seating.objects.filter(pk__in=set(seating_ids)).select_related("round__tournament")
    people = ("seats__entry__player", substitutes("seats__entry"))
    return {seating.pk: seating for seating in rows.prefetch_related(*people)}


def check_moves(moves: Sequence[Move], sheets: Mapping[int, Seating]) -> list[MovedLine]:
    """The line of every move, on these sheets with their rounds and seats."""
    ids = [move.deal.pk for move in moves]
    if not moves:
        raise Refused("nothing_to_move")
    if len(set(ids)) < len(ids):
        raise Refused("deal_moved_twice")
    if len({seating.round.tournament_id for seating in sheets.values()}) > 1:
        raise Refused("moves_between_tournaments")
    standing = Deal.objects.filter(pk__in=ids, voided_at__isnull=True).in_bulk()
    staying = Deal.objects.filter(seating__in=sheets, voided_at__isnull=True).exclude(pk__in=ids)
    taken = {(deal.seating_id, deal.number): deal for deal in staying}
    wanted = Counter(move.place for move in moves)
    lines = []
    for move in moves:
        before = standing.get(move.deal.pk, move.deal)
        before.seating = sheets.get(before.seating_id) or before.seating
        try:
            _check_version(move, standing.get(move.deal.pk))
            _check_place(move, before.seating, sheets[move.to_seating.pk], wanted)
            if move.place in taken:
                raise_taken(taken[move.place])
            lines.append(_moved(move, before, sheets[move.to_seating.pk]))
        except (Refused, RuleViolation) as problem:
            lines.append(MovedLine(before, None, problem))
    return lines


def raise_taken(stored: Deal) -> None:
    """Another deal stands where one is to go."""
    raise Taken("place_taken", stored=stored, number=stored.number, table=stored.seating.table_no)


def check_begun(seating: Seating) -> None:
    """Before a round has begun nothing can have been played in it."""
    if seating.round.state in {Round.State.DRAWN, Round.State.PUBLISHED}:
        raise Refused("round_not_open", round=seating.round.number)


def _check_version(move: Move, standing: Deal | None) -> None:
    if standing is None:
        raise Taken("deal_voided", stored=None, number=move.deal.number)
    if (standing.version, standing.seating_id) != (move.version, move.deal.seating_id):
        raise Stale("version_is_old", stored=standing, number=standing.number)


def _check_place(move: Move, source: Seating, target: Seating, wanted: Mapping[tuple[int, int], int]) -> None:
    check_begun(source)
    check_begun(target)
    meant = [move.right_seat(seat) for seat in seats_of(source)]
    if len(set(meant)) < len(meant):
        raise Refused("two_on_one_seat")
    if source.pk == target.pk and set(meant) != set(seats_of(target)):
        raise Refused("seat_not_at_table", seat=min(set(meant) - set(seats_of(target))))
    if wanted[move.place] > 1:
        raise Refused("two_deals_to_one_place", number=move.to_number)


def _moved(move: Move, before: Deal, target: Seating) -> MovedLine:
    """The line at its new place. Raises RuleViolation or Refused when it is impossible there."""
    tournament = target.round.tournament
    line = _line(move, before, target)

    def settled(said: DealLine) -> str:
        return settle_line(line=said, seating=target, number=move.to_number, tournament=tournament).dealer

    try:
        dealer = settled(line)
    except (Refused, RuleViolation):
        if not line.calls:
            raise
        line = replace(line, calls=())
        dealer = settled(line)
    after = copy(before)
    after.seating = target
    after.number = move.to_number
    after.board = board_of(target, move.to_number, tournament)
    after.dealer, after.dealer_overridden = dealer, bool(line.dealer)
    after.declarer = line.declarer
    after.calls = [list(pair) for pair in line.calls] or None
    return MovedLine(before, after, drops_auction=bool(before.calls) and not line.calls)


def _line(move: Move, deal: Deal, target: Seating) -> DealLine:
    """What the deal says once its seats are read aright."""
    line = line_of(deal)
    dealer = move.right_seat(deal.dealer) if move.sat_there else move.right_seat(line.dealer)
    around = dealers_of(target, target.round.tournament)
    if 1 <= move.to_number <= len(around) and dealer == around[move.to_number - 1]:
        dealer = ""
    return replace(line, declarer=move.right_seat(line.declarer), dealer=dealer)
