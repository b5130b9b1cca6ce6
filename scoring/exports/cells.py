"""Sheets of a workbook, written row by row, in which text stays text.

Names and notes come from people. Excel takes text for a formula when it begins with one of = + - @, so every
text is stored as a string and, where it would be read as something else on editing, marked with the quote
prefix. Nothing here knows what a tournament is.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import IO, TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Value = str | int | float | datetime | None

LONGEST_SHEET_TITLE = 31
LONGEST_FOOTER = 100
POINTS_FORMAT = "+0;-0;0"
HUNDREDTHS_FORMAT = "+0.00;-0.00;0.00"
MOMENT_FORMAT = "yyyy-mm-dd hh:mm"

# Not in XML 1.0, and the control characters that it allows but no font shows.
_UNPRINTABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A spreadsheet reads _x0041_ as a coded A; _x005F_ is a coded underscore.
_CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\\t\n]")
# Excel keeps this name for itself.
_RESERVED_TITLE = "history"

_THIN = Side(style="thin", color="808080")
_SHADE = PatternFill("solid", start_color="E8E8E8")


class Kind(Enum):
    """What a column holds."""

    TEXT = "text"
    NUMBER = "number"
    POINTS = "points"
    HUNDREDTHS = "hundredths"
    MOMENT = "moment"


_WIDTHS = {Kind.TEXT: 14.0, Kind.NUMBER: 8.0, Kind.POINTS: 8.0, Kind.HUNDREDTHS: 9.0, Kind.MOMENT: 17.0}


@dataclass(frozen=True, slots=True)
class Column:
    """A heading and what stands below it. The width is in characters; longer text is wrapped."""

    heading: str
    kind: Kind = Kind.TEXT
    width: float | None = None

    @property
    def characters(self) -> float:
        return self.width or _WIDTHS[self.kind]


@dataclass(frozen=True, slots=True)
class Table:
    """One sheet: lines above, headings, rows. The columns up to `frozen` stay in view."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    lines: Sequence[str] = ()
    frozen: int = 0

    @property
    def heading_row(self) -> int:
        return len(self.lines) + 2 if self.lines else 1


def printable(text: str) -> str:
    """The text without the characters that a workbook cannot hold."""
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def reads_otherwise(text: str) -> bool:
    """Whether a spreadsheet might make a formula, number or date of the text when somebody edits it."""
    return not text[:1].isalpha()


def sheet_title(text: str, taken: Iterable[str] = ()) -> str:
    """A title that Excel accepts: at most 31 characters, none of []:*?/\\, different from those taken."""
    cleaned = _NOT_IN_TITLES.sub(" ", printable(text))
    stem = _cut(" ".join(cleaned.split()), LONGEST_SHEET_TITLE) or "Sheet"
    used = {title.casefold() for title in taken} | {_RESERVED_TITLE}
    title, number = stem, 1
    while title.casefold() in used:
        number += 1
        ending = f" {number}"
        title = _cut(stem, LONGEST_SHEET_TITLE - len(ending)) + ending
    return title


def _cut(text: str, length: int) -> str:
    # A title may neither begin nor end with an apostrophe.
    return text.strip("' ")[:length].rstrip("' ")


class Book:
    """A workbook under way. `save` ends it; `discard` ends it without a file."""

    def __init__(self, *, title: str, footer: str, page: str, created: datetime) -> None:
        """`footer` stands at the left foot of each page, `page` in the middle, with {page} and {pages}."""
        self._workbook = _Workbook(write_only=True)
        self._sheets: list[_Sheet] = []
        self._workbook.properties.title = printable(title)
        self._workbook.properties.creator = "Spadille"
        self._workbook.properties.created = created
        # & begins a code in a footer; two of them are one to print.
        self._footer = printable(footer)[:LONGEST_FOOTER].replace("&", "&&")
        self._page = page.replace("&", "&&").replace("{page}", "&P").replace("{pages}", "&N")

    def write(self, table: Table, on_row: Callable[[], object] = lambda: None) -> None:
        """Write one sheet from top to bottom."""
        sheet = _Sheet(self._workbook, sheet_title(table.title, self._workbook.sheetnames))
        self._workbook.add(sheet)
        self._sheets.append(sheet)
        self._set_up(sheet, table)
        for index, line in enumerate(table.lines):
            sheet.append([_text_cell(sheet, line, "A", _as_text if index else _as_title)])
        if table.lines:
            sheet.append([])
        cells = [_Cells(sheet, column, index) for index, column in enumerate(table.columns, start=1)]
        sheet.append([known.heading() for known in cells])
        for row in table.rows:
            sheet.append([known[value] for known, value in zip(cells, row, strict=True)])
            on_row()

    def save(self, file: IO[bytes]) -> None:
        self._workbook.save(file)

    def discard(self) -> None:
        """Remove what was written so far: the temporary files would stay as long as the process lives."""
        for sheet in self._sheets:
            sheet.discard()

    def _set_up(self, sheet: _Sheet, table: Table) -> None:
        """What has to be said before the first row, and how the sheet is printed."""
        top, last = table.heading_row, get_column_letter(len(table.columns))
        for index, column in enumerate(table.columns, start=1):
            sheet.column_dimensions[get_column_letter(index)].width = column.characters + 2
        sheet.row_dimensions[top].height = 32
        sheet.freeze_panes = f"{get_column_letter(table.frozen + 1)}{top + 1}"
        sheet.auto_filter.ref = f"A{top}:{last}{top + len(table.rows)}"
        sheet.print_title_rows = f"{top}:{top}"
        sheet.page_setup.paperSize = 9  # A4
        sheet.page_setup.orientation = "landscape"
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = 0  # as many pages as it takes
        sheet.oddFooter.left.text = self._footer
        sheet.oddFooter.center.text = self._page
        sheet.oddFooter.right.text = "&A"


class _Workbook(Workbook):
    """A workbook that takes sheets of our own kind."""

    def add(self, sheet: _Sheet) -> None:
        self._add_sheet(sheet)  # type: ignore[attr-defined]  # left out of the stubs


class _Sheet(WriteOnlyWorksheet):
    """A sheet that is given cells ready to be written, and so need not find out what each value is.

    The same cell is written wherever its value stands in its column. That is what keeps a formatted sheet
    about as fast as a bare one.
    """

    # Taken over from Worksheet, which the stubs leave out.
    _writer: Any
    column_dimensions: Any
    row_dimensions: Any
    auto_filter: Any
    page_setup: Any
    sheet_properties: Any
    oddFooter: Any  # noqa: N815

    def _values_to_row(self, values: Iterable[_Cell | None], row_idx: int) -> Iterator[_Cell]:
        for cell in values:
            if cell is not None:
                cell.row = row_idx
                yield cell

    def discard(self) -> None:
        """Whatever state a failure has left it in, the reason to be told is the first failure."""
        if self._writer is None:
            return
        with suppress(Exception):
            if not self.closed:
                self.close()
        with suppress(OSError, ValueError):
            self._writer.cleanup()


class _Cell:
    """What openpyxl asks of a cell when it writes one. Made from a cell that has its value and style."""

    __slots__ = ("_value", "column", "data_type", "has_style", "row", "style_id")

    _comment = None
    hyperlink = None

    def __init__(self, model: Cell, column: str) -> None:
        self.column = column
        self.row = 0
        self.data_type = model.data_type
        self.has_style = bool(model.has_style)
        self.style_id = model.style_id
        self._value = model.value
        if isinstance(self._value, datetime):
            self.data_type = "n"
            self._value = to_excel(self._value)  # type: ignore[no-untyped-call]  # openpyxl has no types there

    @property
    def coordinate(self) -> str:
        return f"{self.column}{self.row}"


class _Cells(dict[Value, "_Cell | None"]):
    """The cells of one column by their values, each made when it is first needed."""

    def __init__(self, sheet: _Sheet, column: Column, index: int) -> None:
        super().__init__({None: None, "": None})
        self._sheet, self._column, self._letter = sheet, column, get_column_letter(index)

    def __missing__(self, value: Value) -> _Cell | None:
        cell = self[value] = self._made(value)
        return cell

    def heading(self) -> _Cell | None:
        return _text_cell(self._sheet, self._column.heading, self._letter, _as_heading)

    def _made(self, value: Value) -> _Cell | None:
        if isinstance(value, str):
            is_long = len(value) > self._column.characters
            return _text_cell(self._sheet, value, self._letter, _as_long_text if is_long else _as_text)
        cell = WriteOnlyCell(self._sheet, value)
        if self._column.kind is Kind.POINTS:
            cell.number_format = POINTS_FORMAT
        elif self._column.kind is Kind.HUNDREDTHS:
            cell.number_format = HUNDREDTHS_FORMAT
        elif self._column.kind is Kind.MOMENT:
            cell.number_format = MOMENT_FORMAT
        return _Cell(cell, self._letter)


def _text_cell(sheet: _Sheet, text: str, column: str, style: Callable[[Cell], None]) -> _Cell | None:
    text = printable(text)
    if not text:
        return None
    cell = WriteOnlyCell(sheet, _CODED.sub("_x005F_", text))
    # Whatever it looks like: a string.
    cell.data_type = "s"
    style(cell)
    if reads_otherwise(text):
        cell.quotePrefix = True
    return _Cell(cell, column)


def _as_text(_cell: Cell) -> None:
    pass


def _as_long_text(cell: Cell) -> None:
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _as_title(cell: Cell) -> None:
    cell.font = Font(bold=True, size=14)


def _as_heading(cell: Cell) -> None:
    cell.font = Font(bold=True)
    cell.fill = _SHADE
    cell.border = Border(bottom=_THIN)
    cell.alignment = Alignment(wrap_text=True, vertical="center")
