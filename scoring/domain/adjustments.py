"""Verbs on adjustments: strafpoint are given and cancelled, never deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scoring.models import Adjustment
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.text import clean

if TYPE_CHECKING:
    from uuid import UUID

    from tournament.models import Entry, Round, User

# More than anybody could win or lose in a weekend is a slip of the finger.
LARGEST = 999


@transaction.atomic
def give_adjustment(
    *,
    entry: Entry,
    points: int,
    reason: str,
    actor: User | None,
    note: str = "",
    round_: Round | None = None,
    client_key: UUID | None = None,
) -> Adjustment:
    """Signed points with one of the Union's reasons; "other" must be explained in the note.

    The same key again, from a form sent twice, is the same adjustment.
    """
    if points == 0 or abs(points) > LARGEST:
        raise Refused("impossible_adjustment", points=points, largest=LARGEST)
    return _give(
        verb="give_adjustment",
        entry=entry,
        points=points,
        reason=reason,
        actor=actor,
        note=note,
        round_=round_,
        client_key=client_key,
    )


@transaction.atomic
def give_warning(
    *,
    entry: Entry,
    reason: str,
    actor: User | None,
    note: str = "",
    round_: Round | None = None,
    client_key: UUID | None = None,
) -> Adjustment:
    """No points, but it is remembered with the same reasons: the next time it may cost some."""
    return _give(
        verb="give_warning",
        entry=entry,
        points=0,
        reason=reason,
        actor=actor,
        note=note,
        round_=round_,
        client_key=client_key,
    )


def _give(
    *,
    verb: str,
    entry: Entry,
    points: int,
    reason: str,
    actor: User | None,
    note: str,
    round_: Round | None,
    client_key: UUID | None,
) -> Adjustment:
    lock_tournament(entry.tournament_id)
    known = Adjustment.objects.filter(client_key=client_key).first() if client_key else None
    if known is not None:
        return known
    if reason not in Adjustment.Reason.values:
        raise Refused("unknown_reason", reason=reason)
    note = clean(note, 300)
    if reason == Adjustment.Reason.OTHER and not note:
        raise Refused("note_missing")
    adjustment = Adjustment.objects.create(
        tournament=entry.tournament,
        entry=entry,
        round=round_,
        points=points,
        reason=reason,
        note=note,
        given_by=actor,
        client_key=client_key or uuid4(),
    )
    if points:
        raise_results_version(entry.tournament_id)
    record(
        actor=actor,
        verb=verb,
        on=adjustment,
        tournament=entry.tournament,
        after={"entry": entry.pk, "points": points, "reason": reason},
    )
    return adjustment


@transaction.atomic
def cancel_adjustment(
    *, adjustment: Adjustment, actor: User | None, reason: str, undoes: int | None = None
) -> Adjustment:
    """Cancel with a reason; the row stays to be seen. Cancelling twice changes nothing.

    `undoes` is the entry of the log that gave it, when that step is taken back.
    """
    reason = required(reason)
    lock_tournament(adjustment.tournament_id)
    adjustment = Adjustment.objects.select_for_update(no_key=True).get(pk=adjustment.pk)
    if adjustment.cancelled_at is not None:
        return adjustment
    adjustment.cancelled_at = timezone.now()
    adjustment.cancel_reason = clean(reason, 300)
    adjustment.save(update_fields=["cancelled_at", "cancel_reason"])
    raise_results_version(adjustment.tournament_id)
    record(
        actor=actor,
        verb="cancel_adjustment",
        on=adjustment,
        tournament=adjustment.tournament_id,
        before={"points": adjustment.points},
        after={"points": 0} | ({} if undoes is None else {"undoes": undoes}),
        reason=adjustment.cancel_reason,
    )
    return adjustment
