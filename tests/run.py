"""`python -m tests.run [pytest arguments]`: every test that can run on this machine, stage by stage.

Ends by naming what could not be run; with SPADILLE_NOTHING_SKIPPED=1 that is a failure. PostgreSQL and Redis
are looked for at SPADILLE_TEST_POSTGRES and SPADILLE_TEST_REDIS, Chromium on the path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
POSTGRES = os.environ.get("SPADILLE_TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/test")
REDIS = os.environ.get("SPADILLE_TEST_REDIS", "redis://127.0.0.1:6379/15")
# The verbs, jobs and what saves deals on another database; the engine, files and pages would only repeat themselves.
ON_POSTGRES = (
    "tests/tournament/domain",
    "tests/scoring/domain",
    "tests/scoring/test_lock_order.py",
    "tests/scoring/test_people_locks.py",
    "tests/scoring/test_running_lock_order.py",
    "tests/scoring/test_tasks.py",
    "tests/scoring/test_archive_commands.py",
    "tests/api/test_deals.py",
    "tests/api/test_rows.py",
    "tests/api/test_standings.py",
)
NO_TESTS = 5


@dataclass(frozen=True)
class Stage:
    """One run of pytest, or the reason why it cannot be."""

    name: str
    arguments: tuple[str, ...]
    obstacle: str = ""
    env: dict[str, str] = field(default_factory=dict)


def stages() -> list[Stage]:
    """All stages, each with what stands in its way here."""
    parallel = ("-n", "2")
    redis, postgres = redis_obstacle(), postgres_obstacle()
    return [
        Stage(
            "SQLite",
            (*parallel, "-m", "not postgres and not redis and not browser and not processes", "tests"),
        ),
        Stage("Redis", ("-m", "redis", "tests"), redis),
        Stage("processes", (*parallel, "-m", "processes and not redis and not browser", "tests/processes")),
        # The tables are made from the models here: migrating was tried by the stages before.
        Stage("browser", (*parallel, "--nomigrations", "-m", "browser", "tests/browser"), browser_obstacle()),
        Stage(
            "PostgreSQL",
            (*parallel, "-m", "not redis and not browser and not processes", *existing(ON_POSTGRES)),
            postgres,
            {"SPADILLE_TEST_DATABASE": own_database(POSTGRES)},
        ),
    ]


def existing(folders: tuple[str, ...]) -> list[str]:
    return [folder for folder in folders if (ROOT / folder).exists()]


def own_database(url: str) -> str:
    """The server of the URL with a database name of this run's own, so that two runs do not meet."""
    return urlunsplit(urlsplit(url)._replace(path=f"/spadille_{os.getpid()}"))


def postgres_obstacle() -> str:
    import psycopg

    try:
        psycopg.connect(POSTGRES, connect_timeout=3).close()
    except psycopg.OperationalError as problem:
        return f"no PostgreSQL at {POSTGRES} ({str(problem).splitlines()[0]})"
    return ""


def redis_obstacle() -> str:
    import redis

    try:
        with redis.Redis.from_url(REDIS, socket_connect_timeout=3, socket_timeout=3) as client:
            client.ping()
    except redis.RedisError as problem:
        return f"no Redis at {REDIS} ({problem})"
    return ""


def browser_obstacle() -> str:
    return "" if chromium() else "no Chromium on the path"


def chromium() -> str | None:
    """The browser to drive; the one without a window of its own opens pages several times as fast."""
    own = os.environ.get("SPADILLE_TEST_CHROMIUM", "")
    names = (own, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def run(stage: Stage, more: list[str]) -> int:
    print(f"\n===== {stage.name}", flush=True)
    code = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *stage.arguments, *more],
        cwd=ROOT,
        env=os.environ | stage.env,
        check=False,
    ).returncode
    return 0 if code == NO_TESTS else code


def main(more: list[str]) -> int:
    failed, left_out = [], []
    for stage in stages():
        if stage.obstacle:
            left_out.append(f"{stage.name}: {stage.obstacle}")
        elif run(stage, more):
            failed.append(stage.name)
    print()
    for line in left_out:
        print(f"Could not be run here: {line}")
    if failed:
        print(f"Failed: {', '.join(failed)}")
    elif not left_out:
        print("Everything was run.")
    strict = os.environ.get("SPADILLE_NOTHING_SKIPPED") == "1"
    return 1 if failed or (strict and left_out) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
