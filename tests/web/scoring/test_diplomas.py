"""Diplomas: for those who are honoured, when everybody may know it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from scoring.domain.release import freeze_standings, release_standings
from scoring.domain.rounds import finish_tournament
from scoring.domain.standings import recompute
from scoring.models import Standing
from scoring.web.paper_pages import place_words
from tests.scenes import a_user, play, playing
from tests.web.scoring.printed import see, texts, where
from tournament.domain.prizes import set_prizes
from tournament.models import Entry, Player, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


class TestDiplomas:
    """For those who are honoured, when everybody may know it."""

    @pytest.fixture
    def tournament(self, director: User) -> Tournament:
        """Final: Spiller 01 and 02 share the first place, then 03, 04 and so on; 02 and 05 are Juniors."""
        made = playing(8, director, rounds_planned=1, place="Hobro")
        set_prizes(
            tournament=made, prizes=[("", 1, "Vin"), ("", 5, "Kaffe"), ("juniors", 2, "Bog")], actor=director
        )
        for number in (2, 5):
            Entry.objects.filter(tournament=made, start_no=number).update(labels=["Juniors"])
        play(made, 1)
        finish_tournament(tournament=made, actor=director, reason="alle er enige")
        recompute(tournament_id=made.pk)
        for row in Standing.objects.filter(tournament=made):
            number = row.entry.start_no
            row.position, row.rank, row.total = number, (1 if number == 2 else number), 20 - number
            row.save()
        return made

    def test_one_for_each_place_that_counts(self, desk: Client, tournament: Tournament) -> None:
        tree = see(desk, tournament, "diplomas/")
        shown = [
            (name, place)
            for name, place in zip(
                texts(tree, "//p[@class='diploma-name']"),
                texts(tree, "//p[@class='diploma-place']"),
                strict=True,
            )
        ]
        assert shown == [
            ("Spiller 01", "Shared 1st place"),
            ("Spiller 02", "Shared 1st place"),
            ("Spiller 03", "3rd place"),
            ("Spiller 05", "5th place"),
            ("Spiller 02", "1st place juniors"),
            ("Spiller 05", "2nd place juniors"),
        ]
        assert texts(tree, "//p[@class='diploma-points']")[0] == "+19 points"
        assert "Hobro, 28 November 2026" in texts(tree, "//div[@class='diploma-foot']/p")[0]

    def test_in_danish_the_date_and_the_place_are_danish(self, desk: Client, tournament: Tournament) -> None:
        text = desk.get(where(tournament, "diplomas/").removeprefix("/en")).text
        assert "Delt 1. plads" in text
        assert "Hobro, 28. november 2026" in text

    def test_the_whole_name_stands_there(self, desk: Client, tournament: Tournament) -> None:
        Player.objects.update(public_form=Player.PublicForm.NONE)
        assert texts(see(desk, tournament, "diplomas/"), "//p[@class='diploma-name']")[0] == "Spiller 01"

    def test_none_while_something_is_hidden(
        self, desk: Client, tournament: Tournament, director: User
    ) -> None:
        freeze_standings(tournament=tournament, after_round=0, actor=director)
        assert desk.get(where(tournament, "diplomas/")).status_code == 404
        assert where(tournament, "diplomas/") not in desk.get(where(tournament)).text
        release_standings(tournament=tournament, actor=director)
        recompute(tournament_id=tournament.pk)
        assert desk.get(where(tournament, "diplomas/")).status_code == 200

    def test_none_before_the_result_is_final_or_counted(self, desk: Client, tournament: Tournament) -> None:
        Tournament.objects.update(results_version=1_000)
        assert desk.get(where(tournament, "diplomas/")).status_code == 404
        Tournament.objects.update(standings_version=1_000)
        assert desk.get(where(tournament, "diplomas/")).status_code == 200
        Tournament.objects.update(state=Tournament.State.RUNNING)
        assert desk.get(where(tournament, "diplomas/")).status_code == 404

    def test_who_played_nothing_has_none(self, desk: Client, tournament: Tournament) -> None:
        Standing.objects.filter(entry__start_no=3).update(rank=None)
        assert "Spiller 03" not in desk.get(where(tournament, "diplomas/")).text


@pytest.mark.parametrize(
    ("place", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st"), (113, "113th")],
)
def test_english_numbers(place: int, words: str) -> None:
    with translation.override("en"):
        assert place_words(place, is_shared=False) == f"{words} place"
