"""The pages of boards are kept by the phone, and fetched again whenever something on them changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from scoring.domain.deals import correct_deal
from scoring.domain.release import freeze_standings
from tests.scenes import declared, enter, play, playing, table
from tests.web.scoring.public.pages import address
from tournament.domain.clock import start_clock
from tournament.domain.tournaments import change_settings
from tournament.models import Tournament

if TYPE_CHECKING:
    from tournament.models import User

pytestmark = pytest.mark.django_db


def played_at_two_tables(director: User) -> Tournament:
    """The first board, so that it is no secret any more."""
    tournament = playing(8, director)
    for table_no in (1, 2):
        enter(table(tournament, 1, table_no), 1)
    return tournament


@pytest.mark.parametrize("page", [("boards", 1), ("board", 1, 1)], ids=["boards", "board"])
def test_page_is_fetched_again_only_when_something_changed(visitor, director, page):
    tournament = played_at_two_tables(director)
    url = address(page[0], tournament, *page[1:])
    first = visitor.get(url)

    same = visitor.get(url, headers={"If-None-Match": first["ETag"]})
    deal = table(tournament).deals_entered.get(number=1)
    line = declared(table(tournament), 1, outcome="bet")
    correct_deal(deal=deal, line=line, version=deal.version, actor=director)
    changed = visitor.get(url, headers={"If-None-Match": first["ETag"]})

    assert (same.status_code, same["ETag"], same.content) == (304, first["ETag"], b"")
    assert (changed.status_code, changed["ETag"] == first["ETag"]) == (200, False)
    assert first["Cache-Control"] == changed["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("page", [("boards", 1), ("board", 1, 1)], ids=["boards", "board"])
def test_page_closing_of_the_round_and_a_freeze_are_changes(visitor, director, page):
    tournament = playing(8, director)
    url = address(page[0], tournament, *page[1:])
    marks = [visitor.get(url)["ETag"]]
    play(tournament, 1)
    marks.append(visitor.get(url)["ETag"])
    freeze_standings(tournament=Tournament.objects.get(pk=tournament.pk), after_round=0, actor=director)
    marks.append(visitor.get(url)["ETag"])

    assert len(set(marks)) == 3


@pytest.mark.parametrize("page", [("boards", 1), ("board", 1, 1)], ids=["boards", "board"])
def test_another_name_of_the_tournament_is_a_change(visitor, director, page):
    tournament = played_at_two_tables(director)
    url = address(page[0], tournament, *page[1:])
    first = visitor.get(url)
    change_settings(
        tournament=Tournament.objects.get(pk=tournament.pk), actor=director, name="Hobro Åbne 2026"
    )

    second = visitor.get(url, headers={"If-None-Match": first["ETag"]})

    assert second.status_code == 200
    assert "Hobro Åbne 2026" in second.content.decode()


def test_page_that_shows_a_clock_is_always_fetched_anew(visitor, director):
    tournament = playing(8, director)
    round_ = tournament.rounds.get(number=1)
    start_clock(round_=round_, actor=director, at=timezone.now(), minutes=50)

    response = visitor.get(address("boards", tournament, 1))

    assert "data-clock" in response.content.decode()
    assert "ETag" not in response.headers


def test_whoever_is_logged_in_gets_the_page_anew(looks, director):
    tournament = played_at_two_tables(director)

    response = looks("director", tournament).get(address("board", tournament, 1, 1))

    assert "ETag" not in response.headers
