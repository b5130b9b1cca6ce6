"""Two hundred saves at once over four server processes: one current deal in a place, nothing lost, no error page."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.conftest import ROOT, unavailable
from tests.processes.hall import Hall, eventually, free_port
from tests.run import POSTGRES, own_database, postgres_obstacle

pytestmark = pytest.mark.processes

SERVERS = 4
HANDS = 32
SCENE = """
import json
from tests.scenes import playing, table
from tournament.domain.codes import table_code
seating = table(playing(8, deals_per_round=40))
print("scene", json.dumps({"uuid": str(seating.uuid), "code": table_code(seating)}))
"""
COUNT = """
import json
from scoring.models import Deal, RefusedEntry, Score
current = Deal.objects.filter(voided_at=None)
print("count", json.dumps({
    "places": sorted(current.values_list("number", flat=True)),
    "outcomes": dict(current.values_list("number", "outcome")),
    "versions": dict(current.values_list("number", "version")),
    "scores": Score.objects.count(), "late": RefusedEntry.objects.count(),
}))
"""


@dataclass(frozen=True)
class Answer:
    status: int
    body: dict[str, Any]


class Servers:
    """Several web processes over one database, asked in turn."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.ports = [free_port() for _ in range(SERVERS)]
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        assert self.hall.manage("migrate").returncode == 0
        told = self.said("scene", SCENE)
        self.uuid, self.code = told["uuid"], told["code"]
        for port in self.ports:
            words = self.hall.command("serve", "--host", "127.0.0.1", "--port", str(port))
            with (self.hall.var.parent / f"web-{port}.out").open("wb") as out:
                self.running.append(
                    subprocess.Popen(words, cwd=ROOT, env=self.hall.env, stdout=out, stderr=out)
                )
        for port in self.ports:
            eventually(lambda port=port: self.answers(port), 60, f"server on {port}")  # type: ignore[misc]  # mypy cannot infer the lambda

    def said(self, word: str, script: str) -> dict[str, Any]:
        ran = self.hall.manage("shell", "-c", script)
        lines = [line for line in ran.stdout.splitlines() if line.startswith(f"{word} ")]
        assert lines, ran.stderr[-2000:]
        told: dict[str, Any] = json.loads(lines[-1].removeprefix(f"{word} "))
        return told

    def answers(self, port: int) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/login/", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def send(self, port: int, method: str, path: str, body: dict[str, Any], version: int = 0) -> Answer:
        headers = {"Content-Type": "application/json", "Authorization": f"Table {self.code} N"}
        if version:
            headers["If-Match"] = f'"{version}"'
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/v1/{path}", json.dumps(body).encode(), headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, json.loads(answer.read()))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, json.loads(error.read()))

    def all_at_once(
        self, method: str, path: str, bodies: list[dict[str, Any]], version: int = 0
    ) -> list[Answer]:
        tries = list(zip(cycle(self.ports), bodies, strict=False))
        with ThreadPoolExecutor(max_workers=HANDS) as pool:
            return list(pool.map(lambda one: self.send(one[0], method, path, one[1], version), tries))

    def end(self) -> None:
        for server in self.running:
            server.terminate()
            server.wait()


@pytest.fixture(params=["sqlite", "postgresql"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Servers]:
    hall = Hall(tmp_path)
    if request.param == "postgresql":
        if postgres_obstacle():
            unavailable(postgres_obstacle())
        url = own_database(POSTGRES)
        import psycopg

        name = url.rpartition("/")[2]
        with psycopg.connect(POSTGRES, autocommit=True) as database:
            database.execute(f"DROP DATABASE IF EXISTS {name}")
            database.execute(f"CREATE DATABASE {name}")
        hall.env |= {
            "SPADILLE_TEST_DATABASE": url,
            "DJANGO_SETTINGS_MODULE": "tests.processes.on_postgres",
            "PYTHONPATH": os.fspath(ROOT),
        }
    else:
        hall.env |= {"PYTHONPATH": os.fspath(ROOT)}
    four = Servers(hall)
    try:
        four.start()
        yield four
    finally:
        four.end()
        hall.end()
        if request.param == "postgresql":
            with psycopg.connect(POSTGRES, autocommit=True) as database:
                database.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def line(number: int, outcome: str, key: str) -> dict[str, Any]:
    declarer = "ENWS"[(number - 1) % 4]
    typed = {"declarer": declarer, "contract": "spil", "trump": "H", "outcome": outcome}
    return {"number": number, "client_key": key} | typed


def test_two_hundred_saves_leave_one_deal_in_each_place(servers: Servers) -> None:
    deals = f"seatings/{servers.uuid}/deals/"
    repeated = [line(number, "vundet", key) for number in range(1, 11) for key in [str(uuid4())] * 10]
    rivals = [
        line(number, outcome, str(uuid4()))
        for number in range(11, 21)
        for outcome in ("vundet", "bet", "kruk", "vundet", "bet") * 2
    ]
    # Woven together, so that the same deal and its rivals come at the same moment to different servers.
    woven = [body for pair in zip(repeated, rivals, strict=True) for body in pair]
    answers = servers.all_at_once("POST", deals, woven)

    by_place: dict[int, list[Answer]] = {number: [] for number in range(1, 21)}
    for body, answer in zip(woven, answers, strict=True):
        by_place[body["number"]].append(answer)
    for number in range(1, 11):
        assert Counter(answer.status for answer in by_place[number]) == {201: 1, 200: 9}, number
        assert len({answer.body["id"] for answer in by_place[number]}) == 1
    stored = {}
    for number in range(11, 21):
        assert Counter(answer.status for answer in by_place[number]) == {201: 1, 409: 9}, number
        winner = next(answer.body for answer in by_place[number] if answer.status == 201)
        losers = [answer.body for answer in by_place[number] if answer.status == 409]
        assert {loser["stored"]["id"] for loser in losers} == {winner["id"]}
        stored[str(number)] = winner["outcome"]
    told = servers.said("count", COUNT)
    assert told["places"] == list(range(1, 21))
    assert {place: told["outcomes"][place] for place in stored} == stored
    assert (told["scores"], told["late"]) == (80, 0)


def test_of_many_corrections_on_one_version_just_one_is_taken(servers: Servers) -> None:
    deal = servers.send(
        servers.ports[0], "POST", f"seatings/{servers.uuid}/deals/", line(1, "vundet", str(uuid4()))
    ).body
    rivals = [line(1, outcome, str(uuid4())) for outcome in ("bet", "kruk") * 20]
    answers = servers.all_at_once("PUT", f"deals/{deal['id']}/", rivals, version=1)
    told = servers.said("count", COUNT)
    outcome = told["outcomes"]["1"]
    # Who said the same as the one who was first hears that it stands; the others see what is stored.
    same = Counter(
        answer.status for body, answer in zip(rivals, answers, strict=True) if body["outcome"] == outcome
    )
    other = Counter(
        answer.status for body, answer in zip(rivals, answers, strict=True) if body["outcome"] != outcome
    )
    assert (same, other) == (Counter({200: 20}), Counter({412: 20}))
    assert (told["versions"], told["scores"]) == ({"1": 2}, 4)
