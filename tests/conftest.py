"""Fixtures for every test."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from tournament import catalogue

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """Translations are built, not committed; a test run must see those of the day."""
    catalogue.compile_all([ROOT / "tournament" / "locale"])


def unavailable(reason: str) -> None:
    """Skip what this machine cannot run; fail instead where nothing may be left out."""
    if os.environ.get("SPADILLE_NOTHING_SKIPPED") == "1":
        pytest.fail(f"could not be run: {reason}")
    pytest.skip(reason)


@pytest.fixture(autouse=True)
def danish() -> Iterator[None]:
    """A request leaves its language behind in the thread; every test starts in Danish."""
    with translation.override("da"):
        yield


@pytest.fixture(scope="session", autouse=True)
def plans_remembered() -> Iterator[None]:
    """Most scenes draw the same eight players: the engine, which has tests of its own, plans them once for all."""
    from engine import plan_seating
    from tournament.domain import draws

    plans: dict[str, Any] = {}

    def remembered(**asked: Any) -> Any:
        key = repr(sorted(asked.items()))
        if key not in plans:
            plans[key] = plan_seating(**asked)
        return plans[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draws, "plan_seating", remembered)
        yield


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[list[tuple[str, tuple[Any, ...]]]]:
    """What would be sent to the workers: (name of the task without its module, arguments)."""
    from scoring import tasks

    sent: list[tuple[str, tuple[Any, ...]]] = []
    settings.PUBLISHING = True
    tasks.fuse.reset()
    monkeypatch.setattr(
        tasks, "send", lambda task, args: sent.append((task.name.removeprefix("scoring.tasks."), args))
    )
    yield sent
    tasks.fuse.reset()


@pytest.fixture
def redis_url() -> str:
    """A Redis whose database 15 belongs to the tests."""
    import redis

    url = os.environ.get("SPADILLE_TEST_REDIS", "redis://127.0.0.1:6379/15")
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1) as client:
            client.flushdb()
    except redis.RedisError as problem:
        unavailable(f"no Redis at {url}: {problem}")
    return url


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Any]:
    """A whole installation that is not running yet (`tests.processes.hall.Hall`)."""
    from tests.processes.hall import Hall

    if sys.platform != "linux":
        unavailable("processes are found through /proc")
    hall = Hall(tmp_path)
    yield hall
    hall.end()
