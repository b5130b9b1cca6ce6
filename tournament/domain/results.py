"""The one way to say that results changed."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone

from tournament.models import Tournament
from tournament.signals import results_changed


def raise_results_version(tournament_id: int) -> None:
    """Raise the version in the caller's transaction; receivers act when it commits."""
    Tournament.objects.filter(pk=tournament_id).update(
        results_version=F("results_version") + 1, results_changed_at=timezone.now()
    )
    results_changed.send(sender=Tournament, tournament_id=tournament_id)
