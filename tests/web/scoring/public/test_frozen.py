"""Frozen results: nobody but the staff finds a later one, wherever he looks, and the wall shows what all may see."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.domain.adjustments import give_adjustment
from scoring.domain.deals import correct_deal
from scoring.domain.release import freeze_standings, release_standings
from scoring.domain.rounds import finish_tournament
from scoring.domain.standings import recompute
from scoring.exports.workbook import write_workbook
from scoring.models import Deal
from tests.scenes import begin, declared, enter, fill, play, playing, table
from tests.web.scoring.public.pages import address, cells, see, start_no, text, texts
from tournament.domain.codes import table_code
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
OUTSIDERS = ["visitor", "stranger", "table"]
STAFF = ["scorekeeper", "director", "administrator"]
# Played in the second round only, so that it gives the round away.
SECRET = "Nolo Ouvert"


@pytest.fixture
def tournament(director):
    """Round 1 is closed; round 2 is closed and hidden; round 3 is being played and hidden."""
    tournament = playing(8, director, rounds_planned=3, shared_boards=False)
    play(tournament, 1)
    begin(tournament, 2, director)
    seating = table(tournament, 2)
    enter(seating, 1, declared(seating, 1, contract="nolo_ouvert", trump=""))
    play(tournament, 2)
    begin(tournament, 3, director)
    fill(table(tournament, 3))
    give_adjustment(
        entry=tournament.entries.get(start_no=1),
        points=-5,
        reason="revoke",
        note="i runde 2",
        round_=tournament.rounds.get(number=2),
        actor=director,
    )
    freeze_standings(tournament=tournament, after_round=1, actor=director)
    return counted(tournament)


def counted(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def reader(looks, tournament):
    def browser(role: str) -> Client:
        if role == "table":
            return Client(headers={"Authorization": f"Table {table_code(table(tournament, 3))} E"})
        client: Client = looks(role, tournament)
        return client

    return browser


def sum_of(page: Any) -> int:
    """The totals of the list added up."""
    return sum(int(row[-2].replace("−", "-")) for row in cells(page, "standings"))


def card(client: Client, tournament: Tournament, round_number: int = 2) -> Any:
    """The card of the declarer of the Nolo ouvert."""
    seating = table(tournament, round_number)
    declarer = Deal.objects.get(seating=seating, number=1, voided_at=None).declarer
    return see(client, "player-card", tournament, start_no(tournament, 1, declarer, round_number))


@pytest.mark.parametrize("role", OUTSIDERS)
def test_the_standings_are_as_of_the_round(reader, tournament, role):
    page = see(reader(role), "standings", tournament)

    assert texts(page, "//table[contains(@class, 'standings')]/thead//abbr")[1:] == ["R1"]
    assert sum_of(page) == 8
    assert texts(page, "//span[contains(@class, 'chip')]") == ["As of round 1. The rest is shown later."]
    assert "−5" not in text(page)
    assert not page.xpath("//section[@id='missing'][not(@hidden)]")


@pytest.mark.parametrize("role", STAFF)
def test_those_who_keep_the_scores_see_everything_and_that_others_do_not(reader, tournament, role):
    page = see(reader(role), "standings", tournament)

    assert texts(page, "//table[contains(@class, 'standings')]/thead//abbr")[1:] == ["R1", "R2", "R3"]
    assert "Others see the standings as of round 1." in text(page)
    assert "Provisional" in texts(page, "//span[contains(@class, 'chip')]")


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_the_wall_shows_what_everybody_may_see(reader, tournament, role):
    client = reader(role)
    wall = see(client, "standings", tournament, projector="1")
    rows = client.get(address("standings-rows", tournament), {"projector": "1"})

    everybody = cells(see(Client(), "standings", tournament), "standings")
    # Place, name, club, the last round that is shown, and the total.
    assert cells(wall, "standings") == [row[:5] for row in everybody]
    assert wall.xpath("//*[@data-poll]/@data-poll") == [
        address("standings-rows", tournament) + "?projector=1"
    ]
    assert (
        rows.content.decode()
        in client.get(address("standings", tournament), {"projector": "1"}).content.decode()
    )
    assert "Others see" not in text(wall)


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_what_is_fetched_again_is_what_the_page_shows(reader, tournament, role):
    client = reader(role)
    rows = client.get(address("standings-rows", tournament)).content.decode()

    assert rows in client.get(address("standings", tournament)).content.decode()
    assert (">R</abbr>" in rows) is False
    assert ("R3" in rows) == (role in STAFF)


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_the_api_answers_each_as_he_may_see(reader, tournament, role):
    answer = reader(role).get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()
    is_staff = role in STAFF

    assert answer["state"] == ("provisional" if is_staff else "frozen")
    assert answer["frozen_after_round"] == (None if is_staff else 1)
    assert {len(row["round_points"]) for row in answer["rows"]} == {3 if is_staff else 1}
    assert sum(row["adjustment_points"] for row in answer["rows"]) == (-5 if is_staff else 0)
    assert [row["round"] for row in answer["missing"]] == ([3] if is_staff else [])


@pytest.mark.parametrize("role", OUTSIDERS)
def test_a_card_keeps_later_points_deals_and_penalties_back(reader, tournament, role):
    client = reader(role)
    page = card(client, tournament)

    assert SECRET not in text(page)
    assert {row[0] for row in cells(page, "card-deals")} == {"1", "2", "3", "4"}
    assert texts(page, "//p[@class='secret']") == ["The results of this round are shown later."] * 2
    assert texts(page, "//table[contains(concat(' ', @class, ' '), ' totals ')]/tbody//th") == [
        "Round 1",
        "Total",
    ]
    # Where they sit is no secret.
    assert len(page.xpath("//details[contains(@class, 'card-round')]//ul[@class='mates']")) == 3
    assert "i runde 2" not in text(see(client, "player-card", tournament, 1))


@pytest.mark.parametrize("role", STAFF)
def test_a_card_keeps_nothing_back_from_the_staff(reader, tournament, role):
    client = reader(role)
    page = card(client, tournament)

    assert SECRET in text(page)
    assert texts(page, "//p[@class='secret']") == []
    assert "i runde 2" in text(see(client, "player-card", tournament, 1))


def test_a_table_sees_its_own_sheet_and_not_what_the_others_made(tournament, reader):
    at_table = reader("table")
    seating = table(tournament, 3)
    other = table(tournament, 3, 2)
    enter(other, 1)

    sheet = at_table.get(f"/api/v1/seatings/{seating.uuid}/sheet/").json()

    assert [line["deal"] is not None for line in sheet["lines"]] == [True] * 4
    assert at_table.get(f"/api/v1/seatings/{other.uuid}/sheet/").status_code == 401


@pytest.mark.parametrize(("role", "shown"), [("table", False), ("scorekeeper", True)])
def test_a_board_that_everybody_has_played_stays_secret_while_frozen(director, looks, role, shown):
    tournament = playing(8, director, rounds_planned=2)
    for table_no in (1, 2):
        enter(table(tournament, 1, table_no), 1)
    freeze_standings(tournament=tournament, after_round=0, actor=director)
    seating = table(tournament)
    client = looks(role, tournament)
    if role == "table":
        client = Client(headers={"Authorization": f"Table {table_code(seating)} E"})

    board = client.get(f"/api/v1/seatings/{seating.uuid}/boards/1/").json()

    assert (board["released"], board["frozen"], len(board["results"])) == (
        shown,
        not shown,
        2 if shown else 0,
    )


class TestWorkbook:
    def book(self, tournament: Tournament, *, public: bool) -> Any:
        file = BytesIO()
        with override("en"):
            write_workbook(tournament, file, public=public)
        file.seek(0)
        return load_workbook(file)

    def words(self, book: Any) -> str:
        return " ".join(
            str(cell)
            for sheet in book
            if sheet.title != "Seatings"
            for row in sheet.iter_rows(values_only=True)
            for cell in row
            if cell is not None
        )

    def rounds_of(self, book: Any, sheet: str) -> set[int]:
        rows = list(book[sheet].iter_rows(values_only=True))
        column = rows[0].index("Round")
        return {row[column] for row in rows[1:]}

    def test_what_is_published_is_as_of_the_round(self, tournament):
        book = self.book(tournament, public=True)

        assert self.rounds_of(book, "Deals") == {1}
        assert self.rounds_of(book, "Rounds") == {1}
        assert self.rounds_of(book, "Seatings") == {1, 2, 3}
        assert "Standings as of round 1" in self.words(book)
        assert "Ouvert" not in self.words(book)
        assert "i runde 2" not in self.words(book)

    def test_it_is_the_same_before_the_worker_has_counted(self, tournament):
        counted_book = self.words(self.book(tournament, public=True))
        enter(table(tournament, 3, 2), 1)
        tournament.refresh_from_db()

        lagging = self.words(self.book(tournament, public=True))

        version = f"version {tournament.results_version}"
        assert lagging.split(version)[1] == counted_book.split(f"version {tournament.standings_version}")[1]

    def test_the_directors_has_everything(self, tournament):
        book = self.book(tournament, public=False)

        assert self.rounds_of(book, "Deals") == {1, 2, 3}
        assert "Ouvert" in self.words(book)

    @pytest.mark.parametrize("role", [*OUTSIDERS, "scorekeeper"])
    def test_the_directors_is_only_for_him(self, reader, tournament, role):
        assert reader(role).get(address("exports", tournament)).status_code in {302, 403}


def test_a_correction_of_a_round_shown_is_there_at_the_next_poll(tournament, visitor):
    rows = address("standings-rows", tournament)
    etag = visitor.get(rows)["ETag"]
    assert visitor.get(rows, headers={"If-None-Match": etag}).status_code == 304
    seating = table(tournament, 1)
    deal = Deal.objects.get(seating=seating, number=1, voided_at=None)
    line = declared(seating, 1, outcome="kruk")
    correct_deal(deal=deal, version=deal.version, line=line, actor=None, reason="x")
    counted(tournament)

    answer = visitor.get(rows, headers={"If-None-Match": etag})

    assert answer.status_code == 200
    assert sum_of(see(visitor, "standings", tournament)) == 8 - 3


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_freezing_and_releasing_are_there_at_the_next_poll(reader, tournament, role):
    client, rows = reader(role), address("standings-rows", tournament)
    frozen = client.get(rows)["ETag"]
    release_standings(tournament=tournament, actor=None)

    released = client.get(rows, headers={"If-None-Match": frozen})

    assert (released.status_code, released["ETag"] != frozen) == (200, True)
    assert "R3" in released.content.decode()


def test_a_final_result_that_is_hidden_is_asked_for_as_often_as_before(director, visitor):
    tournament = playing(8, director, rounds_planned=2)
    play(tournament, 1)
    begin(tournament, 2)
    play(tournament, 2)
    freeze_standings(tournament=tournament, after_round=1, actor=director)
    finish_tournament(tournament=tournament, actor=director, reason="x")
    counted(tournament)

    page = see(visitor, "standings", tournament)
    assert not page.xpath("//*[@data-poll-ended]")
    assert "Final" not in texts(page, "//span[contains(@class, 'chip')]")
    assert "The result is final, and is shown later." in text(see(visitor, "overview", tournament))

    release_standings(tournament=tournament, actor=director)
    counted(tournament)
    assert "Final" in texts(see(visitor, "standings", tournament), "//span[contains(@class, 'chip')]")


def test_before_the_first_round_nothing_is_shown(director, visitor):
    tournament = playing(8, director)
    enter(table(tournament), 1)
    freeze_standings(tournament=tournament, after_round=0, actor=director)
    counted(tournament)

    page = see(visitor, "standings", tournament)

    assert "The results are shown later." in text(page)
    assert {tuple(row[-2:]) for row in cells(page, "standings")} == {("–", "–")}
