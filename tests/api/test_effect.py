"""Before a correction the director is told whose points and places it would change; and no correction moves a seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import serializers
from django.test import Client

from scoring.domain.deals import correct_deal
from scoring.domain.standings import compute, recompute
from scoring.models import Deal, RefusedEntry, Score
from tests.scenes import a_user, declared, enter, play, playing, table
from tournament.domain.rounds import publish_round
from tournament.models import AuditEntry, Draw, Round, Seat, Seating, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    """Round 1 is closed and round 2 is public."""
    tournament = playing(8, director)
    enter(table(tournament), 1, declared(table(tournament), 1, contract="solo"))
    play(tournament, 1)
    publish_round(round_=tournament.rounds.get(number=2), actor=director)
    recompute(tournament_id=tournament.pk)
    return tournament


@pytest.fixture
def deal(tournament: Tournament) -> Deal:
    return Deal.objects.get(seating=table(tournament), number=1)


def line(deal: Deal, **changes: Any) -> dict[str, Any]:
    return {"declarer": deal.declarer, "contract": "solo", "trump": "H", "outcome": "vundet"} | changes


def effect(user: User, deal: Deal, **body: Any) -> Any:
    client = Client()
    client.force_login(user)
    body.setdefault("reason", "tastefejl")
    return client.post(f"/api/v1/deals/{deal.pk}/effect/", body, content_type="application/json")


def everything() -> str:
    """All that a correction or its preview could have written."""
    models = (Deal, Score, RefusedEntry, Seat, Seating, Round, Draw, Tournament, AuditEntry)
    return str(
        serializers.serialize("json", [row for model in models for row in model.objects.order_by("pk")])
    )


def name_of(deal: Deal, seat: str) -> str:
    return str(deal.seating.seats.get(position=seat).entry.full_name)


def test_points_and_places_before_and_after(director: User, deal: Deal) -> None:
    answer = effect(director, deal, **line(deal, outcome="bet")).json()["affected"]
    one = answer[0]
    assert (one["name"], one["total_before"], one["total_after"]) == (name_of(deal, deal.declarer), 3, -3)
    assert (one["rank_before"], one["rank_after"]) == (1, 8)
    # The others move up without a point of their own.
    assert [other["total_before"] == other["total_after"] for other in answer[1:]] == [True] * 7
    assert {(other["rank_before"], other["rank_after"]) for other in answer[1:]} == {(2, 1)}


def test_it_is_what_the_correction_then_does(director: User, tournament: Tournament, deal: Deal) -> None:
    told = {
        row["start_no"]: (row["total_after"], row["rank_after"])
        for row in effect(director, deal, **line(deal, contract="spil")).json()["affected"]
    }
    seating = table(tournament)
    changed = declared(seating, 1, contract="spil")
    correct_deal(deal=deal, version=deal.version, line=changed, actor=director, reason="tastefejl")
    start_nos = dict(tournament.entries.values_list("pk", "start_no"))
    after = {start_nos[row.entry_id]: (row.total, row.rank) for row in compute(tournament)}
    assert told
    assert {start_no: after[start_no] for start_no in told} == told


def test_nothing_is_stored(director: User, deal: Deal) -> None:
    before = everything()
    assert effect(director, deal, **line(deal, outcome="kruk")).status_code == 200
    assert effect(director, deal, off=True).status_code == 200
    assert effect(director, deal, **line(deal, contract="nonsense")).status_code == 422
    assert effect(director, deal, **line(deal, outcome="kruk"), reason="").status_code == 422
    assert everything() == before


def test_taking_a_deal_off_is_told_too(director: User, deal: Deal) -> None:
    one = effect(director, deal, off=True).json()["affected"][0]
    assert (one["name"], one["total_before"], one["total_after"]) == (name_of(deal, deal.declarer), 3, 0)


def test_the_same_line_affects_nobody(director: User, deal: Deal) -> None:
    assert effect(director, deal, **line(deal)).json() == {"affected": []}


def test_a_closed_round_is_corrected_and_published_seats_stay_byte_for_byte(
    director: User, tournament: Tournament, deal: Deal
) -> None:
    """Scenario 8."""

    def seats() -> str:
        rows = [*Seat.objects.order_by("pk"), *Seating.objects.order_by("pk"), *Draw.objects.order_by("pk")]
        return str(serializers.serialize("json", [*rows, *Round.objects.order_by("pk")]))

    def shown() -> bytes:
        page = Client().get(f"/t/{tournament.slug}/rounds/2/").content
        return page[page.index(b'id="names"') :]

    before, page = seats(), shown()
    client = Client()
    client.force_login(director)
    answer = client.put(
        f"/api/v1/deals/{deal.pk}/",
        line(deal, outcome="kruk") | {"reason": "tastefejl"},
        content_type="application/json",
        headers={"If-Match": f'"{deal.version}"'},
    )
    assert answer.status_code == 200
    recompute(tournament_id=tournament.pk)

    assert (seats(), shown()) == (before, page)
    entry = AuditEntry.objects.get(verb="correct_deal")
    before_and_after = [(side or {})["outcome"] for side in (entry.before, entry.after)]
    assert before_and_after == ["vundet", "kruk"]
    assert (entry.actor_id, entry.reason) == (director.pk, "tastefejl")
    standings = Client().get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
    assert [row["total"] for row in standings if row["name"] == name_of(deal, deal.declarer)] == [-4]
