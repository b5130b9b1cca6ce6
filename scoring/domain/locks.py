"""Locking a score sheet: one writer at a time, and other tables are not held up."""

from __future__ import annotations

from tournament.models import Round, Seating


def lock_sheet(seating_id: int) -> Seating:
    """The seating and its round as they are now.

    The round is read after the lock is held: what a join gave would be the round as it was before the wait.
    """
    seating = Seating.objects.select_for_update(no_key=True).get(pk=seating_id)
    seating.round = Round.objects.select_related("tournament").get(pk=seating.round_id)
    return seating


def lock_sheets(round_: Round) -> list[Seating]:
    """Every sheet of a round, in one order for everybody."""
    return list(Seating.objects.select_for_update(no_key=True).filter(round=round_).order_by("pk"))
