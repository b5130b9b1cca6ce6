"""The clock and the message to everybody, on phones whose own clocks are wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE_MS, PHONE
from tests.scenes import a_user, playing, table
from tournament.domain.banner import show_banner, take_banner_down
from tournament.domain.clock import give_table_time, reset_clock, start_clock, stop_clock
from tournament.domain.codes import table_code
from tournament.models import Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Three hours fast, and running at the right speed.
WRONG_CLOCK = """
  const real = Date.now.bind(Date);
  const RealDate = Date;
  Date = class extends RealDate {
    constructor(...given) { given.length ? super(...given) : super(real() + 10800000); }
  };
  Date.now = () => real() + 10800000;
"""


@pytest.fixture(autouse=True)
def no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture
def tournament() -> Tournament:
    return playing(8, a_user())


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    return tournament.rounds.get(number=1)


@pytest.fixture
def phones(browser: Browser, site: str, tournament: Tournament) -> Iterator[tuple[Page, Page]]:
    """The phone at table 1 and a spectator's, both three hours fast."""
    context = browser.new_context(base_url=site, viewport=PHONE, locale="da-DK")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(WRONG_CLOCK)
    at_table, spectator = context.new_page(), context.new_page()
    at_table.goto(f"/e/{table_code(table(tournament))}/")
    spectator.goto(f"/t/{tournament.slug}/")
    yield at_table, spectator
    context.close()


def left(page: Page) -> int:
    """The seconds that the clock of the page shows."""
    shown = page.locator("[data-clock-time]").text_content() or ""
    minutes, seconds = re.fullmatch(r"\+?(\d+):(\d\d)", shown).groups()  # type: ignore[union-attr]  # a clock is always shown so
    return int(minutes) * 60 + int(seconds)


def test_a_start_a_stop_and_a_message_reach_every_phone(
    phones: tuple[Page, Page], tournament: Tournament, round_: Round
) -> None:
    at_table, spectator = phones
    for page in phones:
        expect(page.locator("[data-clock]:visible")).to_have_count(0)
        expect(page.locator(".is-banner:visible")).to_have_count(0)
    start_clock(round_=round_, minutes=60, actor=None, at=timezone.now() - timedelta(minutes=15))
    give_table_time(seating=table(tournament), minutes=5, had=0, actor=None)
    show_banner(tournament=tournament, text="Frokost kl. 12 <b>i salen</b>", actor=None)
    for page in phones:
        expect(page.locator("[data-clock]")).to_be_visible()
        expect(page.locator(".is-banner:visible")).to_have_text("Frokost kl. 12 <b>i salen</b>")
    # The table has five minutes of its own.
    assert 49 * 60 < left(at_table) <= 50 * 60
    assert 44 * 60 < left(spectator) <= 45 * 60
    shown = left(at_table)
    expect(at_table.locator("[data-clock-time]")).not_to_have_text(
        re.compile(f"^{shown // 60}:{shown % 60:02}$")
    )
    assert left(at_table) < shown

    stop_clock(round_=round_, actor=None, at=timezone.now())
    take_banner_down(tournament=tournament, actor=None)
    for page in phones:
        expect(page.locator("[data-clock-said]")).not_to_be_empty()
        expect(page.locator(".is-banner:visible")).to_have_count(0)
    reset_clock(round_=round_, actor=None)
    for page in phones:
        expect(page.locator("[data-clock]:visible")).to_have_count(0)


def test_the_wall_says_when_the_time_is_up(page: Page, tournament: Tournament, round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=timezone.now() - timedelta(minutes=59, seconds=57))
    page.goto(f"/t/{tournament.slug}/standings/?projector=1")
    clock = page.locator("[data-clock]")
    expect(clock).to_have_class(re.compile(r"\bis-up\b"))
    expect(page.locator("[data-clock-time]")).to_have_text(re.compile(r"^\+0:\d\d$"))
    expect(page.locator("[data-clock-said]")).not_to_be_empty()


def test_the_correction_of_a_signed_sheet_shows_first_who_is_affected(page: Page, site: str) -> None:
    from scoring.models import Deal
    from tests.scenes import play

    director = a_user("holger")
    tournament = playing(8, director, name="Rettet")
    play(tournament, 1)
    page.goto("/login/")
    page.fill("[name=username]", "holger")
    page.fill("[name=password]", "right")
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/director/**")
    page.goto(f"/director/t/{tournament.slug}/rounds/1/tables/1/")
    page.locator(".deal-row[data-number='1']").click()
    page.locator("label:has([name=outcome][value=kruk])").click()
    page.fill("#reason", "tastefejl")
    page.locator("[data-save]").click()
    panel = page.locator("[data-effect]")
    expect(panel).to_be_visible()
    deal = Deal.objects.get(seating=table(tournament), number=1)
    name = deal.seating.seats.get(position=deal.declarer).entry.full_name
    expect(panel.locator("li").first).to_contain_text(name)
    expect(panel.locator("li").first).to_contain_text("→")
    assert deal.outcome == "vundet"

    page.locator("label:has([name=outcome][value=bet])").click()
    expect(panel).to_be_hidden()
    page.locator("[data-save]").click()
    panel.locator("[data-effect-save]").click()
    expect(page.locator(".deal-row[data-number='1']")).to_have_class(re.compile(r"\bis-saved\b"))
    deal.refresh_from_db()
    assert (deal.outcome, deal.version) == ("bet", 2)
