"""What can be wrong with a player list, as codes: sentences are made where a person reads them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ErrorCode(StrEnum):
    """Everything an import can say about a file or a row; the params of each stand behind it."""

    # The file as a whole; nothing was read.
    FILE_TOO_LARGE = "file_too_large"  # size, limit (bytes)
    EMPTY = "empty"
    WRONG_TYPE = "wrong_type"  # found: "png", "pdf", "html", "zip", "unknown", ...
    OLD_EXCEL = "old_excel"
    ENCRYPTED = "encrypted"
    ZIP_BOMB = "zip_bomb"
    BROKEN_FILE = "broken_file"
    UNKNOWN_ENCODING = "unknown_encoding"
    TOO_MANY_ROWS = "too_many_rows"  # limit
    TOO_MANY_COLUMNS = "too_many_columns"  # limit; with the row
    # Its headings.
    NO_NAME_COLUMN = "no_name_column"  # headings: what stands in the first row; with the row
    DUPLICATE_HEADING = "duplicate_heading"  # field, headings: all that say the same; with the row
    ONLY_A_HEADING = "only_a_heading"
    # One row; always with the row.
    NAME_MISSING = "name_missing"
    NAME_WITHOUT_LETTERS = "name_without_letters"  # text
    TOO_LONG = "too_long"  # field, length, limit
    GARBLED = "garbled"  # field, text: letters read in the wrong encoding
    SPREADSHEET_ERROR = "spreadsheet_error"  # field, text: "#N/A" and its like
    TOO_MANY_CELLS = "too_many_cells"  # cells, columns


@dataclass(frozen=True)
class RowError:
    """One fault; `row` is the number a person sees beside the line, None for the file as a whole."""

    row: int | None
    code: ErrorCode
    params: Mapping[str, object] = field(default_factory=dict)


class ImportRefused(Exception):
    """The list cannot be read at all; `errors` says why and is never empty."""

    def __init__(self, errors: Iterable[RowError]) -> None:
        self.errors = tuple(errors)
        super().__init__(", ".join(error.code for error in self.errors))


def refused(code: ErrorCode, *, row: int | None = None, **params: object) -> ImportRefused:
    """The refusal for a single reason."""
    return ImportRefused([RowError(row, code, params)])
