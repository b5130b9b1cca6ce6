"""A player's card on a phone: it fits, it unfolds, it goes on paper, and the phone remembers whose it is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scoring.domain.standings import recompute
from tests.scenes import begin, play, playing
from tournament.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Hans-Christian von Rosenkrantz-Løvenskiold"


@pytest.fixture
def card(page):
    """The card of number 1 after two rounds of twelve deals, with names as long as they come."""
    tournament = playing(8, deals_per_round=12)
    for player in Player.objects.all():
        player.name = f"{LONG} {player.name[-2:]}"
        player.save()
    play(tournament, 1)
    begin(tournament, 2)
    play(tournament, 2)
    recompute(tournament_id=tournament.pk)
    page.goto(f"/t/{tournament.slug}/players/1/")
    return page


def test_the_phone_remembers_whose_it_is(card):
    button = card.get_by_role("button", name=re.compile("mig"))
    yes = button.inner_text()

    button.click()
    expect(button).not_to_have_text(yes)
    card.reload()
    expect(button).not_to_have_text(yes)

    button.click()
    expect(button).to_have_text(yes)
    card.reload()
    expect(button).to_have_text(yes)


def test_a_round_unfolds_when_it_is_asked_for(card):
    first = card.locator("#round-1")
    expect(first).not_to_have_attribute("open", "")

    card.locator("table.totals").get_by_role("link", name="Runde 1").click()

    expect(first).to_have_attribute("open", "")
    expect(first.locator("table.card-deals tbody tr").first).to_be_visible()


def test_it_fits_a_phone_and_hides_nothing_beside_it(card):
    card.locator("#round-1 > summary").click()

    assert card.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clipped = """() => [...document.querySelectorAll(".table-scroll")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.firstElementChild.className)"""
    assert card.evaluate(clipped) == []


def test_a_club_evening_is_two_sheets_of_paper(card):
    # Chromium writes one such object for each page.
    sheets = re.findall(rb"/Type\s*/Page\b(?!s)", card.pdf(prefer_css_page_size=True))

    assert 1 <= len(sheets) <= 2
    expect(card.locator("#round-1")).not_to_have_attribute("open", "")
