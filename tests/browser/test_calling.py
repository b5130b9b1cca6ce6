"""Names called out from a phone in the hand: whatever is pressed twice, the next person is never checked in by it."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.scenes import a_user
from tournament.domain.entries import register_new_player
from tournament.domain.tournaments import create_tournament
from tournament.models import Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ["Åse Lind", "Bent Ørum", "Carl Æbelø", "Ditte Aagaard", "Erik Dam", "Frida Holm"]


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    tournament = create_tournament(name="Klubaften", starts_on=date(2026, 11, 28), actor=director)
    for name in NAMES:
        register_new_player(tournament=tournament, name=name, club_name="Basta", actor=director)
    return tournament


@pytest.fixture
def calling(page: Page, context: BrowserContext, site: str, director: User, tournament: Tournament) -> Page:
    """The list in order of start number, on the director's phone."""
    client = Client()
    client.force_login(director)
    session = client.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": str(urlsplit(site).hostname), "path": "/"}]
    )
    page.goto(f"/director/t/{tournament.slug}/players/calling/?order=number")
    return page


def here(tournament: Tournament) -> list[int]:
    return list(tournament.entries.filter(state="checked_in").values_list("start_no", flat=True))


def test_a_double_press_checks_in_one_and_no_line_moves(calling: Page, tournament: Tournament) -> None:
    before = [calling.locator(f"#call-{number}").bounding_box() for number in range(1, 7)]
    box = calling.locator("#call-2-here").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    calling.mouse.dblclick(*middle)
    expect(calling.locator("#call-2-here")).to_have_attribute("aria-pressed", "true")
    calling.mouse.click(*middle)
    calling.wait_for_load_state("networkidle")
    assert here(tournament) == [2]
    assert [calling.locator(f"#call-{number}").bounding_box() for number in range(1, 7)] == before


def test_who_does_not_answer_comes_at_the_end_and_the_lines_stay(
    calling: Page, tournament: Tournament
) -> None:
    before = [calling.locator(f"#call-{number}").bounding_box() for number in range(1, 7)]
    calling.locator("#call-1-silent").dblclick()
    expect(calling.locator("#again-1")).to_be_visible()
    assert [calling.locator(f"#call-{number}").bounding_box() for number in range(1, 7)] == before
    assert here(tournament) == []
    calling.locator("#again-1-here").dblclick()
    expect(calling.locator("#again-1-here")).to_have_attribute("aria-pressed", "true")
    assert here(tournament) == [1]


def test_the_keyboard_alone_calls_them_all(calling: Page, tournament: Tournament) -> None:
    calling.keyboard.press("ArrowDown")
    expect(calling.locator("#call-1-here")).to_be_focused()
    # Enter three times is one person; the arrow goes on.
    for key in ("Enter", "Enter", "Enter", "ArrowDown", "Space", "ArrowDown", "ArrowDown", "Enter"):
        calling.keyboard.press(key)
    expect(calling.locator("#call-4-here")).to_have_attribute("aria-pressed", "true")
    expect(calling.locator("#call-4-here")).to_be_focused()
    calling.keyboard.press("ArrowUp")
    expect(calling.locator("#call-3-here")).to_be_focused()
    assert here(tournament) == [1, 2, 4]


def test_without_a_connection_it_is_said_and_pressed_again(calling: Page, tournament: Tournament) -> None:
    def cut(route: Route) -> None:
        route.abort()

    calling.route("**/call/", cut)
    calling.locator("#call-3-here").click()
    expect(calling.locator("#call-3-here")).to_have_attribute("data-failed", "")
    expect(calling.locator("#call-3-here")).to_have_attribute("aria-pressed", "false")
    assert here(tournament) == []
    calling.unroute("**/call/")
    calling.locator("#call-3-here").click()
    expect(calling.locator("#call-3-here")).to_have_attribute("aria-pressed", "true")
    assert here(tournament) == [3]


def test_buttons_are_large_and_nothing_is_wider_than_the_phone(calling: Page) -> None:
    heights = calling.locator(".call button").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert min(heights) >= 56
    assert calling.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_people_are_found_while_one_types(calling: Page, tournament: Tournament) -> None:
    calling.goto(f"/director/t/{tournament.slug}/players/")
    calling.locator("#find").press_sequentially("æbel")
    expect(calling.locator("#door-found tbody tr")).to_have_count(1)
    expect(calling.locator("#door-found")).to_contain_text("Carl Æbelø")
    expect(calling.locator("#find")).to_be_focused()
    calling.locator("#find").fill("")
    expect(calling.locator("#door-found tbody tr")).to_have_count(0)
