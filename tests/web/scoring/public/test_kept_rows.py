"""Rows of the standings are kept as they were written, and written anew whenever they would say something else."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.domain.adjustments import give_adjustment
from scoring.domain.standings import recompute
from scoring.web.standings_kept import Kept, kept
from tests.scenes import enter, fill, playing, table
from tests.web.scoring.public.pages import address
from tournament.domain.categories import set_labels
from tournament.domain.entries import withdraw_entry
from tournament.domain.handicaps import set_handicap
from tournament.domain.registry import change_player, create_club
from tournament.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    kept.rows.clear()
    tournament = playing(8, tie_breaks=["mutual", "won_contracts"])
    enter(table(tournament), 1)
    return tournament


def entry(tournament: Tournament) -> Entry:
    return tournament.entries.get(start_no=3)


def renamed(tournament: Tournament) -> None:
    player = entry(tournament).player
    change_player(
        player=player,
        name="Søren Ærø Åkjær",
        club=None,
        member_no="",
        public_form=Player.PublicForm.INITIAL,
        actor=None,
    )


def in_a_club(tournament: Tournament) -> None:
    Entry.objects.filter(pk=entry(tournament).pk).update(club=create_club(name="Hobro", actor=None))
    enter(table(tournament), 2)


CHANGES: dict[str, Any] = {
    "a deal": lambda tournament: enter(table(tournament), 2),
    "a whole sheet": lambda tournament: fill(table(tournament)),
    "a penalty": lambda tournament: give_adjustment(
        entry=entry(tournament), points=-5, reason="revoke", note="", actor=None
    ),
    "a handicap": lambda tournament: set_handicap(
        entry=entry(tournament), points=2, actor=None, reason="prøve"
    ),
    "a category": lambda tournament: set_labels(entry=entry(tournament), labels=["veteran"], actor=None),
    "a withdrawal": lambda tournament: withdraw_entry(entry=entry(tournament), reason="syg", actor=None),
    "a name": renamed,
    "a club": in_a_club,
}


def rows(tournament: Tournament, language: str) -> str:
    cache.clear()
    return Client().get(address("standings-rows", tournament, language=language)).content.decode()


@pytest.mark.parametrize("change", CHANGES)
def test_kept_rows_say_what_new_ones_would(tournament: Tournament, change: str) -> None:
    recompute(tournament_id=tournament.pk)
    before = rows(tournament, "da")
    CHANGES[change](tournament)
    recompute(tournament_id=tournament.pk)
    after = {language: rows(tournament, language) for language in ("da", "en")}
    assert after["da"] != before

    kept.rows.clear()
    assert {language: rows(tournament, language) for language in ("da", "en")} == after


def test_only_the_rows_that_change_are_written_anew(tournament: Tournament) -> None:
    recompute(tournament_id=tournament.pk)
    rows(tournament, "da")
    assert len(kept.rows) == 8
    rows(tournament, "da")
    assert len(kept.rows) == 8
    enter(table(tournament), 2)
    recompute(tournament_id=tournament.pk)
    rows(tournament, "da")
    assert 8 < len(kept.rows) <= 16


def test_no_more_are_kept_than_there_is_room_for() -> None:
    few: Any = Kept(2)
    made = [few.get((number,), lambda: "row") for number in (1, 2, 1, 3)]
    assert made == ["row"] * 4
    assert list(few.rows) == [(1,), (3,)]
