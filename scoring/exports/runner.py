"""Running a job: what the bulk worker calls."""

from __future__ import annotations

import logging
import tempfile
from typing import TYPE_CHECKING

from django.core.files.base import File
from django.utils.translation import override

from scoring.domain import jobs
from scoring.exports.workbook import workbook_name, write_workbook
from tournament.models import Tournament

if TYPE_CHECKING:
    from scoring.models import Job

logger = logging.getLogger(__name__)


def run(*, job_id: int) -> None:
    """Make the file somebody asked for. Comes to the same however often it is called."""
    job = jobs.take(job_id=job_id)
    if job is None:
        return
    try:
        with override(job.language):
            _write(job)
    except Exception as problem:
        # A soft time limit arrives here too; whatever it was, the person who waits must hear of it.
        logger.exception("Job %s failed", job.uuid)
        jobs.fail(job=job, error=type(problem).__name__)
        raise


def _write(job: Job) -> None:
    version = Tournament.objects.get(pk=job.tournament_id).results_version
    with tempfile.NamedTemporaryFile(suffix=".xlsx") as file:
        write_workbook(
            job.tournament,
            file,
            on_progress=lambda percent: jobs.report_progress(job=job, progress=percent),
            public=job.published_at is not None,
        )
        file.flush()
        file.seek(0)
        jobs.finish(
            job=job, content=File(file), file_name=workbook_name(job.tournament), results_version=version
        )
