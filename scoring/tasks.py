"""What runs outside the request: thin tasks around verbs, and how they are sent.

Standings have no job row: a task that comes twice finds nothing to do, one that is lost is sent again by the
sweep. So sending may fail, and must never make the person at the table wait.

Every process that can send a task imports this module, so a task loads what it calls when it first runs.
"""

from __future__ import annotations

import logging
import time
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.dispatch import receiver

from scoring.signals import job_requested
from tournament import broker
from tournament.celery import app
from tournament.signals import results_changed

logger = logging.getLogger(__name__)

LAG_SECONDS = 10
FUSE_SECONDS = 10.0
JOB_SECONDS = 15 * 60


class Fuse:
    """After a failure this process leaves the broker alone for a while: a burst pays for it once."""

    def __init__(self) -> None:
        self.until = 0.0

    def blow(self) -> None:
        self.until = time.monotonic() + FUSE_SECONDS

    def reset(self) -> None:
        self.until = 0.0

    @property
    def is_blown(self) -> bool:
        return time.monotonic() < self.until


fuse = Fuse()


@app.task(name="scoring.tasks.recompute_standings")
def recompute_standings(tournament_id: int) -> None:
    """Bring the standings up to the results."""
    from scoring.domain import standings

    standings.recompute(tournament_id=tournament_id)


@app.task(name="scoring.tasks.run_job", soft_time_limit=JOB_SECONDS - 30, time_limit=JOB_SECONDS)
def run_job(job_id: int) -> None:
    """Do what a person asked for."""
    from scoring.exports import runner

    runner.run(job_id=job_id)


@app.task(name="scoring.tasks.sweep")
def sweep() -> None:
    """Send again what was lost, and clean up."""
    from scoring import queries
    from scoring.domain import jobs, retention

    for tournament_id in queries.lagging_tournaments(seconds=LAG_SECONDS):
        publish(recompute_standings, tournament_id)
    for job_id in jobs.sweep():
        publish_job(job_id)
    broker.purge(settings.CELERY["broker_url"])
    retention.sweep()


def publish(task: Any, *args: Any) -> bool:
    """Send the task within about a second or not at all, and say whether it was sent. Raises nothing."""
    if not settings.PUBLISHING or fuse.is_blown:
        return False
    try:
        send(task, args)
    except Exception as problem:  # noqa: BLE001 - whatever a broker's client raises, the entry goes on
        fuse.blow()
        logger.warning(
            "Could not send %s%r: %r. Not tried again for %d s; the sweep catches up.",
            task.name, args, problem, FUSE_SECONDS,
        )  # fmt: skip
        return False
    return True


def publish_job(job_id: int) -> bool:
    """Have a job run."""
    return publish(run_job, job_id)


def send(task: Any, args: tuple[Any, ...]) -> None:
    """Hand the task to the broker with short time limits and no second try."""
    with _producers(settings.CELERY["broker_url"]).acquire(
        block=True, timeout=broker.CONNECT_TIMEOUT
    ) as producer:
        task.apply_async(args, producer=producer, retry=False, ignore_result=True)


@cache
def _producers(url: str) -> Any:
    return broker.producers(app.connection_for_write(url, **broker.impatient(url)))


class Recompute:
    """What waits for the commit of a change of results."""

    def __init__(self, tournament_id: int) -> None:
        self.tournament_id = tournament_id
        self.is_waiting = True

    def __call__(self) -> None:
        self.is_waiting = False
        publish(recompute_standings, self.tournament_id)


@receiver(results_changed, dispatch_uid="scoring.recompute")
def recompute_after_commit(*, tournament_id: int, **_: Any) -> None:
    """Send the recompute when the change is in the database, once for a transaction."""
    if not _is_waiting(tournament_id):
        transaction.on_commit(Recompute(tournament_id))


def _is_waiting(tournament_id: int) -> bool:
    """Whether this transaction will already send it.

    Only a hook outside every savepoint that may still be rolled back without us counts.
    """
    savepoints = set(connection.savepoint_ids)
    return any(
        isinstance(hook, Recompute)
        and hook.is_waiting
        and hook.tournament_id == tournament_id
        and set(hook_savepoints) <= savepoints
        for hook_savepoints, hook, *_ in connection.run_on_commit
    )


@receiver(job_requested, dispatch_uid="scoring.run_job")
def send_job_after_commit(*, job_id: int, **_: Any) -> None:
    """Send the job when its row is in the database."""
    transaction.on_commit(partial(publish_job, job_id))
