"""Reading files: every encoding and delimiter gives the same cells, and what is no list is refused."""

import contextlib
import datetime as dt
import struct
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.worksheet.formula import ArrayFormula

from tests.tournament.imports.files import (
    OLE,
    PNG,
    book_with_sheet,
    csv_file,
    only_error,
    part_of,
    saved,
    with_part,
    xlsx_file,
    zip_file,
)
from tournament.imports.errors import ErrorCode, ImportRefused, RowError
from tournament.imports.read import MAX_BYTES, read_player_list
from tournament.imports.rows import parse_rows
from tournament.imports.table import Source

FIXTURES = Path(__file__).parents[3] / "fixtures"
HEADINGS = ["Navn", "Klub", "Medlemsnr"]
PEOPLE = [
    ["Søren Ærø Åkjær", "Østerbro L'hombre Klub", "12"],
    ["Anne-Margrethe Østergaard-Christoffersen", "Ærø; og omegn", "7"],
    ["Aagaard, Jens", "Spadille, Odense", ""],
]


def delimited(delimiter: str) -> list[str]:
    return [delimiter.join(f'"{cell}"' for cell in row) for row in [HEADINGS, *PEOPLE]]


def cells(data: bytes) -> list[list[str]]:
    table = read_player_list(data, "liste.csv")
    return [[row.cell(place) for place in range(3)] for row in table.rows]


def refusal(data: bytes, filename: str = "liste.xlsx") -> RowError:
    with pytest.raises(ImportRefused) as caught:
        read_player_list(data, filename)
    return only_error(caught.value)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "iso8859-1"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_csv_is_the_same_in_every_dialect(delimiter, encoding, end):
    assert cells(csv_file(*delimited(delimiter), encoding=encoding, end=end)) == [HEADINGS, *PEOPLE]


def test_xlsx_is_the_same_as_csv():
    assert cells(xlsx_file([HEADINGS, *PEOPLE])) == [HEADINGS, *PEOPLE]


def test_decomposed_letters_give_the_same_person():
    composed = csv_file("Navn", "Søren Ærø Åkjær")
    decomposed = csv_file("Navn", unicodedata.normalize("NFD", "Søren Ærø Åkjær"))
    assert composed != decomposed
    assert parse_rows(read_player_list(composed)) == parse_rows(read_player_list(decomposed))


def test_samples_of_27_are_the_same_people():
    from_csv, from_xlsx = (
        parse_rows(read_player_list((FIXTURES / name).read_bytes(), name))
        for name in ("spillere-27.csv", "spillere-27.xlsx")
    )
    assert from_csv == from_xlsx
    assert len(from_csv) == 27
    assert len({person.club for person in from_csv}) == 6
    assert not any(person.errors for person in from_csv)


def test_sample_with_faults_names_the_rows():
    rows = parse_rows(read_player_list((FIXTURES / "spillere-med-fejl.csv").read_bytes()))
    assert [(row.row, error.code) for row in rows for error in row.errors] == [
        (4, ErrorCode.TOO_MANY_CELLS),
        (5, ErrorCode.NAME_MISSING),
        (6, ErrorCode.NAME_WITHOUT_LETTERS),
        (11, ErrorCode.GARBLED),
        (12, ErrorCode.SPREADSHEET_ERROR),
        (14, ErrorCode.TOO_LONG),
    ]


def test_content_decides_and_not_the_name():
    assert read_player_list(xlsx_file([HEADINGS, *PEOPLE]), "liste.csv").source is Source.XLSX
    assert read_player_list(csv_file("Navn", "Bo Juhl"), "liste.xlsx").source is Source.CSV


def test_filename_is_kept_clean():
    assert read_player_list(csv_file("Navn", "Bo Juhl"), "lis\u202ete\x00.csv").filename == "liste.csv"


def test_rows_keep_the_numbers_a_person_sees():
    lines = csv_file("Navn;Klub", "", "Bo Juhl;Ry", ";", "Ib Dam;Ry")
    assert [row.number for row in read_player_list(lines).rows] == [1, 3, 5]
    sheet = xlsx_file([["Navn"], [], ["Bo Juhl"], [None, None], ["Ib Dam"]])
    assert [row.number for row in read_player_list(sheet).rows] == [1, 3, 5]


def test_a_declared_delimiter_is_believed():
    assert cells(csv_file("sep=;", "Navn;Klub;Nr, kort", "Bo Juhl;Ry, Jylland;3"))[1] == [
        "Bo Juhl",
        "Ry, Jylland",
        "3",
    ]


def test_a_comma_in_names_below_one_heading_is_no_delimiter():
    table = read_player_list(csv_file("Navn", "Ærø, Søren", "Aagaard, Bo"))
    assert [row.cells for row in table.rows] == [("Navn",), ("Ærø, Søren",), ("Aagaard, Bo",)]


def test_a_comma_in_a_bare_list_is_no_delimiter_unless_it_parts_more():
    assert read_player_list(csv_file("Ærø, Søren", "Aagaard, Bo")).width == 1
    assert read_player_list(csv_file("Søren Ærø,Ry", "Bo Aagaard,Ry")).width == 2
    assert read_player_list(csv_file("Søren Ærø, Ry, 12", "Bo Aagaard, Ry, 3")).width == 3
    assert read_player_list(csv_file("Ærø, Søren; Ry")).width == 2


def test_cell_with_a_line_break_is_one_cell():
    table = read_player_list(csv_file("Navn;Klub", '"Bo\nJuhl";Ry', "Ib Dam;Ry"))
    assert [row.cells for row in table.rows[1:]] == [("Bo\nJuhl", "Ry"), ("Ib Dam", "Ry")]


def test_numbers_and_dates_become_plain_text():
    # A cell's time has no zone.
    row = [12, 12.0, 12.5, True, dt.date(2026, 5, 1), dt.datetime(2026, 5, 1, 13, 30), "007"]  # noqa: DTZ001
    table = read_player_list(xlsx_file([row]))
    assert table.rows[0].cells == ("12", "12", "12.5", "True", "2026-05-01", "2026-05-01T13:30:00", "007")


@pytest.mark.parametrize(
    "text",
    ['=HYPERLINK("http://x","y")', "+45 12", "-Karen", "@SUM(A1)", "=1+1", "\tBo", "=cmd|' /C calc'!A0"],
)
def test_formulas_are_text(text):
    quoted = text.replace('"', '""')
    assert read_player_list(csv_file("Navn;Klub", f'Bo Juhl;"{quoted}"')).rows[1].cells[1] == text
    assert read_player_list(xlsx_file([["Navn", "Klub"], ["Bo Juhl", text]])).rows[1].cells[1] == text


def test_a_formula_with_a_saved_value_is_that_value():
    data = xlsx_file([["Navn", "Klub"], ["=B9", "Ry"]])
    sheet = part_of(data, "xl/worksheets/sheet1.xml")
    assert b"<f>B9</f><v" in sheet
    saved_value = sheet.replace(b'<c r="A2"><f>B9</f><v></v>', b'<c r="A2" t="str"><f>B9</f><v>Bo Juhl</v>')
    saved_value = saved_value.replace(
        b'<c r="A2"><f>B9</f><v />', b'<c r="A2" t="str"><f>B9</f><v>Bo Juhl</v>'
    )
    assert saved_value != sheet
    table = read_player_list(with_part(data, "xl/worksheets/sheet1.xml", saved_value))
    assert table.rows[1].cells == ("Bo Juhl", "Ry")


def test_an_array_formula_is_its_text():
    book, sheet = book_with_sheet()
    sheet["A1"] = ArrayFormula("A1:A2", "=B1:B2")
    assert read_player_list(saved(book)).rows[0].cells == ("=B1:B2",)


def test_a_wrong_size_written_in_the_sheet_loses_nothing():
    data = xlsx_file([HEADINGS, *PEOPLE])
    sheet = part_of(data, "xl/worksheets/sheet1.xml")
    wrong = sheet.replace(b'ref="A1:C4"', b'ref="A1"')
    assert wrong != sheet
    assert cells(with_part(data, "xl/worksheets/sheet1.xml", wrong)) == [HEADINGS, *PEOPLE]


def test_the_first_visible_sheet_with_something_in_it_is_read():
    book, _ = book_with_sheet("Tom")
    hidden = book.create_sheet("Skjult")
    hidden.append(["Navn"])
    hidden.sheet_state = "hidden"
    book.create_sheet("Spillere").append(["Navn", "Klub"])
    book.create_sheet("Noter").append(["husk kaffe"])
    table = read_player_list(saved(book))
    assert (table.sheet, table.other_sheets) == ("Spillere", ("Tom", "Noter"))
    assert table.rows[0].cells == ("Navn", "Klub")


def test_cells_formatted_far_below_are_no_rows():
    book, sheet = book_with_sheet()
    sheet.append(["Navn"])
    sheet.append(["Bo Juhl"])
    sheet.cell(row=1_048_576, column=1).number_format = "0"
    assert len(read_player_list(saved(book)).rows) == 2


@pytest.mark.parametrize(
    "data", [b"", b"\r\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n", b";;;\r\n;;;\r\n", b"\x00" * 9]
)
def test_empty_csv_is_refused(data):
    assert refusal(data, "liste.csv") == RowError(None, ErrorCode.EMPTY)


def test_empty_workbook_is_refused():
    assert refusal(xlsx_file([])) == RowError(None, ErrorCode.EMPTY)
    assert refusal(xlsx_file([[None, " "], []])) == RowError(None, ErrorCode.EMPTY)


@pytest.mark.parametrize("head", [b"Navn\r\n", b"PK\x03\x04", PNG])
def test_50_megabytes_are_refused_at_once(head):
    data = head + b"x" * 50_000_000
    began = time.perf_counter()
    error = refusal(data)
    assert time.perf_counter() - began < 0.5
    assert error == RowError(None, ErrorCode.FILE_TOO_LARGE, {"size": len(data), "limit": MAX_BYTES})


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (PNG, "png"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "jpeg"),
        (b"GIF89a\x01\x00\x01\x00", "gif"),
        (b"BM\x36\x00\x00\x00\x00\x00", "bmp"),
        (b"%PDF-1.7\n%\xe2\xe3", "pdf"),
        (b"{\\rtf1\\ansi Bo}", "rtf"),
        (b"<!DOCTYPE html><html>", "html"),
        (b"\xef\xbb\xbf <HTML><table>", "html"),
        (b'<?xml version="1.0"?><Workbook/>', "xml"),
        (b"\x00\x01\x02\x03binary", "unknown"),
        (bytes(range(256)) * 4, "unknown"),
        (zip_file({"readme.txt": b"hej"}), "zip"),
        (zip_file({}), "zip"),
        (
            zip_file({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<a/>"}),
            "ods",
        ),
        (zip_file({"[Content_Types].xml": b"<a/>", "word/document.xml": b"<a/>"}), "docx"),
    ],
)
@pytest.mark.parametrize("filename", ["liste.xlsx", "liste.csv"])
def test_what_is_no_list_is_named(data, found, filename):
    assert refusal(data, filename) == RowError(None, ErrorCode.WRONG_TYPE, {"found": found})


def test_a_name_may_begin_like_a_picture():
    assert read_player_list(csv_file("Navn;Klub", "BM;Ry")).rows[1].cells == ("BM", "Ry")
    assert read_player_list(csv_file("BM Hansen", "Riff Raff")).rows[0].cells == ("BM Hansen",)


def test_old_and_encrypted_excel_are_told_apart():
    assert refusal(OLE, "liste.xls").code == ErrorCode.OLD_EXCEL
    assert refusal(OLE + "EncryptedPackage".encode("utf-16-le")).code == ErrorCode.ENCRYPTED


def test_a_zip_with_a_password_is_encrypted():
    data = bytearray(xlsx_file([HEADINGS]))
    directory = data.index(b"PK\x01\x02")
    data[directory + 8] |= 1
    assert refusal(bytes(data)).code == ErrorCode.ENCRYPTED


def test_letters_of_no_encoding_are_refused():
    assert refusal("Navn\r\nJens Åkjær".encode("cp865"), "liste.csv").code == ErrorCode.UNKNOWN_ENCODING
    assert refusal(b"\xff\xfeN\x00a", "liste.csv").code == ErrorCode.UNKNOWN_ENCODING


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = with_part(xlsx_file([HEADINGS]), "xl/worksheets/sheet2.xml", b" " * 60_000_000)
    assert len(bomb) < MAX_BYTES
    began = time.perf_counter()
    error = refusal(bomb)
    assert time.perf_counter() - began < 0.5
    assert error.code == ErrorCode.ZIP_BOMB


def test_a_small_zip_bomb_is_known_by_its_ratio():
    assert refusal(zip_file({"xl/workbook.xml": b"<a>" * 3_000_000})).code == ErrorCode.ZIP_BOMB


def test_a_zip_of_very_many_parts_is_refused():
    assert refusal(zip_file({f"xl/{i}.xml": b"" for i in range(1_001)})).code == ErrorCode.ZIP_BOMB


def test_a_zip_that_lies_about_its_sizes_is_broken():
    name = "xl/worksheets/sheet1.xml"
    data = bytearray(with_part(xlsx_file([HEADINGS]), name, b"<worksheet>" + b" " * 60_000_000))
    entry = data.rindex(b"PK\x01\x02", 0, data.rindex(name.encode()))
    data[entry + 24 : entry + 28] = struct.pack("<I", 1_000)
    began = time.perf_counter()
    assert refusal(bytes(data)).code == ErrorCode.BROKEN_FILE
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_that_multiply_are_refused(part, encoding):
    data = xlsx_file([HEADINGS])
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    doctype = f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]>'
    root = part_of(data, part).decode().rpartition("?>")[2]
    evil = f'<?xml version="1.0" encoding="{encoding}"?><!-- {"-x" * 5000} -->{doctype}{root}'
    began = time.perf_counter()
    assert refusal(with_part(data, part, evil.encode(encoding))).code == ErrorCode.BROKEN_FILE
    assert time.perf_counter() - began < 2


def test_too_many_rows_and_columns_are_refused():
    many = csv_file("Navn", *(f"Spiller {i}" for i in range(2_000)))
    assert refusal(many) == RowError(None, ErrorCode.TOO_MANY_ROWS, {"limit": 2_000})
    assert refusal(xlsx_file([["Navn"]] * 2_001)) == RowError(None, ErrorCode.TOO_MANY_ROWS, {"limit": 2_000})
    assert len(read_player_list(xlsx_file([["Navn"]] * 2_000)).rows) == 2_000
    wide = RowError(2, ErrorCode.TOO_MANY_COLUMNS, {"limit": 50})
    assert refusal(csv_file("Navn;Klub", ";" * 50 + "x")) == wide
    assert refusal(xlsx_file([["Navn"], [None] * 60 + ["x"]])) == wide
    assert len(read_player_list(csv_file("Navn;Klub", ";" * 49 + "x")).rows) == 2


def test_a_cell_without_end_is_broken():
    assert refusal(csv_file("Navn;Klub", '"' + "x" * 200_000)).code == ErrorCode.BROKEN_FILE


@pytest.mark.parametrize("name", ["xl/workbook.xml", "[Content_Types].xml", "xl/worksheets/sheet1.xml"])
def test_a_damaged_part_is_broken(name):
    assert refusal(with_part(xlsx_file([HEADINGS]), name, b"<a")).code == ErrorCode.BROKEN_FILE


def test_a_workbook_cut_off_is_broken():
    data = xlsx_file([HEADINGS, *PEOPLE])
    assert refusal(data[: len(data) // 2]).code == ErrorCode.BROKEN_FILE


SOUND = xlsx_file([HEADINGS, *PEOPLE])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_workbook_with_changed_bytes_is_read_or_refused(changes):
    data = bytearray(SOUND)
    for place, value in changes:
        data[place] = value
    with contextlib.suppress(ImportRefused):
        assert read_player_list(bytes(data)).rows


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(ImportRefused):
        assert read_player_list(data).rows


@given(st.text(max_size=300), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_any_text_is_read_or_refused(text, encoding):
    with contextlib.suppress(ImportRefused):
        assert parse_rows(read_player_list(text.encode(encoding, errors="ignore")))
