"""The demonstration: taken away in one step, people and all."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q

from scoring.models import Adjustment, Deal, Job, RefusedEntry, Score, Signature, Standing
from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import Club, Draw, Entry, Player, Round, Seat, Seating, StaffRole, Tournament, User


@transaction.atomic
def remove_demo(*, actor: User | None) -> None:
    """Delete demo tournaments with all that hangs on them, and demo people nobody else needs.

    Somebody from the demo who was entered in a real tournament meanwhile stays, with his club. Files of exports
    go too. The demo's director stays while he is the one who asks, or directs a real tournament.
    """
    tournaments = list(Tournament.objects.select_for_update().filter(is_demo=True))
    if not tournaments and not Player.objects.filter(is_demo=True).exists():
        raise Refused("no_demo")
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
    Entry.objects.filter(tournament__in=tournaments).delete()
    StaffRole.objects.filter(tournament__in=tournaments).delete()
    for tournament in tournaments:
        record(actor=actor, verb="remove_demo", on=tournament, tournament=tournament)
        tournament.delete()
    Player.objects.filter(is_demo=True, entries__isnull=True).delete()
    Club.objects.filter(is_demo=True, players__isnull=True, entries__isnull=True).delete()
    kept = Q(pk=actor.pk) if actor else Q()
    idle = User.objects.filter(is_demo=True, staff_roles__isnull=True)
    (idle.exclude(kept) if kept else idle).delete()
