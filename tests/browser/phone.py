"""What somebody at the table does on its phone, and what he sees."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Route, expect

from scoring.models import Deal
from tournament.domain.codes import table_code
from tournament.models import Seating


def sit_down(page: Page, seating: Seating, seat: str = "") -> None:
    page.goto(f"/e/{table_code(seating)}/")
    page.locator(f"#who [data-seat='{seat}']").click()


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has([name={name}][value='{value}'])").click()


def type_spil(page: Page, declarer: str = "E", contract: str = "spil:H", outcome: str = "vundet") -> None:
    choose(page, "declarer", declarer)
    choose(page, "contract", contract)
    choose(page, "outcome", outcome)


def save(page: Page) -> None:
    page.locator("[data-save]").click()


def row(page: Page, number: int) -> Locator:
    return page.locator(f".deal-row[data-number='{number}']")


def expect_saved(page: Page, number: int) -> None:
    expect(row(page, number)).to_have_class(re.compile(r"\bis-saved\b"))
    expect(page.locator("[data-status]")).to_have_attribute("data-state", "ok")


def expect_waiting(page: Page, number: int, state: str) -> None:
    """It is not said to be saved anywhere."""
    expect(row(page, number)).to_have_class(re.compile(r"\bis-queued\b"))
    expect(page.locator("[data-status]")).to_have_attribute("data-state", state)
    expect(page.locator("[data-done]")).not_to_have_class(re.compile(r"\bis-success\b"))


def open_number(page: Page) -> Locator:
    return page.locator("#line-title [data-number]")


def declarers(page: Page) -> list[str]:
    return page.locator("[name=declarer]:not(:disabled)").evaluate_all("all => all.map(one => one.value)")  # type: ignore[no-any-return]  # the script gives texts


def standing(seating: Seating) -> list[tuple[int, str, str, str, int]]:
    """What stands on the sheet."""
    deals = Deal.objects.filter(seating=seating, voided_at__isnull=True).order_by("number")
    return [(deal.number, deal.declarer, deal.contract, deal.outcome, deal.version) for deal in deals]


def name_of(seating: Seating, seat: str) -> str:
    return str(seating.seats.get(position=seat).entry.name)


def look_again(page: Page) -> None:
    """As when somebody takes the phone up again."""
    page.evaluate("dispatchEvent(new Event('focus'))")


def reach(route: Route) -> int:
    """Let the request reach the server. Playwright itself does not know the hall's name."""
    parts = urlsplit(route.request.url)
    url = parts._replace(netloc=f"127.0.0.1:{parts.port}").geturl()
    return route.fetch(url=url).status
