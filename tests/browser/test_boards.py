"""The boards on a phone and on a laptop: my own row, the arrow keys, nothing that runs off the screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.scenes import a_user, declared, enter, play, playing, table
from tournament.models import Entry

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tournament.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament() -> Tournament:
    """Round 1 is over; board 1 was won at table 1 and lost in a Nolo Ouvert at table 2, by east both times."""
    tournament = playing(8, a_user())
    for number, name in (
        (1, "Hans-Christian von Rosenkrantz-Løvenskiold"),
        (2, "Søren Ærø Åkjær-Østergaard"),
    ):
        player = Entry.objects.get(tournament=tournament, start_no=number).player
        player.name = name
        player.save()
    enter(table(tournament), 1)
    lost = {"contract": "nolo_ouvert", "trump": "", "outcome": "kruk"}
    enter(table(tournament, 1, 2), 1, declared(table(tournament, 1, 2), 1, **lost))
    play(tournament, 1)
    return tournament


def address(tournament: Tournament, board: int | None = None) -> str:
    boards = f"/t/{tournament.slug}/rounds/1/boards/"
    return boards if board is None else f"{boards}{board}/"


def i_am(page: Page, tournament: Tournament, table_no: int, position: str) -> None:
    """The phone remembers who holds it, as the overview makes it do."""
    seat = table(tournament, 1, table_no).seats.get(position=position)
    told = json.dumps({"no": seat.entry.start_no, "name": seat.entry.name})
    script = "([key, value]) => localStorage.setItem(key, value)"
    page.goto("/")
    page.evaluate(script, [f"spadille-me:{tournament.slug}", told])


def test_my_own_result_is_told_first_and_my_table_is_marked(page: Page, tournament: Tournament) -> None:
    i_am(page, tournament, 2, "E")

    page.goto(address(tournament, 1))

    expect(page.locator("[data-mine]")).to_have_text("Du var forhånd ved bord 2: −7 point, −4,00 mod feltet.")
    expect(page.locator("tr.is-me")).to_have_attribute("data-table", "2")
    expect(page.locator("td.is-mine")).to_contain_text("−7")


def test_whoever_sat_out_is_told_so(page: Page, tournament: Tournament) -> None:
    i_am(page, tournament, 1, "N")

    page.goto(address(tournament, 1))

    expect(page.locator("[data-mine]")).to_have_text("Du var oversidder ved bord 1.")


def test_a_phone_that_was_told_nothing_marks_nobody(page: Page, tournament: Tournament) -> None:
    page.goto(address(tournament, 1))

    expect(page.locator("tr[data-table]")).to_have_count(2)
    expect(page.locator("[data-mine]")).to_be_hidden()
    expect(page.locator(".is-me")).to_have_count(0)


def test_arrow_keys_go_from_board_to_board(page: Page, tournament: Tournament) -> None:
    page.goto(address(tournament, 1))

    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Mappe 2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Mappe 3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_have_text("Mappe 2")


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
@pytest.mark.parametrize("board", [None, 1])
def test_nothing_runs_off_the_screen(
    page: Page, tournament: Tournament, width: int, board: int | None
) -> None:
    page.set_viewport_size({"width": width, "height": 740})

    page.goto(address(tournament, board))

    wide = "() => [document.documentElement, ...document.querySelectorAll('.table-scroll')]"
    wide += ".filter((part) => part.scrollWidth > part.clientWidth).length"
    assert page.evaluate(wide) == 0


def test_page_works_without_scripts(browser: Browser, site: str, tournament: Tournament) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False, locale="da-DK")
    page = context.new_page()

    page.goto(address(tournament))
    page.get_by_role("link", name="Mappe 1", exact=True).first.click()

    expect(page.locator("h1")).to_have_text("Mappe 1")
    expect(page.locator("tr[data-table]")).to_have_count(2)
    context.close()
