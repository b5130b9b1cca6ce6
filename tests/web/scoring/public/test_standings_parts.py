"""A part of the standings: one club, one category, or both; by links, and kept only where there is somebody."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from lxml import html

from scoring.domain.standings import recompute
from tests.scenes import a_user, enter, play, playing, table
from tests.web.scoring.public.pages import address, cells, see, text, texts
from tournament.domain.categories import add_label
from tournament.domain.registry import change_player, create_club
from tournament.domain.rounds import publish_round
from tournament.models import Seat, Tournament

pytestmark = pytest.mark.django_db
CLUBS = "//nav[@aria-label='Clubs']//a"


@pytest.fixture
def tournament() -> Tournament:
    """Eight players of two clubs; one is of none."""
    tournament = playing(8)
    enter(table(tournament), 1)
    for name, start_nos in (("Århus", (1, 2, 3)), ("Aars & Omegn", (4, 5, 6, 7))):
        tournament.entries.filter(start_no__in=start_nos).update(club=create_club(name=name, actor=None))
    add_label(tournament=tournament, start_nos=[2, 4], label="Veteran", actor=None)
    return counted(tournament)


def counted(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def start_numbers(page: html.HtmlElement) -> list[int]:
    return sorted(int(key[1:]) for key in page.xpath("//tbody/tr/@data-key") if key[0] == "e")


def test_links_lead_to_each_club_in_danish_order(tournament: Tournament) -> None:
    page = see(Client(), "standings", tournament)

    assert texts(page, CLUBS) == ["All clubs", "Århus", "Aars & Omegn"]
    there = Client().get(address("standings", tournament) + page.xpath(f"{CLUBS}/@href")[2])
    assert "Spiller 04" in there.text
    assert "Spiller 01" not in there.text


def test_a_club_is_found_however_it_is_spelt_and_places_are_its_own(tournament: Tournament) -> None:
    page = see(Client(), "standings", tournament, club="aarhus")

    assert start_numbers(page) == [1, 2, 3]
    assert cells(page, "standings")[0][0] == "1"
    assert "of all" in cells(page, "standings")[0][1]


def test_club_and_category_go_together_and_each_link_keeps_the_other(tournament: Tournament) -> None:
    page = see(Client(), "standings", tournament, club="Århus", category="Veteran")

    assert start_numbers(page) == [2]
    assert page.xpath("//nav[@aria-label='Categories']/a/@href") == [
        "?club=%C3%85rhus",
        "?category=Veteran&club=%C3%85rhus",
    ]
    assert page.xpath(f"{CLUBS}/@href") == [
        "?category=Veteran",
        "?category=Veteran&club=%C3%85rhus",
        "?category=Veteran&club=Aars%20%26%20Omegn",
    ]


def test_one_club_is_no_choice(tournament: Tournament) -> None:
    tournament.entries.update(club=None)
    cache.clear()

    assert texts(see(Client(), "standings", tournament), CLUBS) == []


@pytest.mark.parametrize("club", ["Ukendt", "<b>x</b>", "\x00", "x" * 5000])
def test_nobody_is_of_an_unknown_club_and_that_is_said(tournament: Tournament, club: str) -> None:
    page = see(Client(), "standings", tournament, club=club)

    if club.strip("\x00"):
        assert start_numbers(page) == []
        assert "Nobody is in this list" in text(page)
        assert page.xpath("//a[@class='button is-primary']/@href") == [address("standings", tournament)]


def test_lists_that_nobody_is_in_are_not_kept(tournament: Tournament, django_assert_num_queries) -> None:
    rows = address("standings-rows", tournament)
    for club in ("Århus", "Ukendt"):
        Client().get(rows, {"club": club})

    with django_assert_num_queries(1):
        Client().get(rows, {"club": "Århus"})
    with pytest.raises(pytest.fail.Exception), django_assert_num_queries(1):
        Client().get(rows, {"club": "Ukendt"})


def test_what_is_fetched_again_is_the_same_part(tournament: Tournament) -> None:
    page = see(Client(), "standings", tournament, club="Århus", category="Veteran")
    answer = Client().get(page.xpath("//@data-poll")[0])

    assert answer.headers["ETag"] == page.xpath("//@data-poll-etag")[0]
    assert ("Spiller 02" in answer.text, "Spiller 01" in answer.text) == (True, False)


class TestWall:
    @pytest.fixture
    def next_round(self, tournament: Tournament) -> Tournament:
        """Round 1 is closed and round 2 published."""
        play(tournament, 1)
        publish_round(round_=tournament.rounds.get(number=2), actor=None)
        return counted(tournament)

    def lists(self, tournament: Tournament, **query: str) -> list[str]:
        page = see(Client(), "standings", tournament, projector="1", **query)
        return [str(name) for name in page.xpath("//@data-wall-list")]

    def test_the_next_seats_come_with_the_standings_until_the_round_begins(
        self, next_round: Tournament
    ) -> None:
        assert self.lists(next_round) == ["standings", "seats"]
        begin_published(next_round)
        assert self.lists(next_round) == ["standings"]

    def test_one_of_them_can_be_asked_for(self, next_round: Tournament) -> None:
        assert self.lists(next_round, show="standings") == ["standings"]
        assert self.lists(next_round, show="seats") == ["seats"]
        assert self.lists(next_round, show="nonsense") == ["standings", "seats"]

    def test_everybody_is_there_with_table_and_seat_in_the_order_of_names(
        self, next_round: Tournament
    ) -> None:
        page = see(Client(), "standings", next_round, projector="1", show="seats")
        names = texts(page, "//li/span[@class='who']")

        assert names == sorted(names)
        assert len(names) == 8
        seat = Seat.objects.get(round__tournament=next_round, round__number=2, entry__start_no=1)
        first = texts(page, "//li[@data-key='s1']")[0]
        assert first == f"Spiller 01 Table {seat.seating.table_no} {seat.position}"

    def test_the_hall_reads_a_name_as_everybody_may(self, next_round: Tournament) -> None:
        player = next_round.entries.get(start_no=1).player
        change_player(
            player=player, name="Ane Qvistgaard", club=None, member_no="", public_form="initial", actor=None
        )
        director = Client()
        director.force_login(a_user("holger", is_superuser=True))
        wall = director.get(address("standings", next_round), {"projector": "1"}).text

        assert ("Ane Q." in wall, "Qvistgaard" in wall) == (True, False)

    def test_the_seats_are_those_being_played_for_who_comes_late(self, next_round: Tournament) -> None:
        begin_published(next_round)

        assert "Seats of round 2" in text(see(Client(), "standings", next_round, projector="1", show="seats"))

    def test_nothing_to_sit_down_to_is_said(self) -> None:
        tournament = playing(4, rounds_planned=1)
        play(tournament, 1)

        page = see(Client(), "standings", counted(tournament), projector="1", show="seats")

        assert "The seats come here when a round is published." in text(page)

    def test_a_change_of_seats_is_fetched(self, next_round: Tournament) -> None:
        rows = address("standings-rows", next_round)
        first = Client().get(rows, {"projector": "1"})
        begin_published(next_round)
        again = Client().get(rows, {"projector": "1"}, headers={"If-None-Match": first.headers["ETag"]})

        assert again.status_code == 200
        assert 'data-wall-list="seats"' not in again.text


def begin_published(tournament: Tournament) -> None:
    from scoring.domain.rounds import open_round

    open_round(round_=tournament.rounds.get(number=2), actor=None)


class TestPacked:
    def test_page_and_rows_are_packed_for_who_can_unpack(self, tournament: Tournament) -> None:
        for name in ("standings", "standings-rows"):
            answer = Client().get(address(name, tournament), headers={"Accept-Encoding": "gzip"})
            assert answer.headers["Content-Encoding"] == "gzip"

    def test_a_packed_list_is_known_by_its_tag(self, tournament: Tournament) -> None:
        rows = address("standings-rows", tournament)
        etag = Client().get(rows, headers={"Accept-Encoding": "gzip"}).headers["ETag"]

        assert etag.startswith("W/")
        assert Client().get(rows, headers={"If-None-Match": etag}).status_code == 304
