"""A page of the system's Chromium, looking at this test run's server as a phone in the hall does.

The server is asked by a mapped name and over http: there a browser offers less than on localhost.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.conftest import unavailable
from tests.run import chromium

if TYPE_CHECKING:
    # Benches drive the same browser without Django.
    from tournament.models import Seating

HOST = "hall.test"
FLAGS = [
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = ViewportSize(width=360, height=740)
PATIENCE_MS = 10_000
# A page that asks every five seconds must have had the time to, on a machine that does much else.
expect.set_options(timeout=PATIENCE_MS)

# The synchronous Playwright runs an event loop in this thread, and Django refuses its ORM beside one.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """On disk, as in a hall: in memory, SQLite does not let the server's threads and the test wait for each other."""
    database = connections["default"]
    if database.vendor == "sqlite":
        database.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "browser.sqlite3")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        unavailable("no Chromium on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def site(live_server: Any) -> str:
    """The address of the server as a phone types it, without a slash at the end."""
    return f"http://{HOST}:{live_server.thread.port}"


@pytest.fixture
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=site, viewport=PHONE, locale="da-DK", timezone_id="Europe/Copenhagen"
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on a phone 360 px wide. A script error on it fails the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


@pytest.fixture
def seating() -> Seating:
    """A table of four whose round is being played; nothing is entered."""
    from tests.scenes import a_user, playing, table

    cache.clear()  # of wrong table codes
    return table(playing(8, a_user()))


@pytest.fixture
def phone(page: Page, seating: Seating) -> Page:
    """The phone of who sits north, at deal 1: south deals, so north sits out."""
    from tests.browser.phone import sit_down

    sit_down(page, seating, "N")
    return page


@pytest.fixture
def other_phone(browser: Browser, site: str, seating: Seating) -> Iterator[Page]:
    """A second phone at the same table, in the hands of east."""
    from tests.browser.phone import sit_down

    context = browser.new_context(base_url=site, viewport=PHONE, locale="da-DK")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    sit_down(page, seating, "E")
    yield page
    context.close()
