"""Takes the pictures of the README from the demonstration: `make screenshots`."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.browser.conftest import FLAGS
from tests.conftest import ROOT
from tests.processes.hall import Hall
from tests.run import chromium

LAPTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=740)
RUNNING = "hobro-aabne-demo"


def log_in(page: Page, printed: str) -> None:
    username, password = re.findall(r"Log in: (\S+).*Password: (\S+)", printed)[-1]
    page.goto("/login/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", password)
    page.click("main [type=submit]")
    page.wait_for_url("**/director/")


def take(page: Page, target: Path) -> None:
    """The desk, a score sheet half filled on a phone, the standings, and the seats in the dark."""
    page.set_viewport_size(LAPTOP)
    page.goto(f"/director/t/{RUNNING}/")
    page.screenshot(path=target / "overblik.png")
    for _ in range(2):
        page.goto(f"/director/t/{RUNNING}/")
        page.locator(".next-step button").click()
        page.wait_for_load_state()
    page.set_viewport_size(PHONE)
    page.goto(f"/director/t/{RUNNING}/rounds/3/tables/2/")
    page.locator(".deal-row").first.click()
    page.locator("[name=declarer]:not(:disabled)").first.check()
    page.locator("[name=contract][value='solo:H']").check()
    page.locator("[name=outcome][value=vundet]").check()
    page.locator("[data-preview-points].is-plus").wait_for()
    page.locator("#line").evaluate("form => form.scrollIntoView()")
    page.evaluate("scrollBy(0, 260)")
    page.screenshot(path=target / "regnskab.png")
    page.goto(f"/t/{RUNNING}/standings/")
    page.screenshot(path=target / "stilling.png")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(LAPTOP)
    page.goto(f"/t/{RUNNING}/rounds/3/")
    page.screenshot(path=target / "bordplan.png")


def main() -> None:
    target = ROOT / "docs" / "screenshots"
    target.mkdir(exist_ok=True)
    browser_path = chromium()
    if browser_path is None:
        sys.exit("Chromium is not on the path.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder))
        try:
            hall.start()
            hall.wait_until_up()
            browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
            context = browser.new_context(base_url=f"http://127.0.0.1:{hall.port}", locale="da-DK")
            page = context.new_page()
            log_in(page, hall.output())
            take(page, target)
            browser.close()
        finally:
            hall.end()


if __name__ == "__main__":
    main()
