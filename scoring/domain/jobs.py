"""Verbs on jobs: ask for one, take it, report progress, finish. What a job does is in `exports/`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.models import Job
from scoring.signals import job_requested
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.models import Tournament

if TYPE_CHECKING:
    from datetime import datetime

    from django.core.files.base import File
    from django.db.models import QuerySet

    from tournament.models import User

# A worker that has said nothing for so long is dead, and its job is taken by another.
SILENCE = timedelta(seconds=60)
# A job that killed its worker this often is not tried again.
MOST_ATTEMPTS = 3


@transaction.atomic
def request_job(*, kind: Job.Kind, tournament: Tournament, actor: User | None, language: str) -> Job:
    """Ask for a file. Asking again before it is there gives the same job."""
    tournament = lock_tournament(tournament.pk)
    job, is_new = ask(kind=kind, tournament=tournament, actor=actor, language=language)
    if is_new:
        record(actor=actor, verb="request_export", on=job, tournament=tournament, after={"kind": kind})
    return job


def ask(
    *,
    kind: Job.Kind,
    tournament: Tournament,
    actor: User | None,
    language: str,
    published_at: datetime | None = None,
) -> tuple[Job, bool]:
    """The job and whether it is new; the caller holds the tournament. With `published_at` it is for everybody."""
    same = Job.objects.filter(
        kind=kind,
        tournament=tournament,
        language=language,
        results_version=tournament.results_version,
        published_at__isnull=published_at is None,
        state__in=[Job.State.WAITING, Job.State.RUNNING],
    ).first()
    if same is not None:
        return same, False
    job = Job.objects.create(
        kind=kind,
        tournament=tournament,
        language=language,
        results_version=tournament.results_version,
        requested_by=actor,
        published_at=published_at,
    )
    job_requested.send(sender=Job, job_id=job.pk)
    return job, True


def take(*, job_id: int) -> Job | None:
    """Make the job this worker's; None when another has it or there is nothing to do."""
    now = timezone.now()
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, heartbeat_at__lt=now - SILENCE)
    taken = Job.objects.filter(free, pk=job_id, attempts__lt=MOST_ATTEMPTS).update(
        state=Job.State.RUNNING, attempts=F("attempts") + 1, heartbeat_at=now, progress=0
    )
    return Job.objects.select_related("tournament").get(pk=job_id) if taken else None


def report_progress(*, job: Job, progress: int) -> None:
    """Per cent done; also the sign of life."""
    Job.objects.filter(pk=job.pk, attempts=job.attempts).update(
        progress=progress, heartbeat_at=timezone.now()
    )


def finish(*, job: Job, content: File[bytes], file_name: str, results_version: int) -> None:
    """Store the file and say that it is there, unless somebody else took the job or withdrew it meanwhile."""
    stored = Job.objects.get(pk=job.pk)
    if stored.state != Job.State.RUNNING or stored.attempts != job.attempts:
        return
    stored.file.save(f"{stored.uuid}.xlsx", content, save=False)
    now = timezone.now()
    # What was published stays until it is withdrawn.
    expires_at = None if stored.published_at else now + timedelta(days=settings.EXPORT_DAYS_KEPT)
    done = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts).update(
        state=Job.State.DONE,
        file=stored.file.name,
        file_name=file_name,
        results_version=results_version,
        progress=100,
        finished_at=now,
        expires_at=expires_at,
    )
    if not done:
        stored.file.storage.delete(str(stored.file.name))
    elif stored.published_at:
        _expire(
            Job.objects.filter(
                kind=stored.kind,
                tournament=stored.tournament_id,
                language=stored.language,
                published_at__isnull=False,
                state=Job.State.DONE,
                pk__lt=stored.pk,
            )
        )


def _expire(jobs: QuerySet[Job]) -> None:
    for job in jobs:
        job.file.delete(save=False)
        Job.objects.filter(pk=job.pk).update(state=Job.State.EXPIRED, file="")


def fail(*, job: Job, error: str) -> None:
    """Give up, with a code that the page turns into a sentence."""
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts).update(
        state=Job.State.FAILED, error=error[:60], finished_at=timezone.now()
    )


def sweep() -> list[int]:
    """Expire old files, give up hopeless jobs, and return the ids of those to send again."""
    now = timezone.now()
    _expire(Job.objects.filter(state=Job.State.DONE, expires_at__lt=now))
    silent = Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__lt=now - SILENCE)
    silent.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, error="worker_died", finished_at=now
    )
    waiting = Job.objects.filter(state=Job.State.WAITING, requested_at__lt=now - timedelta(seconds=5))
    return sorted({*silent.values_list("pk", flat=True), *waiting.values_list("pk", flat=True)})
