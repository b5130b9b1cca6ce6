"""What a hall of phones costs: a poll that finds nothing new asks the database once, and a list is made once."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.domain.standings import recompute
from scoring.web.made_once import made_once
from tests.scenes import enter, playing, table
from tests.web.scoring.public.pages import address
from tournament.models import Tournament

ROUTES = ["standings-rows", "tournament-now"]


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = playing(8)
    enter(table(tournament), 1)
    recompute(tournament_id=tournament.pk)
    return tournament


@pytest.mark.parametrize("route", ROUTES)
def test_a_poll_that_finds_nothing_new_asks_for_the_tournament_only(
    route: str, tournament: Tournament, django_assert_num_queries: Any
) -> None:
    phone, where = Client(), address(route, tournament)
    etag = phone.get(where).headers["ETag"]
    with django_assert_num_queries(1) as asked:
        assert phone.get(where, headers={"If-None-Match": etag}).status_code == 304
    assert "tournament_tournament" in asked[0]["sql"]


@pytest.mark.parametrize("route", ROUTES)
def test_nor_does_one_for_what_another_phone_has_asked_for(
    route: str, tournament: Tournament, django_assert_num_queries: Any
) -> None:
    where = address(route, tournament)
    Client().get(where)
    with django_assert_num_queries(1):
        assert Client().get(where).status_code == 200


def test_a_deal_costs_the_table_no_more_on_a_long_sheet_than_on_a_short_one(db: None) -> None:
    from django.db import connection

    counts = []
    for deals in (4, 40):
        seating = table(playing(4, name=f"Med {deals} spil", deals_per_round=deals))
        with CaptureQueriesContext(connection) as asked:
            enter(seating, 1)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_what_many_ask_for_at_once_is_made_once() -> None:
    cache.clear()
    made, waiting, begun = [], threading.Event(), threading.Event()

    def make() -> str:
        made.append(threading.current_thread().name)
        begun.set()
        waiting.wait(5)
        return "the list"

    got: list[str] = []
    phones = [threading.Thread(target=lambda: got.append(made_once("a-list", 30, make))) for _ in range(6)]
    for phone in phones:
        phone.start()
    assert begun.wait(5)
    waiting.set()
    for phone in phones:
        phone.join(5)
    assert got == ["the list"] * 6
    assert len(made) == 1


def test_what_shall_not_be_kept_is_made_anew() -> None:
    cache.clear()
    made = iter(["", "a list"])
    assert made_once("maybe-empty", 30, lambda: next(made), keep=bool) == ""
    assert made_once("maybe-empty", 30, lambda: next(made), keep=bool) == "a list"
    assert made_once("maybe-empty", 30, lambda: next(made), keep=bool) == "a list"
