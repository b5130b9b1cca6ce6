"""What is printed so that a day can go on without electricity: sheets with every deal's roles, lists and diplomas.

Nothing here says what was played: a printed sheet is empty, whatever is entered in the system.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine import dealers, roles
from engine.boards import board_of_deal
from engine.seating.tables import layout
from engine.table import deals_at_table
from scoring.domain.lines import board_of, dealers_of, ruleset_of, seats_at, seats_of
from scoring.models import Standing
from scoring.queries.cards import seatings_of_round
from scoring.queries.categories import category_places
from scoring.queries.prizes import prize_list
from tournament.domain.boards import movement_of
from tournament.models import Entry, Position, Round
from tournament.queries import substitutes
from tournament.text import search_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournament.models import Seating, Tournament

FOUR = "".join(Position.values)
# Where a table that is seated by hand leaves a place empty; the pages say so.
THREE = "NES"
ON_THE_PODIUM = 3


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One deal of an empty sheet. Roles are seats; the dealer is baghånd, nobody sits out at a table of three.

    `board` is None where the table deals its own cards, or nobody knows yet which board it begins with.
    """

    number: int
    board: int | None
    dealer: str
    forhand: str
    mellemhand: str
    sitter_out: str


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """An empty score sheet: `seats` in the order N E S W, `names` by seat.

    Without `round_number` or `table_no` they are left to be written.
    """

    round_number: int | None
    table_no: int | None
    seats: str
    names: dict[str, str]
    rows: tuple[PaperRow, ...]


@dataclass(frozen=True, slots=True)
class Diploma:
    """What somebody is honoured for: a place among all, or in a category; the points are those of the list."""

    entry: Entry
    category: str
    place: int
    is_shared: bool
    total: int
    against_field: int | None


def sheets_to_write(round_: Round, *, with_names: bool) -> list[PaperSheet]:
    """An empty sheet for each table of a drawn round, with the dealers as they should go round."""
    return [_of_table(seating, round_, with_names=with_names) for seating in seatings_of_round(round_)]


def sheets_of_undrawn(tournament: Tournament, number: int) -> list[PaperSheet]:
    """An empty sheet for each table that the players who are here would make in a round nobody has drawn."""
    seats = _tables_for(players_now(tournament))
    round_ = Round(tournament=tournament, number=number, deals=tournament.deals_per_round)
    boards: list[int | None] = [None] * len(seats)
    if tournament.shared_boards and seats:
        boards = [row.first_board for row in movement_of(round_, len(seats))]
    return [
        empty_sheet(tournament, occupied, round_number=number, table_no=table_no, first_board=board)
        for table_no, (occupied, board) in enumerate(zip(seats, boards, strict=True), start=1)
    ]


def empty_sheet(
    tournament: Tournament,
    seats: str,
    *,
    round_number: int | None = None,
    table_no: int | None = None,
    first_board: int | None = None,
) -> PaperSheet:
    """A sheet for people nobody knows yet, with the roles by seat."""
    deals = deals_at_table(tournament.deals_per_round, seats, ruleset_of(tournament))
    rows = _rows(tournament.first_dealer, seats, deals, first_board, tournament.deals_per_round)
    return PaperSheet(round_number, table_no, seats, {}, rows)


def players_now(tournament: Tournament) -> int:
    """How many would sit down in the next round: those who are here, or before anybody is, those expected."""
    entries = tournament.entries.all()
    here = entries.filter(state=Entry.State.CHECKED_IN).count()
    return here or entries.filter(state=Entry.State.REGISTERED).count()


def people_of(tournament: Tournament) -> list[Entry]:
    """Everybody who is in, or may still get a place, in the order of names as the staff reads them."""
    entries = (
        tournament.entries.exclude(state=Entry.State.WITHDRAWN)
        .select_related("player", "club")
        .prefetch_related(substitutes())
    )
    return sorted(entries, key=lambda entry: (entry.player.sort_key, entry.start_no))


def points_so_far(tournament: Tournament) -> dict[int, Standing]:
    """By id of the entry what the staff's list says now."""
    rows = Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE)
    return {row.entry_id: row for row in rows}


def may_be_honoured(tournament: Tournament) -> bool:
    """Whether there are diplomas to print: the result is final, shown to everybody, and counted to the end."""
    return (
        tournament.is_finished
        and tournament.frozen_after_round is None
        and tournament.standings_version == tournament.results_version
    )


def diplomas(tournament: Tournament) -> list[Diploma]:
    """For the first three places, whoever has a prize, and the first of each category; ties share the place."""
    if not may_be_honoured(tournament):
        return []
    rows = list(
        Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE, rank__isnull=False)
        .select_related("entry__player", "entry__club")
        .prefetch_related(substitutes("entry"))
        .order_by("position")
    )
    by_entry = {row.entry_id: row for row in rows}
    # A place that is on the podium and has a prize is one diploma, however its category is spelt.
    spelt: dict[str, str] = {}
    wanted = {
        (spelt.setdefault(search_key(category), category), place, entry_id)
        for category, place, entry_id in _honoured(tournament, rows)
    }
    together = _together(wanted)
    ordered = sorted(wanted, key=lambda one: (one[0].casefold(), one[1], by_entry[one[2]].position))
    return [
        Diploma(
            by_entry[entry_id].entry,
            category,
            place,
            together[category, place] > 1,
            by_entry[entry_id].total,
            by_entry[entry_id].against_field,
        )
        for category, place, entry_id in ordered
    ]


def _honoured(tournament: Tournament, rows: list[Standing]) -> Iterator[tuple[str, int, int]]:
    """Category, place and id of the entry; some of them more than once."""
    for row in rows:
        if row.rank is not None and row.rank <= ON_THE_PODIUM:
            yield "", row.rank, row.entry_id
    for winners in prize_list(tournament):
        for entry in winners.entries:
            yield winners.category, winners.first, entry.pk
    for entry_id, by_category in category_places(rows).items():
        for category, place in by_category.items():
            if place == 1:
                yield category, 1, entry_id


def _together(wanted: Iterable[tuple[str, int, int]]) -> dict[tuple[str, int], int]:
    """How many share each place."""
    counted: dict[tuple[str, int], int] = {}
    for category, place, _entry_id in wanted:
        counted[category, place] = counted.get((category, place), 0) + 1
    return counted


def _of_table(seating: Seating, round_: Round, *, with_names: bool) -> PaperSheet:
    tournament, sitting = round_.tournament, list(seating.seats.all())
    occupied = seats_of(seating)
    seats = "".join(seat for seat in FOUR if seat in occupied)
    if any(seat.left_after_deal is not None for seat in sitting):
        rows = tuple(
            _row(number, dealer, seats_at(seating, number), board_of(seating, number, tournament))
            for number, dealer in enumerate(dealers_of(seating, tournament), start=1)
        )
    else:
        board = seating.first_board if tournament.shared_boards else None
        rows = _rows(tournament.first_dealer, seats, seating.deals, board, round_.deals)
    names = {seat.position: seat.name for seat in sitting} if with_names else {}
    return PaperSheet(round_.number, seating.table_no, seats, names, rows)


@lru_cache(maxsize=256)
def _rows(
    first_dealer: str, seats: str, deals: int, first_board: int | None, boards: int
) -> tuple[PaperRow, ...]:
    """The rows of a table where everybody stays. Kept: most sheets of a day are the same but for their names."""
    return tuple(
        _row(number, str(dealer), seats, board_of_deal(first_board, number, boards) if first_board else None)
        for number, dealer in enumerate(dealers(first_dealer, seats, deals), start=1)
    )


def _row(number: int, dealer: str, seats: str, board: int | None) -> PaperRow:
    around = roles(dealer, seats)
    out = around.sitter_out
    return PaperRow(
        number,
        board,
        around.baghand.value,
        around.forhand.value,
        around.mellemhand.value,
        out.value if out else "",
    )


def _tables_for(players: int) -> list[str]:
    """The seats of each table; none for a number that cannot be seated."""
    shape = layout(players)
    if players < len(THREE) or shape.fours < 0:
        return []
    return [FOUR if size == len(FOUR) else THREE for size in shape.sizes]
