"""The line "Last step" on the desk, and the pages that take an ending back."""

from __future__ import annotations

import re

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.domain.rounds import finish_tournament
from scoring.models import Snapshot
from tests.scenes import begin, enter, play, playing, started, table
from tests.web.scoring.drawing.conftest import words
from tournament.domain.rounds import publish_round
from tournament.models import AuditEntry, Round, Tournament

pytestmark = pytest.mark.django_db


def line(desk, tournament: Tournament) -> str:
    """What the line says, in Danish or (untranslated) English."""
    page = desk.get(tournament, "").content.decode()
    found = re.search(
        r'<div class="panel last-step">.*?</div>\s*(<p class="muted">.*?</p>)?</div>', page, re.DOTALL
    )
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def offered(desk, tournament: Tournament) -> str:
    """The step that the button names; empty without one."""
    found = re.search(r'name="step" value="(\d+)"', desk.get(tournament, "").content.decode())
    return found[1] if found else ""


def test_the_last_step_is_named_with_who_and_when(desk, director):
    tournament = started(8, director)
    publish_round(round_=tournament.rounds.get(number=1), actor=director)

    said = line(desk, tournament)

    assert "Grethe" in said
    assert re.search(r"\d\d:\d\d", said)


def test_a_press_takes_back_just_that_step_however_often_it_is_sent(desk, director):
    tournament = playing(8, director)
    step = offered(desk, tournament)
    for _ in range(3):
        assert desk.post(tournament, "undo/", step=step).status_code == 200

    assert tournament.rounds.get(number=1).state == "published"
    assert AuditEntry.objects.filter(after__has_key="undoes").count() == 1


def test_a_step_of_somebody_elses_meanwhile_is_not_taken_back(desk, director):
    tournament = playing(8, director)
    step = offered(desk, tournament)
    give_adjustment(entry=tournament.entries.get(start_no=1), points=-1, reason="revoke", actor=director)

    answer = desk.post(tournament, "undo/", step=step)

    assert "notice is-error" in answer.content.decode()
    assert tournament.rounds.get(number=1).state == "playing"


def test_where_it_is_too_late_a_sentence_says_what_to_do(desk, director):
    tournament = playing(8, director)
    enter(table(tournament), 1)

    assert offered(desk, tournament) == ""
    assert "panel last-step" in desk.get(tournament, "").content.decode()
    assert '<p class="muted">' in desk.get(tournament, "").content.decode().split("last-step")[1]


def test_a_step_of_another_tournament_is_not_found(desk, director):
    one, other = playing(4, director), playing(4, director, name="En anden")
    step = offered(desk, other)

    assert desk.post(one, "undo/", step=step).status_code == 404
    assert desk.post(one, "undo/", step="x").status_code == 404
    assert desk.post(one, "undo/").status_code == 404
    assert other.rounds.get(number=1).state == "playing"


def test_a_closed_round_is_taken_back_on_its_own_page(desk, director):
    tournament = playing(8, director)
    play(tournament, 1)

    assert offered(desk, tournament) == ""
    assert f"/director/t/{tournament.slug}/rounds/1/reopen/" in desk.get(tournament, "").content.decode()


class TestReopening:
    def test_the_number_and_a_reason_open_it(self, desk, director):
        tournament = playing(8, director)
        play(tournament, 1)
        wrong = desk.post(tournament, "rounds/1/reopen/", confirmed="2", reason="forkert")
        assert "error-summary" in wrong.content.decode()
        missing = desk.post(tournament, "rounds/1/reopen/", confirmed="1", reason="")
        assert "error-summary" in missing.content.decode()
        assert not Snapshot.objects.exists()

        desk.post(tournament, "rounds/1/reopen/", confirmed="1", reason="et bord mangler")

        assert Round.objects.get(tournament=tournament, number=1).state == "playing"
        assert Snapshot.objects.get().occasion == "reopen_round"

    def test_a_refresh_does_it_once(self, desk, director):
        tournament = playing(8, director)
        play(tournament, 1)
        for _ in range(2):
            desk.post(tournament, "rounds/1/reopen/", confirmed="1", reason="et bord mangler")

        assert AuditEntry.objects.filter(verb="reopen_round").count() == 1

    def test_where_it_cannot_be_the_page_says_what_to_do(self, desk, director):
        tournament = playing(8, director)
        play(tournament, 1)
        begin(tournament, 2, director)

        page = desk.get(tournament, "rounds/1/reopen/").content.decode()

        assert 'name="confirmed"' not in page
        assert "notice is-warning" in page


class TestFinal:
    @pytest.fixture
    def tournament(self, director):
        tournament = playing(8, director, rounds_planned=1)
        play(tournament, 1)
        return tournament

    def test_before_the_time_is_over_it_takes_a_reason(self, desk, tournament):
        assert 'name="reason"' in desk.get(tournament, "").content.decode()
        refused = desk.post(tournament, "finish/")
        assert re.search(r"\d\d:\d\d", words(refused))
        tournament.refresh_from_db()
        assert tournament.state == "running"

        desk.post(tournament, "finish/", reason="alle er gået hjem")

        tournament.refresh_from_db()
        assert tournament.state == "finished"

    def test_it_is_taken_back_with_a_reason(self, desk, tournament, director):
        finish_tournament(tournament=tournament, actor=director, reason="x")
        assert "error-summary" in desk.post(tournament, "finish/undo/", reason=" ").content.decode()

        desk.post(tournament, "finish/undo/", reason="en protest")

        tournament.refresh_from_db()
        assert (tournament.state, Snapshot.objects.get().occasion) == ("running", "take_back_final")
