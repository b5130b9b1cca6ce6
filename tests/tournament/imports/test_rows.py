"""Rows: cleaned, turned round, and each fault with its row."""

import pytest

from tests.tournament.imports.files import csv_file, xlsx_file
from tournament.imports.errors import ErrorCode, RowError
from tournament.imports.read import read_player_list
from tournament.imports.rows import PlayerRow, parse_rows


def people_of(*rows: list[object]) -> list[PlayerRow]:
    return parse_rows(read_player_list(xlsx_file([["Navn", "Klub", "Medlemsnr", "Note"], *rows])))


def person_of(*row: object) -> PlayerRow:
    (person,) = people_of(list(row))
    return person


def test_texts_are_cleaned():
    assert person_of(" Bo\u200b  Juhl\n", "Ry\u00a0 Klub", 12.0) == PlayerRow(2, "Bo Juhl", "Ry Klub", "12")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ærø, Søren", "Søren Ærø"),
        ("ÆRØ,SØREN", "SØREN ÆRØ"),
        ("Hansen, jr.", "Hansen jr."),
        ("Ærø,", "Ærø"),
        ("Ærø, Søren, Ry", "Ærø, Søren, Ry"),
        ("-Karen", "-Karen"),
        ("@bo", "@bo"),
        ("+Bo, Ib", "+Bo, Ib"),
        ('=HYPERLINK("http://x","y")', '=HYPERLINK("http://x","y")'),
        ("=1+1+a", "=1+1+a"),
        ("O'Neill", "O'Neill"),
        ("Иван Петров", "Иван Петров"),
        ("A" * 120, "A" * 120),
    ],
)
def test_name_is_kept_or_turned_round(written, name):
    assert person_of(written, "Ry") == PlayerRow(2, name, "Ry")


def test_a_club_that_looks_like_a_formula_is_a_club():
    club = '=HYPERLINK("http://x","y")'
    assert person_of("Bo Juhl", club) == PlayerRow(2, "Bo Juhl", club)


def test_a_club_behind_the_name_is_taken_only_where_there_is_no_club_column():
    text = "Søren Ærø, Odense L'hombre Klub"
    (bare,) = parse_rows(read_player_list(csv_file("Navn;Medlemsnr", f"{text};7")))
    assert (bare.name, bare.club, bare.member_no) == ("Søren Ærø", "Odense L'hombre Klub", "7")
    assert person_of(text, "Ry").name == "Odense L'hombre Klub Søren Ærø"


def test_blank_rows_are_passed_over():
    people = people_of(["Bo Juhl"], [], [None, " ", "\u200b"], ["Ib Dam"])
    assert [(person.row, person.name) for person in people] == [(2, "Bo Juhl"), (5, "Ib Dam")]


@pytest.mark.parametrize(
    "row", [["", "Ry"], [None, None, 7], ["\u200b", None, None, "kommer senere"], [", ", "Ry"]]
)
def test_a_name_is_missing(row):
    assert person_of(*row).errors == (RowError(2, ErrorCode.NAME_MISSING),)


@pytest.mark.parametrize("name", ["12345", "---", "?", "=1+1", "2026-05-01"])
def test_a_name_has_letters(name):
    assert person_of(name).errors == (RowError(2, ErrorCode.NAME_WITHOUT_LETTERS, {"text": name}),)


def test_too_long_texts_are_reported_not_cut():
    person = person_of("A" * 121, "B" * 121, "7" * 41)
    assert person.errors == (
        RowError(2, ErrorCode.TOO_LONG, {"field": "name", "length": 121, "limit": 120}),
        RowError(2, ErrorCode.TOO_LONG, {"field": "club", "length": 121, "limit": 120}),
        RowError(2, ErrorCode.TOO_LONG, {"field": "member_no", "length": 41, "limit": 40}),
    )


@pytest.mark.parametrize("letters", ["æ", "ø", "å", "Æ", "Ø", "Å"])
def test_letters_of_utf_8_read_wrong_are_noticed(letters):
    garbled = f"Bo{letters}".encode().decode("cp1252", errors="replace")
    assert [error.code for error in person_of(garbled).errors] == [ErrorCode.GARBLED]


@pytest.mark.parametrize("encoding", ["cp865", "mac_roman"])
def test_letters_of_dos_and_macintosh_are_noticed(encoding):
    (person,) = parse_rows(read_player_list("Navn\r\nSøren\r\n".encode(encoding)))
    assert [error.code for error in person.errors] == [ErrorCode.GARBLED]


@pytest.mark.parametrize("name", ["João Ãlvares", "Søren Ærø Åkjær", "Müller", "Ibañez", "Þór"])
def test_real_letters_are_not_taken_for_garbled(name):
    assert person_of(name).errors == ()


@pytest.mark.parametrize("text", ["#N/A", "#REF!", "#I/T", "#VÆRDI!", "#NAVN?"])
def test_errors_of_a_spreadsheet_are_no_names(text):
    assert person_of("Bo Juhl", text).errors == (
        RowError(2, ErrorCode.SPREADSHEET_ERROR, {"field": "club", "text": text}),
    )


def test_a_comma_that_pushes_the_cells_along_is_noticed():
    table = read_player_list(csv_file("Navn,Klub,Tlf", "Ærø, Søren,Ry,", "Bo Juhl,Ry,"))
    shifted, sound = parse_rows(table)
    assert shifted.errors == (RowError(2, ErrorCode.TOO_MANY_CELLS, {"cells": 4, "columns": 3}),)
    assert sound == PlayerRow(3, "Bo Juhl", "Ry")


def test_a_note_in_the_margin_of_a_sheet_is_no_fault():
    assert person_of("Bo Juhl", "Ry", 7, "", "betalt").errors == ()


def test_semicolons_at_the_end_are_no_fault():
    (person,) = parse_rows(read_player_list(csv_file("Navn;Klub", "Bo Juhl;Ry;;")))
    assert person == PlayerRow(2, "Bo Juhl", "Ry")
