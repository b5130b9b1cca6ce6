"""Many hands at once, against a running installation: one deal in one place, nobody sees an error page."""

from __future__ import annotations

import http.cookiejar
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.processes.hall import Hall, eventually

pytestmark = pytest.mark.processes

OPEN_ROUND = """
from scoring.domain.rounds import open_round
from tournament.domain.rounds import publish_round
from tournament.models import Round
round_ = publish_round(round_=Round.objects.get(state="drawn"), actor=None)
open_round(round_=round_, actor=None)
print("seating", round_.seatings.get(table_no=2).uuid)
"""


class Browser:
    """Logs in once; then each request is one of many at the same moment."""

    def __init__(self, hall: Hall) -> None:
        self.base = f"http://127.0.0.1:{hall.port}"
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def cookie(self, name: str) -> str:
        return next(cookie.value or "" for cookie in self.jar if cookie.name == name)

    def log_in(self, username: str, password: str) -> None:
        self.opener.open(f"{self.base}/login/").close()
        form = {"username": username, "password": password, "csrfmiddlewaretoken": self.cookie("csrftoken")}
        self.opener.open(f"{self.base}/login/", urllib.parse.urlencode(form).encode()).close()

    def post(self, path: str, body: dict[str, object]) -> tuple[int, dict[str, object]]:
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self.cookie("csrftoken"),
            "Cookie": f"sessionid={self.cookie('sessionid')}; csrftoken={self.cookie('csrftoken')}",
        }
        request = urllib.request.Request(f"{self.base}{path}", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())


def line(number: int, outcome: str, key: str) -> dict[str, object]:
    return {
        "number": number,
        "client_key": key,
        "declarer": "E" if number == 1 else "N",
        "contract": "spil",
        "trump": "H",
        "outcome": outcome,
    }


def test_parallel_saves_leave_one_deal_in_each_place(hall: Hall) -> None:
    hall.start()
    hall.wait_until_up()
    username, password = re.findall(r"Log in: (\S+).*Password: (\S+)", hall.output())[-1]
    seating = re.findall(r"seating (\S+)", hall.manage("shell", "-c", OPEN_ROUND).stdout)[-1]
    browser = Browser(hall)
    browser.log_in(username, password)
    path = f"/api/v1/seatings/{seating}/deals/"
    same = line(1, "vundet", str(uuid4()))
    bodies = [same] * 20 + [
        line(2, outcome, str(uuid4())) for outcome in ("vundet", "bet", "kruk", "vundet") * 5
    ]
    with ThreadPoolExecutor(max_workers=16) as pool:
        answers = list(pool.map(lambda body: browser.post(path, body), bodies))
    repeated, rivals = answers[:20], answers[20:]
    assert Counter(status for status, _ in repeated) == {201: 1, 200: 19}
    assert len({answer["id"] for _, answer in repeated}) == 1
    assert Counter(status for status, _ in rivals) == {201: 1, 409: 19}
    winner = next(answer for status, answer in rivals if status == 201)
    assert all(answer["stored"] == winner for status, answer in rivals if status == 409)

    def settled() -> bool:
        return "lag 0" in hall.manage("shell", "-c", LAG).stdout

    eventually(settled, 15, "standings that follow")


LAG = """
from tournament.models import Tournament
print("lag", sum(t.results_version - t.standings_version for t in Tournament.objects.all()))
"""
