"""Verbs on rounds that need to know what was played: open, close, finish."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.domain.locks import lock_sheets
from tournament.domain.audit import record
from tournament.domain.locks import lock_round, lock_tournament
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Round, Seating, Tournament
from tournament.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from tournament.models import User


@transaction.atomic
def open_round(*, round_: Round, actor: User | None, reason: str = "") -> Round:
    """Let play begin. An earlier sheet that is not signed stops it, unless a reason is given and logged."""
    round_ = lock_round(round_)
    if round_.state != Round.State.PUBLISHED:
        raise Refused("round_not_published", round=round_.number)
    unsigned = _unsigned(
        Seating.objects.filter(round__tournament=round_.tournament, round__number__lt=round_.number)
    )
    if unsigned and not reason.strip():
        raise Refused("earlier_tables_unsigned", tables=unsigned)
    return _move(round_, Round.State.PLAYING, actor, "open_round", "opened_at", reason)


@transaction.atomic
def close_round(*, round_: Round, actor: User | None) -> Round:
    """End a round: every sheet is signed. From here a correction takes the director and a reason."""
    lock_sheets(round_)
    round_ = lock_round(round_)
    if round_.state != Round.State.PLAYING:
        raise Refused("round_not_open", round=round_.number)
    unsigned = _unsigned(round_.seatings.all())
    if unsigned:
        raise Refused("tables_unsigned", tables=unsigned)
    return _move(round_, Round.State.CLOSED, actor, "close_round", "closed_at", "")


def last_close(tournament: Tournament, rounds: Iterable[Round]) -> datetime | None:
    """When the last round was closed: from then on the time for protests runs. None before all are closed."""
    closed = [round_.closed_at for round_ in rounds if round_.is_closed and round_.closed_at]
    return max(closed) if len(closed) >= tournament.rounds_planned else None


@transaction.atomic
def finish_tournament(*, tournament: Tournament, actor: User | None, reason: str = "") -> Tournament:
    """Declare the result final: all rounds planned are played and closed, and the time for protests is over.

    With a reason, which is logged, it is declared before that.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("tournament_not_running")
    closed = tournament.rounds.filter(state=Round.State.CLOSED).count()
    if closed < tournament.rounds_planned:
        raise Refused("rounds_remain", closed=closed, rounds=tournament.rounds_planned)
    now, closed_at = timezone.now(), last_close(tournament, tournament.rounds.all())
    until = closed_at + timedelta(minutes=tournament.protest_minutes) if closed_at else now
    if now < until and not clean(reason):
        raise Refused("protests_open", until=until)
    tournament.state = Tournament.State.FINISHED
    tournament.finished_at = now
    tournament.save(update_fields=["state", "finished_at"])
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="finish_tournament",
        on=tournament,
        tournament=tournament,
        before={"state": "running"},
        after={"state": "finished"},
        reason=reason,
    )
    return tournament


def _unsigned(seatings: QuerySet[Seating]) -> list[str]:
    """Round and table of every sheet that nobody has signed, such as "2/7"."""
    rows = seatings.exclude(state=Seating.State.SIGNED).order_by("round__number", "table_no")
    return [f"{row.round.number}/{row.table_no}" for row in rows.select_related("round")]


def _move(round_: Round, state: Round.State, actor: User | None, verb: str, stamp: str, reason: str) -> Round:
    before = round_.state
    round_.state = state
    setattr(round_, stamp, timezone.now())
    round_.save(update_fields=["state", stamp])
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb=verb,
        on=round_,
        tournament=round_.tournament,
        before={"state": before},
        after={"state": state, "number": round_.number},
        reason=reason.strip(),
    )
    return round_
