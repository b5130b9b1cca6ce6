"""The page of a score sheet: what it offers to whom, signing, and a table that loses a player."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.scenes import PAS, a_user, enter, fill, play, playing, started, table
from tournament.models import Seating, StaffRole, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


def address(seating: Seating, end: str = "") -> str:
    return f"/director/t/{seating.round.tournament.slug}/rounds/{seating.round.number}/tables/{seating.table_no}/{end}"


def data_of(page: Any) -> dict[str, Any]:
    found = re.search(
        r'<script id="sheet-data" type="application/json">(.*?)</script>', page.content.decode(), re.DOTALL
    )
    assert found
    return dict(json.loads(found[1]))


def test_every_line_says_who_deals_and_who_sits_out(desk: Client, tournament: Tournament) -> None:
    data = data_of(desk.get(address(table(tournament))))
    assert [(line["dealer"], line["sitter_out"]) for line in data["lines"]] == [
        ("S", "N"),
        ("E", "W"),
        ("N", "S"),
        ("W", "E"),
    ]


def test_the_contracts_are_those_of_the_rule_set_with_their_suits(
    desk: Client, tournament: Tournament
) -> None:
    page = desk.get(address(table(tournament))).content.decode()
    offered = re.findall(r'name="contract" value="([a-z_]+:[SHDC]?)"', page)
    assert {"spil:H", "spil:D", "spil:C", "bedre_spil:S", "solo_spar:S", "ren_nolo:", "nolo_ouvert:"} <= set(
        offered
    )
    assert not {"spil:S", "solo:S", "bedre_spil:H"} & set(offered)
    assert len(offered) == 4 + 4 + 1 + 4 + 4 + 1 + 1


def test_before_the_round_begins_nothing_can_be_entered(desk: Client, director: User) -> None:
    page = desk.get(address(table(started(8, director)))).content.decode()
    assert "data-all-pass" not in page


def test_a_scorekeeper_does_not_correct_what_is_signed(tournament: Tournament) -> None:
    keeper = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    client = Client()
    client.force_login(keeper)
    seating = table(tournament)
    assert "data-void" in client.get(address(seating)).content.decode()
    fill(seating)
    assert "data-void" not in client.get(address(seating)).content.decode()


def test_a_complete_sheet_is_signed_and_opened_again_with_a_reason(
    desk: Client, tournament: Tournament
) -> None:
    seating = table(tournament)
    desk.post(address(seating, "sign/"))
    assert not table(tournament).is_signed
    fill(seating, sign=False)
    desk.post(address(seating, "sign/"))
    assert table(tournament).is_signed
    desk.post(address(seating, "reopen/"), {"reason": " "})
    assert table(tournament).is_signed
    desk.post(address(seating, "reopen/"), {"reason": "glemt spil"})
    assert not table(tournament).is_signed


def test_a_table_that_loses_a_player_goes_on_as_three(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    enter(seating, 1, PAS)
    answer = desk.post(
        address(seating, "leave/"), {"position": "N", "after_deal": "1", "reason": "syg"}, follow=True
    )
    data = data_of(answer)
    assert [line["absent"] for line in data["lines"]] == ["", "N", "N", "N"]
    assert seating.seats.get(position="N").entry.name in answer.content.decode()
    back = desk.post(address(seating, "leave/undo/"), {"reason": "kom tilbage"}, follow=True)
    assert {line["absent"] for line in data_of(back)["lines"]} == {""}


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"position": "N", "after_deal": "1", "reason": ""},
        {"position": "Q", "after_deal": "1", "reason": "syg"},
        {"position": "N", "after_deal": "-3", "reason": "syg"},
        {"position": "N", "after_deal": "0", "reason": "syg"},
    ],
)
def test_a_leaver_who_cannot_be_is_refused_with_a_sentence(
    desk: Client, tournament: Tournament, form: dict[str, str]
) -> None:
    seating = table(tournament)
    enter(seating, 1, PAS)
    answer = desk.post(address(seating, "leave/"), form, follow=True)
    assert "notice is-error" in answer.content.decode()
    assert not seating.seats.filter(left_after_deal__isnull=False).exists()


def test_a_closed_round_offers_no_way_to_leave(desk: Client, tournament: Tournament) -> None:
    play(tournament, 1)
    assert "leaver_position" not in desk.get(address(table(tournament))).content.decode()


def test_a_table_that_is_not_there_is_not_found(desk: Client, tournament: Tournament) -> None:
    assert desk.get(f"/director/t/{tournament.slug}/rounds/1/tables/99/").status_code == 404
