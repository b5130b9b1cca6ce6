"""The workbook that everybody may fetch, and what has happened since it was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.core.cache import cache

from scoring.models import Job
from scoring.queries.deals import missing_results
from scoring.queries.release import hidden_after
from scoring.queries.standings import standings_state
from tournament.models import AuditEntry, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from tournament.models import Tournament

# Steps after which a workbook says the same as before, though some of them raise the results' version.
QUIET: Final = frozenset(
    {
        "answer_call",
        "appoint",
        "call_again",
        "call_director",
        "choose_address",
        "dismiss",
        "extra_time",
        "give_warning",
        "go_on_clock",
        "invite",
        "publish_workbook",
        "renew_code",
        "request_export",
        "reset_clock",
        "set_clock",
        "set_prizes",
        "show_banner",
        "start_clock",
        "stop_clock",
        "table_extra_time",
        "take_banner_down",
        "take_call_back",
        "take_snapshot",
    }
)
SECONDS_CACHED: Final = 60
SAME, CHANGED, WITHHELD = "same", "changed", "withheld"


@dataclass(frozen=True, slots=True)
class PublicWorkbook:
    """What a page says of it. `state` is that of the results in it: `final`, `frozen`, `provisional`, or empty."""

    job: Job
    made_at: datetime
    has_changed: bool
    state: str
    shown_up_to: int | None


@dataclass(frozen=True, slots=True)
class Publication:
    """For the desk: what everybody may fetch now, and what is being made."""

    done: PublicWorkbook | None
    under_way: tuple[Job, ...]
    failed: bool


def public_workbook(tournament: Tournament, language: str) -> PublicWorkbook | None:
    """The one in this language, or else in another. None when none is there, or a name in it is no longer shown."""
    published = Job.objects.filter(
        tournament=tournament, kind=Job.Kind.WORKBOOK, published_at__isnull=False, state=Job.State.DONE
    )
    jobs = list(published.exclude(file="").order_by("-pk"))
    jobs.sort(key=lambda job: job.language != language)
    for job in jobs:
        since = _since(job, tournament)
        if since != WITHHELD and job.finished_at is not None:
            has_changed = since == CHANGED
            state = "" if has_changed else _state(tournament)
            return PublicWorkbook(job, job.finished_at, has_changed, state, hidden_after(tournament))
    return None


def publication(tournament: Tournament, language: str, jobs: Iterable[Job]) -> Publication:
    """Where publishing stands; `jobs` are the tournament's, newest first."""
    public = [job for job in jobs if job.published_at]
    newest = [job for job in public if job.published_at == public[0].published_at]
    return Publication(
        done=public_workbook(tournament, language),
        under_way=tuple(job for job in newest if job.state in {Job.State.WAITING, Job.State.RUNNING}),
        failed=any(job.state == Job.State.FAILED for job in newest),
    )


def _state(tournament: Tournament) -> str:
    hidden = hidden_after(tournament)
    missing = missing_results(tournament, hidden) if tournament.is_finished and hidden is None else []
    return standings_state(tournament, missing, hidden)


def _since(job: Job, tournament: Tournament) -> str:
    """Whether the results have changed, or a name may no longer be read as it stands there."""
    if job.results_version == tournament.results_version:
        return SAME
    key = f"workbook-{job.uuid}-{tournament.results_version}"
    found: str | None = cache.get(key)
    if found is None:
        found = _asked_of_log(job, tournament)
        cache.set(key, found, SECONDS_CACHED)
    return found


def _asked_of_log(job: Job, tournament: Tournament) -> str:
    since = AuditEntry.objects.filter(at__gt=job.published_at or job.requested_at)
    people = Entry.objects.filter(tournament=tournament).values("player_id")
    changes = since.filter(verb="change_player", object_type="player", object_id__in=people)
    forms = changes.values_list("before__public_form", "after__public_form")
    if any(before != after for before, after in forms):
        return WITHHELD
    steps = since.filter(tournament_id=tournament.pk).exclude(verb__in=QUIET)
    return CHANGED if steps.exists() or changes.exists() else SAME
