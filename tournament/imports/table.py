"""A player list as plain text cells, wherever it came from."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournament.imports.errors import ErrorCode, refused

MAX_ROWS = 2_000
MAX_COLUMNS = 50


class Source(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    PASTED = "pasted"


@dataclass(frozen=True)
class RawRow:
    """One filled row: its number in the file, counted from 1, and its cells."""

    number: int
    cells: tuple[str, ...]

    def cell(self, place: int | None) -> str:
        """The cell at a place counted from 0; a short row has blanks to its right."""
        return self.cells[place] if place is not None and place < len(self.cells) else ""


@dataclass(frozen=True)
class RawTable:
    """The filled rows of one list; `sheet` is the one they were read from, `other_sheets` were left alone."""

    source: Source
    rows: tuple[RawRow, ...]
    filename: str = ""
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """Cells in the longest row."""
        return max((len(row.cells) for row in self.rows), default=0)


def filled_rows(
    numbered: Iterable[tuple[int, Iterable[str]]], *, keeps_tail: bool = False
) -> tuple[RawRow, ...]:
    """The rows in which something is written; raises ImportRefused for too many rows or one too wide.

    Blank cells at the end are dropped unless the tail is kept: between commas they tell that a comma in a
    name has pushed the other cells along.
    """
    rows: list[RawRow] = []
    for number, cells in numbered:
        written = tuple(cells)
        filled = max((place for place, cell in enumerate(written, start=1) if cell.strip()), default=0)
        if not filled:
            continue
        if len(rows) == MAX_ROWS:
            raise refused(ErrorCode.TOO_MANY_ROWS, limit=MAX_ROWS)
        if filled > MAX_COLUMNS:
            raise refused(ErrorCode.TOO_MANY_COLUMNS, row=number, limit=MAX_COLUMNS)
        rows.append(RawRow(number, written if keeps_tail else written[:filled]))
    return tuple(rows)
