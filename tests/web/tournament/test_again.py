"""Same again: the proposed name and date, the ticks, and one tournament for a double press."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes import begin, started
from tournament.domain.entries import register_new_player
from tournament.domain.tournaments import change_settings
from tournament.models import Tournament, User
from tournament.web.again import next_day, proposed_name


def url(tournament: Tournament) -> str:
    return f"/en/director/t/{tournament.slug}/again/"


def form(page: Any) -> dict[str, Any]:
    """What the page would send if only the button was pressed."""
    shown = page.context["form"]
    return {
        "name": shown["name"].value(),
        "starts_on": shown["starts_on"].value().isoformat(),
        "players": shown["players"].value(),
        "key": str(shown["key"].value()),
    }


def test_pressing_the_button_makes_the_same_a_week_later(desk: Client, four: Tournament, director: User):
    soon = timezone.localdate() + timedelta(days=1)
    change_settings(tournament=four, actor=director, starts_on=soon, rounds_planned=5)
    typed = form(desk.get(url(four)))
    assert (typed["starts_on"], typed["players"]) == (
        (soon + timedelta(days=7)).isoformat(),
        ["1", "2", "3", "4"],
    )
    answer = desk.post(url(four), typed)
    made = Tournament.objects.exclude(pk=four.pk).get()
    assert answer["Location"] == f"/en/director/t/{made.slug}/players/"
    assert (made.starts_on, made.rounds_planned, made.entries.count()) == (soon + timedelta(days=7), 5, 4)


def test_a_double_press_makes_one(desk: Client, four: Tournament):
    typed = form(desk.get(url(four)))
    places = {desk.post(url(four), typed)["Location"] for _ in range(2)}
    assert (len(places), Tournament.objects.count()) == (1, 2)


def test_whoever_is_not_ticked_stays_away(desk: Client, four: Tournament):
    desk.post(url(four), form(desk.get(url(four))) | {"players": ["2", "4"]})
    made = Tournament.objects.exclude(pk=four.pk).get()
    assert list(made.entries.values_list("player__name", flat=True)) == ["Bent Ørum", "Ditte Aagaard"]


def test_only_those_who_played_are_ticked_when_asked(desk: Client, director: User):
    tournament = started(8, director)
    begin(tournament, 1, director)
    register_new_player(tournament=tournament, name="Kom Aldrig", club_name="", actor=director)
    assert len(form(desk.get(url(tournament)))["players"]) == 9
    assert len(form(desk.get(url(tournament), {"who": "played"}))["players"]) == 8


@pytest.mark.parametrize(
    ("name", "proposed"),
    [
        ("Klubaften", "Klubaften 12. november 2026"),
        ("Klubaften 5. november 2026", "Klubaften 12. november 2026"),
        ("Klubaften 5. november", "Klubaften 12. november"),
        ("Onsdag 05-11-2026", "Onsdag 12-11-2026"),
        ("Klub 5/11", "Klub 12/11"),
        ("Klub 15/11", "Klub 15/11 12. november 2026"),
        ("Club night November 5, 2026", "Club night November 12, 2026"),
    ],
)
def test_the_date_in_the_name_follows(name: str, proposed: str):
    tournament = Tournament(name=name, starts_on=date(2026, 11, 5))
    assert proposed_name(tournament, date(2026, 11, 12)) == proposed


def test_changing_only_the_date_changes_the_name_too(desk: Client, four: Tournament):
    typed = form(desk.get(url(four)))
    desk.post(url(four), typed | {"starts_on": "2030-01-15"})
    assert Tournament.objects.filter(name="Efterårsturnering 15 January 2030").count() == 1
    desk.post(url(four), form(desk.get(url(four))) | {"starts_on": "2030-01-15", "name": "Min egen"})
    assert Tournament.objects.filter(name="Min egen").count() == 1


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"starts_on": "i morgen"}, {"key": "x"}, {"players": ["99"]}]
)
def test_what_is_wrong_is_said_and_nothing_is_made(desk: Client, four: Tournament, change: dict[str, Any]):
    answer = desk.post(url(four), form(desk.get(url(four))) | change)
    assert "error-summary" in answer.text
    assert Tournament.objects.count() == 1


def test_it_is_never_proposed_for_a_day_that_is_past():
    past = Tournament(name="x", starts_on=timezone.localdate() - timedelta(days=30))
    assert next_day(past) == timezone.localdate()


def test_it_is_offered_at_home_and_on_the_desk(desk: Client, director: User):
    tournament = started(4, director)
    assert url(tournament) in desk.get("/en/director/").text
    assert url(tournament) in desk.get(f"/en/director/t/{tournament.slug}/").text


def test_it_is_for_the_tournaments_own_director(
    four: Tournament, visitor: Client, keeper: Client, stranger: Client
):
    typed = {"name": "Tyv", "starts_on": "2026-12-01", "key": str(uuid4())}
    codes = [browser.post(url(four), typed).status_code for browser in (visitor, keeper, stranger)]
    assert (codes, Tournament.objects.count()) == ([302, 403, 403], 1)
