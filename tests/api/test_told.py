"""What a phone at the table is told beside its sheet: its clock with its own extra time, and the message to all."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.scenes import play, playing, table
from tournament.domain.banner import show_banner, take_banner_down
from tournament.domain.clock import give_table_time, start_clock, stop_clock
from tournament.domain.codes import table_code
from tournament.models import Seating, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture
def tournament() -> Tournament:
    return playing(8)


@pytest.fixture
def seating(tournament: Tournament) -> Seating:
    return table(tournament)


def ask(seating: Seating, etag: str = "") -> Any:
    headers = {"Authorization": f"Table {table_code(seating)} E"}
    return Client().get(
        f"/api/v1/seatings/{seating.uuid}/sheet/",
        headers=headers | ({"If-None-Match": etag} if etag else {}),
    )


def start(tournament: Tournament, ago: int = 0) -> None:
    at = timezone.now() - timedelta(minutes=ago)
    start_clock(round_=tournament.rounds.get(number=1), minutes=60, actor=None, at=at)


def test_without_clock_and_message_it_says_so(seating: Seating) -> None:
    answer = ask(seating)
    assert (answer.json()["clock"], answer.json()["banner"]) == (None, "")
    assert "Spadille-Seconds-Left" not in answer


def test_each_table_is_told_its_own_time(tournament: Tournament, seating: Seating) -> None:
    start(tournament, ago=10)
    give_table_time(seating=seating, minutes=5, had=0, actor=None)
    own, others = ask(seating).json()["clock"], ask(table(tournament, 1, 2)).json()["clock"]
    assert (own["running"], own["extra"], others["extra"]) == (True, 5, 0)
    assert (round(own["seconds_left"], -1), round(others["seconds_left"], -1)) == (3300, 3000)


def test_start_stop_more_time_and_a_message_are_news(tournament: Tournament, seating: Seating) -> None:
    round_ = tournament.rounds.get(number=1)
    etags = [ask(seating).headers["ETag"]]
    for happens in (
        lambda: start(tournament),
        lambda: stop_clock(round_=round_, actor=None, at=timezone.now()),
        lambda: give_table_time(seating=seating, minutes=5, had=0, actor=None),
        lambda: show_banner(tournament=tournament, text="Frokost", actor=None),
        lambda: take_banner_down(tournament=tournament, actor=None),
    ):
        happens()
        answer = ask(seating, etags[-1])
        assert answer.status_code == 200
        etags.append(answer.headers["ETag"])
    assert len(set(etags)) == len(etags)


def test_time_alone_is_no_news_but_is_told(tournament: Tournament, seating: Seating) -> None:
    start(tournament, ago=10)
    etag = ask(seating).headers["ETag"]
    answer = ask(seating, etag)
    assert answer.status_code == 304
    assert round(int(answer.headers["Spadille-Seconds-Left"]), -1) == 3000


def test_when_the_round_is_over_the_clock_is_gone_and_the_message_stays(
    tournament: Tournament, seating: Seating
) -> None:
    start(tournament)
    show_banner(tournament=tournament, text="Aflever mapperne", actor=None)
    play(tournament, 1, close=False)
    assert ask(seating).json()["clock"] is not None
    tournament.rounds.update(state="published")
    answer = ask(seating).json()
    assert (answer["clock"], answer["banner"]) == (None, "Aflever mapperne")
