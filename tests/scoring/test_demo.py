"""The demonstration: made through the verbs, and taken away with its people."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring import queries
from scoring.domain.demo import remove_demo
from scoring.domain.merging import merge_players
from scoring.domain.standings import compute, standings_hash
from scoring.models import Deal, Score, Standing
from tests.scenes import a_user, registered
from tournament.domain.entries import register_entry
from tournament.domain.registry import create_player
from tournament.errors import Refused
from tournament.models import Club, Entry, Player, Tournament, User

pytestmark = pytest.mark.django_db


def demo() -> tuple[str, str]:
    """Build it; the log-in that was printed."""
    out = StringIO()
    call_command("demo", stdout=out)
    words = out.getvalue().split()
    return words[words.index("in:") + 1], words[-1]


def test_it_has_one_tournament_under_way_and_one_finished() -> None:
    username, password = demo()
    states = dict(Tournament.objects.values_list("state", "name"))
    running = Tournament.objects.get(state="running")
    assert set(states) == {"running", "finished"}
    assert (Player.objects.count(), Club.objects.count()) == (27, 6)
    assert list(running.rounds.values_list("state", flat=True)) == ["closed", "closed", "drawn"]
    assert not queries.missing_results(running)
    for tournament in Tournament.objects.all():
        assert tournament.standings_hash == standings_hash(compute(tournament))
    answer = Client().post("/login/", {"username": username, "password": password})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/director/")


def test_it_is_made_once() -> None:
    demo()
    with pytest.raises(CommandError):
        demo()
    assert Tournament.objects.count() == 2


def test_one_button_removes_it_and_nothing_else(settings: Any) -> None:
    mine = registered(4, a_user("grethe", is_superuser=True), name="Min egen")
    demo()
    borrowed = Player.objects.filter(is_demo=True, club__isnull=False).first()
    assert borrowed is not None
    register_entry(tournament=mine, player=borrowed, actor=None)
    browser = Client()
    browser.force_login(User.objects.get(username="grethe"))
    assert browser.post("/director/demo/remove/").status_code == 302
    assert list(Tournament.objects.values_list("name", flat=True)) == ["Min egen"]
    assert (Deal.objects.count(), Score.objects.count(), Standing.objects.count()) == (0, 0, 0)
    assert Entry.objects.count() == 5
    assert list(Player.objects.filter(is_demo=True)) == [borrowed]
    assert list(Club.objects.values_list("pk", flat=True)) == [borrowed.club_id]
    assert not User.objects.filter(is_demo=True).exists()


def test_there_is_nothing_to_remove_twice() -> None:
    demo()
    remove_demo(actor=None)
    with pytest.raises(Refused, match="no_demo"):
        remove_demo(actor=None)


def test_it_goes_with_people_who_were_merged() -> None:
    demo()
    keep, drop = Player.objects.filter(is_demo=True).order_by("pk")[:2]
    spare = create_player(name=drop.name, actor=None, is_demo=True)
    merge_players(keep=keep, drop=spare, actor=None, reason="samme person")
    remove_demo(actor=None)
    assert Player.objects.count() == 0
