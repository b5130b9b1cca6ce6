"""The demonstration: taken away in one step, people and all."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from scoring.domain.removal import erase
from scoring.models import Snapshot
from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import Club, Player, Tournament, User


@transaction.atomic
def remove_demo(*, actor: User | None) -> None:
    """Delete demo tournaments with all that hangs on them, and demo people nobody else needs.

    Somebody from the demo who was entered in a real tournament meanwhile stays, with his club. Files of exports
    go too. The demo's director stays while he is the one who asks, or directs a real tournament.
    """
    tournaments = list(Tournament.objects.select_for_update().filter(is_demo=True))
    if not tournaments and not Player.objects.filter(is_demo=True).exists():
        raise Refused("no_demo")
    for tournament in tournaments:
        record(actor=actor, verb="remove_demo", on=tournament, tournament=tournament)
    Snapshot.objects.filter(tournament__in=tournaments).delete()
    erase(tournaments)
    idle_people = Player.objects.filter(is_demo=True, entries__isnull=True)
    # First those who point to whom they were merged into.
    idle_people.filter(merged_into__isnull=False).delete()
    idle_people.delete()
    Club.objects.filter(is_demo=True, players__isnull=True, entries__isnull=True).delete()
    kept = Q(pk=actor.pk) if actor else Q()
    idle = User.objects.filter(is_demo=True, staff_roles__isnull=True)
    (idle.exclude(kept) if kept else idle).delete()
