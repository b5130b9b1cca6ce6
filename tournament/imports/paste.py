"""Names pasted into a box: one a line, a club behind if there is one, or cells copied from a spreadsheet."""

import csv
import re

from tournament.imports.columns import Field, field_of
from tournament.imports.errors import ErrorCode, refused
from tournament.imports.names import split_person, turn_name, without_list_mark
from tournament.imports.read import MAX_BYTES, read_text
from tournament.imports.rows import PlayerRow, checked_row, parse_rows
from tournament.imports.table import MAX_ROWS, Source
from tournament.text import clean

_ONLY_A_NUMBER = re.compile(r"#?\d{1,4}[.):]?")


def parse_pasted(text: str) -> list[PlayerRow]:
    """The people of pasted text, `row` being the line; raises ImportRefused as a file would.

    Several headings make it a table. Otherwise a tab or a semicolon parts name, club and member number, and a
    line with neither is read by names.split_person.
    """
    if len(text) > MAX_BYTES:
        raise refused(ErrorCode.FILE_TOO_LARGE, size=len(text), limit=MAX_BYTES)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if clean(line)]
    if not lines:
        raise refused(ErrorCode.EMPTY)
    headings = [field_of(cell) for cell in re.split(r"[;\t,]", lines[0][1])]
    if Field.NAME in headings or {Field.FIRST_NAME, Field.LAST_NAME} <= {*headings}:
        if len(headings) > 1:
            return parse_rows(read_text(text, Source.PASTED))
        del lines[0]
    if not lines:
        raise refused(ErrorCode.ONLY_A_HEADING)
    if len(lines) > MAX_ROWS:
        raise refused(ErrorCode.TOO_MANY_ROWS, limit=MAX_ROWS)
    return [_person(number, line) for number, line in lines]


def _person(number: int, line: str) -> PlayerRow:
    delimiter = next((sign for sign in "\t;" if sign in line.strip()), None)
    if delimiter is None:
        name, club = split_person(without_list_mark(line))
        return checked_row(number, name, club, "")
    cells = [clean(cell) for cell in next(csv.reader([line], delimiter=delimiter))]
    if len(cells) > 1 and _ONLY_A_NUMBER.fullmatch(cells[0]):
        del cells[0]
    name, club, member_no = [*cells, "", ""][:3]
    if not club:
        name, club = split_person(without_list_mark(name))
    return checked_row(number, turn_name(without_list_mark(name)), club, member_no)
