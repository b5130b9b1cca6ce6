"""Same again: settings and players, and none of the results."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.models import Adjustment, Score
from tests.scenes import a_user, play, playing
from tournament.domain.copying import copy_tournament
from tournament.domain.registry import create_club
from tournament.models import AuditEntry, Entry, Player, Tournament

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 5)


def copied(source: Tournament, **changes: Any) -> Tournament:
    chosen: dict[str, Any] = {
        "name": "Igen",
        "starts_on": DAY,
        "entries": list(source.entries.all()),
        "actor": None,
    }
    return copy_tournament(source=source, **(chosen | changes))


@pytest.fixture
def source() -> Tournament:
    tournament = playing(
        8,
        booking="opponents",
        tie_breaks=["won_contracts"],
        shared_boards=False,
        place="Hobro",
        fee=100,
        signup_limit=24,
        rounds_planned=4,
    )
    play(tournament, 1)
    give_adjustment(entry=tournament.entries.get(start_no=1), points=-1, reason="order", actor=None)
    return tournament


def test_every_setting_is_the_same_but_name_and_date(source: Tournament) -> None:
    made = copied(source)
    for field in ("booking", "tie_breaks", "shared_boards", "place", "fee", "signup_limit", "rounds_planned"):
        assert getattr(made, field) == getattr(source, field)
    assert (made.name, made.slug, made.starts_on, made.state) == ("Igen", "igen", DAY, "draft")


def test_players_are_registered_and_no_result_comes_along(source: Tournament) -> None:
    Entry.objects.filter(tournament=source, start_no=2).update(
        labels=["damer"], handicap=3, fee_paid_at="2026-11-28T10:00Z"
    )
    made = copied(source)
    assert list(made.entries.values_list("start_no", "player", "state")) == [
        (number, player, "registered")
        for number, player in source.entries.order_by("start_no").values_list("start_no", "player")
    ]
    second = made.entries.get(start_no=2)
    assert (second.labels, second.handicap, second.fee_paid_at) == (["damer"], 3, None)
    assert made.rounds.count() == 0
    assert not Score.objects.filter(entry__tournament=made).exists()
    assert not Adjustment.objects.filter(tournament=made).exists()


def test_only_the_chosen_come_along_with_the_club_of_today(source: Tournament) -> None:
    club = create_club(name="Ny klub", actor=None)
    player = source.entries.get(start_no=3).player
    Player.objects.filter(pk=player.pk).update(club=club)
    made = copied(source, entries=list(source.entries.filter(start_no__in=[3, 5])))
    assert list(made.entries.values_list("start_no", "player__name", "club__name")) == [
        (1, "Spiller 03", "Ny klub"),
        (2, "Spiller 05", None),
    ]


def test_the_maker_directs_it_and_it_is_logged(source: Tournament) -> None:
    director = a_user()
    made = copied(source, actor=director)
    assert list(made.staff.values_list("user", "role")) == [(director.pk, "director")]
    log = AuditEntry.objects.get(verb="copy_tournament")
    assert (log.object_id, log.after) == (
        made.pk,
        {"copied_from": source.pk, "key": None, "registered": 8},
    )


def test_a_form_sent_twice_makes_one_tournament(source: Tournament) -> None:
    key = uuid4()
    first = copied(source, key=key)
    assert copied(source, key=key) == first
    assert copied(source, key=uuid4()) != first
    assert Tournament.objects.count() == 3
