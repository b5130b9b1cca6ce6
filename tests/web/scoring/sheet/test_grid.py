"""The pages of whole sheets to type: what each row shows, who may type in it, and where the pages are found."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.scenes import a_user, declared, enter, fill, play, playing, started, table
from tournament.models import Player, Seating, StaffRole, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


@pytest.fixture
def keeper(tournament: Tournament) -> Client:
    user = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=user, role="scorekeeper")
    client = Client()
    client.force_login(user)
    return client


def round_address(tournament: Tournament, number: int = 1) -> str:
    return f"/director/t/{tournament.slug}/rounds/{number}/grid/"


def sheet_address(seating: Seating) -> str:
    return (
        f"/director/t/{seating.round.tournament.slug}/rounds/{seating.round.number}"
        f"/tables/{seating.table_no}/grid/"
    )


def data_of(page: Any) -> dict[str, Any]:
    found = re.search(
        r'<script id="grid-data" type="application/json">(.*?)</script>', page.content.decode(), re.DOTALL
    )
    assert found
    return dict(json.loads(found[1]))


def rows_of(page: Any) -> list[str]:
    return re.findall(r"<tr data-number=.*?</tr>", page.content.decode(), re.DOTALL)


def values_of(page: Any) -> list[str]:
    return [re.search(r' value="([^"]*)"', row)[1] for row in rows_of(page)]  # type: ignore[index]  # each has one


def test_every_row_says_who_has_which_role(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    names = {seat.position: seat.entry.name for seat in seating.seats.all()}
    roles = [
        re.findall(r"<b>(\w)</b> ([^<]+)</td>", row) for row in rows_of(desk.get(sheet_address(seating)))
    ]
    # Forhånd, mellemhånd, baghånd, oversidder; all of them are called Spiller, so whole names are shown.
    assert roles == [
        [(letter, names[seat]) for letter, seat in zip(letters, seats, strict=True)]
        for letters, seats in (("ØVSN", "EWSN"), ("NSØV", "NSEW"), ("VØNS", "WENS"), ("SNVØ", "SNWE"))
    ]


def test_first_names_are_enough_where_they_differ(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    for seat, name in zip(seating.seats.all(), ("Bo Berg", "Ib Holm", "Ea Lund", "Bo Dam"), strict=True):
        Player.objects.filter(entries=seat.entry).update(name=name)
    shown = set(re.findall(r"<b>\w</b> ([^<]+)</td>", desk.get(sheet_address(seating)).content.decode()))
    assert shown == {"Bo Berg", "Ib", "Ea", "Bo Dam"}


def test_what_is_stored_is_shown_as_it_would_be_typed(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, outcome="", tricks=(4, 4, 1)))
    page = desk.get(sheet_address(seating))
    assert values_of(page) == ["ø sp h 441", "", "", ""]
    name = seating.seats.get(position="E").entry.name
    assert f"{name}: Spil i hjerter, bet, 4-4-1" in rows_of(page)[0]
    assert "−1" in rows_of(page)[0]
    english = desk.get(f"/en{sheet_address(seating)}")
    assert values_of(english)[0] == "e sp h 441"


def test_the_script_knows_versions_and_where_to_send(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    enter(seating, 2)
    (known,) = data_of(desk.get(sheet_address(seating)))["tables"]
    assert [row["stored"] and row["stored"]["version"] for row in known["rows"]] == [None, 1, None, None]
    assert known["urls"] == {
        "check": f"/api/v1/seatings/{seating.uuid}/rows/check/",
        "save": f"/api/v1/seatings/{seating.uuid}/rows/",
    }
    assert (known["mayType"], known["needsReason"]) == (True, False)


def test_a_round_has_its_tables_below_each_other(desk: Client, tournament: Tournament) -> None:
    enter(table(tournament, 1, 2), 1)
    page = desk.get(round_address(tournament))
    assert re.findall(r'id="(bord-\d+)"', page.content.decode()) == ["bord-1", "bord-2"]
    assert values_of(page) == ["", "", "", "", "ø sp h v", "", "", ""]


def test_a_round_takes_as_many_reads_however_many_its_tables(desk: Client, director: User) -> None:
    counts = []
    for players in (8, 24):
        tournament = playing(players, director, name=f"Med {players}")
        for seating in tournament.rounds.get(number=1).seatings.all():
            enter(table(tournament, 1, seating.table_no), 1)
        with CaptureQueriesContext(connection) as reads:
            desk.get(round_address(tournament))
        counts.append(len(reads))
    assert counts[0] == counts[1]


def test_a_board_of_another_number_is_named(desk: Client, tournament: Tournament) -> None:
    Seating.objects.filter(table_no=2).update(first_board=3)
    rows = rows_of(desk.get(round_address(tournament)))
    assert [('class="sub"' in row) for row in rows] == [False] * 4 + [True] * 4


def test_a_signed_sheet_is_the_directors_with_a_reason(
    desk: Client, keeper: Client, tournament: Tournament
) -> None:
    seating = table(tournament)
    assert 'id="reason"' not in desk.get(sheet_address(seating)).content.decode()
    fill(seating)
    page = desk.get(sheet_address(seating))
    (known,) = data_of(page)["tables"]
    assert (known["mayType"], known["needsReason"]) == (True, True)
    assert 'id="reason"' in page.content.decode()
    page = keeper.get(sheet_address(seating))
    assert data_of(page)["tables"][0]["mayType"] is False
    assert page.content.decode().count(" readonly") == 4
    assert 'id="reason"' not in page.content.decode()


def test_a_closed_round_is_the_directors(desk: Client, keeper: Client, tournament: Tournament) -> None:
    play(tournament, 1)
    assert {one["mayType"] for one in data_of(desk.get(round_address(tournament)))["tables"]} == {True}
    assert {one["mayType"] for one in data_of(keeper.get(round_address(tournament)))["tables"]} == {False}


def test_before_the_round_begins_nobody_types(desk: Client, director: User) -> None:
    page = desk.get(round_address(started(8, director, name="En anden")))
    assert {one["mayType"] for one in data_of(page)["tables"]} == {False}


@pytest.mark.parametrize("end", ["rounds/1/tables/99/grid/", "rounds/9/grid/", "rounds/9/tables/1/grid/"])
def test_what_is_not_there_is_not_found(desk: Client, tournament: Tournament, end: str) -> None:
    assert desk.get(f"/director/t/{tournament.slug}/{end}").status_code == 404


def test_the_sheet_and_the_round_lead_to_the_grid(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    assert sheet_address(seating) in desk.get(sheet_address(seating).removesuffix("grid/")).content.decode()
    on_desk = desk.get(round_address(tournament).removesuffix("grid/")).content.decode()
    assert round_address(tournament) in on_desk
