"""Where everybody sits next, for the wall: by name, while people look for their chairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring import queries
from tournament.models import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.models import Seat


class Place(NamedTuple):
    """Somebody's chair."""

    seat: Seat
    table_no: int


def round_to_seat(rounds: Sequence[Round], *, also_playing: bool) -> Round | None:
    """The round that is published and not yet begun; if wanted, else the one being played, for who comes late."""
    states = [Round.State.PUBLISHED, *([Round.State.PLAYING] if also_playing else [])]
    return next((round_ for state in states for round_ in rounds if round_.state == state), None)


def seats_by_name(round_: Round) -> list[Place]:
    """Everybody's chair in the order of the names that are shown."""
    seatings = queries.seatings_of_round(round_)
    seats = [Place(seat, seating.table_no) for seating in seatings for seat in seating.seats.all()]
    return sorted(seats, key=lambda place: (place.seat.public_sort_key, place.seat.entry.start_no))
