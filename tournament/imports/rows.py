"""The people of a table: cleaned, the right way round, each with what is wrong about it."""

import re
from dataclasses import dataclass

from tournament.imports.columns import Columns, Field, find_columns
from tournament.imports.errors import ErrorCode, RowError, refused
from tournament.imports.names import split_person, turn_name, without_list_mark
from tournament.imports.table import RawRow, RawTable, Source
from tournament.text import clean

NAME_MAX_LENGTH = 120
CLUB_MAX_LENGTH = 120
MEMBER_NO_MAX_LENGTH = 40

# æ ø å of UTF-8, DOS and the old Macintosh read as Windows-1252, and the sign for a letter already lost.
_GARBLED = re.compile("Ã[\u0080-\u00bf\u0152-\u2122]|[\ufffd¾¿†›]")
# In English and in Danish.
_SPREADSHEET_ERROR = re.compile(
    r"#(?:N/A|REF!|VALUE!|NAME\?|DIV/0!|NULL!|NUM!|I/T|REFERENCE!|VÆRDI!|NAVN\?|DIVISION/0!|NUL!)"
)


@dataclass(frozen=True)
class PlayerRow:
    """One person of a list. Empty texts where nothing was written; a row with errors must not be imported."""

    row: int
    name: str
    club: str = ""
    member_no: str = ""
    errors: tuple[RowError, ...] = ()


def parse_rows(table: RawTable, columns: Columns | None = None) -> list[PlayerRow]:
    """The people of a table; raises ImportRefused when its headings make no sense or nobody stands below."""
    columns = columns or find_columns(table)
    rows = table.rows[columns.first :]
    people = [_person(table, columns, row) for row in rows if not _is_blank(row, columns)]
    if not people:
        raise refused(ErrorCode.ONLY_A_HEADING)
    return people


def checked_row(row: int, name: str, club: str, member_no: str, *errors: RowError) -> PlayerRow:
    """A person with cleaned texts and every fault found in them."""
    name, club, member_no = clean(name), clean(club), clean(member_no)
    found = [
        *errors,
        *_name_errors(row, name),
        *_text_errors(row, Field.NAME, name, NAME_MAX_LENGTH),
        *_text_errors(row, Field.CLUB, club, CLUB_MAX_LENGTH),
        *_text_errors(row, Field.MEMBER_NO, member_no, MEMBER_NO_MAX_LENGTH),
    ]
    return PlayerRow(row, name, club, member_no, tuple(found))


def _is_blank(row: RawRow, columns: Columns) -> bool:
    # Sheets are often numbered further down than they are filled in.
    return not any(clean(cell) for place, cell in enumerate(row.cells) if place != columns.running)


def _person(table: RawTable, columns: Columns, row: RawRow) -> PlayerRow:
    def cell(field: Field) -> str:
        return clean(row.cell(columns.places.get(field)))

    club, member_no = cell(Field.CLUB), cell(Field.MEMBER_NO)
    if Field.LAST_NAME in columns.places:
        name = f"{cell(Field.FIRST_NAME)} {cell(Field.LAST_NAME)}"
    elif columns.width == 1:
        name, club = split_person(without_list_mark(cell(Field.NAME)))
    elif Field.CLUB not in columns.places:
        name, club = split_person(cell(Field.NAME))
    else:
        name = turn_name(cell(Field.NAME))

    errors = []
    # In a text file a cell too many means that a comma in a name has pushed the others along.
    # In a spreadsheet it is a note in the margin.
    if len(row.cells) > columns.width and table.source is not Source.XLSX:
        params = {"cells": len(row.cells), "columns": columns.width}
        errors.append(RowError(row.number, ErrorCode.TOO_MANY_CELLS, params))
    return checked_row(row.number, name, club, member_no, *errors)


def _name_errors(row: int, name: str) -> list[RowError]:
    if not name:
        return [RowError(row, ErrorCode.NAME_MISSING)]
    if not any(char.isalpha() for char in name):
        return [RowError(row, ErrorCode.NAME_WITHOUT_LETTERS, {"text": name[:NAME_MAX_LENGTH]})]
    return []


def _text_errors(row: int, field: Field, text: str, limit: int) -> list[RowError]:
    if len(text) > limit:
        params = {"field": str(field), "length": len(text), "limit": limit}
        return [RowError(row, ErrorCode.TOO_LONG, params)]
    params = {"field": str(field), "text": text}
    if _SPREADSHEET_ERROR.fullmatch(text):
        return [RowError(row, ErrorCode.SPREADSHEET_ERROR, params)]
    if _GARBLED.search(text):
        return [RowError(row, ErrorCode.GARBLED, params)]
    return []
