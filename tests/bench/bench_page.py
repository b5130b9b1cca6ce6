"""What the standings of 60 players weigh, and when a phone shows them.

    python -m tests.bench page

A browser as slow as an old phone on a bad net (1.6 Mbit/s, 150 ms there and back, a quarter of the processor) opens the
page with nothing kept from before, and then once more. Bytes are those on the wire. The ratio is to a page with no list
at all, the log-in page, in the same run: what of the time is net and browser.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS, HOST, PHONE
from tests.conftest import ROOT
from tests.processes.hall import Hall
from tests.run import chromium

PLAYERS, ROUNDS, DEALS = 60, 3, 8
TURNS = 5
MOST_KILOBYTES, LATEST = 60, 1.0
NET = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SLOWER = 4
SCENE = f"""
from scoring.domain.standings import recompute
from tests.scenes import begin, play, playing
tournament = playing({PLAYERS}, name="Danmarksmesterskab", rounds_planned={ROUNDS}, deals_per_round={DEALS})
play(tournament, 1)
for number in range(2, {ROUNDS} + 1):
    begin(tournament, number)
    play(tournament, number)
recompute(tournament_id=tournament.pk)
print("told", tournament.slug)
"""
# First paint as the browser reports it, in milliseconds since the press.
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@dataclass(frozen=True)
class Opened:
    """One opening of a page."""

    kilobytes: float
    requests: int
    painted: float


def main() -> int:
    path = chromium()
    if path is None:
        print("Not measured: Chromium is not on the path.")
        return 0
    with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder, sync_playwright() as playwright:
        hall = Hall(Path(folder))
        hall.env |= {"PYTHONPATH": os.fspath(ROOT)}
        try:
            assert hall.manage("migrate").returncode == 0
            slug = hall.manage("shell", "-c", SCENE).stdout.split()[-1]
            hall.start("--no-demo")
            hall.wait_until_up()
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            rows = [_measured(browser, hall, where) for where in (f"/t/{slug}/standings/", "/login/")]
            browser.close()
        finally:
            hall.end()
    return _report(rows)


def _measured(browser: Browser, hall: Hall, where: str) -> list[Opened]:
    """Opened for the first time, a few times; then once more with what the browser has kept."""
    turns = []
    for _ in range(TURNS):
        context = browser.new_context(base_url=f"http://{HOST}:{hall.port}", viewport=PHONE, locale="da-DK")
        turns.append([_open(context.new_page(), where), _open(context.new_page(), where)])
        context.close()
    return [_median([turn[time] for turn in turns]) for time in (0, 1)]


def _open(page: Any, where: str) -> Opened:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NET)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    bytes_, asked = [], []
    devtools.on("Network.loadingFinished", lambda event: bytes_.append(event["encodedDataLength"]))
    devtools.on("Network.responseReceived", lambda event: asked.append(event["response"]))
    page.goto(where, wait_until="load")
    page.wait_for_timeout(300)
    painted = page.evaluate(PAINTED)
    sent = [one for one in asked if not one.get("fromDiskCache")]
    page.close()
    return Opened(sum(bytes_) / 1000, len(sent), (painted or 1e9) / 1000)


def _median(opened: list[Opened]) -> Opened:
    return Opened(
        median(one.kilobytes for one in opened),
        int(median(one.requests for one in opened)),
        median(one.painted for one in opened),
    )


def _report(rows: list[list[Opened]]) -> int:
    (first, again), (bare, _) = rows
    print(f"{'':<34}{'kB':>8}{'requests':>10}{'first paint s':>15}{'ratio':>8}")
    for what, opened in (
        (f"standings of {PLAYERS}, first time", first), ("the same, once more", again), ("log-in page", bare),
    ):  # fmt: skip
        ratio = opened.painted / bare.painted
        print(f"{what:<34}{opened.kilobytes:>8.1f}{opened.requests:>10}{opened.painted:>15.2f}{ratio:>8.2f}")
    print(f"{'required':<34}{MOST_KILOBYTES:>8}{'':>10}{LATEST:>15.2f}")
    return 0 if first.kilobytes < MOST_KILOBYTES and first.painted < LATEST else 1


if __name__ == "__main__":
    sys.exit(main())
