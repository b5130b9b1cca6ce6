"""A player list file as text cells: CSV in whatever encoding Danish programs write, or an xlsx workbook.

What a file is, its content says and not its name. Nothing in it is evaluated: a formula is read as the value
that was saved with it, or as the text it is. Workbooks come from strangers, so their size is known before
they are opened and a document type declaration, which no spreadsheet program writes, is refused.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from typing import IO, Any
from xml.parsers import expat

from openpyxl import load_workbook

from tournament.imports.columns import HEADING_WITHIN, field_of
from tournament.imports.errors import ErrorCode, ImportRefused, refused
from tournament.imports.table import MAX_COLUMNS, MAX_ROWS, RawTable, Source, filled_rows
from tournament.text import clean

MAX_BYTES = 5_000_000
MAX_UNZIPPED_BYTES = 50_000_000
MAX_UNZIPPED_RATIO = 100
MAX_ZIP_PARTS = 1_000
# Below this a high ratio only means that the workbook is nearly empty.
RATIO_COUNTS_FROM = 1_000_000

# A delimiter nobody types, for lists that have one cell a line. First: it wins where the others show no more.
ONE_CELL = "\x1f"
DELIMITERS = (ONE_CELL, ";", "\t", ",")
# How far to look in a sheet that was formatted far below and beside what is written in it.
_SCANNED_ROWS = MAX_ROWS * 10
_SCANNED_COLUMNS = MAX_COLUMNS * 4

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_MAGIC = {
    b"\x89PNG": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF8": "gif",
    b"BM": "bmp",
    b"II*\x00": "tiff",
    b"MM\x00*": "tiff",
    b"RIFF": "webp",
    b"%PDF": "pdf",
    b"{\\rtf": "rtf",
    b"\x1f\x8b": "gzip",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
    b"SQLite format 3": "sqlite",
}
_TEXT_MAGIC = {"<!doctype html": "html", "<html": "html", "<table": "html", "<?xml": "xml"}
# Inside a zip, the part that tells what it is.
_ZIP_KINDS = {
    "word/": "docx",
    "ppt/": "pptx",
    "content.xml": "ods",
    "xl/workbook.bin": "xlsb",
    "Index/": "numbers",
}
_BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def read_player_list(data: bytes, filename: str = "") -> RawTable:
    """The filled rows of a player list; raises ImportRefused when it is no list, too large or broken."""
    if len(data) > MAX_BYTES:
        raise refused(ErrorCode.FILE_TOO_LARGE, size=len(data), limit=MAX_BYTES)
    if not data.strip(b"\x00 \t\r\n"):
        raise refused(ErrorCode.EMPTY)
    if data.startswith(_ZIPS):
        return replace(_read_xlsx(data), filename=clean(filename))
    if data.startswith(_OLE):
        # Office wraps a workbook with a password in the old container, under this name in UTF-16.
        is_encrypted = "EncryptedPackage".encode("utf-16-le") in data
        raise refused(ErrorCode.ENCRYPTED if is_encrypted else ErrorCode.OLD_EXCEL)
    for magic, found in _MAGIC.items():
        # A list may begin with the letters BM or RIFF; a picture has a NUL soon after.
        if data.startswith(magic) and (not magic.isalpha() or b"\x00" in data[:64]):
            raise refused(ErrorCode.WRONG_TYPE, found=found)
    text = _decoded(data)
    start = text[:200].lstrip().lower()
    for text_magic, found in _TEXT_MAGIC.items():
        if start.startswith(text_magic):
            raise refused(ErrorCode.WRONG_TYPE, found=found)
    return replace(read_text(text, Source.CSV), filename=clean(filename))


def read_text(text: str, source: Source) -> RawTable:
    """The filled rows of delimited text; the delimiter is the one that makes most sense of the first rows."""
    delimiter, text = _declared_delimiter(text)
    if delimiter is None:
        delimiter = _likely_delimiter(text)
    try:
        rows = filled_rows(enumerate(_split(text, delimiter), start=1), keeps_tail=delimiter == ",")
    except csv.Error as error:
        raise refused(ErrorCode.BROKEN_FILE) from error
    if not rows:
        raise refused(ErrorCode.EMPTY)
    return RawTable(source, rows)


def _decoded(data: bytes) -> str:
    encoding = next((name for bom, name in _BOMS.items() if data.startswith(bom)), None) or _bare_utf_16(data)
    if encoding is None and b"\x00" in data:
        raise refused(ErrorCode.WRONG_TYPE, found="unknown")
    for candidate in [encoding] if encoding else ["utf-8", "cp1252"]:
        try:
            text = data.decode(candidate)
        except UnicodeDecodeError:
            continue
        if "\x00" in text:
            raise refused(ErrorCode.WRONG_TYPE, found="unknown")
        return text
    raise refused(ErrorCode.UNKNOWN_ENCODING)


def _bare_utf_16(data: bytes) -> str | None:
    """UTF-16 without its mark: in European text every other byte is NUL, nearly."""
    head = data[:2000]
    even, odd = head[::2], head[1::2]
    if len(data) % 2 == 0 and odd.count(0) > len(odd) * 0.8 and not even.count(0):
        return "utf-16-le"
    if len(data) % 2 == 0 and even.count(0) > len(even) * 0.8 and not odd.count(0):
        return "utf-16-be"
    return None


def _declared_delimiter(text: str) -> tuple[str | None, str]:
    """The delimiter of Excel's own first line "sep=;", and the text with that line left blank."""
    first = text[:10].split("\n", 1)[0].rstrip("\r")
    if len(first) == 5 and first.lower().startswith("sep="):
        return first[4], text[5:]
    return None, text


def _likely_delimiter(text: str) -> str:
    """The delimiter under which the first rows show most headings.

    Without headings a comma proves nothing, since names are written "Efternavn, Fornavn": it counts only
    where a line has several, or one with no space behind.
    """
    known = {delimiter: _headings_known(text, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: known[delimiter])
    if known[best]:
        return best
    lines = [cell for row in _first_rows(text, ONE_CELL) for cell in row]
    for delimiter in ";\t":
        if any(delimiter in line for line in lines):
            return delimiter
    return "," if any(line.count(",") > 1 or re.search(r",\S", line) for line in lines) else ONE_CELL


def _headings_known(text: str, delimiter: str) -> int:
    rows = _first_rows(text, delimiter)
    return max((sum(field_of(cell) is not None for cell in row) for row in rows), default=0)


def _first_rows(text: str, delimiter: str) -> list[list[str]]:
    try:
        return list(islice((row for row in _split(text, delimiter) if any(row)), HEADING_WITHIN))
    except csv.Error:
        return []


def _split(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)


def _read_xlsx(data: bytes) -> RawTable:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_archive(archive, len(data))
        return _read_workbook(data)
    except ImportRefused:
        raise
    except Exception as error:
        # A damaged workbook can fail anywhere in three libraries; to the person it is one thing.
        raise refused(ErrorCode.BROKEN_FILE) from error


def _check_archive(archive: zipfile.ZipFile, size: int) -> None:
    """Refuse what is no workbook or would grow out of hand, before anything is unpacked."""
    parts = archive.infolist()
    # A part larger than the directory says fails its checksum when it is read, so the sum can be trusted.
    total = sum(part.file_size for part in parts)
    has_grown = total > RATIO_COUNTS_FROM and total > size * MAX_UNZIPPED_RATIO
    if has_grown or total > MAX_UNZIPPED_BYTES or len(parts) > MAX_ZIP_PARTS:
        raise refused(ErrorCode.ZIP_BOMB, size=total, limit=MAX_UNZIPPED_BYTES)
    if any(part.flag_bits & 1 for part in parts):
        raise refused(ErrorCode.ENCRYPTED)
    names = [part.filename for part in parts]
    if "xl/workbook.xml" not in names and not any(name.startswith("xl/worksheets/") for name in names):
        kinds = (kind for mark, kind in _ZIP_KINDS.items() if any(name.startswith(mark) for name in names))
        raise refused(ErrorCode.WRONG_TYPE, found=next(kinds, "zip"))
    for part in parts:
        with archive.open(part) as stream:
            _refuse_doctype(stream)


def _refuse_doctype(stream: IO[bytes]) -> None:
    """Entities that multiply are declared in a document type; the directory's sizes would say nothing."""
    met: list[str] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: met.append("doctype")
    parser.StartElementHandler = lambda *_: met.append("element")
    try:
        while not met and (chunk := stream.read(4096)):
            parser.Parse(chunk)
    except expat.ExpatError:
        # Pictures and the like are no XML; a sheet that is none will fail when it is read.
        return
    if met[:1] == ["doctype"]:
        raise refused(ErrorCode.BROKEN_FILE)


def _read_workbook(data: bytes) -> RawTable:
    # Twice: once for the values saved with the formulas, once for the formulas that came without a value.
    values = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    formulas = load_workbook(io.BytesIO(data), read_only=True, data_only=False)
    try:
        visible = [sheet.title for sheet in values.worksheets if sheet.sheet_state == "visible"]
        for title in visible:
            paired = zip(_scanned(values[title]), _scanned(formulas[title]), strict=True)
            rows = filled_rows(enumerate((_merged(*pair) for pair in paired), start=1))
            if rows:
                others = tuple(clean(other) for other in visible if other != title)
                return RawTable(Source.XLSX, rows, sheet=clean(title), other_sheets=others)
    finally:
        values.close()
        formulas.close()
    raise refused(ErrorCode.EMPTY)


def _scanned(sheet: Any) -> Iterator[tuple[object, ...]]:
    # Some programs write a wrong size into the sheet, and rows beyond it would be lost.
    sheet.reset_dimensions()
    return islice(sheet.iter_rows(max_col=_SCANNED_COLUMNS, values_only=True), _SCANNED_ROWS)


def _merged(values: tuple[object, ...], formulas: tuple[object, ...]) -> list[str]:
    # Thousands of formatted empty rows are common.
    if formulas.count(None) == len(formulas):
        return []
    return [
        _text(formula if value is None else value) for value, formula in zip(values, formulas, strict=True)
    ]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and not (value.hour or value.minute or value.second):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    # A formula over several cells comes as an object with its text.
    return str(getattr(value, "text", value))
