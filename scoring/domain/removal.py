"""Removing a whole tournament: a demonstration, or one in which nothing was played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.domain.snapshots import take_snapshot
from scoring.models import (
    Adjustment,
    Deal,
    Job,
    RefusedEntry,
    Score,
    Signature,
    Snapshot,
    Standing,
)
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.models import Draw, Entry, Round, Seat, Seating, StaffRole, Substitution, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.models import User


@transaction.atomic
def remove_tournament(*, tournament: Tournament, actor: User | None) -> Snapshot:
    """Remove a tournament before play. It can be built again from the snapshot that is taken first.

    Refused once a round has begun: from then on nothing is deleted.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.rounds.filter(opened_at__isnull=False).exists():
        raise Refused("play_has_begun")
    snapshot = take_snapshot(tournament=tournament, actor=actor, occasion="remove_tournament")
    record(
        actor=actor,
        verb="remove_tournament",
        on=tournament,
        tournament=tournament,
        before={"snapshot": snapshot.pk},
    )
    erase([tournament])
    return snapshot


def erase(tournaments: Sequence[Tournament]) -> None:
    """Delete these tournaments with all that hangs on them, files too. Players, clubs, the log and snapshots stay."""
    inside = {"seating__round__tournament__in": tournaments}
    for job in Job.objects.filter(tournament__in=tournaments).exclude(file=""):
        transaction.on_commit(partial(job.file.storage.delete, str(job.file.name)))
    Score.objects.filter(deal__seating__round__tournament__in=tournaments).delete()
    Deal.objects.filter(**inside).delete()
    Signature.objects.filter(**inside).delete()
    RefusedEntry.objects.filter(**inside).delete()
    Adjustment.objects.filter(tournament__in=tournaments).delete()
    Standing.objects.filter(tournament__in=tournaments).delete()
    Job.objects.filter(tournament__in=tournaments).delete()
    Seat.objects.filter(round__tournament__in=tournaments).delete()
    Seating.objects.filter(round__tournament__in=tournaments).delete()
    Round.objects.filter(tournament__in=tournaments).delete()
    Draw.objects.filter(tournament__in=tournaments).delete()
    Substitution.objects.filter(entry__tournament__in=tournaments).delete()
    Entry.objects.filter(tournament__in=tournaments).delete()
    StaffRole.objects.filter(tournament__in=tournaments).delete()
    for tournament in tournaments:
        Tournament.objects.filter(pk=tournament.pk).delete()
