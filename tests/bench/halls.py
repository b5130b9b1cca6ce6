"""Installations to be measured: as on a hall's laptop, and as on a server, each with 50 tables at play."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.processes.hall import Hall, eventually
from tests.run import POSTGRES, REDIS, own_database, postgres_obstacle, redis_obstacle

TABLES, DEALS = 50, 60
SCENE = f"""
import json
from tests.scenes import playing
from tournament.domain.codes import table_code
from tournament.models import Seating
tournament = playing({4 * TABLES}, name="Danmarksmesterskab", deals_per_round={DEALS}, rounds_planned=2)
tables = Seating.objects.filter(round__tournament=tournament, round__number=1).order_by("table_no")
print("told", json.dumps({{
    "slug": tournament.slug,
    "tables": [{{"uuid": str(table.uuid), "code": table_code(table)}} for table in tables],
}}))
"""
COUNT = """
import json
from scoring.models import Deal, RefusedEntry, Score
current = Deal.objects.filter(voided_at=None)
print("told", json.dumps([current.count(), Score.objects.count(), RefusedEntry.objects.count()]))
"""
SEATS_UP = """
from tournament.domain.rounds import publish_round
from tournament.models import Round
publish_round(round_=Round.objects.get(number=2), actor=None)
print("told", 1)
"""


class Measured:
    """A running installation, and the load that is put on it."""

    def __init__(self, hall: Hall, headers: dict[str, str], *, keeps: bool = True) -> None:
        """`keeps`: phones keep their connections to it open; else a proxy holds them and asks for each request anew."""
        self.hall = hall
        self.headers = {"Host": f"127.0.0.1:{hall.port}", **headers}
        self.keeps = keeps
        self.slug = ""
        self.tables: list[dict[str, str]] = []

    def ask(self, script: str) -> Any:
        """What a script says in this installation."""
        ran = self.hall.manage("shell", "-c", script)
        lines = [line for line in ran.stdout.splitlines() if line.startswith("told ")]
        if not lines:
            raise AssertionError(ran.stderr[-2000:])
        return json.loads(lines[-1].removeprefix("told "))

    def answers(self) -> bool:
        """Whether the log-in page is there; asked as a proxy would ask."""
        connection = http.client.HTTPConnection("127.0.0.1", self.hall.port, timeout=5)
        try:
            connection.request("GET", "/login/", headers=self.headers)
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def told(self) -> str:
        """The end of what the servers have written."""
        return (self.hall.var.parent / "server.out").read_text()[-4000:]

    def fill(self) -> None:
        told = self.ask(SCENE)
        self.slug, self.tables = told["slug"], told["tables"]

    def load(self, do: str, **job: Any) -> dict[str, Any]:
        """Put one load on it; with what was seen, the seconds of processor that its processes took meanwhile."""
        job |= {"do": do, "port": self.hall.port, "headers": self.headers, "tables": self.tables}
        job["keeps"] = self.keeps
        job.setdefault("polled", f"/t/{self.slug}/standings/rows/")
        before, start = self._processor(), time.monotonic()
        ran = subprocess.run(
            [sys.executable, "-m", "tests.bench.load"],
            cwd=ROOT,
            input=json.dumps(job),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=180,
        )
        after = self._processor()
        spent = sum(after[number] - before.get(number, 0.0) for number in after)
        seen: dict[str, Any] = json.loads(ran.stdout)
        return seen | {"processor": spent, "elapsed": time.monotonic() - start}

    def _processor(self) -> dict[int, float]:
        ticks = os.sysconf("SC_CLK_TCK")
        spent = {}
        for number in self.hall.processes():
            try:
                words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            spent[number] = (int(words[11]) + int(words[12])) / ticks
        return spent


@contextmanager
def embedded() -> Iterator[Measured]:
    """`manage.py up` on SQLite."""
    with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder:
        hall = Hall(Path(folder))
        hall.env |= {"PYTHONPATH": os.fspath(ROOT)}
        measured = Measured(hall, {})
        try:
            assert hall.manage("migrate").returncode == 0
            measured.fill()
            hall.start("--no-demo")
            hall.wait_until_up()
            yield measured
        finally:
            hall.end()


def production_obstacle() -> str:
    """Why the other cannot be measured here."""
    return postgres_obstacle() or redis_obstacle()


@contextmanager
def production() -> Iterator[Measured]:
    """gunicorn as in the sample of a container, one worker for standings and a beat, on PostgreSQL and Redis.

    It is asked as the proxy in front of it asks. Phones that are silent would take its threads.
    """
    import psycopg
    import redis

    url = own_database(POSTGRES)
    name = url.rpartition("/")[2]
    with psycopg.connect(POSTGRES, autocommit=True) as database:
        database.execute(f"DROP DATABASE IF EXISTS {name}")
        database.execute(f"CREATE DATABASE {name}")
    with redis.Redis.from_url(REDIS) as client:
        client.flushdb()
    try:
        with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder:
            hall = Hall(Path(folder))
            hall.env |= _environment(folder, url)
            measured = Measured(hall, {"X-Forwarded-Proto": "https"}, keeps=False)
            running: list[subprocess.Popen[bytes]] = []
            try:
                assert hall.manage("migrate").returncode == 0
                assert hall.manage("collectstatic", "--no-input").returncode == 0
                measured.fill()
                running += [_start(hall, *words) for words in _commands(hall.port)]
                eventually(measured.answers, 60, "a first answer", measured.told)
                yield measured
            finally:
                hall.end()
                for process in running:
                    process.wait()
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as database:
            database.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _environment(folder: str, url: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.bench.on_production",
        "PYTHONPATH": os.fspath(ROOT),
        "SPADILLE_SECRET_KEY": "x" * 50,
        "SPADILLE_HOSTS": "127.0.0.1",
        "PUBLIC_URL": "https://127.0.0.1",
        "SPADILLE_DATABASE_URL": url,
        "SPADILLE_REDIS_URL": REDIS,
        "SPADILLE_FILES": folder,
    }


def _commands(port: int) -> list[list[str]]:
    celery = ["-m", "celery", "--app", "tournament.celery"]
    return [
        ["-m", "gunicorn", "tournament.wsgi", f"--bind=127.0.0.1:{port}", "--workers=2", "--threads=4"],
        [*celery, "worker", "--queues=live", "--pool=prefork", "--concurrency=1"],
        [*celery, "beat", "--pidfile="],
    ]


def _start(hall: Hall, *words: str) -> subprocess.Popen[bytes]:
    with (hall.var.parent / "server.out").open("ab") as out:
        return subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env=hall.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )
