"""Pasted names: lines, lists with numbers, and cells from a spreadsheet."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.imports.files import only_error
from tournament.imports.errors import ErrorCode, ImportRefused
from tournament.imports.names import is_clubbish, split_person
from tournament.imports.paste import parse_pasted
from tournament.imports.rows import PlayerRow


def one(text: str) -> tuple[str, str, str]:
    (person,) = parse_pasted(text)
    assert person.errors == ()
    return person.name, person.club, person.member_no


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Anna Jensen", "Anna Jensen"),
        ("1. Anna Jensen", "Anna Jensen"),
        ("12) Anna Jensen", "Anna Jensen"),
        ("(3) Anna Jensen", "Anna Jensen"),
        ("4 Anna Jensen", "Anna Jensen"),
        ("1.Anna Jensen", "Anna Jensen"),
        ("- Anna Jensen", "Anna Jensen"),
        ("\u2022 Anna Jensen", "Anna Jensen"),
        ("* Anna Jensen", "Anna Jensen"),
        ("  7: Ærø, Søren ", "Søren Ærø"),
        ("-Karen", "-Karen"),
        ("+Karen", "+Karen"),
        ("@Karen", "@Karen"),
        ("=SUM(A1,A2)", "=SUM(A1,A2)"),
        ("Ærø, Søren", "Søren Ærø"),
        ("Søren Ærø, Odense", "Odense Søren Ærø"),
        ("Klubien, Anders", "Anders Klubien"),
        ("Anne-Margrethe Østergaard-Christoffersen", "Anne-Margrethe Østergaard-Christoffersen"),
    ],
)
def test_a_line_is_a_name(line, name):
    assert one(line) == (name, "", "")


@pytest.mark.parametrize(
    ("line", "club"),
    [
        ("Søren Ærø, Odense L'hombre Klub", "Odense L'hombre Klub"),
        ("Søren Ærø, Lhombreklubben, Odense", "Lhombreklubben, Odense"),
        ("Ærø, Søren, Foreningen Spadille", "Foreningen Spadille"),
        ("Søren Ærø (Ry Lomberselskab)", "Ry Lomberselskab"),
        ("Søren Ærø - Klub 52", "Klub 52"),
        ("1. Søren Ærø – L\u2019hombre i Ry", "L\u2019hombre i Ry"),
        ("Søren Ærø;Odense", "Odense"),
        ("Ærø, Søren; Odense", "Odense"),
        ("Søren Ærø\tOdense", "Odense"),
        ("2\tSøren Ærø\tOdense", "Odense"),
        ("2.;Søren Ærø;Odense;;", "Odense"),
        ('Søren Ærø\t"Odense ""Spadille"""', 'Odense "Spadille"'),
        ("Søren Ærø;=1+1", "=1+1"),
    ],
)
def test_a_line_is_a_name_and_a_club(line, club):
    assert one(line) == ("Søren Ærø", club, "")


def test_a_third_cell_is_the_member_number():
    assert one("Søren Ærø;Odense;12") == ("Søren Ærø", "Odense", "12")
    assert one("Søren Ærø;;12") == ("Søren Ærø", "", "12")


def test_rows_are_lines():
    assert parse_pasted("\nBo Juhl\r\n\r\n \u200b\nIb Dam\n") == [
        PlayerRow(2, "Bo Juhl"),
        PlayerRow(5, "Ib Dam"),
    ]


def test_headings_make_it_a_table():
    text = "Klub\tNr\tSpiller\nRy\t7\tÆrø, Søren\nBy\t3\tBo Juhl"
    assert parse_pasted(text) == [PlayerRow(2, "Søren Ærø", "Ry", "7"), PlayerRow(3, "Bo Juhl", "By", "3")]
    assert parse_pasted("Navn, Klub\nBo Juhl, Ry") == [PlayerRow(2, "Bo Juhl", "Ry")]
    assert parse_pasted("Fornavn;Efternavn\nBo;Juhl") == [PlayerRow(2, "Bo Juhl")]


def test_a_single_heading_is_passed_over():
    assert parse_pasted("Navn:\nÆrø, Søren\n2. Bo Juhl;Ry") == [
        PlayerRow(2, "Søren Ærø"),
        PlayerRow(3, "Bo Juhl", "Ry"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ErrorCode.EMPTY),
        (" \n\u200b\n", ErrorCode.EMPTY),
        ("Navn", ErrorCode.ONLY_A_HEADING),
        ("Navn;Klub\n", ErrorCode.ONLY_A_HEADING),
        ("Navn;Spiller\nBo;Ib", ErrorCode.DUPLICATE_HEADING),
        ("Bo Juhl\n" * 2_001, ErrorCode.TOO_MANY_ROWS),
        ("x" * 5_000_001, ErrorCode.FILE_TOO_LARGE),
    ],
)
def test_pasted_text_is_refused_as_a_file_is(text, code):
    with pytest.raises(ImportRefused) as caught:
        parse_pasted(text)
    assert only_error(caught.value).code == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (";Odense", ErrorCode.NAME_MISSING),
        ("12345", ErrorCode.NAME_WITHOUT_LETTERS),
        ("A" * 121, ErrorCode.TOO_LONG),
    ],
)
def test_a_wrong_line_is_named(line, code):
    (person,) = parse_pasted("Bo Juhl\n" + line)[1:]
    assert [(error.row, error.code) for error in person.errors] == [(2, code)]


@pytest.mark.parametrize(
    "text", ["Ry Klub", "L'hombre i Ry", "LOMBERSELSKABET", "l hombre", "Foreningen", "Bridge Club"]
)
def test_a_club_sounds_like_one(text):
    assert is_clubbish(text)
    assert split_person(f"Bo Juhl, {text}") == ("Bo Juhl", text)


@pytest.mark.parametrize("text", ["Søren", "Odense", "Ø", ""])
def test_a_name_does_not_sound_like_a_club(text):
    assert not is_clubbish(text)


@given(st.text(alphabet=st.sampled_from("aÆø1.,;\t\"'-( )=\n\r\u0085Navnklub"), max_size=60))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(ImportRefused):
        assert all(person.name or person.errors for person in parse_pasted(text))
