"""Taking back the last step where that is safe: each verb has one inverse, which says itself when it is too late.

A step is an entry of the log, so pressing twice, or again after a refresh, never takes back the step before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from scoring.domain.adjustments import cancel_adjustment
from scoring.domain.drawn import drawing_of
from scoring.domain.locks import lock_sheets
from scoring.domain.lots import take_back_lots
from scoring.models import Adjustment, Deal, DirectorCall, RefusedEntry
from tournament.domain.audit import record
from tournament.domain.locks import lock_entry, lock_tournament
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Round, Seat, Substitution, Tournament

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    from tournament.models import User

# In the entry that takes a step back: the step.
UNDOES: Final = "undoes"
# These have a page of their own, and ask for more than a press.
DANGEROUS: Final = frozenset({"close_round", "finish_tournament"})
# What cannot be taken back, and the code of the sentence that says what to do instead.
INSTEAD: Final = {
    "start_tournament": "undo_start",
    "draw_round": "undo_draw",
    "discard_draw": "undo_discard",
    "swap_seats": "undo_swap",
    "repair_seats": "undo_swap",
    "return_entry": "undo_return",
    "cancel_adjustment": "undo_cancel",
    "freeze_standings": "undo_freeze",
    "release_standings": "undo_release",
    "move_deals": "undo_moved",
}


@dataclass(frozen=True, slots=True)
class Inverse:
    """How a verb is taken back: the name it has in the log, why it cannot be (None: it can), and doing it."""

    verb: str
    problem: Callable[[AuditEntry], Refused | None]
    act: Callable[[AuditEntry, User | None, str], None]


@transaction.atomic
def undo_step(*, step: AuditEntry, actor: User | None, reason: str = "") -> bool:
    """Take one step back, if it is still the last. Says whether it was done now: the second press finds it done.

    `reason` is kept where the inverse needs one: points are cancelled with a reason.
    """
    inverse = INVERSES.get(step.verb)
    if inverse is None:
        raise Refused(INSTEAD.get(step.verb, "undo_impossible"))
    if step.object_type == "round":
        lock_sheets(Round(pk=step.object_id or 0))
    lock_tournament(_tournament_id(step))
    if is_undone(step):
        return False
    if last_step(_tournament_id(step)) != step:
        raise Refused("undo_not_last")
    problem = inverse.problem(step)
    if problem is not None:
        raise problem
    inverse.act(step, actor, reason)
    return True


def last_step(tournament_id: int) -> AuditEntry | None:
    """The newest step that stands: what was taken back, and the taking back, are no steps any more."""
    entries = AuditEntry.objects.filter(tournament_id=tournament_id)
    undone = set(entries.filter(after__has_key=UNDOES).values_list(f"after__{UNDOES}", flat=True))
    steps = entries.filter(verb__in={*INVERSES, *DANGEROUS, *INSTEAD}).order_by("-pk")
    for step in steps.iterator(chunk_size=50):
        if step.pk not in undone and UNDOES not in (step.after or {}):
            return step
    return None


def is_undone(step: AuditEntry) -> bool:
    """Whether somebody has taken it back."""
    later = AuditEntry.objects.filter(tournament_id=step.tournament_id, pk__gt=step.pk)
    return later.filter(**{f"after__{UNDOES}": step.pk}).exists()


def undo_problem(step: AuditEntry) -> Refused | None:
    """Why a step cannot be taken back by a press, as things are now; None when it can, or has a page of its own."""
    if step.verb in DANGEROUS:
        return None
    if step.verb in INVERSES:
        return INVERSES[step.verb].problem(step)
    return Refused(INSTEAD.get(step.verb, "undo_impossible"))


# Seats that were published too early


def _publish_problem(step: AuditEntry) -> Refused | None:
    round_ = _round(step)
    if round_ is None or round_.state == Round.State.DRAWN:
        return Refused("undo_gone")
    if round_.state != Round.State.PUBLISHED:
        return Refused("undo_round_begun", round=round_.number)
    later = _later(round_).exclude(state=Round.State.DRAWN)
    return Refused("undo_later_published", round=round_.number) if later.exists() else None


def _unpublish(step: AuditEntry, actor: User | None, reason: str) -> None:
    _move_back(step, actor, Round.State.DRAWN, {"published_at": None})


# A round that was begun too early


def _open_problem(step: AuditEntry) -> Refused | None:
    round_ = _round(step)
    if round_ is None or round_.state == Round.State.PUBLISHED:
        return Refused("undo_gone")
    if round_.state == Round.State.CLOSED:
        return Refused("round_not_open", round=round_.number)
    entered = Deal.objects.filter(seating__round=round_), RefusedEntry.objects.filter(seating__round=round_)
    if any(rows.exists() for rows in entered):
        return Refused("undo_deals_entered", round=round_.number)
    return None


def _unopen(step: AuditEntry, actor: User | None, reason: str) -> None:
    clock = {"clock_started_at": None, "clock_stopped_at": None}
    _move_back(step, actor, Round.State.PUBLISHED, {"opened_at": None, **clock})


def _move_back(step: AuditEntry, actor: User | None, state: Round.State, fields: dict[str, Any]) -> None:
    round_ = Round.objects.select_for_update(no_key=True).get(pk=step.object_id or 0)
    before, round_.state = round_.state, state
    for name, value in fields.items():
        setattr(round_, name, value)
    round_.save(update_fields=["state", *fields])
    raise_results_version(round_.tournament_id)
    _record(step, actor, round_, before={"state": before}, after={"state": state, "number": round_.number})


# Everybody checked in, somebody withdrawn


def _check_in_problem(step: AuditEntry) -> Refused | None:
    entries = _checked_in_then(step)
    if not entries.exists():
        return Refused("undo_gone")
    seated = Seat.objects.filter(entry__in=entries).exclude(round__state=Round.State.DRAWN)
    return Refused("undo_seats_public") if seated.exists() else None


def _undo_check_in_all(step: AuditEntry, actor: User | None, reason: str) -> None:
    entries = list(_checked_in_then(step).select_for_update(no_key=True).order_by("pk"))
    for entry in entries:
        entry.state = Entry.State.REGISTERED
        entry.save(update_fields=["state"])
    tournament = Tournament.objects.get(pk=_tournament_id(step))
    if tournament.is_under_way:
        raise_results_version(tournament.pk)
    _record(step, actor, tournament, after={"entries": [entry.pk for entry in entries]})


def _checked_in_then(step: AuditEntry) -> QuerySet[Entry]:
    """Of those the step checked in, who still is."""
    ids = (step.after or {}).get("entries", [])
    return Entry.objects.filter(pk__in=ids, state=Entry.State.CHECKED_IN)


def _withdrawal_problem(step: AuditEntry) -> Refused | None:
    entry = Entry.objects.select_related("tournament", "player").filter(pk=step.object_id or 0).first()
    if entry is None or entry.state != Entry.State.WITHDRAWN:
        return Refused("undo_gone")
    if entry.tournament.is_finished:
        return Refused("tournament_finished")
    playing = Substitution.objects.filter(
        player=entry.player_id, entry__tournament=entry.tournament_id, until_round=None
    )
    other = playing.select_related("entry__player").first()
    if other is not None:
        return Refused("plays_for_another", name=entry.full_name, other=other.entry.full_name)
    return None


def _undo_withdrawal(step: AuditEntry, actor: User | None, reason: str) -> None:
    entry = lock_entry(Entry.objects.select_related("player").get(pk=step.object_id or 0))
    before, entry.state = entry.state, (step.before or {}).get("state", Entry.State.REGISTERED)
    entry.withdrawn_after_round = None
    entry.save(update_fields=["state", "withdrawn_after_round"])
    if entry.tournament.is_under_way:
        raise_results_version(entry.tournament_id)
    _record(step, actor, entry, before={"state": before}, after={"state": entry.state})


# Points given, a call answered


def _adjustment_problem(step: AuditEntry) -> Refused | None:
    stands = Adjustment.objects.filter(pk=step.object_id or 0, cancelled_at__isnull=True)
    return None if stands.exists() else Refused("undo_gone")


def _cancel(step: AuditEntry, actor: User | None, reason: str) -> None:
    adjustment = Adjustment.objects.get(pk=step.object_id or 0)
    cancel_adjustment(adjustment=adjustment, actor=actor, reason=reason, undoes=step.pk)


def _answer_problem(step: AuditEntry) -> Refused | None:
    call = _answered(step)
    if call is None:
        return Refused("undo_gone")
    if call.seating.round.state not in {Round.State.PUBLISHED, Round.State.PLAYING}:
        return Refused("round_not_open", round=call.seating.round.number)
    waiting = DirectorCall.objects.filter(seating=call.seating, answered_at__isnull=True)
    return Refused("undo_called_again", table=call.seating.table_no) if waiting.exists() else None


def _call_again(step: AuditEntry, actor: User | None, reason: str) -> None:
    call = _answered(step)
    assert call is not None  # noqa: S101 - there was no problem
    call.answered_at, call.answered_by = None, None
    call.save(update_fields=["answered_at", "answered_by"])
    _record(step, actor, call.seating)


def _answered(step: AuditEntry) -> DirectorCall | None:
    """The call the step answered: the last one of its table that was answered by then."""
    answered = DirectorCall.objects.filter(seating=step.object_id, answered_at__lte=step.at)
    return answered.select_related("seating__round").order_by("-answered_at").first()


# Lots that were drawn too early


def _lots_problem(step: AuditEntry) -> Refused | None:
    tournament = Tournament.objects.get(pk=_tournament_id(step))
    if tournament.is_finished:
        return Refused("tournament_finished")
    numbers = (step.after or {}).get("start_nos", [])
    lots = Entry.objects.filter(tournament=tournament, start_no__in=numbers).values_list("lot", flat=True)
    drawing = (step.after or {}).get("drawing")
    stands = any(lot is not None and drawing_of(lot) == drawing for lot in lots)
    return None if stands else Refused("undo_gone")


def _undraw(step: AuditEntry, actor: User | None, reason: str) -> None:
    tournament = Tournament.objects.get(pk=_tournament_id(step))
    drawing = (step.after or {}).get("drawing", 0)
    take_back_lots(tournament=tournament, drawing=drawing, actor=actor, undoes=step.pk)


INVERSES: Final[dict[str, Inverse]] = {
    "publish_round": Inverse("unpublish_round", _publish_problem, _unpublish),
    "open_round": Inverse("unopen_round", _open_problem, _unopen),
    "check_in_all": Inverse("undo_check_in_all", _check_in_problem, _undo_check_in_all),
    "withdraw_entry": Inverse("undo_withdrawal", _withdrawal_problem, _undo_withdrawal),
    "give_adjustment": Inverse("cancel_adjustment", _adjustment_problem, _cancel),
    "give_warning": Inverse("cancel_adjustment", _adjustment_problem, _cancel),
    "answer_call": Inverse("call_again", _answer_problem, _call_again),
    "draw_lots": Inverse("take_back_lots", _lots_problem, _undraw),
}


def _record(
    step: AuditEntry,
    actor: User | None,
    on: Model,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    record(
        actor=actor,
        verb=INVERSES[step.verb].verb,
        on=on,
        tournament=step.tournament_id,
        before=before,
        after={**(after or {}), UNDOES: step.pk},
    )


def _tournament_id(step: AuditEntry) -> int:
    assert step.tournament_id is not None  # noqa: S101 - steps belong to a tournament
    return step.tournament_id


def _round(step: AuditEntry) -> Round | None:
    return Round.objects.filter(pk=step.object_id or 0).first()


def _later(round_: Round) -> QuerySet[Round]:
    return Round.objects.filter(tournament=round_.tournament_id, number__gt=round_.number)
