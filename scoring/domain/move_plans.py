"""Ways in which directors say where deals belong, each as the moves it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import next_dealer
from scoring.domain.lines import seats_of
from scoring.domain.moved_lines import Move
from scoring.domain.scores import current_deals
from scoring.models import Deal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournament.models import Seating


def to_place(deals: Sequence[Deal], seating: Seating, first_number: int | None = None) -> list[Move]:
    """Deals to a sheet, as one block whose first gets `first_number`; without one they keep their numbers."""
    shift = first_number - min(deal.number for deal in deals) if deals and first_number is not None else 0
    return [Move(deal, deal.version, seating, deal.number + shift) for deal in deals]


def exchanging(moves: Sequence[Move]) -> list[Move]:
    """The moves, and those that take away whoever stands in their way.

    A deal in the way goes to the place that became free by it: 5 to 8 moved to 6 to 9 sends 9 to 5.
    """
    came_from = {move.place: (move.deal.seating, move.deal.number) for move in moves}
    moving = {move.deal.pk for move in moves}
    sheets = {move.to_seating.pk for move in moves}
    in_the_way = [
        deal
        for deal in Deal.objects.filter(seating__in=sheets, voided_at__isnull=True).order_by("number")
        if deal.pk not in moving and (deal.seating_id, deal.number) in came_from
    ]
    more = []
    for deal in in_the_way:
        seating, number = came_from[deal.seating_id, deal.number]
        while (seating.pk, number) in came_from:
            seating, number = came_from[seating.pk, number]
        more.append(Move(deal, deal.version, seating, number))
    return [*moves, *more]


def whole_sheets(one: Seating, other: Seating) -> list[Move]:
    """Two sheets exchanged: every deal keeps its number at the other table."""
    return [*to_place(current_deals(one), other), *to_place(current_deals(other), one)]


def reseated(deals: Sequence[Deal], seats: Mapping[str, str], *, sat_there: bool) -> list[Move]:
    """Deals that stay where they are, their seats read otherwise."""
    return [Move(deal, deal.version, deal.seating, deal.number, seats, sat_there) for deal in deals]


def one_to_the_right(seating: Seating) -> dict[str, str]:
    """Every occupied seat with the next one to its right, the way play goes."""
    seats = seats_of(seating)
    return {seat: str(next_dealer(seat, seats).value) for seat in seats}


def one_to_the_left(seating: Seating) -> dict[str, str]:
    """Every occupied seat with the next one to its left."""
    return {right: seat for seat, right in one_to_the_right(seating).items()}
