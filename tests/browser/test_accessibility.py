"""Every page, asked for faults in accessibility by axe, on a phone by day and on a laptop at night.

Pages come from the permission matrix, so a new page is looked at as soon as it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import axe_playwright_python
import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.browser.conftest import PHONE
from tests.full_scenes import Hall, a_hall
from tests.web.test_permission_matrix import EVERYBODY, PAGES, address, routes
from tournament.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAPTOP = ViewportSize(width=1280, height=900)
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
# What another width and theme can change; the rest of a page is the same.
BY_LOOK = ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block"]
# These look different in another state of the tournament.
BY_STATE = (
    "overview", "standings", "round", "player-card", "prizes", "table-entry", "signup", "desk", "entries",
    "desk-rounds", "desk-round", "draw-rounds", "sheet", "calling-list", "release", "edit-prizes", "prize-list",
    "tournament-settings", "reopen-round", "take-back-final",
)  # fmt: skip
RUN = """async ({tags, rules}) => {
    const found = await axe.run(document, {
        runOnly: rules ? {type: "rule", values: rules} : {type: "tag", values: tags},
        resultTypes: ["violations"],
        elementRef: false,
    });
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${rule.help}\\n`
        + `      ${node.html.slice(0, 200)}\\n      ${node.failureSummary.replaceAll("\\n", "\\n      ")}`));
}"""


class Stop(NamedTuple):
    """One page of the walk."""

    name: str
    path: str
    is_public: bool


def stops(hall: Hall) -> list[Stop]:
    """Every page for the tournament under way, and those that change with its state for the others too."""
    director, visitor = Client(), Client()
    director.force_login(hall.director)
    found = []
    for name, tournament, path in addresses(hall):
        is_public = PAGES[name] == EVERYBODY
        if is_page((visitor if is_public else director).get(path)):
            found.append(Stop(f"{name} ({tournament.state})", path, is_public))
    return found


def addresses(hall: Hall) -> Iterator[tuple[str, Tournament, str]]:
    """What the matrix names, with the tournament it is for."""
    for name in PAGES:
        if name != "logout":
            yield name, hall.running, address(name, hall.running)
    coming = {"slug": hall.coming.slug, "start_no": 1}
    for name in BY_STATE:
        yield name, hall.finished, address(name, hall.finished)
        parts = routes()[name][1]
        if set(parts) <= set(coming):
            yield name, hall.coming, reverse(name, kwargs={part: coming[part] for part in parts})


def is_page(answer: HttpResponseBase) -> bool:
    """No file, no refusal, and not just some rows that a page fetches."""
    is_html = answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")
    return is_html and b"<html" in b"".join(answer)


@pytest.fixture
def hall() -> Hall:
    return a_hall()


def log_in(context: BrowserContext, site: str, hall: Hall) -> None:
    """Make the browser the director's."""
    client = Client()
    client.force_login(hall.director)
    session = client.cookies["sessionid"].value
    host = str(urlsplit(site).hostname)
    context.add_cookies([{"name": "sessionid", "value": session, "domain": host, "path": "/"}])


def faults(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe has to say about the page as it stands."""
    found: list[str] = page.evaluate(RUN, {"tags": TAGS, "rules": rules})
    return found


def look(page: Page, stop: Stop) -> list[str]:
    """The page on a phone in the light, then on a laptop in the dark."""
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(stop.path, wait_until="domcontentloaded")
    page.evaluate(AXE)
    found = [f"{stop.name}, phone: {fault}" for fault in faults(page)]
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return found + [f"{stop.name}, laptop: {fault}" for fault in faults(page, BY_LOOK)]


@pytest.mark.parametrize("who", ["visitor", "director"])
def test_no_page_has_a_fault(page: Page, context: BrowserContext, site: str, hall: Hall, who: str) -> None:
    if who == "director":
        log_in(context, site, hall)
    own = [stop for stop in stops(hall) if stop.is_public == (who == "visitor")]
    found = [fault for stop in own for fault in look(page, stop)]

    assert len(own) > 20
    assert not found, f"{len(found)} faults\n\n" + "\n\n".join(found)


def test_a_fault_is_found(page: Page, site: str) -> None:
    """The policy of the site lets axe in, and it sees what is wrong."""
    page.goto("/login/")
    page.evaluate("document.querySelector('label[for=id_username]').remove()")
    page.evaluate("document.querySelector('h1').style.color = 'lightgrey'")
    page.evaluate(AXE)
    found = "\n".join(faults(page))

    assert "label: " in found
    assert "color-contrast: " in found
