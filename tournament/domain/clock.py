"""Verbs on the clock of a round, and what it shows.

Nothing here asks what time it is: who calls says so, so that the server's clock is the only one that counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.locks import lock_round
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Round, Seating

if TYPE_CHECKING:
    from datetime import datetime

    from tournament.models import User

# Half a day: more is a slip of the finger.
LONGEST: Final = 720


@dataclass(frozen=True, slots=True)
class Clock:
    """What a round's clock shows at one moment. `seconds_left` goes below zero; `extra` are a table's own minutes."""

    seconds_left: int
    minutes: int
    extra: int
    is_started: bool
    is_running: bool


def clock_of(round_: Round, at: datetime, extra: int = 0) -> Clock | None:
    """The clock of a round, for a table with so many minutes of its own. None while the round has no time."""
    if round_.minutes is None:
        return None
    total = timedelta(minutes=round_.minutes + extra)
    gone = timedelta()
    if round_.clock_started_at is not None:
        gone = (round_.clock_stopped_at or at) - round_.clock_started_at
    return Clock(
        # Rounded up: a minute is over when its last second is.
        seconds_left=-int((gone - total).total_seconds() // 1),
        minutes=round_.minutes,
        extra=extra,
        is_started=round_.clock_started_at is not None,
        is_running=round_.clock_started_at is not None and round_.clock_stopped_at is None,
    )


def proposed_minutes(round_: Round) -> int | None:
    """The time that the last round before this one had; None when none had any."""
    earlier = Round.objects.filter(
        tournament=round_.tournament_id, number__lt=round_.number, minutes__isnull=False
    )
    return earlier.order_by("-number").values_list("minutes", flat=True).first()


@transaction.atomic
def set_clock(*, round_: Round, minutes: int, actor: User | None) -> Round:
    """The time for the round, counted from the start of the clock. It may be changed while the clock runs."""
    round_ = _open(round_)
    _check(minutes)
    if round_.minutes == minutes:
        return round_
    before, round_.minutes = round_.minutes, minutes
    return _save(round_, actor, "set_clock", {"minutes": before}, {"minutes": minutes})


@transaction.atomic
def start_clock(*, round_: Round, actor: User | None, at: datetime, minutes: int | None = None) -> Round:
    """Let the time run, and say how much it is if nobody has. Pressed twice it has started once."""
    round_ = _playing(round_)
    if round_.clock_started_at is not None:
        return round_
    if minutes is not None:
        _check(minutes)
        round_.minutes = minutes
    if round_.minutes is None:
        raise Refused("clock_without_minutes")
    round_.clock_started_at, round_.clock_stopped_at = at, None
    return _save(round_, actor, "start_clock", None, {"minutes": round_.minutes})


@transaction.atomic
def stop_clock(*, round_: Round, actor: User | None, at: datetime) -> Round:
    """Let it stand still. A clock that stands stays as it is."""
    round_ = _playing(round_)
    if round_.clock_started_at is None or round_.clock_stopped_at is not None:
        return round_
    round_.clock_stopped_at = max(at, round_.clock_started_at)
    return _save(round_, actor, "stop_clock", None, None)


@transaction.atomic
def go_on_clock(*, round_: Round, actor: User | None, at: datetime) -> Round:
    """Let it go on from where it stands."""
    round_ = _playing(round_)
    if round_.clock_started_at is None or round_.clock_stopped_at is None:
        return round_
    round_.clock_started_at += max(at - round_.clock_stopped_at, timedelta())
    round_.clock_stopped_at = None
    return _save(round_, actor, "go_on_clock", None, None)


@transaction.atomic
def reset_clock(*, round_: Round, actor: User | None) -> Round:
    """Back to the full time, standing still: it was started too early."""
    round_ = _playing(round_)
    if round_.clock_started_at is None:
        return round_
    round_.clock_started_at = round_.clock_stopped_at = None
    return _save(round_, actor, "reset_clock", None, None)


@transaction.atomic
def give_round_time(*, round_: Round, minutes: int, had: int, actor: User | None) -> Round:
    """More time for every table, or less. `had` is the time that the page showed: pressed twice it is given once."""
    round_ = _playing(round_)
    if round_.minutes is None:
        raise Refused("clock_without_minutes")
    if round_.minutes != had:
        raise Refused("clock_changed_meanwhile")
    _check(round_.minutes + minutes)
    before, round_.minutes = round_.minutes, round_.minutes + minutes
    return _save(round_, actor, "extra_time", {"minutes": before}, {"minutes": round_.minutes})


@transaction.atomic
def give_table_time(*, seating: Seating, minutes: int, had: int, actor: User | None) -> Seating:
    """More time for one table, on top of the round's. `had` is the table's extra time that the page showed."""
    # The sheet comes before the tournament in the order of locks.
    seating = Seating.objects.select_for_update(no_key=True).get(pk=seating.pk)
    round_ = _playing(Round.objects.get(pk=seating.round_id))
    if round_.minutes is None:
        raise Refused("clock_without_minutes")
    if seating.extra_minutes != had:
        raise Refused("clock_changed_meanwhile")
    extra = seating.extra_minutes + minutes
    if not 0 <= extra <= LONGEST:
        raise Refused("impossible_minutes", largest=LONGEST)
    before, seating.extra_minutes = seating.extra_minutes, extra
    seating.save(update_fields=["extra_minutes"])
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb="table_extra_time",
        on=seating,
        tournament=round_.tournament_id,
        before={"extra_minutes": before},
        after={"extra_minutes": extra},
    )
    return seating


def _open(round_: Round) -> Round:
    round_ = lock_round(round_)
    if round_.is_closed:
        raise Refused("round_not_open", round=round_.number)
    return round_


def _playing(round_: Round) -> Round:
    round_ = lock_round(round_)
    if round_.state != Round.State.PLAYING:
        raise Refused("round_not_open", round=round_.number)
    return round_


def _check(minutes: int) -> None:
    if not 1 <= minutes <= LONGEST:
        raise Refused("impossible_minutes", largest=LONGEST)


def _save(
    round_: Round,
    actor: User | None,
    verb: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> Round:
    round_.save(update_fields=["minutes", "clock_started_at", "clock_stopped_at"])
    # The clock stands beside the standings on every page, which are asked for by this version.
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb=verb,
        on=round_,
        tournament=round_.tournament_id,
        before=before,
        after={"number": round_.number, **(after or {})},
    )
    return round_
