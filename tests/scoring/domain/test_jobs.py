"""Jobs: one worker at a time, finished later when a worker dies, files that expire."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.base import File
from django.utils import timezone
from openpyxl import load_workbook

from scoring.domain import jobs
from scoring.exports import runner
from scoring.models import Job
from tests.scenes import enter, playing, table
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return playing(8)


def asked(tournament: Tournament) -> Job:
    return jobs.request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")


def content() -> File[bytes]:
    return File(BytesIO(b"x"))


def aged(job: Job, **fields: timedelta) -> None:
    Job.objects.filter(pk=job.pk).update(**{name: timezone.now() - age for name, age in fields.items()})


def test_asking_twice_is_one_job_until_the_results_change(tournament: Tournament) -> None:
    first = asked(tournament)
    assert asked(tournament) == first
    enter(table(tournament), 1)
    assert asked(tournament) != first


def test_only_one_worker_gets_a_job(tournament: Tournament) -> None:
    job = asked(tournament)
    assert jobs.take(job_id=job.pk) == job
    assert jobs.take(job_id=job.pk) is None


def test_the_workbook_is_there_when_the_job_is_done(tournament: Tournament) -> None:
    job = asked(tournament)
    runner.run(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.progress, job.file_name) == ("done", 100, f"{tournament.slug}.xlsx")
    with job.file.open("rb") as file:
        assert load_workbook(file).sheetnames


def test_running_a_job_that_is_done_changes_nothing(tournament: Tournament) -> None:
    job = asked(tournament)
    runner.run(job_id=job.pk)
    before = Job.objects.values().get()
    runner.run(job_id=job.pk)
    assert Job.objects.values().get() == before


def test_a_dead_workers_job_is_taken_by_another_and_his_file_does_not_count(tournament: Tournament) -> None:
    job = asked(tournament)
    dead = jobs.take(job_id=job.pk)
    assert dead is not None
    aged(job, heartbeat_at=jobs.SILENCE * 2)
    assert jobs.sweep() == [job.pk]
    other = jobs.take(job_id=job.pk)
    assert other is not None
    jobs.finish(job=dead, content=content(), file_name="x.xlsx", results_version=0)
    assert Job.objects.get().state == "running"
    jobs.finish(job=other, content=content(), file_name="y.xlsx", results_version=0)
    assert Job.objects.get().file_name == "y.xlsx"


def test_a_job_that_kills_its_workers_is_given_up(tournament: Tournament) -> None:
    job = asked(tournament)
    for _ in range(jobs.MOST_ATTEMPTS):
        assert jobs.take(job_id=job.pk) is not None
        aged(job, heartbeat_at=jobs.SILENCE * 2)
    assert jobs.take(job_id=job.pk) is None
    assert jobs.sweep() == []
    assert (Job.objects.get().state, Job.objects.get().error) == ("failed", "worker_died")


def test_a_fault_fails_the_job_and_says_which(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise OSError("disk full")

    job = asked(tournament)
    monkeypatch.setattr(runner, "write_workbook", broken)
    with pytest.raises(OSError, match="disk full"):
        runner.run(job_id=job.pk)
    assert (Job.objects.get().state, Job.objects.get().error) == ("failed", "OSError")


def test_a_job_whose_message_was_lost_is_sent_again(tournament: Tournament) -> None:
    job = asked(tournament)
    assert jobs.sweep() == []
    aged(job, requested_at=timedelta(seconds=6))
    assert jobs.sweep() == [job.pk]


def test_files_are_deleted_when_they_expire(tournament: Tournament) -> None:
    job = asked(tournament)
    runner.run(job_id=job.pk)
    name, storage = str(Job.objects.get().file.name), Job.objects.get().file.storage
    assert storage.exists(name)
    aged(job, expires_at=timedelta(seconds=1))
    jobs.sweep()
    assert (Job.objects.get().state, storage.exists(name)) == ("expired", False)
