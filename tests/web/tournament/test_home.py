from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from lxml import html

from scoring.domain.rounds import open_round
from tests.scenes import play, started
from tournament.domain.entries import check_in_all
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import create_tournament, open_registration, start_tournament
from tournament.models import Club, Tournament, User


@pytest.mark.parametrize("address", ["/", "/en/"])
def test_front_page_sets_no_cookie(visitor: Client, four: Tournament, director: User, address: str):
    open_registration(tournament=four, actor=director)
    answer = visitor.get(address)
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Efterårsturnering" in answer.text


def test_empty_front_page_says_so(visitor: Client):
    answer = visitor.get("/en/")
    assert "There are no tournaments yet" in answer.text


def test_running_comes_before_coming(visitor: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    coming = create_tournament(name="Kommende", starts_on=date(2026, 12, 1), actor=director)
    open_registration(tournament=coming, actor=director)
    text = visitor.get("/").text
    assert text.index("Efterårsturnering") < text.index("Kommende")


def test_draft_is_shown_to_its_own_staff_only(
    tournament: Tournament, visitor: Client, desk: Client, keeper: Client, stranger: Client
):
    shown = [tournament.name in browser.get("/").text for browser in (visitor, desk, keeper, stranger)]
    assert shown == [False, True, True, False]


def test_director_home_lists_own_tournaments_with_the_next_step(desk: Client, tournament: Tournament):
    answer = desk.get("/en/director/")
    assert answer.status_code == 200
    assert f"/en/director/t/{tournament.slug}/players/" in answer.text
    assert "Register players" in answer.text
    assert "New tournament" in answer.text


def test_scorekeeper_sees_where_he_keeps_scores_and_no_registry(keeper: Client, tournament: Tournament):
    answer = keeper.get("/en/director/")
    assert answer.status_code == 200
    assert "Keep scores" in answer.text
    assert "New tournament" not in answer.text


def test_director_home_needs_a_role(visitor: Client, db: None):
    answer = visitor.get("/director/")
    assert answer.status_code == 302
    assert answer["Location"] == "/login/?next=/director/"
    visitor.force_login(User.objects.create_user("nobody", full_name="Ingen"))
    assert visitor.get("/director/").status_code == 403


def test_demonstration_is_removed_by_an_administrator_only(desk: Client, tournament: Tournament):
    Tournament.objects.filter(pk=tournament.pk).update(is_demo=True)
    assert "This is a demonstration" not in desk.get("/en/director/").text
    User.objects.filter(username="grethe").update(is_superuser=True)
    assert "/en/director/demo/remove/" in desk.get("/en/director/").text


class TestOnNow:
    """What each tournament that is on is doing this minute."""

    @pytest.fixture
    def running(self, director: User) -> Tournament:
        return started(8, director, name="Landsmesterskab")

    def said(self, visitor: Client) -> list[str]:
        page = html.document_fromstring(visitor.get("/en/").text)
        return [" ".join(one.text_content().split()) for one in page.xpath("//article//h3")]

    def test_round_by_round(self, visitor: Client, running: Tournament):
        said = [self.said(visitor)]
        publish_round(round_=running.rounds.get(number=1), actor=None)
        said.append(self.said(visitor))
        open_round(round_=running.rounds.get(number=1), actor=None)
        said.append(self.said(visitor))
        play(running, 1)
        said.append(self.said(visitor))

        assert said == [
            ["Landsmesterskab: Play has not begun"],
            ["Landsmesterskab: The seats of round 1 are up"],
            ["Landsmesterskab: Round 1 is being played"],
            ["Landsmesterskab: Round 1 is over"],
        ]

    def test_result_of_today_is_still_on_and_not_told_twice(self, visitor: Client, running: Tournament):
        Tournament.objects.update(state="finished", finished_at=timezone.now())

        assert self.said(visitor) == ["Landsmesterskab: The result is final"]
        assert visitor.get("/en/").text.count("Landsmesterskab</a>") == 0

    def test_hidden_result_is_not_called_final(self, visitor: Client, running: Tournament):
        Tournament.objects.update(state="finished", finished_at=timezone.now(), frozen_after_round=1)

        assert self.said(visitor) == ["Landsmesterskab: The tournament is finished"]

    def test_yesterdays_result_is_among_the_played(self, visitor: Client, running: Tournament):
        Tournament.objects.update(state="finished", finished_at=timezone.now() - timedelta(days=1, hours=1))

        assert self.said(visitor) == []
        assert "Landsmesterskab</a>" in visitor.get("/en/").text

    def test_round_that_is_only_drawn_is_not_told(self, visitor: Client, running: Tournament):
        assert "/rounds/" not in visitor.get("/en/").text

    def test_front_page_costs_few_queries(
        self, visitor: Client, running: Tournament, director: User, django_assert_max_num_queries
    ):
        started(8, director, name="En til")

        with django_assert_max_num_queries(6):
            visitor.get("/en/")


class TestPlayed:
    @pytest.fixture
    def past(self, director: User) -> None:
        for year in (2023, 2024):
            for number in range(1, 8):
                Tournament.objects.create(
                    name=f"Aften {number}",
                    slug=f"aften-{year}-{number}",
                    place="Ølgod Kro" if number == 3 else "",
                    starts_on=date(year, number, 1),
                    state="finished",
                )

    def found(self, visitor: Client, wanted: str) -> list[str]:
        page = html.document_fromstring(visitor.get("/en/", {"q": wanted}).text)
        return [str(name) for name in page.xpath("//ul[@class='played']/li/a/text()")]

    def test_years_stand_above_the_newest_first(self, visitor: Client, past: None):
        page = html.document_fromstring(visitor.get("/en/").text)

        assert page.xpath("//section[@id='played']/h3/text()") == ["2024", "2023"]

    def test_place_and_year_are_found_however_they_are_spelt(self, visitor: Client, past: None):
        assert self.found(visitor, "oelgod 2023") == ["Aften 3"]
        assert self.found(visitor, "ØLGOD") == ["Aften 3", "Aften 3"]

    def test_club_of_those_who_played_is_found(self, visitor: Client, past: None, four: Tournament):
        Tournament.objects.filter(pk=four.pk).update(state="finished")
        entry = four.entries.first()
        assert entry is not None
        entry.club = Club.objects.create(name="Ærø L'hombreklub")
        entry.save()

        assert self.found(visitor, "aeroe") == [four.name]

    def test_nothing_found_says_so(self, visitor: Client, past: None):
        assert "No tournament was found for “Måne&lt;”" in visitor.get("/en/", {"q": "Måne<"}).text

    def test_draft_of_others_is_not_found(self, visitor: Client, past: None, tournament: Tournament):
        assert self.found(visitor, tournament.name) == []
