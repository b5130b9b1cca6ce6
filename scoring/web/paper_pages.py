"""How what is printed is laid out on pages of A4: rows to a page, the legend of a sheet, the places of a list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from engine import book
from engine.seats import dealers, roles
from scoring.web.points_table import points_table
from tournament.models import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import RuleSet
    from scoring.queries.paper import PaperRow, PaperSheet
    from tournament.models import Seat, Seating

# What fits with a head, the legend and the signatures when names are as long as they may be.
ROWS_TO_A_PAGE = 24
LONG_NAME = 30
LARGE, ROOMY, USUAL = 12, 16, 20


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to print: a template, what it shows, and about how many pages it takes."""

    template: str
    data: dict[str, Any]
    pages: int = 1


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """A seat on a sheet: its name, empty to be written; `is_empty` where nobody sits."""

    position: str
    name: str
    is_empty: bool


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of a table's sheet; `number` of `pages`."""

    sheet: PaperSheet
    number: int
    pages: int
    rows: tuple[PaperRow, ...]
    height: str
    has_boards: bool

    @property
    def places(self) -> tuple[SheetPlace, ...]:
        return tuple(
            SheetPlace(position, self.sheet.names.get(position, ""), position not in self.sheet.seats)
            for position in Position.values
        )

    @property
    def is_long(self) -> bool:
        """Whether a name needs more than one line at the usual size."""
        return any(len(name) > LONG_NAME for name in self.sheet.names.values())

    @property
    def is_first(self) -> bool:
        return self.number == 1

    @property
    def is_last(self) -> bool:
        return self.number == self.pages

    @property
    def has_sitter_out(self) -> bool:
        return len(self.sheet.seats) == len(Position.values)

    @property
    def columns_before_sums(self) -> int:
        """How far the line reaches that carries the sums over from the page before."""
        return 16 + self.has_sitter_out + self.has_boards

    @property
    def first_deal(self) -> int:
        return self.rows[0].number

    @property
    def last_deal(self) -> int:
        return self.rows[-1].number


@dataclass(frozen=True, slots=True)
class LegendRow:
    """Contracts that are worth the same: points for won, bet and kruk, thrown in, and with Tout made and failed."""

    names: str
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class NameLine:
    """One line of the list by name."""

    name: str
    table_no: int
    position: str


def pages_of(sheet: PaperSheet, *, has_boards: bool) -> list[SheetPage]:
    """A sheet broken over as few pages as will do, about as many deals on each, and after everybody has dealt."""
    count, around = -(-len(sheet.rows) // ROWS_TO_A_PAGE), len(sheet.seats)
    size = -(-len(sheet.rows) // (count * around)) * around
    heights = ((LARGE, "is-large"), (ROOMY, "is-roomy"), (USUAL, "is-usual"), (ROWS_TO_A_PAGE, "is-tight"))
    height = next(height for most, height in heights if size <= most)
    return [
        SheetPage(
            sheet, number + 1, count, sheet.rows[number * size : (number + 1) * size], height, has_boards
        )
        for number in range(count)
    ]


@lru_cache(maxsize=16)
def legend_of(ruleset: RuleSet) -> tuple[LegendRow, ...]:
    """What each contract is worth by the rule set, in order of rank; contracts of the same worth in one line."""
    together: dict[tuple[int | None, ...], list[str]] = {}
    table = points_table(ruleset)
    for spec in ruleset.specs:
        points = table[str(spec.code)]["points"]
        worth = tuple(
            points.get(key) for key in ("vundet", "bet", "kruk", "thrown", "vundet made", "vundet failed")
        )
        together.setdefault(worth, []).append(str(spec.name))
    return tuple(LegendRow(", ".join(names), worth) for worth, names in together.items())


def booking_of(ruleset: RuleSet, seats: str) -> tuple[int, int, int | None]:
    """What declarer, opponent and sitter-out get for one point of the declarer's; None where nobody sits out."""
    around = roles(dealers(ruleset.first_dealer, seats, 1)[0], seats)
    booked = book(1, around.forhand, seats, around.sitter_out, ruleset.booking)
    out = booked[around.sitter_out] if around.sitter_out else None
    return booked[around.forhand], booked[around.mellemhand], out


def by_name(seatings: Sequence[Seating]) -> list[NameLine]:
    """Where everybody sits, in the order in which people look for themselves."""
    seats: list[tuple[Seat, int]] = [
        (seat, seating.table_no) for seating in seatings for seat in seating.seats.all()
    ]
    seats.sort(key=lambda pair: (pair[0].public_sort_key, pair[0].entry.start_no))
    return [NameLine(seat.name, table_no, seat.position) for seat, table_no in seats]


def pages_of_list(lines: Sequence[object], to_a_page: int) -> int:
    """About how many pages a list takes."""
    return max(1, -(-len(lines) // to_a_page))


def place_words(place: int, *, is_shared: bool) -> str:
    """A place on a diploma. English has four endings for a number, Danish one."""
    endings = {
        1: gettext("{place}st place"),
        2: gettext("{place}nd place"),
        3: gettext("{place}rd place"),
    }
    other = gettext("{place}th place")
    text = (other if place % 100 in {11, 12, 13} else endings.get(place % 10, other)).format(place=place)
    return gettext("Shared {place}").format(place=text) if is_shared else text
