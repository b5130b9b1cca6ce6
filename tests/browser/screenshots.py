"""Takes the pictures of the guide and the README from the demonstration: `make screenshots`."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.small_png import make_small
from tests.conftest import ROOT
from tests.processes.hall import Hall
from tests.run import chromium

PICTURES = ROOT / "tournament" / "static" / "tournament" / "guide"
LAPTOP = ViewportSize(width=960, height=640)
PHONE = ViewportSize(width=360, height=740)
WALL = ViewportSize(width=1280, height=720)
RUNNING = "hobro-aabne-demo"
ROUND = 3
# The table whose phone is shown, and how many deals it has played.
TABLE = 4
PLAYED = 6
# Around the part that is shown.
MARGIN = 12
BEFORE = {"da": "", "en": "/en"}
# Who holds the phone in the pictures, and the board that is looked at.
ME = 12
BOARD = 6
SCENE = (
    "from tests.browser.pictured import half_a_round; "
    f"half_a_round({RUNNING!r}, {ROUND}, table={TABLE}, played={PLAYED})"
)


class Camera:
    """One language: browsers of both sizes, and where the pictures go."""

    def __init__(self, browser: Browser, base_url: str, language: str) -> None:
        self.target = PICTURES / language
        self.target.mkdir(parents=True, exist_ok=True)
        self.before = BEFORE[language]
        self.laptop = self._page(browser, base_url, LAPTOP, 1.5)
        self.phone = self._page(browser, base_url, PHONE, 2)
        self.wall = self._page(browser, base_url, WALL, 1)

    def _page(self, browser: Browser, base_url: str, size: ViewportSize, scale: float) -> Page:
        context: BrowserContext = browser.new_context(
            base_url=base_url,
            viewport=size,
            device_scale_factor=scale,
            timezone_id="Europe/Copenhagen",
            reduced_motion="reduce",
        )
        return context.new_page()

    def go(self, page: Page, path: str) -> None:
        page.goto(f"{self.before}{path}")
        page.wait_for_load_state("networkidle")

    def take(self, page: Page, name: str, part: str = "html", *, height: int = 0, width: int = 0) -> None:
        """A part of the page with a margin: so much from its top, by default all of it."""
        usual = page.viewport_size or LAPTOP
        page.set_viewport_size({"width": width or usual["width"], "height": usual["height"]})
        shown = page.locator(part).first
        tall = height or int(shown.evaluate("part => part.offsetHeight")) + 2 * MARGIN
        page.set_viewport_size({"width": width or usual["width"], "height": tall})
        shown.evaluate(f"part => scrollTo(0, part.getBoundingClientRect().top + scrollY - {MARGIN})")
        page.wait_for_timeout(300)
        path = self.target / f"{name}.png"
        page.screenshot(path=path)
        make_small(path)
        page.set_viewport_size(usual)


def log_in(page: Page, printed: str) -> None:
    username, password = re.findall(r"Log in: (\S+).*Password: (\S+)", printed)[-1]
    page.goto("/login/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", password)
    page.click("main [type=submit]")
    page.wait_for_url("**/director/")


def take_desk(camera: Camera) -> None:
    """What the director sees while the round is played, and a sheet typed from paper."""
    page = camera.laptop
    camera.go(page, f"/director/t/{RUNNING}/")
    camera.take(page, "overblik", ".breadcrumbs", width=1160, height=820)
    camera.go(page, f"/director/t/{RUNNING}/rounds/{ROUND}/tables/{TABLE}/grid/")
    camera.take(page, "regnskab", "table", width=1200, height=720)


def take_public(camera: Camera) -> None:
    """What everybody sees on a laptop and on the wall."""
    page = camera.laptop
    camera.go(page, f"/t/{RUNNING}/rounds/{ROUND}/")
    camera.take(page, "bordplan", "#names")
    camera.go(page, f"/t/{RUNNING}/standings/")
    camera.take(page, "kurve", "#course")
    camera.go(page, f"/t/{RUNNING}/rounds/2/boards/{BOARD}/")
    camera.take(page, "mappe", "#tables", height=560)
    camera.go(camera.wall, f"/t/{RUNNING}/standings/?projector=1")
    camera.take(camera.wall, "storskaerm", height=WALL["height"])


def take_phone(camera: Camera, code: str) -> None:
    """A player's own phone, and the one at the table with a deal half entered."""
    page = camera.phone
    camera.go(page, f"/t/{RUNNING}/players/{ME}/")
    page.locator("[data-me]").click()
    camera.take(page, "spillerkort", ".card-summary")
    camera.go(page, f"/t/{RUNNING}/")
    camera.take(page, "find-dig-selv", ".my-place")
    camera.go(page, f"/t/{RUNNING}/standings/")
    camera.take(page, "stilling", ".standings", height=PHONE["height"])
    camera.go(page, f"/e/{code}/")
    page.locator("#who [data-seat='N']").click()
    page.locator(f".deal-row[data-number='{PLAYED + 1}']").click()
    page.locator("label:has([name=declarer]:not(:disabled))").first.click()
    page.locator("label:has([name=contract][value='spil:H'])").click()
    page.locator("label:has([name=outcome][value=vundet])").click()
    page.locator("[data-preview-points].is-plus").wait_for()
    camera.take(page, "ved-bordet", "#line", height=PHONE["height"])


def play(hall: Hall) -> str:
    """Half a round; the code of the table whose phone is shown."""
    played = hall.manage("shell", "-c", SCENE)
    code = re.search(r"code (\S+)", played.stdout)
    if code is None:
        sys.exit(played.stderr)
    return code[1]


def main() -> None:
    browser_path = chromium()
    if browser_path is None:
        sys.exit("Chromium is not on the path.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder))
        try:
            hall.start()
            hall.wait_until_up()
            code = play(hall)
            browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
            for language in BEFORE:
                camera = Camera(browser, f"http://127.0.0.1:{hall.port}", language)
                take_public(camera)
                take_phone(camera, code)
                log_in(camera.laptop, hall.output())
                take_desk(camera)
            browser.close()
        finally:
            hall.end()


if __name__ == "__main__":
    main()
