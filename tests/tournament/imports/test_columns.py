"""Headings: Danish and English, any order, and what happens when they make no sense."""

import pytest

from tests.tournament.imports.files import csv_file, only_error, xlsx_file
from tournament.imports.columns import Columns, Field, field_of, find_columns
from tournament.imports.errors import ErrorCode, ImportRefused, RowError
from tournament.imports.read import read_player_list
from tournament.imports.rows import parse_rows


def columns_of(*lines: str) -> Columns:
    return find_columns(read_player_list(csv_file(*lines)))


def refusal(*lines: str) -> tuple[RowError, ...]:
    with pytest.raises(ImportRefused) as caught:
        parse_rows(read_player_list(csv_file(*lines)))
    return caught.value.errors


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Navn", Field.NAME),
        ("NAVN *", Field.NAME),
        ("  spiller ", Field.NAME),
        ("Player", Field.NAME),
        ("Full name", Field.NAME),
        ("Fornavn(e)", Field.FIRST_NAME),
        ("Fornavn", Field.FIRST_NAME),
        ("First name", Field.FIRST_NAME),
        ("Efternavn:", Field.LAST_NAME),
        ("Surname", Field.LAST_NAME),
        ("L'hombre-klub", Field.CLUB),
        ("Club", Field.CLUB),
        ("forening", Field.CLUB),
        ("Medlems-nr.", Field.MEMBER_NO),
        ("Medlemsnummer", Field.MEMBER_NO),
        ("Member no.", Field.MEMBER_NO),
        ("Nr.", Field.NUMBER),
        ("number", Field.NUMBER),
        ("Telefon", None),
        ("", None),
    ],
)
def test_heading_is_recognised(heading, field):
    assert field_of(heading) is field


def test_columns_in_any_order_and_the_others_reported():
    columns = columns_of("E-mail;Medlemsnr;Klub;Telefon;Navn", "a@b.dk;7;Ry;12 34;Bo Juhl")
    assert columns.places == {Field.MEMBER_NO: 1, Field.CLUB: 2, Field.NAME: 4}
    assert columns.ignored == ("E-mail", "Telefon")
    assert (columns.heading_row, columns.first, columns.width) == (1, 1, 5)


def test_a_title_may_stand_above_the_headings():
    columns = columns_of("Deltagere i Ærø Åbne;;", "", "Navn;Klub", "Bo Juhl;Ry")
    assert (columns.heading_row, columns.first) == (3, 2)


def test_first_and_last_name_are_put_together():
    for lines in (
        ("Efternavn,Fornavn,Klub", "Ærø,Søren,Ry"),
        ("Navn,Efternavn,Klub", "Søren,Ærø,Ry"),
        ("Navn,Fornavn,Efternavn", "Hr. Ærø,Søren,Ærø"),
    ):
        (person,) = parse_rows(read_player_list(csv_file(*lines)))
        assert person.name == "Søren Ærø"


def test_a_whole_name_beside_a_first_name_is_the_name():
    columns = columns_of("Fornavn;Navn", "Bo;Bo Juhl")
    assert (columns.places, columns.ignored) == ({Field.NAME: 1}, ("Fornavn",))


def test_a_number_is_a_member_number_for_want_of_better():
    assert columns_of("Navn;Nr", "Bo;7", "Ib;3").places == {Field.NAME: 0, Field.MEMBER_NO: 1}
    both = columns_of("Nr;Navn;Medlemsnr", "1;Bo;7", "3;Ib;3")
    assert (both.places, both.ignored) == ({Field.NAME: 1, Field.MEMBER_NO: 2}, ("Nr",))


def test_a_column_that_counts_the_rows_is_no_member_number():
    columns = columns_of("Nr.;Navn", "1.;Bo Juhl", "2.;Ib Dam", "3.;", "4.;")
    assert (columns.places, columns.running, columns.ignored) == ({Field.NAME: 1}, 0, ("Nr.",))
    people = parse_rows(read_player_list(csv_file("Nr;Navn", "1;Bo Juhl", "2;Ib Dam", "3;", "4;")))
    assert [(person.name, person.member_no, person.errors) for person in people] == [
        ("Bo Juhl", "", ()),
        ("Ib Dam", "", ()),
    ]


@pytest.mark.parametrize(
    "headings", ["Klub;Medlemsnr", "Fornavn;Klub", "Efternavn;Klub", "Bo Juhl;Ry", "Foo;Bar"]
)
def test_no_name_column_tells_what_was_found(headings):
    found = tuple(headings.split(";"))
    assert refusal(headings, "x;7") == (RowError(1, ErrorCode.NO_NAME_COLUMN, {"headings": found}),)


def test_one_column_that_is_headed_otherwise_has_no_names():
    assert refusal("Klub", "Ry") == (RowError(1, ErrorCode.NO_NAME_COLUMN, {"headings": ("Klub",)}),)


def test_headings_twice_are_all_reported():
    assert refusal("Navn;Klub;Spiller;Club;Telefon;Telefon", "Bo;Ry;Ib;By") == (
        RowError(1, ErrorCode.DUPLICATE_HEADING, {"field": "name", "headings": ("Navn", "Spiller")}),
        RowError(1, ErrorCode.DUPLICATE_HEADING, {"field": "club", "headings": ("Klub", "Club")}),
    )


@pytest.mark.parametrize(
    "lines", [("Navn;Klub",), ("Navn",), ("Titel", "Navn;Klub"), ("Nr;Navn", "1;", "2;")]
)
def test_only_a_heading_is_refused(lines):
    assert refusal(*lines) == (RowError(None, ErrorCode.ONLY_A_HEADING),)


def test_one_bare_column_is_names_from_the_first_row():
    people = parse_rows(
        read_player_list(xlsx_file([["1. Søren Ærø"], ["2. Aagaard, Bo"], ["- Ib Dam, Ry Klub"]]))
    )
    assert [(person.row, person.name, person.club) for person in people] == [
        (1, "Søren Ærø", ""),
        (2, "Bo Aagaard", ""),
        (3, "Ib Dam", "Ry Klub"),
    ]


def test_refusal_reads_as_its_codes():
    with pytest.raises(ImportRefused, match="no_name_column") as caught:
        columns_of("Klub;By", "Ry;Ry")
    assert only_error(caught.value).row == 1
