"""How much of a tournament counts: all of it, or the rounds up to one, as a frozen list shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

if TYPE_CHECKING:
    from tournament.models import Tournament


def of_rounds(lookup: str, up_to: int | None) -> Q:
    """What belongs to the rounds that count; `lookup` is the way to the round's number."""
    return Q() if up_to is None else Q(**{f"{lookup}__lte": up_to})


def of_adjustments(tournament: Tournament, up_to: int | None) -> Q:
    """The adjustments that count: of these rounds; without a round, those given before the next one began.

    So it does not matter when the list was frozen, and a tournament that is restored has the same list.
    """
    if up_to is None:
        return Q()
    without_round = Q(round__isnull=True)
    later = tournament.rounds.filter(number__gt=up_to, opened_at__isnull=False).order_by("number")
    began = later.values_list("opened_at", flat=True).first()
    if began is not None:
        without_round &= Q(given_at__lt=began)
    return Q(round__number__lte=up_to) | without_round
