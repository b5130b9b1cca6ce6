"""The front page of a tournament: what is on, and which table am I at."""

from __future__ import annotations

from datetime import date

import pytest

from scoring.domain.rounds import finish_tournament
from tests.scenes import begin, play, playing, registered, started
from tests.web.scoring.public.pages import address, cells, see, start_no, text, texts
from tournament.domain.entries import register_new_player, withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import open_registration
from tournament.models import Entry, Seat

pytestmark = pytest.mark.django_db
FOUND = "//ul[@class='found']/li"


def now(page):
    return texts(page, "//h2[@id='now']")[0]


def test_draft_is_unknown_to_visitors(visitor):
    tournament = registered(4)

    assert visitor.get(address("overview", tournament)).status_code == 404


def test_draft_is_shown_to_its_director(looks, director):
    tournament = registered(4, director)

    assert now(see(looks("director", tournament), "overview", tournament)) == "Play has not begun"


def test_open_tournament_shows_date_place_and_state(visitor):
    tournament = registered(4, place="Faaborg Forsamlingshus", starts_on=date(2026, 11, 29))
    open_registration(tournament=tournament, actor=None)

    page = see(visitor, "overview", tournament)

    assert texts(page, "//p[@class='page-meta']") == [
        "29 November 2026 Faaborg Forsamlingshus Registration open"
    ]
    assert texts(page, "//h1") == ["Prøve"]


def test_round_that_is_only_drawn_is_nowhere(visitor):
    tournament = started(8)

    page = see(visitor, "overview", tournament)

    assert now(page) == "Play has not begun"
    assert [href for href in page.xpath("//a/@href") if "/rounds/" in href] == []


def test_published_round_leads_to_its_seats(visitor):
    tournament = started(8)
    publish_round(round_=tournament.rounds.get(number=1), actor=None)

    page = see(visitor, "overview", tournament)

    assert now(page) == "The seats of round 1 are up"
    assert page.xpath("//section[@class='next-step']//a/@href")[0] == address("round", tournament, 1)


def test_round_in_play_comes_before_one_that_is_published(visitor):
    tournament = playing(8)
    publish_round(round_=tournament.rounds.get(number=2), actor=None)

    assert now(see(visitor, "overview", tournament)) == "Round 1 is being played"


def test_between_rounds_the_last_one_is_over(visitor):
    tournament = playing(8)
    play(tournament, 1)

    assert now(see(visitor, "overview", tournament)) == "Round 1 is over"


def test_finished_tournament_says_so(visitor):
    tournament = playing(8, rounds_planned=1)
    play(tournament, 1)
    finish_tournament(tournament=tournament, actor=None, reason="nobody protests")

    assert now(see(visitor, "overview", tournament)) == "The tournament is finished"


def test_rounds_are_listed_with_their_states(visitor):
    tournament = playing(8, rounds_planned=3)
    play(tournament, 1)
    begin(tournament, 2)

    page = see(visitor, "overview", tournament)

    assert texts(page, "//ul[@class='lines']/li") == [
        "Round 1 Closed The boards of round 1",
        "Round 2 Being played The boards of round 2",
    ]
    assert "1 round is not published yet." in text(page)


def test_settings_are_told_in_words(visitor):
    tournament = playing(8, booking="table", shared_boards=False, tie_breaks=["fewest_kruk"])

    facts = texts(see(visitor, "overview", tournament), "//dl/div")

    assert facts == [
        "Length 2 rounds × 4 deals",
        "Rule set Dansk L'Hombre Union",
        "The points go to the declarer against the whole table",
        "The cards each table deals its own",
        "First dealer South (S)",
        "With equal points fewest kruk",
    ]


def test_entries_are_listed_by_start_number_with_their_club(visitor):
    tournament = playing(4)
    register_new_player(tournament=tournament, name="Åse Ærø", club_name="Faaborg", actor=None)

    rows = cells(see(visitor, "overview", tournament), "entries")

    assert rows[0] == ["1", "Spiller 01", ""]
    assert rows[-1] == ["5", "Åse Ærø", "Faaborg"]


def test_who_withdrew_is_shown_as_such(visitor):
    tournament = playing(4)
    withdraw_entry(entry=Entry.objects.get(tournament=tournament, start_no=2), actor=None)

    assert (
        cells(see(visitor, "overview", tournament), "entries")[1][1] == "Spiller 02 Withdrawn after round 1"
    )


class TestFindYourself:
    def test_name_gives_table_and_seat_of_the_round_in_play(self, visitor):
        tournament = playing(8)
        number = start_no(tournament, 2, "E")

        page = see(visitor, "overview", tournament, q=f"spiller 0{number}")

        assert texts(page, FOUND) == [f"Spiller 0{number} Table 2, East (E) This is me"]
        assert page.xpath(f"{FOUND}//a/@href") == [
            address("player-card", tournament, number),
            address("round", tournament, 1) + "#table-2",
        ]

    def test_name_is_found_however_it_is_spelt(self, visitor):
        tournament = playing(4)
        register_new_player(tournament=tournament, name="Søren Ærø Åkjær", club_name="Faaborg", actor=None)

        found = [
            texts(see(visitor, "overview", tournament, q=typed), FOUND)
            for typed in ("søren", "SOEREN", "soren", "aakjaer", "åkjær søren", "ærø")
        ]

        assert found == [["Søren Ærø Åkjær Faaborg No seat in this round. This is me"]] * 6

    def test_start_number_is_found(self, visitor):
        tournament = playing(8)

        assert texts(see(visitor, "overview", tournament, q="7"), f"{FOUND}//p[@class='found-who']") == [
            "Spiller 07"
        ]

    def test_nobody_of_that_name_is_said(self, visitor):
        tournament = playing(4)

        page = see(visitor, "overview", tournament, q="Ø<b>")

        assert "Nobody here is called “Ø<b>”." in text(page)

    def test_many_of_one_name_ask_for_more_of_it(self, visitor):
        tournament = playing(24)

        page = see(visitor, "overview", tournament, q="Spiller")

        assert len(page.xpath(FOUND)) == 20
        assert "There are more of that name." in text(page)

    def test_who_withdrew_has_no_seat(self, visitor):
        tournament = started(8)
        entry = Entry.objects.get(tournament=tournament, start_no=3)
        Seat.objects.filter(entry=entry).delete()
        withdraw_entry(entry=entry, actor=None)

        assert texts(see(visitor, "overview", tournament, q="03"), FOUND) == [
            "Spiller 03 Withdrawn This is me"
        ]


def test_staff_have_a_way_to_the_desk(looks, director):
    tournament = playing(4, director)

    def ways(role):
        page = see(looks(role, tournament), "overview", tournament)
        return address("desk", tournament) in page.xpath("//main//a/@href")

    assert {role: ways(role) for role in ("visitor", "stranger", "scorekeeper", "director")} == {
        "visitor": False,
        "stranger": False,
        "scorekeeper": True,
        "director": True,
    }
