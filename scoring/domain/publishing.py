"""Verbs on the workbook that everybody may fetch: publish it, and withdraw it.

Each language has a file of its own. A new one takes the place of the old one when it is there, not before. Whatever
makes fewer results public than before (a frozen list, a reopened round, a restoring) withdraws what was published, for
nobody can know from outside what a file says.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.domain.jobs import ask
from scoring.models import Job
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused

if TYPE_CHECKING:
    from tournament.models import Tournament, User

# What has a file or may get one yet.
ALIVE = (Job.State.WAITING, Job.State.RUNNING, Job.State.DONE)


@transaction.atomic
def publish_workbook(*, tournament: Tournament, actor: User | None) -> list[Job]:
    """Have the workbook made that everybody may fetch, in each language. Asked again before it is there it is one."""
    tournament = lock_tournament(tournament.pk)
    if not tournament.is_under_way:
        raise Refused("tournament_not_running")
    now = timezone.now()
    asked = [
        ask(
            kind=Job.Kind.WORKBOOK,
            tournament=tournament,
            actor=actor,
            language=language,
            published_at=now,
        )
        for language, _name in settings.LANGUAGES
    ]
    if any(is_new for _job, is_new in asked):
        frozen = tournament.frozen_after_round
        record(
            actor=actor,
            verb="publish_workbook",
            on=asked[0][0],
            tournament=tournament,
            after=None if frozen is None else {"frozen_after_round": frozen},
        )
    return [job for job, _is_new in asked]


@transaction.atomic
def withdraw_workbook(*, tournament: Tournament, actor: User | None) -> bool:
    """Nobody can fetch it any more, nor one that is still being made. Says whether there was any."""
    lock_tournament(tournament.pk)
    published = Job.objects.filter(tournament=tournament, published_at__isnull=False, state__in=ALIVE)
    jobs = list(published.select_for_update(no_key=True).order_by("pk"))
    if not jobs:
        return False
    for job in jobs:
        if job.file:
            transaction.on_commit(partial(job.file.storage.delete, str(job.file.name)))
    Job.objects.filter(pk__in=[job.pk for job in jobs]).update(state=Job.State.EXPIRED, file="")
    record(actor=actor, verb="withdraw_workbook", on=jobs[0], tournament=tournament)
    return True
