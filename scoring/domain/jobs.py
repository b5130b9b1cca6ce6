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
    from django.core.files.base import File

    from tournament.models import User

# A worker that has said nothing for so long is dead, and its job is taken by another.
SILENCE = timedelta(seconds=60)
# A job that killed its worker this often is not tried again.
MOST_ATTEMPTS = 3


@transaction.atomic
def request_job(*, kind: Job.Kind, tournament: Tournament, actor: User | None, language: str) -> Job:
    """Ask for a file. Asking again before it is there gives the same job."""
    tournament = lock_tournament(tournament.pk)
    same = Job.objects.filter(
        kind=kind,
        tournament=tournament,
        language=language,
        results_version=tournament.results_version,
        state__in=[Job.State.WAITING, Job.State.RUNNING],
    ).first()
    if same is not None:
        return same
    job = Job.objects.create(
        kind=kind,
        tournament=tournament,
        language=language,
        results_version=tournament.results_version,
        requested_by=actor,
    )
    job_requested.send(sender=Job, job_id=job.pk)
    record(actor=actor, verb="request_export", on=job, tournament=tournament, after={"kind": kind})
    return job


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
    """Store the file and say that it is there, unless somebody else took the job meanwhile."""
    stored = Job.objects.get(pk=job.pk)
    if stored.state != Job.State.RUNNING or stored.attempts != job.attempts:
        return
    stored.file.save(f"{stored.uuid}.xlsx", content, save=False)
    stored.file_name = file_name
    stored.results_version = results_version
    stored.state = Job.State.DONE
    stored.progress = 100
    stored.finished_at = timezone.now()
    stored.expires_at = stored.finished_at + timedelta(days=settings.EXPORT_DAYS_KEPT)
    stored.save()


def fail(*, job: Job, error: str) -> None:
    """Give up, with a code that the page turns into a sentence."""
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts).update(
        state=Job.State.FAILED, error=error[:60], finished_at=timezone.now()
    )


def sweep() -> list[int]:
    """Expire old files, give up hopeless jobs, and return the ids of those to send again."""
    now = timezone.now()
    for job in Job.objects.filter(state=Job.State.DONE, expires_at__lt=now):
        job.file.delete(save=False)
        Job.objects.filter(pk=job.pk).update(state=Job.State.EXPIRED, file="")
    silent = Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__lt=now - SILENCE)
    silent.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, error="worker_died", finished_at=now
    )
    waiting = Job.objects.filter(state=Job.State.WAITING, requested_at__lt=now - timedelta(seconds=5))
    return sorted({*silent.values_list("pk", flat=True), *waiting.values_list("pk", flat=True)})
