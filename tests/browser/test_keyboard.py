"""With the keyboard alone: everything is reached, in order, one sees where one is, and nothing holds one fast."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.phone import sit_down
from tests.browser.test_accessibility import log_in
from tests.full_scenes import Hall, a_hall
from tests.scenes import table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAPTOP = ViewportSize(width=1280, height=900)
MOST_STOPS = 200
# What has the focus: the mark of the walk, its words, whether one sees it, and whether it came after the last.
WHERE = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const isFirst = !at.dataset.walked;
    at.dataset.walked = "yes";
    const shown = at.closest(".choice")?.querySelector("input + span") ?? at;
    const look = getComputedStyle(shown);
    const box = shown.getBoundingClientRect();
    return {
        words: `${at.tagName} ${(at.getAttribute("aria-label") || at.name || at.textContent).trim().slice(0, 60)}`,
        isFirst,
        isMarked: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2,
        isOnScreen: box.bottom > 0 && box.top < innerHeight && box.width > 0 && box.height > 0,
    };
}"""
LEFT_OUT = """(within) => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((one) => !one.dataset.walked && !one.disabled && one.type !== "hidden" && one.checkVisibility()
        && one.type !== "radio" && one.closest("dialog:not([open])") === null && one.tabIndex >= 0
        && one.closest(within))
    .map((one) => one.outerHTML.slice(0, 120))"""
MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
    const look = getComputedStyle(one);
    return look.animationName !== "none" || look.transitionDuration.split(", ").some((time) => parseFloat(time) > 0);
}).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def hall() -> Hall:
    return a_hall()


def walk(page: Page) -> list[dict[str, Any]]:
    """Press Tab until the page has been left, or is at its beginning again."""
    stops: list[dict[str, Any]] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(WHERE)
        if stop is None or not stop["isFirst"]:
            return stops
        stops.append(stop)
    pytest.fail(f"no end after {MOST_STOPS} stops: {stops[-3:]}")


def assert_walkable(page: Page, within: str = "body") -> None:
    stops = walk(page)
    assert len(stops) > 4, page.url
    assert [stop["words"] for stop in stops if not stop["isMarked"]] == [], "one does not see the focus"
    assert [stop["words"] for stop in stops if not stop["isOnScreen"]] == [], "the focus is out of sight"
    assert page.evaluate(LEFT_OUT, within) == []
    assert page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])").count() == 0


def test_public_pages_are_walked_from_end_to_end(page: Page, hall: Hall) -> None:
    for path in ("", "standings/", "rounds/1/", "players/1/"):
        page.goto(f"/t/{hall.running.slug}/{path}")
        assert_walkable(page)


def test_the_desk_is_walked_from_end_to_end(
    page: Page, context: BrowserContext, site: str, hall: Hall
) -> None:
    log_in(context, site, hall)
    page.set_viewport_size(LAPTOP)
    for path in ("", "players/", "penalties/", "rounds/1/tables/1/"):
        page.goto(f"/director/t/{hall.running.slug}/{path}")
        assert_walkable(page)


def test_the_table_is_walked_with_a_deal_open(page: Page, hall: Hall) -> None:
    sit_down(page, table(hall.running), "N")
    page.reload()
    assert_walkable(page)

    page.locator(".deal-row").nth(2).press("Enter")
    expect(page.locator("#line")).to_be_visible()
    page.evaluate("document.querySelectorAll('[data-walked]').forEach((one) => delete one.dataset.walked)")
    page.locator("#line [data-close]").focus()
    page.evaluate(WHERE)
    assert_walkable(page, "#line")


def test_the_first_press_leads_past_the_menu(page: Page, hall: Hall) -> None:
    page.goto(f"/t/{hall.running.slug}/standings/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip-link")
    expect(skip).to_be_focused()
    box = skip.bounding_box()
    assert box is not None
    assert box["y"] >= 0

    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_what_is_folded_and_what_is_a_window_open_and_close(
    page: Page, context: BrowserContext, site: str, hall: Hall
) -> None:
    log_in(context, site, hall)
    page.goto("/styleguide/")
    opener, window = page.locator("[data-dialog]"), page.locator("#sample-dialog")
    opener.press("Enter")
    expect(window).to_be_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    expect(window).to_be_hidden()
    expect(opener).to_be_focused()

    page.goto(f"/director/t/{hall.running.slug}/log/")
    folded = page.locator("details.more").first
    folded.locator("summary").press("Enter")
    expect(folded).to_have_attribute("open", "")
    folded.locator("summary").press("Space")
    expect(folded).not_to_have_attribute("open", "")

    # The last of nine tabs, on a phone.
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_moves_for_who_wants_it_still(page: Page, hall: Hall) -> None:
    page.emulate_media(reduced_motion="reduce")
    for path in (f"/t/{hall.running.slug}/", f"/t/{hall.running.slug}/standings/", "/"):
        page.goto(path)
        assert page.evaluate(MOVING) == []
