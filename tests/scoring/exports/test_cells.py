"""Text stays text, numbers stay numbers, in whatever a person has typed."""

from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.worksheet import _writer as writer

from scoring.exports.cells import Book, Column, Kind, Table, printable, reads_otherwise, sheet_title

CREATED = datetime.fromisoformat("2026-10-17 12:00")
DANGEROUS = [
    '=HYPERLINK("http://x","y")',
    "=1+1",
    "+45 12345678",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\n=1",
    " =1",
    "#REF!",
    "0012",
    "1-2",
    "'=1",
    "=",
]


def new_book(title="T", footer="T", page="{page}/{pages}"):
    return Book(title=title, footer=footer, page=page, created=CREATED)


def saved(*tables, **texts):
    book = new_book(**texts)
    for table in tables:
        book.write(table)
    file = BytesIO()
    book.save(file)
    file.seek(0)
    return load_workbook(file)


def column_of(values, kind=Kind.TEXT, width=None):
    table = Table("S", [Column("H", kind, width)], [[value] for value in values])
    return [cell for (cell,) in saved(table)["S"].iter_rows(min_row=2)]


@pytest.mark.parametrize("text", DANGEROUS)
def test_dangerous_text_is_a_string_that_editing_leaves_one(text):
    (cell,) = column_of([text])

    assert (cell.value, cell.data_type, bool(cell.quotePrefix)) == (text, "s", True)


@pytest.mark.parametrize("text", DANGEROUS)
def test_dangerous_text_in_headings_and_lines_is_a_string(text):
    sheet = saved(Table("S", [Column(text)], [], lines=[text, text]))["S"]

    cells = [sheet["A1"], sheet["A2"], sheet["A4"]]
    assert [(cell.value, cell.data_type, bool(cell.quotePrefix)) for cell in cells] == [(text, "s", True)] * 3


def test_no_formula_is_in_the_file():
    from zipfile import ZipFile

    book = new_book()
    book.write(Table("=S", [Column("=H")], [[text] for text in DANGEROUS], lines=["=L"]))
    file = BytesIO()
    book.save(file)

    xml = ZipFile(file).read("xl/worksheets/sheet1.xml").decode()
    assert ("<f>" in xml, 't="e"' in xml) == (False, False)


@pytest.mark.parametrize("text", ["Søren Ærø Åkjær", "Å", "Odense"])
def test_a_common_name_has_no_style(text):
    (cell,) = column_of([text], width=20)

    assert (cell.value, cell.data_type, bool(cell.quotePrefix), cell.has_style) == (text, "s", False, False)


def test_points_are_numbers_with_their_sign():
    cells = column_of([-7, 0, 4, None], Kind.POINTS)

    assert [(cell.value, cell.data_type) for cell in cells] == [(-7, "n"), (0, "n"), (4, "n")]
    assert {cell.number_format for cell in cells} == {"+0;-0;0"}


def test_a_moment_is_a_real_date():
    moment = datetime.fromisoformat("2026-10-17 14:05:09")

    (cell,) = column_of([moment], Kind.MOMENT)

    assert (cell.value, cell.is_date, cell.number_format) == (moment, True, "yyyy-mm-dd hh:mm")


def test_text_longer_than_its_column_is_wrapped():
    short, long = column_of(["kort", "langt " * 20], width=20)

    assert (bool(short.alignment.wrap_text), bool(long.alignment.wrap_text)) == (False, True)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("An\x00na\x07\x0b\x1f", "Anna"),
        ("A\x7fn\x9fna", "Anna"),
        ("Anna\ud800\ufffe\uffff", "Anna"),
        ("a\tb\nc", "a\tb\nc"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("Søren 🂡", "Søren 🂡"),
        ("\x00\x01", ""),
    ],
)
def test_printable(text, kept):
    assert printable(text) == kept


def test_control_characters_are_removed_from_cells():
    assert [cell.value for cell in column_of(["An\x00na\x1f", "Bo"])] == ["Anna", "Bo"]


def test_text_that_looks_coded_is_not_decoded():
    (cell,) = column_of(["A_x0041_"])

    # Excel shows _x005F_ as an underscore; openpyxl shows what is in the file.
    assert cell.value == "A_x005F_x0041_"


@given(st.text(max_size=40))
def test_any_text_can_be_written_and_is_a_string(text):
    cells = column_of([text, "x"])

    assert [cell.data_type for cell in cells][-1] == "s"
    assert (cells[0].value if len(cells) == 2 else None) in {printable(text), None} or "_x005F_" in cells[
        0
    ].value


@pytest.mark.parametrize(
    ("text", "otherwise"),
    [("Anna", False), ("Ærø", False), ("1", True), ("=", True), ("", True), (" A", True)],
)
def test_reads_otherwise(text, otherwise):
    assert reads_otherwise(text) is otherwise


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Stilling", "Stilling"),
        ("a[b]c:d*e?f/g\\h", "a b c d e f g h"),
        ("'Stilling'", "Stilling"),
        ("x" * 40, "x" * 31),
        ("\x00\t", "Sheet"),
        ("", "Sheet"),
        ("=1+1", "=1+1"),
        ("History", "History 2"),
    ],
)
def test_sheet_title(text, title):
    assert sheet_title(text) == title


def test_sheet_titles_differ_even_when_cut():
    first = sheet_title("y" * 40)
    second = sheet_title("Y" * 40, [first])

    assert (second, len(second)) == ("Y" * 29 + " 2", 31)


@given(st.text(), st.lists(st.text(), max_size=3))
def test_sheet_title_is_always_accepted(text, earlier):
    taken: list[str] = []
    for one in [*earlier, text, text]:
        taken.append(sheet_title(one, taken))

    assert all(0 < len(title) <= 31 and not set(title) & set("[]:*?/\\\t\n") for title in taken)
    assert len({title.casefold() for title in taken}) == len(taken)


def test_sheet_is_set_up_for_the_screen_and_for_paper():
    table = Table("S", [Column("A", width=10), Column("B")], [["x", "y"], ["z", "w"]], ["Title", "Line"], 1)

    sheet = saved(table, footer="Ærø & Fyn", page="Side {page} af {pages}")["S"]

    assert sheet.freeze_panes == "B5"
    assert sheet.auto_filter.ref == "A4:B6"
    assert sheet.print_title_rows == "$4:$4"
    assert (sheet.page_setup.paperSize, sheet.page_setup.orientation) == (9, "landscape")
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage is True
    assert sheet.oddFooter.left.text == "Ærø && Fyn"
    assert sheet.oddFooter.center.text == "Side &P af &N"
    assert sheet.column_dimensions["A"].width == 12
    assert [cell.font.bold for cell in sheet[4]] == [True, True]


def test_properties():
    properties = saved(Table("S", [Column("A")], []), title="Ærø\x00 Åbne").properties

    assert (properties.title, properties.creator, properties.created) == ("Ærø Åbne", "Spadille", CREATED)


def test_discard_leaves_no_temporary_file():
    before = list(writer.ALL_TEMP_FILES)
    book = new_book()
    book.write(Table("S", [Column("A")], [["x"]]))
    made = [name for name in writer.ALL_TEMP_FILES if name not in before]

    book.discard()

    assert len(made) == 1
    assert [Path(name).exists() for name in made] == [False]
    assert before == writer.ALL_TEMP_FILES


def test_a_row_of_another_length_is_refused():
    book = new_book()

    with pytest.raises(ValueError, match="shorter"):
        book.write(Table("S", [Column("A"), Column("B")], [["x"]]))

    book.discard()
