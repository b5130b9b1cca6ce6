"""Verbs that take an ending back: a closed round, and a result that was declared final. A snapshot is taken first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from scoring.domain.locks import lock_sheets
from scoring.domain.publishing import withdraw_workbook
from scoring.domain.snapshots import take_snapshot
from scoring.domain.undo import UNDOES
from tournament.domain.audit import record
from tournament.domain.locks import lock_round, lock_tournament
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import AuditEntry, Round, Tournament

if TYPE_CHECKING:
    from django.db.models import Model

    from tournament.models import User


@transaction.atomic
def reopen_round(*, round_: Round, confirmed: str, actor: User | None, reason: str) -> Round:
    """A closed round is played on. `confirmed` is its number as somebody typed it.

    Its sheets stay signed until they are opened one by one. A published workbook is withdrawn, for boards of the round
    may be secrets again. Done twice it is done once.
    """
    reason = required(reason)
    lock_sheets(round_)
    round_ = lock_round(round_)
    if confirmed.strip() != str(round_.number):
        raise Refused("confirmation_wrong", expected=round_.number)
    if round_.state == Round.State.PLAYING:
        return round_
    problem = reopen_problem(round_)
    if problem is not None:
        raise problem
    take_snapshot(tournament=round_.tournament, actor=actor, occasion="reopen_round")
    round_.state, round_.closed_at = Round.State.PLAYING, None
    round_.save(update_fields=["state", "closed_at"])
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb="reopen_round",
        on=round_,
        tournament=round_.tournament_id,
        before={"state": Round.State.CLOSED},
        after={"state": Round.State.PLAYING, "number": round_.number, **_undoes("close_round", round_)},
        reason=reason,
    )
    withdraw_workbook(tournament=round_.tournament, actor=actor)
    return round_


def reopen_problem(round_: Round) -> Refused | None:
    """Why a round cannot be reopened; None when it can."""
    if round_.state != Round.State.CLOSED:
        return Refused("round_not_closed", round=round_.number)
    if round_.tournament.is_finished:
        return Refused("reopen_after_final")
    begun = Round.objects.filter(
        tournament=round_.tournament_id, number__gt=round_.number, opened_at__isnull=False
    )
    later = begun.order_by("number").first()
    return Refused("later_round_begun", round=round_.number, later=later.number) if later else None


@transaction.atomic
def take_back_final(*, tournament: Tournament, actor: User | None, reason: str) -> Tournament:
    """The result is not final after all. Twice is once."""
    reason = required(reason)
    tournament = lock_tournament(tournament.pk)
    if tournament.state == Tournament.State.RUNNING:
        return tournament
    if not tournament.is_finished:
        raise Refused("wrong_state", state=tournament.state)
    take_snapshot(tournament=tournament, actor=actor, occasion="take_back_final")
    tournament.state, tournament.finished_at = Tournament.State.RUNNING, None
    tournament.save(update_fields=["state", "finished_at"])
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="take_back_final",
        on=tournament,
        tournament=tournament,
        before={"state": Tournament.State.FINISHED},
        after={"state": Tournament.State.RUNNING, **_undoes("finish_tournament", tournament)},
        reason=reason,
    )
    return tournament


def _undoes(verb: str, on: Model) -> dict[str, int]:
    """The step that is taken back with this, for the desk: it is a step no more."""
    steps = AuditEntry.objects.filter(verb=verb, object_type=type(on).__name__.lower(), object_id=on.pk)
    step = steps.order_by("-pk").first()
    return {UNDOES: step.pk} if step else {}
