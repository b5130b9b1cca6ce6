"""How many presses and seconds it takes to enter deals in the browser: a whole sheet typed, ten deals on a phone.

    python -m tests.bench entry

Presses are what a person makes; seconds are the machine's, with no pause between two presses, until the server has
said that every deal is saved. A person's own time is on top, so it is shown at three presses a second as well.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import FLAGS, HOST
from tests.browser.screenshots import LAPTOP, PHONE, RUNNING, log_in
from tests.browser.typed_sheet import SHEET
from tests.processes.hall import Hall
from tests.run import chromium

TABLE = 2  # a table of four: sixteen deals
PRESSES_A_SECOND = 3
CODE = f"""
from tournament.domain.codes import table_code
from tournament.models import Seating
place = {{"round__tournament__slug": "{RUNNING}", "round__number": 3, "table_no": {TABLE}}}
print(table_code(Seating.objects.get(**place)))
"""


def pressed(name: str, value: str) -> str:
    """What is pressed to choose this."""
    return f"label:has([name={name}][value='{value}'])"


def played(declarer: str, contract: str, outcome: str) -> tuple[str, ...]:
    return pressed("declarer", declarer), pressed("contract", contract), pressed("outcome", outcome)


# Dealt by S, E, N, W in turn: N, W, S, E sit out.
TYPICAL = (
    played("E", "spil:H", "vundet"),
    played("N", "spil:D", "vundet"),
    played("W", "bedre_spil:S", "bet"),
    (pressed("declarer", "pas"),),
    played("S", "tourne:C", "vundet"),
    played("E", "solo:H", "kruk"),
    played("N", "kobe_nolo:", "vundet"),
    played("W", "spil:C", "vundet"),
    (*played("E", "solo_spar:S", "vundet"), "[data-more] summary", pressed("tout", "made")),
    played("N", "spil:H", "thrown"),
)


def main() -> int:
    grid()
    phone()
    return 0


def grid() -> None:
    """A sheet typed as rows: one press a letter, Enter after each row, and one for the button."""
    with director_at_play() as (page, _):
        page.goto(f"/director/t/{RUNNING}/rounds/3/tables/{TABLE}/grid/")
        expect(page.locator("tr[data-number='1'] input")).to_be_focused()
        presses = sum(len(text) + 1 for text, _ in SHEET) + 1
        start = time.perf_counter()
        for text, _ in SHEET:
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("tr.is-saved")).to_have_count(len(SHEET))
        report("grid", presses, time.perf_counter() - start)


def phone() -> None:
    """Ten deals at the table, press by press. A deal's seconds end when the server has said that it is saved."""
    with director_at_play() as (laptop, hall), a_phone(laptop, hall) as page:
        total = 0.0
        print(f"{'deal':<32}{'presses':>8}{'s machine':>11}")
        for number, deal in enumerate(TYPICAL, start=1):
            before = page.evaluate("window.presses")
            start = time.perf_counter()
            for choice in deal:
                page.locator(choice).click()
            page.locator("[data-save]").click()
            expect(page.locator(f".deal-row[data-number='{number}']")).to_have_class(
                re.compile(r"\bis-saved\b")
            )
            total += (took := time.perf_counter() - start)
            what = page.locator(f".deal-row[data-number='{number}'] .deal-what").inner_text()
            print(f"{what.rpartition(': ')[2]:<32}{page.evaluate('window.presses') - before:>8}{took:>11.2f}")
        report("phone", page.evaluate("window.presses"), total, len(TYPICAL))


@contextmanager
def a_phone(laptop: Page, hall: Hall) -> Iterator[Page]:
    """A phone at the table, in the hands of one who only helps."""
    code = hall.manage("shell", "-c", CODE).stdout.split()[-1]
    browser = laptop.context.browser
    assert browser is not None
    context = browser.new_context(base_url=f"http://{HOST}:{hall.port}", viewport=PHONE, locale="da-DK")
    page = context.new_page()
    page.goto(f"/e/{code}/")
    page.locator("#who [data-seat='']").click()
    page.evaluate("window.presses = 0; addEventListener('pointerdown', () => (window.presses += 1), true)")
    yield page
    context.close()


def report(what: str, presses: int, seconds: float, deals: int = len(SHEET)) -> None:
    """One line of what it took."""
    by_hand = presses / PRESSES_A_SECOND
    print(
        f"{what:<8}{presses:>5} presses{presses / deals:>7.1f} a deal{seconds:>8.1f} s machine"
        f"{by_hand:>7.0f} s at {PRESSES_A_SECOND} presses a second"
    )


@contextmanager
def director_at_play() -> Iterator[tuple[Page, Hall]]:
    """A whole installation with the demonstration, its third round begun, and a laptop logged in."""
    path = chromium()
    if path is None:
        sys.exit("Chromium is not on the path.")
    with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder))
        try:
            hall.start()
            hall.wait_until_up()
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            context = browser.new_context(
                base_url=f"http://{HOST}:{hall.port}", viewport=LAPTOP, locale="da-DK"
            )
            page = context.new_page()
            log_in(page, hall.output())
            for _ in ("publish", "begin"):
                page.goto(f"/director/t/{RUNNING}/")
                page.locator(".next-step button").click()
                page.wait_for_load_state()
            yield page, hall
            browser.close()
        finally:
            hall.end()


if __name__ == "__main__":
    sys.exit(main())
