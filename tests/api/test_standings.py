"""The standings through the API: the same ranks as the page, 304 when nothing is new."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.domain.lines import DealLine
from scoring.domain.standings import recompute
from tests.scenes import begin, enter, play, playing, registered, table
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def get(tournament: Tournament, **headers: str) -> Any:
    return Client().get(f"/api/v1/tournaments/{tournament.slug}/standings/", headers=headers)


def test_shared_ranks_totals_and_what_is_missing() -> None:
    tournament = playing(8)
    enter(table(tournament), 1, DealLine(declarer="E", contract="solo", trump="C", outcome="vundet"))
    enter(table(tournament, 1, 2), 1, DealLine(outcome="pas"))
    recompute(tournament_id=tournament.pk)
    answer = get(tournament).json()
    assert [row["rank"] for row in answer["rows"]] == [1, 2, 2, 2, 2, 2, 2, 2]
    assert (answer["rows"][0]["total"], answer["rows"][0]["round_points"]) == (3, [3])
    assert answer["state"] == "provisional"
    assert answer["missing"][0] == {"round": 1, "table": 1, "deals": [2, 3, 4], "signed": False}


def test_nothing_new_is_304_and_a_deal_makes_it_new() -> None:
    tournament = playing(8)
    etag = get(tournament).headers["ETag"]
    assert get(tournament, **{"If-None-Match": etag}).status_code == 304
    enter(table(tournament), 1)
    assert get(tournament, **{"If-None-Match": etag}).status_code == 200


def test_a_draft_does_not_exist_for_visitors() -> None:
    assert get(registered(4)).status_code == 404


def test_the_list_of_tournaments_leaves_drafts_out() -> None:
    registered(4, name="Kladde")
    playing(4, name="I gang")
    answer = Client().get("/api/v1/tournaments/").json()
    assert [row["name"] for row in answer["results"]] == ["I gang"]


def test_the_api_describes_itself() -> None:
    answer = Client().get("/api/v1/schema/", headers={"Accept": "application/json"}).json()
    assert answer["openapi"].startswith("3.")
    assert "/api/v1/seatings/{seating}/deals/" in answer["paths"]


def test_points_against_the_field_are_hundredths_and_the_list_may_go_by_them() -> None:
    tournament = playing(8, ranking="field")
    enter(table(tournament), 1, DealLine(declarer="E", contract="solo", trump="C", outcome="vundet"))
    recompute(tournament_id=tournament.pk)
    assert {row["against_field_hundredths"] for row in get(tournament).json()["rows"]} == {None}
    enter(table(tournament, 1, 2), 1, DealLine(outcome="pas"))
    recompute(tournament_id=tournament.pk)
    answer = get(tournament).json()
    assert answer["ranking"] == "field"
    rows = [(row["rank"], row["against_field_hundredths"], row["total"]) for row in answer["rows"]]
    assert rows == [(1, 150, 3), *[(2, 0, 0)] * 4, (6, -150, 0), (None, None, 0), (None, None, 0)]
    assert {row["rank_before"] for row in answer["rows"]} == {None}
    assert Client().get(f"/api/v1/tournaments/{tournament.slug}/").json()["ranking"] == "field"


def test_where_everybody_stood_a_round_ago() -> None:
    tournament = playing(8)
    enter(table(tournament), 1, DealLine(declarer="E", contract="solo", trump="C", outcome="vundet"))
    play(tournament, 1)
    recompute(tournament_id=tournament.pk)
    ranks = {row["start_no"]: row["rank"] for row in get(tournament).json()["rows"]}
    begin(tournament, 2)
    enter(table(tournament, 2), 1)
    recompute(tournament_id=tournament.pk)
    assert {row["start_no"]: row["rank_before"] for row in get(tournament).json()["rows"]} == ranks
