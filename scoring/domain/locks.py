"""Locking a score sheet: one writer at a time, and other tables are not held up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Prefetch, prefetch_related_objects

from tournament.models import Round, Seat, Seating
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable


def lock_sheet(seating_id: int, *, with_seats: bool = False) -> Seating:
    """The seating and its round as they are now; its seats too, for a verb that leaves those alone.

    The round is read after the lock is held: what a join gave would be the round as it was before the wait.
    """
    seating = Seating.objects.select_for_update(no_key=True).get(pk=seating_id)
    seating.round = Round.objects.select_related("tournament").get(pk=seating.round_id)
    if with_seats:
        seats = Seat.objects.select_related("entry").prefetch_related("entry__substitutions")
        prefetch_related_objects([seating], Prefetch("seats", seats))
    return seating


def lock_sheets(round_: Round) -> list[Seating]:
    """Every sheet of a round, in one order for everybody."""
    return list(Seating.objects.select_for_update(no_key=True).filter(round=round_).order_by("pk"))


def lock_sheets_of(seating_ids: Iterable[int]) -> dict[int, Seating]:
    """Several sheets as they are now, by id, in the same order for everybody; rounds and seats read after the locks."""
    locked = Seating.objects.select_for_update(no_key=True).filter(pk__in=set(seating_ids)).order_by("pk")
    seatings = {seating.pk: seating for seating in locked}
    prefetch_related_objects(
        list(seatings.values()), "round__tournament", "seats__entry__player", substitutes("seats__entry")
    )
    return seatings
