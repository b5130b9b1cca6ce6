"""A page of the system's Chromium, looking at this test run's server as a phone in the hall does.

The server is asked by a mapped name and over http: there a browser offers less than on localhost.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.conftest import unavailable
from tests.run import chromium

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

# The synchronous Playwright runs an event loop in this thread, and Django refuses its ORM beside one.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


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
