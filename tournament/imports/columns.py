"""Which column of a list is what, from its headings in Danish or English, in any order."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.imports.errors import ErrorCode, ImportRefused, RowError, refused
from tournament.imports.table import RawRow, RawTable
from tournament.text import clean, search_key

# A title and an empty line often stand above the headings.
HEADING_WITHIN = 5


class Field(StrEnum):
    """What a column may hold. A number is a member number only for want of a column that says so."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    CLUB = "club"
    MEMBER_NO = "member_no"
    NUMBER = "number"


_HEADINGS = {
    Field.NAME: "navn navne name names spiller spillere player players spillernavn spillerensnavn "
    "playername fuldenavn fuldtnavn fullname deltager deltagere deltagernavn participant participants",
    Field.FIRST_NAME: "fornavn fornavne firstname firstnames givenname givennames forename",
    Field.LAST_NAME: "efternavn efternavne lastname surname familyname",
    Field.CLUB: "klub klubnavn klubben hjemmeklub lhombreklub club clubname forening foreningen",
    Field.MEMBER_NO: "medlemsnr medlemsnummer medlemnr medlemnummer medlemsno medlemsid memberno membernr "
    "membernumber memberid membershipno membershipnumber",
    Field.NUMBER: "nr no num nummer number spillernr spillernummer playerno playernumber",
}
_FIELD_OF = {heading: field for field, headings in _HEADINGS.items() for heading in headings.split()}
_NAMING = frozenset({Field.NAME, Field.FIRST_NAME, Field.LAST_NAME})


@dataclass(frozen=True)
class Columns:
    """Where each field stands, counted from 0, and what was passed over.

    `heading_row` is the number of the row of headings, None for a bare list of names; `first` is the index in
    `RawTable.rows` of the first row below it; `width` is the number of columns that have a heading; `running`
    is the place of a column that only counts the rows 1, 2, 3; `ignored` are headings that mean nothing here.
    """

    places: Mapping[Field, int]
    heading_row: int | None = None
    first: int = 0
    width: int = 1
    running: int | None = None
    ignored: tuple[str, ...] = ()


def field_of(heading: str) -> Field | None:
    """What a heading announces, whatever its case, accents and signs: "Medlems-nr." is a member number."""
    return _FIELD_OF.get(search_key(heading).replace(" ", ""))


def find_columns(table: RawTable) -> Columns:
    """The columns of a table; raises ImportRefused when there is no name to be found, or a heading twice."""
    if not table.rows:
        raise refused(ErrorCode.EMPTY)
    index = next((i for i, row in enumerate(table.rows[:HEADING_WITHIN]) if _has_name(row)), None)
    if index is None:
        first = table.rows[0]
        if table.width > 1 or field_of(first.cell(0)) is not None:
            headings = tuple(clean(cell) for cell in first.cells)
            raise refused(ErrorCode.NO_NAME_COLUMN, row=first.number, headings=headings)
        return Columns({Field.NAME: 0})
    return _columns_below(table, index)


def _has_name(row: RawRow) -> bool:
    found = {field_of(cell) for cell in row.cells}
    return Field.NAME in found or {Field.FIRST_NAME, Field.LAST_NAME} <= found


def _columns_below(table: RawTable, index: int) -> Columns:
    heading = table.rows[index]
    found: dict[Field, list[int]] = {}
    for place, cell in enumerate(heading.cells):
        field = field_of(cell)
        if field is not None:
            found.setdefault(field, []).append(place)
    _refuse_duplicates(heading, found)

    places = {field: where[0] for field, where in found.items()}
    _settle_names(places)
    number = places.pop(Field.NUMBER, None)
    below = table.rows[index + 1 :]
    running = number if number is not None and _counts(below, number) else None
    if number is not None and running is None:
        places.setdefault(Field.MEMBER_NO, number)
    used = {*places.values()}
    ignored = tuple(clean(cell) for i, cell in enumerate(heading.cells) if i not in used and cell.strip())
    return Columns(places, heading.number, index + 1, len(heading.cells), running, ignored)


def _refuse_duplicates(heading: RawRow, found: Mapping[Field, list[int]]) -> None:
    errors = [
        RowError(
            heading.number,
            ErrorCode.DUPLICATE_HEADING,
            {"field": str(field), "headings": tuple(clean(heading.cells[place]) for place in where)},
        )
        for field, where in found.items()
        if len(where) > 1
    ]
    if errors:
        raise ImportRefused(errors)


def _settle_names(places: dict[Field, int]) -> None:
    """Leave either a whole name or a first and a last name: beside "Efternavn", "Navn" means the first."""
    if Field.LAST_NAME in places and Field.FIRST_NAME in places:
        places.pop(Field.NAME, None)
    elif Field.LAST_NAME in places:
        places[Field.FIRST_NAME] = places.pop(Field.NAME)
    else:
        places.pop(Field.FIRST_NAME, None)


def _counts(rows: tuple[RawRow, ...], place: int) -> bool:
    """Whether a column only numbers the lines: 1, 2, 3 and on, as no club's member numbers do."""
    numbers = [text.rstrip(".)") for row in rows if (text := clean(row.cell(place)))]
    return len(numbers) > 1 and numbers == [str(i) for i in range(1, len(numbers) + 1)]
