"""The director's list of notices on a score sheet, and the one press that makes a strafpoint of one."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Adjustment, Deal
from tests.scenes import a_user, declared, enter, playing, table
from tests.scoring.domain.test_auctions import said
from tests.web.scoring.sheet.test_sheet import address
from tournament.models import StaffRole, Tournament, User

pytestmark = pytest.mark.django_db
NAMED = said("F tourne, M pas, B pas")


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def keeper(tournament: Tournament) -> Client:
    user = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=user, role="scorekeeper")
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


@pytest.fixture
def deal(tournament: Tournament) -> Deal:
    seating = table(tournament)
    return enter(seating, 1, declared(seating, 1, contract="tourne", calls=NAMED))


def button(deal: Deal, index: int = 0) -> str:
    return address(deal.seating, f"notices/{deal.pk}/{index}/")


def text_of(client: Client, where: str) -> str:
    return re.sub(r"\s+", " ", client.get(where).content.decode())


def test_the_director_is_told_who_said_what(desk: Client, deal: Deal) -> None:
    page = text_of(desk, address(deal.seating))
    who = deal.seating.seats.get(position="E").entry.name
    assert f"<strong>Spil 1</strong> · {who} (forhånd): Tourné" in page
    assert f'action="{button(deal)}"' in page


def test_one_press_gives_one_strafpoint(desk: Client, deal: Deal) -> None:
    answer = desk.post(button(deal))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(deal.seating))
    desk.post(button(deal))
    given = Adjustment.objects.get()
    assert (given.points, given.given_by) == (-1, User.objects.get(username="grethe"))
    page = text_of(desk, address(deal.seating))
    assert f'action="{button(deal)}"' not in page
    assert f'/director/t/{deal.seating.round.tournament.slug}/penalties/">' in page


def test_a_press_on_a_notice_that_is_gone_says_so(desk: Client, deal: Deal) -> None:
    page = desk.post(button(deal, 2), follow=True).content.decode()
    assert "notice is-error" in page
    assert not Adjustment.objects.exists()


def test_a_scorekeeper_neither_sees_nor_gives(keeper: Client, deal: Deal) -> None:
    assert "notices/" not in text_of(keeper, address(deal.seating))
    assert keeper.post(button(deal)).status_code == 403
    assert not Adjustment.objects.exists()


def test_a_visitor_is_sent_to_log_in(client: Client, deal: Deal) -> None:
    assert client.post(button(deal)).headers["Location"].startswith("/login/")
    assert not Adjustment.objects.exists()


def test_another_tables_deal_is_not_found(desk: Client, deal: Deal, tournament: Tournament) -> None:
    assert desk.post(address(table(tournament, 1, 2), f"notices/{deal.pk}/0/")).status_code == 404


def test_the_button_is_pressed_not_visited(desk: Client, deal: Deal) -> None:
    assert desk.get(button(deal)).status_code == 405


def test_the_overview_counts_the_notices_of_the_round(desk: Client, deal: Deal) -> None:
    overview = f"/director/t/{deal.seating.round.tournament.slug}/"
    assert f'href="{address(deal.seating)}#notices-title"' in text_of(desk, overview)
    desk.post(button(deal))
    assert "#notices-title" not in text_of(desk, overview)


def test_the_log_has_the_auction_in_words(desk: Client, deal: Deal) -> None:
    log = text_of(desk, f"/director/t/{deal.seating.round.tournament.slug}/log/")
    assert "Tourné, Pas, Pas" in log
