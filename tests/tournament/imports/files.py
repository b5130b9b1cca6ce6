"""Player list files made on the spot, sound and broken."""

import io
import zipfile
from collections.abc import Iterable, Mapping

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tournament.imports.errors import ImportRefused, RowError

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 504


def csv_file(*lines: str, encoding: str = "utf-8", end: str = "\r\n") -> bytes:
    return "".join(line + end for line in lines).encode(encoding)


def book_with_sheet(title: str = "Spillere") -> tuple[Workbook, Worksheet]:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = title
    return book, sheet


def xlsx_file(rows: Iterable[Iterable[object]]) -> bytes:
    book, sheet = book_with_sheet()
    for row in rows:
        sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def zip_file(parts: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The workbook with one part put in or replaced."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    return zip_file({**parts, name: content})


def part_of(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def only_error(refusal: ImportRefused) -> RowError:
    (error,) = refusal.errors
    return error
