"""Personal data of those who have not played for long goes, if the setting says after how many years."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.core.cache import cache

from scoring.domain import retention
from scoring.domain.retention import forget_old, players_due
from tests.scenes import playing, registered
from tournament.domain.registry import create_player
from tournament.models import Player, Substitution, Tournament

pytestmark = pytest.mark.django_db
TODAY = date(2032, 2, 29)


@pytest.fixture(autouse=True)
def alone(settings, tmp_path):
    settings.ANONYMISED_FILE = tmp_path / "anonymised.txt"
    cache.delete("retention")


def added(year):
    Player.objects.update(created_at=datetime(year, 1, 1, 12, tzinfo=UTC))


def due(years=5):
    return list(players_due(TODAY, years).values_list("name", flat=True))


def test_whoever_played_last_before_is_due():
    registered(3, starts_on=date(2027, 2, 27))
    added(2020)
    assert due() == ["Spiller 01", "Spiller 02", "Spiller 03"]


def test_whoever_played_since_is_not():
    registered(3, starts_on=date(2027, 2, 28))
    added(2020)
    assert due() == []


def test_the_last_tournament_counts():
    old = registered(3, starts_on=date(2022, 1, 1))
    new = registered(3, starts_on=date(2031, 1, 1), name="Ny")
    new.entries.filter(start_no=1).update(player=old.entries.get(start_no=1).player)
    Player.objects.filter(entries=None).delete()
    added(2020)
    assert due() == ["Spiller 02", "Spiller 03"]


def test_playing_for_another_counts():
    tournament = playing(4, starts_on=date(2031, 1, 1))
    player = create_player(name="Bo Beck", actor=None)
    added(2020)
    assert due() == ["Bo Beck"]
    Substitution.objects.create(entry=tournament.entries.get(start_no=1), player=player, from_round=1)
    assert due() == []


def test_who_never_played_is_kept_as_long_from_when_he_was_added():
    create_player(name="Bo Beck", actor=None)
    added(2020)
    assert due() == ["Bo Beck"]
    added(2030)
    assert due() == []


def test_the_demonstrations_people_are_invented():
    create_player(name="Bo Beck", actor=None, is_demo=True)
    added(2020)
    assert due() == []


def test_nothing_happens_without_the_setting(settings):
    create_player(name="Bo Beck", actor=None)
    added(2000)
    assert forget_old() == 0
    retention.sweep()
    assert Player.objects.filter(name="Bo Beck").exists()


def test_with_it_they_are_made_anonymous_and_results_stay(settings):
    settings.PERSONAL_DATA_YEARS = 5
    registered(3, starts_on=date(2015, 1, 1))
    added(2010)
    assert forget_old() == 3
    assert forget_old() == 0
    assert set(Player.objects.values_list("name", flat=True)) == {"Anonym"}
    assert Tournament.objects.get().entries.count() == 3


def test_the_sweep_looks_a_few_times_a_day_only(settings, monkeypatch):
    settings.PERSONAL_DATA_YEARS = 5
    calls = []
    monkeypatch.setattr(retention, "forget_old", lambda: calls.append(1))
    retention.sweep()
    retention.sweep()
    assert calls == [1]
