"""A link to the staff in real browsers: made at the desk, taken on a phone, and its address told to nobody."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.conftest import PATIENCE_MS, PHONE
from tests.scenes import a_user
from tournament.domain.invitations import invite
from tournament.domain.tournaments import create_tournament
from tournament.models import Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def director() -> User:
    cache.clear()
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    return create_tournament(name="Klubaften", starts_on=date(2026, 11, 28), actor=director)


@pytest.fixture
def link(tournament: Tournament, director: User) -> str:
    return f"/invitation/{invite(tournament=tournament, role='scorekeeper', actor=director)[1]}/"


def log_in(context: BrowserContext, site: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": str(urlsplit(site).hostname), "path": "/"}]
    )


def test_made_at_the_desk_and_taken_by_somebody_new(
    page: Page, context: BrowserContext, browser: Browser, site: str, director: User, tournament: Tournament
) -> None:
    log_in(context, site, director)
    page.goto(f"/director/t/{tournament.slug}/staff/")
    page.locator("button[value=scorekeeper]").dblclick()
    link = page.locator("#link").input_value()
    assert link.startswith(f"{site}/invitation/")
    assert tournament.invitations.count() == 1

    other = browser.new_context(base_url=site, viewport=PHONE, locale="da-DK")
    other.set_default_timeout(PATIENCE_MS)
    phone = other.new_page()
    phone.goto(link)
    phone.fill("[name=full_name]", "Bodil Ask")
    phone.locator("main form [type=submit]").dblclick()
    expect(phone.locator(".log-in dd")).to_have_count(2)
    username, password = phone.locator(".log-in dd").all_inner_texts()
    phone.reload()
    assert phone.locator(".log-in dd").all_inner_texts() == [username, password]
    assert User.objects.get(full_name="Bodil Ask").check_password(password)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("main a.is-primary").click()
    expect(phone).to_have_url(f"{site}/director/t/{tournament.slug}/")
    other.close()
    assert dict(tournament.staff.values_list("user__full_name", "role")) == {
        "Grethe": "director",
        "Bodil Ask": "scorekeeper",
    }


def test_no_page_is_told_the_address(
    page: Page, context: BrowserContext, site: str, link: str, tournament: Tournament
) -> None:
    log_in(context, site, a_user("niels", is_director=False))
    told: list[str] = []

    def note(request: Request) -> None:
        told.append(request.all_headers().get("referer", ""))

    page.goto(link)
    page.on("request", note)
    page.locator("main form [type=submit]").click()
    expect(page).to_have_url(f"{site}/director/t/{tournament.slug}/")
    assert f"{site}/" in told
    assert not [referer for referer in told if "invitation" in referer]
    assert tournament.staff.filter(user__username="niels").exists()
