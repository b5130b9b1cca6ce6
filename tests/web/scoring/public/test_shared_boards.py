"""Boards travel from table to table: what was played on one stays secret while a table can still play it."""

from __future__ import annotations

import pytest

from scoring import queries
from scoring.domain.deals import void_deal
from scoring.domain.lines import DealLine
from tests.scenes import begin, declared, enter, fill, play, playing, table
from tests.web.scoring.public.pages import cells, see, start_no, texts

OUTSIDERS = ["visitor", "stranger"]
STAFF = ["scorekeeper", "director", "administrator"]
ROLES = [*OUTSIDERS, *STAFF]
pytestmark = pytest.mark.django_db


def deals_on_card(client, tournament, round_number=1):
    """Numbers of the deals shown of the player in the north of table 1."""
    page = see(client, "player-card", tournament, start_no(tournament, 1, "N", round_number))
    return [row[0] for row in cells(page, "card-deals")]


def secrets_on_card(client, tournament):
    return texts(see(client, "player-card", tournament, start_no(tournament, 1, "N")), "//p[@class='secret']")


@pytest.mark.parametrize("role", OUTSIDERS)
def test_deal_is_hidden_while_another_table_lacks_its_board(looks, role, director):
    tournament = playing(8, director)
    enter(table(tournament), 1)

    client = looks(role, tournament)

    assert deals_on_card(client, tournament) == []
    assert secrets_on_card(client, tournament) == [
        "1 deal (1) is secret until every table has played the board."
    ]


@pytest.mark.parametrize("role", STAFF)
def test_deal_is_shown_to_those_who_keep_the_scores(looks, role, director):
    tournament = playing(8, director)
    enter(table(tournament), 1)

    client = looks(role, tournament)

    assert deals_on_card(client, tournament) == ["1"]
    assert secrets_on_card(client, tournament) == []


@pytest.mark.parametrize("role", ROLES)
def test_deal_is_shown_as_soon_as_every_table_has_the_board(looks, role, director):
    tournament = playing(8, director)
    enter(table(tournament), 1)
    enter(table(tournament, 1, 2), 1)

    assert deals_on_card(looks(role, tournament), tournament) == ["1"]


@pytest.mark.parametrize("role", OUTSIDERS)
def test_deal_is_hidden_again_when_another_table_loses_it(looks, role, director):
    tournament = playing(8, director)
    enter(table(tournament), 1)
    other = enter(table(tournament, 1, 2), 1)

    void_deal(deal=other, version=other.version, actor=director, reason="wrong table")

    assert deals_on_card(looks(role, tournament), tournament) == []


@pytest.mark.parametrize("role", ROLES)
def test_deals_are_shown_when_the_round_is_closed(looks, role, director):
    tournament = playing(8, director)
    play(tournament, 1)

    assert deals_on_card(looks(role, tournament), tournament) == ["1", "2", "3", "4"]


def test_deals_of_a_closed_round_are_shown_while_the_next_hides_its_own(looks, director):
    tournament = playing(8, director)
    play(tournament, 1)
    begin(tournament, 2, director)
    enter(table(tournament, 2), 1)
    visitor = looks("visitor", tournament)

    page = see(visitor, "player-card", tournament, start_no(tournament, 1, "N", 2))

    assert [row[0] for row in cells(page, "card-deals")] == ["1", "2", "3", "4"]
    assert texts(page, "//p[@class='secret']") == [
        "1 deal (1) is secret until every table has played the board."
    ]


@pytest.mark.parametrize("role", ROLES)
def test_deal_is_shown_at_once_when_each_table_has_its_own_boards(looks, role, director):
    tournament = playing(8, director, shared_boards=False)
    enter(table(tournament), 1)

    assert deals_on_card(looks(role, tournament), tournament) == ["1"]


def test_table_of_three_does_not_keep_the_last_boards_secret(looks, director):
    tournament = playing(7, director, deals_per_round=16)
    four = next(no for no in (1, 2) if table(tournament, 1, no).deals == 16)
    for number in (12, 13, 16):
        enter(table(tournament, 1, four), number)

    page = see(looks("visitor", tournament), "player-card", tournament, start_no(tournament, four, "N"))

    assert [row[0] for row in cells(page, "card-deals")] == ["13", "16"]
    assert texts(page, "//p[@class='secret']") == [
        "1 deal (12) is secret until every table has played the board."
    ]


def test_hidden_deals_are_counted_exactly(looks, director):
    tournament = playing(8, director)
    fill(table(tournament))
    for number in (1, 3):
        enter(table(tournament, 1, 2), number)
    visitor = looks("visitor", tournament)

    assert deals_on_card(visitor, tournament) == ["1", "3"]
    assert secrets_on_card(visitor, tournament) == [
        "2 deals (2, 4) are secret until every table has played the boards."
    ]


def test_a_deal_not_played_is_a_secret_like_the_others(looks, director):
    tournament = playing(8, director)
    enter(table(tournament), 1, DealLine(not_played_reason="misdeal"))
    visitor = looks("visitor", tournament)

    assert deals_on_card(visitor, tournament) == []

    enter(table(tournament, 1, 2), 1)

    page = see(visitor, "player-card", tournament, start_no(tournament, 1, "N"))
    assert "not played: misdeal" in cells(page, "card-deals")[0]


def test_contract_of_a_hidden_deal_is_nowhere_on_a_public_page(looks, director):
    tournament = playing(8, director)
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, contract="nolo_ouvert", trump=""))
    visitor = looks("visitor", tournament)
    pages = [see(visitor, name, tournament) for name in ("overview", "standings")]
    pages += [see(visitor, "round", tournament, 1)]
    pages += [see(visitor, "player-card", tournament, number) for number in range(1, 9)]

    assert ["Ouvert" in page.text_content() for page in pages] == [False] * 11


def test_released_deals_are_what_a_visitor_sees(director):
    from django.contrib.auth.models import AnonymousUser

    tournament = playing(8, director)
    enter(table(tournament), 1)
    enter(table(tournament, 1, 2), 1)
    enter(table(tournament), 2)

    assert [deal.number for deal in queries.visible_deals(tournament, AnonymousUser())] == [1, 1]
