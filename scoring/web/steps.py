"""The last step in words, for the line on the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from scoring.domain.undo import last_step, undo_problem
from scoring.web.log import LogLine, readable_entries
from tournament.models import AuditEntry, Round
from tournament.sentences import sentence

if TYPE_CHECKING:
    from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class StepShown:
    """The last step in words. `problem` says what to do instead of undoing it; `url` is the page that takes it back."""

    pk: int
    line: LogLine
    problem: str
    url: str


def step_shown(tournament: Tournament) -> StepShown | None:
    """For the line on the desk; None while nothing was done."""
    step = last_step(tournament.pk)
    if step is None:
        return None
    problem = undo_problem(step)
    return StepShown(
        step.pk,
        readable_entries([step])[0],
        sentence(problem.code, problem.params) if problem else "",
        _page_of(step, tournament),
    )


def _page_of(step: AuditEntry, tournament: Tournament) -> str:
    if step.verb == "close_round":
        round_ = Round.objects.filter(pk=step.object_id or 0).first()
        return reverse("reopen-round", args=[tournament.slug, round_.number]) if round_ else ""
    return reverse("take-back-final", args=[tournament.slug]) if step.verb == "finish_tournament" else ""
