"""The server is killed in the middle of a save, the net is cut, the log-in runs out: the same deals in the end."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import HOST, PATIENCE_MS, PHONE
from tests.browser.phone import save, type_spil
from tests.conftest import ROOT
from tests.processes.hall import Hall, eventually

pytestmark = pytest.mark.browser

SCENE = """
import json
from tests.scenes import a_user, playing, table
from tournament.domain.codes import table_code
director = a_user("grethe")
seating = table(playing(8, director, deals_per_round=16))
print("told", json.dumps({"code": table_code(seating), "slug": seating.round.tournament.slug}))
"""
DEALS = """
import json
from scoring.models import Deal
rows = Deal.objects.order_by("number", "id")
print("told", json.dumps([[d.number, d.declarer, d.outcome, d.voided_at is None] for d in rows]))
"""
END_SESSIONS = """
from django.contrib.sessions.models import Session
print("told", Session.objects.all().delete()[0])
"""


class Server:
    """One web server over one database, which can be killed and started again at the same address."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        hall.env["PYTHONPATH"] = os.fspath(ROOT)
        assert hall.manage("migrate").returncode == 0
        self.scene = self.told(SCENE)
        self.process: subprocess.Popen[bytes] | None = None

    def told(self, script: str) -> Any:
        ran = self.hall.manage("shell", "-c", script)
        lines = [line for line in ran.stdout.splitlines() if line.startswith("told ")]
        assert lines, ran.stderr[-2000:]
        return json.loads(lines[-1].removeprefix("told "))

    def start(self) -> None:
        words = self.hall.command("serve", "--host", "127.0.0.1", "--port", str(self.hall.port))
        with (self.hall.var.parent / "web.out").open("ab") as out:
            self.process = subprocess.Popen(words, cwd=ROOT, env=self.hall.env, stdout=out, stderr=out)
        eventually(lambda: self.hall.page("/login/") == 200, 60, "the server answers")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def deals(self) -> list[list[Any]]:
        found: list[list[Any]] = self.told(DEALS)
        return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    hall = Hall(tmp_path)
    server = Server(hall)
    server.start()
    yield server
    hall.end()
    if server.process is not None:
        server.process.wait()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=f"http://{HOST}:{server.hall.port}",
        viewport=PHONE,
        locale="da-DK",
        timezone_id="Europe/Copenhagen",
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def all_saved(page: Page) -> None:
    """Everything has arrived, however long the phone waited before it tried again."""
    expect(page.locator("[data-status]")).to_have_attribute("data-state", "ok", timeout=60_000)


def test_a_server_killed_in_the_middle_of_a_save_loses_and_doubles_nothing(
    page: Page, server: Server
) -> None:
    page.goto(f"/e/{server.scene['code']}/")
    page.locator("#who [data-seat='']").click()
    # The kill comes at another moment of the request each time: before it, within it, after it.
    for number, pause in enumerate((0.0, 0.01, 0.03, 0.06, 0.1, 0.2), start=1):
        type_spil(page, "ENWS"[(number - 1) % 4])
        blow = threading.Timer(pause, server.kill)
        blow.start()
        save(page)
        blow.join()
        time.sleep(0.1)
        server.start()
        all_saved(page)
    assert server.deals() == [[n, "ENWS"[(n - 1) % 4], "vundet", True] for n in range(1, 7)]


def test_several_deals_wait_while_the_server_is_away_and_arrive_once(page: Page, server: Server) -> None:
    page.goto(f"/e/{server.scene['code']}/")
    page.locator("#who [data-seat='']").click()
    server.kill()
    for number in range(1, 5):
        type_spil(page, "ENWS"[number - 1])
        save(page)
    expect(page.locator("[data-status]")).not_to_have_attribute("data-state", "ok")
    # The page cannot be loaded again without a server; another of the same phone has what was left.
    again = page.context.new_page()
    page.close()
    server.start()
    again.goto(f"/e/{server.scene['code']}/")
    all_saved(again)
    assert server.deals() == [[n, "ENWS"[n - 1], "vundet", True] for n in range(1, 5)]


def test_a_log_in_that_runs_out_while_a_sheet_is_typed(
    page: Page, server: Server, context: BrowserContext
) -> None:
    server.told(
        "from tournament.models import User\n"
        "user = User.objects.get(username='grethe')\nuser.set_password('right')\nuser.save()\nprint('told', 1)"
    )

    def log_in(where: Page) -> None:
        where.fill("[name=username]", "grethe")
        where.fill("[name=password]", "right")
        where.click("main form button")

    sheet = f"/director/t/{server.scene['slug']}/rounds/1/tables/1/"
    page.goto(sheet)
    log_in(page)
    expect(page.locator("#line")).to_be_visible()
    server.told(END_SESSIONS)
    type_spil(page)
    save(page)
    expect(page.locator("#line")).to_be_visible()
    assert server.deals() == []
    other = context.new_page()
    other.goto(sheet)
    log_in(other)
    other.close()
    page.reload()
    eventually(lambda: len(server.deals()) == 1, 60, "the deal arrives")
    assert server.deals() == [[1, "E", "vundet", True]]
