"""Matching: who is known, who is new, and whom a person must look at."""

import random
import time

import pytest

from tournament.imports.errors import ErrorCode, RowError
from tournament.imports.match import (
    ClubStatus,
    Doubt,
    KnownClub,
    KnownPlayer,
    MatchedRow,
    RowStatus,
    match_rows,
)
from tournament.imports.paste import parse_pasted
from tournament.imports.rows import PlayerRow

KNOWN = [
    KnownPlayer(1, "Søren Ærø", "Odense L'hombre Klub", "12"),
    KnownPlayer(2, "Anna Jensen", "Ry Klub"),
    KnownPlayer(3, "Anna Jensen", "Ærø Klub"),
    KnownPlayer(4, "Bo Aagaard", "Ry Klub", "7", entered=True),
    KnownPlayer(5, "Ib Dam"),
    KnownPlayer(6, "Anne-Margrethe Østergaard-Christoffersen", "Ry Klub"),
]
CLUBS = [KnownClub(11, "Odense L'hombre Klub"), KnownClub(12, "Ry Klub"), KnownClub(13, "Ærø Klub")]


def matched(name: str, club: str = "", member_no: str = "", known: list[KnownPlayer] = KNOWN) -> MatchedRow:
    (match,) = match_rows([PlayerRow(2, name, club, member_no)], known, CLUBS)
    return match


def statuses(*rows: tuple[str, str, str], known: list[KnownPlayer] = KNOWN) -> list[tuple[object, ...]]:
    listed = [PlayerRow(number, *row) for number, row in enumerate(rows, start=2)]
    return [
        (match.status, match.reason, match.player_id, match.candidates, match.other_row)
        for match in match_rows(listed, known, CLUBS)
    ]


def test_nobody_like_it_is_new():
    assert matched("Karen Sæby", "Ry Klub").status is RowStatus.NEW


@pytest.mark.parametrize(
    "name", ["Søren Ærø", "SØREN ÆRØ", "Ærø Søren", "So\u0308ren A\u0308ro\u0308", "Soeren Aeroe"]
)
@pytest.mark.parametrize(
    "club", ["Odense L'hombre Klub", "odense lhombreklub", "Odense L\u2019Hombre-Klub", ""]
)
def test_same_name_and_club_is_known(name, club):
    match = matched(name, club)
    assert (match.status, match.player_id) == (RowStatus.KNOWN, 1)


def test_a_known_player_without_a_club_is_known():
    match = matched("Ib Dam", "Ry Klub")
    assert (match.status, match.player_id) == (RowStatus.KNOWN, 5)


def test_same_name_and_member_number_is_known_in_another_club():
    match = matched("Søren Ærø", "Ry Klub", "0012")
    assert (match.status, match.player_id) == (RowStatus.KNOWN, 1)


def test_entered_is_left_alone():
    match = matched("Aagaard Bo", "Ry Klub")
    assert (match.status, match.player_id) == (RowStatus.ENTERED, 4)


def test_club_tells_two_of_one_name_apart():
    assert matched("Anna Jensen", "Ærø Klub").player_id == 3
    assert statuses(("Anna Jensen", "Ry Klub", ""), ("Anna Jensen", "Ærø Klub", "")) == [
        (RowStatus.KNOWN, None, 2, (), None),
        (RowStatus.KNOWN, None, 3, (), None),
    ]


def test_several_known_is_doubtful():
    match = matched("Anna Jensen")
    assert (match.status, match.reason) == (RowStatus.DOUBTFUL, Doubt.SEVERAL_KNOWN)
    assert (match.player_id, match.candidates) == (None, (2, 3))


def test_another_club_is_doubtful():
    match = matched("Søren Ærø", "Ry Klub")
    assert (match.status, match.reason, match.candidates) == (RowStatus.DOUBTFUL, Doubt.OTHER_CLUB, (1,))


def test_another_member_number_is_doubtful():
    match = matched("Søren Ærø", "Odense L'hombre Klub", "99")
    assert (match.status, match.reason, match.candidates) == (RowStatus.DOUBTFUL, Doubt.OTHER_MEMBER_NO, (1,))


@pytest.mark.parametrize(
    ("name", "candidates"),
    [
        ("Soren Aero", (1,)),
        ("Sören Aerø Jr", (1,)),
        ("Anne-Margrete Østergård-Kristoffersen", (6,)),
        ("Ane-Margrethe Østergaard Christofersen", (6,)),
        ("Bo Aagard", (4,)),
        ("Bo Agaard", (4,)),
        ("Bo Lund Aagaard", (4,)),
        ("Anna Jenson", (2, 3)),
        ("Anna Jnesen", (2, 3)),
        ("Hanna Jensen", (2, 3)),
        ("Ib Dal", ()),
    ],
)
def test_nearly_the_same_spelling_is_doubtful(name, candidates):
    match = matched(name)
    assert match.candidates == candidates
    assert match.reason is (Doubt.SIMILAR_NAME if candidates else None)
    assert match.status is (RowStatus.DOUBTFUL if candidates else RowStatus.NEW)


def test_a_middle_name_more_in_another_club_is_somebody_else():
    assert matched("Bo Lund Aagaard", "Ærø Klub").status is RowStatus.NEW


def test_a_new_name_under_a_known_number_is_doubtful():
    match = matched("Karen Sæby", "Ry Klub", "7")
    assert (match.status, match.reason, match.candidates) == (RowStatus.DOUBTFUL, Doubt.SAME_MEMBER_NO, (4,))
    assert matched("Karen Sæby", "Ærø Klub", "7").status is RowStatus.NEW


def test_a_row_with_errors_is_wrong():
    row = PlayerRow(3, "", "Ry Klub", errors=(RowError(3, ErrorCode.NAME_MISSING),))
    assert match_rows([row], KNOWN, CLUBS) == [
        MatchedRow(row, RowStatus.WRONG, club_status=ClubStatus.KNOWN, club_id=12)
    ]


def test_the_same_person_twice_is_repeated():
    assert statuses(
        ("Karen Sæby", "Ry Klub", ""),
        ("SÆBY KAREN", "ry-klub", ""),
        ("Karen Saeby", "Ry Klub", "9"),
        known=[],
    ) == [
        (RowStatus.NEW, None, None, (), None),
        (RowStatus.REPEATED, None, None, (), 2),
        (RowStatus.REPEATED, None, None, (), 2),
    ]


def test_two_of_one_name_with_different_clubs_or_numbers_stay_two():
    assert [
        status
        for status, *_ in statuses(("Karen Sæby", "Ry Klub", ""), ("Karen Sæby", "Ærø Klub", ""), known=[])
    ] == [RowStatus.NEW, RowStatus.NEW]
    assert [
        status
        for status, *_ in statuses(("Karen Sæby", "Ry Klub", "1"), ("Karen Sæby", "Ry Klub", "2"), known=[])
    ] == [RowStatus.NEW, RowStatus.NEW]


def test_a_third_row_without_a_number_is_one_of_the_two():
    rows = statuses(
        ("Karen Sæby", "Ry Klub", "1"),
        ("Karen Sæby", "Ry Klub", "2"),
        ("Karen Sæby", "Ry Klub", ""),
        known=[],
    )
    assert rows[2][0] is RowStatus.REPEATED


def test_a_second_number_for_one_name_and_club_may_be_a_repetition():
    rows = statuses(
        ("Karen Sæby", "Ry Klub", ""),
        ("Karen Sæby", "Ry Klub", "1"),
        ("Karen Sæby", "Ry Klub", "2"),
        known=[],
    )
    assert [(status, reason, other_row) for status, reason, _, _, other_row in rows] == [
        (RowStatus.NEW, None, None),
        (RowStatus.REPEATED, None, 2),
        (RowStatus.DOUBTFUL, Doubt.PERHAPS_REPEATED, 2),
    ]


def test_a_row_without_a_club_may_be_a_repetition():
    assert statuses(("Karen Sæby", "Ry Klub", ""), ("Karen Sæby", "", ""), known=[])[1] == (
        RowStatus.DOUBTFUL,
        Doubt.PERHAPS_REPEATED,
        None,
        (),
        2,
    )


def test_two_rows_are_not_given_the_same_player():
    assert statuses(("Ib Dam", "Ry Klub", ""), ("Ib Dam", "Ærø Klub", "")) == [
        (RowStatus.KNOWN, None, 5, (), None),
        (RowStatus.DOUBTFUL, Doubt.PERHAPS_REPEATED, None, (5,), 2),
    ]


def test_club_is_known_new_or_none():
    assert (matched("Karen Sæby").club_status, matched("Karen Sæby").club_id) == (ClubStatus.NONE, None)
    known = matched("Karen Sæby", "AERØ KLUB")
    assert (known.club_status, known.club_id, known.similar_clubs) == (ClubStatus.KNOWN, 13, ())
    new = matched("Karen Sæby", "Svendborg Selskab")
    assert (new.club_status, new.club_id, new.similar_clubs) == (ClubStatus.NEW, None, ())
    near = matched("Karen Sæby", "Odense Lhombre Klubb")
    assert (near.club_status, near.similar_clubs) == (ClubStatus.NEW, (11,))


def test_importing_the_same_list_again_adds_nobody():
    text = "Søren Ærø;Ry Klub\nKaren Sæby\nSøren Ærø;Ærø Klub\nAagaard, Jens;Ry Klub;7"
    rows = parse_pasted(text)
    entered = [KnownPlayer(row.row, row.name, row.club, row.member_no, entered=True) for row in rows]
    again = match_rows(parse_pasted(text), entered, CLUBS)
    assert [(match.status, match.player_id) for match in again] == [
        (RowStatus.ENTERED, row.row) for row in rows
    ]


def test_a_thousand_rows_against_two_thousand_players_are_quick():
    chance = random.Random(1)
    first = [
        a + b
        for a in ("An", "Bo", "Ka", "Li", "Sø", "Jens", "Kir", "Pe")
        for b in ("na", "dil", "rsten", "ter")
    ]
    last = [
        a + b
        for a in ("Jen", "Han", "Møl", "Aa", "Øster", "Chri", "Lar")
        for b in ("sen", "gaard", "ler", "holm")
    ]
    names = [f"{chance.choice(first)} {chance.choice(first)} {chance.choice(last)}" for _ in range(3_000)]
    known = [KnownPlayer(i, name, chance.choice(["A", "B", "C"])) for i, name in enumerate(names[:2_000])]
    rows = [PlayerRow(i, name, chance.choice(["A", "B", "D"])) for i, name in enumerate(names[2_000:])]
    began = time.perf_counter()
    assert len(match_rows(rows, known, CLUBS)) == 1_000
    assert time.perf_counter() - began < 5
