"""The main job, as somebody new to the system does it: from a list of names to a workbook of results.

A whole installation runs in processes of its own: web server, both workers and beat, on the embedded default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.conftest import HOST
from tests.conftest import ROOT
from tests.processes.hall import Hall, eventually

pytestmark = [pytest.mark.browser, pytest.mark.processes]
LAPTOP = ViewportSize(width=1280, height=900)


@pytest.fixture
def laptop(hall: Hall, browser: Browser) -> Iterator[Page]:
    """The director's laptop, logged in at a new installation without the demonstration."""
    made = hall.manage("newpassword", "--create", "Grethe Holm")
    hall.start("--no-demo")
    hall.wait_until_up()
    if made.returncode:
        made = hall.manage("newpassword", "--create", "Grethe Holm")
    username, password = re.findall(r": +(\S+)", made.stdout)[-2:]
    context = new_context(browser, hall, LAPTOP)
    page = context.new_page()
    page.goto("/login/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", password)
    page.click("main [type=submit]")
    page.wait_for_url("**/director/")
    yield page
    context.close()


def new_context(browser: Browser, hall: Hall, size: ViewportSize) -> BrowserContext:
    context = browser.new_context(
        base_url=f"http://{HOST}:{hall.port}", viewport=size, locale="da-DK", accept_downloads=True
    )
    context.set_default_timeout(15_000)
    return context


def press_next_step(page: Page, tournament: str) -> None:
    """Do what the overview leads with."""
    page.goto(f"/director{tournament}")
    page.locator(".next-step button, .next-step a.button").first.click()
    page.wait_for_load_state()
    expect(page.locator(".notice.is-error")).to_have_count(0)


def enter(page: Page, declarer: int, contract: str, outcome: str) -> None:
    """Fill in the line that is open: the player (0, 1, 2 of those who may), the contract and the result, and save."""
    number = page.locator("#line-title [data-number]").inner_text()
    page.locator("[name=declarer]:not(:disabled)").nth(declarer).check()
    page.locator(f"[name=contract][value='{contract}']").check()
    page.locator(f"[name=outcome][value={outcome}]").check()
    page.click("[data-save]")
    expect(row(page, number)).to_have_class(re.compile("is-saved"))


def row(page: Page, number: str | int):
    return page.locator(f".deal-row[data-number='{number}']")


def total_of_the_first(page: Page, tournament: str) -> str:
    page.goto(f"{tournament}standings/")
    return page.locator("tbody tr").first.inner_text()


def test_from_a_list_of_names_to_a_workbook(
    hall: Hall, laptop: Page, browser: Browser, tmp_path: Path
) -> None:
    page = laptop
    page.goto("/director/tournaments/new/")
    page.fill("[name=name]", "Ærø Åbne 2026")
    page.fill("[name=starts_on]", "2026-12-05")
    page.fill("[name=rounds_planned]", "3")
    page.select_option("[name=deals_per_round]", "16")
    page.locator("main form [type=submit]").last.click()
    page.wait_for_url("**/director/t/**")
    tournament = "/t/aeroe-aabne-2026/"

    # Twenty-seven names of six clubs, looked at before anything is stored.
    page.goto(f"/director{tournament}import/")
    page.set_input_files("[name=file]", ROOT / "fixtures" / "spillere-27.csv")
    page.locator("main form [type=submit]").first.click()
    expect(page.locator("tbody tr")).to_have_count(27)
    assert hall.manage("shell", "-c", COUNT).stdout.split()[-2:] == ["0", "0"]
    page.locator(".action-bar [type=submit]").click()
    page.wait_for_url("**/players/**")
    assert hall.manage("shell", "-c", COUNT).stdout.split()[-2:] == ["27", "6"]

    page.locator(f"form[action='/director{tournament}players/check-in/'] button").click()
    page.wait_for_load_state()
    for _ in ("start", "draw", "publish", "begin"):
        press_next_step(page, tournament)
    page.goto(f"{tournament}rounds/1/")
    expect(page.locator(".table-map")).to_have_count(7)

    # Every deal of one table, a few of another; the line that is open moves on by itself.
    page.goto(f"/director{tournament}rounds/1/tables/7/")
    deals = page.locator(".deal-row").count()
    assert deals in {12, 16}
    expect(page.locator("#line-title [data-number]")).to_have_text("1")
    enter(page, 0, "solo:C", "vundet")
    page.click("[data-all-pass]")
    expect(row(page, 2)).to_have_class(re.compile("is-saved"))
    for number in range(3, deals + 1):
        enter(
            page,
            number % 3,
            ("spil:H", "bedre_spil:S", "kobe_nolo:")[number % 3],
            ("vundet", "bet", "kruk")[number % 3],
        )
    expect(page.locator("#sign")).to_be_visible()

    # What cannot be is not to be chosen.
    row(page, 4).click()
    page.locator("[name=contract][value='nolo_ouvert:']").check()
    expect(page.locator("[name=outcome][value=thrown]")).to_be_disabled()
    expect(page.locator("[name=tout][value=made]")).to_be_disabled()
    page.locator("#line [data-close]").click()

    # A correction, then the signature.
    row(page, 1).click()
    page.locator("[name=outcome][value=bet]").check()
    expect(page.locator("[data-preview-points]")).to_have_text("−3")
    page.click("[data-save]")
    expect(row(page, 1).locator(".points")).to_have_text("−3")
    page.locator("#sign button").click()
    page.wait_for_load_state()
    expect(page.locator(".page-meta .is-signed")).to_be_visible()

    page.goto(f"/director{tournament}rounds/1/tables/1/")
    enter(page, 1, "nolo_ouvert:", "vundet")

    # The standings follow, on a visitor's phone that has no cookie.
    phone = new_context(browser, hall, ViewportSize(width=360, height=740))
    visitor = phone.new_page()
    eventually(lambda: "+6" in total_of_the_first(visitor, tournament), 15, "Nolo Ouvert in the standings")
    shown = visitor.locator("tbody td.rank").all_inner_texts()
    ranks = [int(text) for text in shown if text != "–"]
    assert len(shown) == 27
    assert shown[len(ranks) :] == ["–"] * (27 - len(ranks))  # two tables have played
    assert len(ranks) in {7, 8}
    assert ranks == sorted(ranks)
    assert phone.cookies() == []
    phone.close()

    # The round cannot be closed with tables that have not signed: a sentence says which.
    page.goto(f"/director{tournament}rounds/1/")
    page.locator(f"form[action='/director{tournament}rounds/1/close/'] button").click()
    expect(page.locator(".notice.is-error")).to_contain_text("1/1, 1/2")

    page.goto(f"/director{tournament}export/")
    page.locator("main form button").first.click()
    link = page.locator("[data-job=done] a")
    link.wait_for(timeout=30_000)
    with page.expect_download() as download:
        link.click()
    saved = tmp_path / "resultater.xlsx"
    download.value.save_as(saved)
    assert download.value.suggested_filename == "aeroe-aabne-2026.xlsx"
    book = load_workbook(saved)
    assert book.sheetnames[0] == "Stilling"
    assert {"Spil", "Spillere", "Bordplan", "Runder", "Strafpoint"} <= set(book.sheetnames)
    entered = [
        values for values in book["Spil"].iter_rows(min_row=2, values_only=True) if values[0] is not None
    ]
    assert len(entered) == deals + 1


COUNT = "from tournament.models import *; print(Player.objects.count(), Club.objects.count())"
