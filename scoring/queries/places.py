"""Where everybody sits in the rounds of the moment and how he stands, for phones that ask for one player each.

A hall of phones asks within seconds of seats going up, so all places of a tournament are read together, and once for
each version (web/moment.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import roles
from scoring.domain.lines import dealers_of, seats_at
from scoring.models import Standing
from scoring.queries.cards import round_of_the_moment, seatings_of_round, start_list
from scoring.queries.reseated import seats_changed
from scoring.queries.standings import standings_scope
from tournament.models import Entry, Position, Round, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django.contrib.auth.models import AnonymousUser

    from tournament.models import User


@dataclass(frozen=True, slots=True)
class PlaceInRound:
    """A seat with whoever sits around it. `seated_as` is what the list of seats says: whoever plays for another first.

    `sits_out` are the deals without him when the deal goes round as it should; `changed_at` tells that it is another
    seat than the one that was published.
    """

    round_number: int
    is_playing: bool
    table_no: int
    position: str
    seated_as: str
    mates: tuple[tuple[str, str], ...]
    sits_out: tuple[int, ...]
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Place:
    """One entry now. `rank` and what follows are as this kind of reader may see them; None: nothing is played."""

    start_no: int
    name: str
    state: str
    seats: tuple[PlaceInRound, ...]
    rank: int | None
    total: int | None
    against_field: int | None

    @property
    def now(self) -> PlaceInRound | None:
        """The seat people ask about: of the round being played, else of the next one."""
        return self.seats[0] if self.seats else None

    @property
    def next(self) -> PlaceInRound | None:
        """The seat after that, when it is public already."""
        return self.seats[1] if len(self.seats) > 1 else None

    @property
    def is_withdrawn(self) -> bool:
        return self.state == Entry.State.WITHDRAWN


def rounds_of_the_moment(rounds: Sequence[Round]) -> list[Round]:
    """The round that people ask about, and the one after it if its seats are up already."""
    first = round_of_the_moment(list(rounds))
    if first is None:
        return []
    up = [one for one in rounds if one.state == Round.State.PUBLISHED and one.number > first.number]
    return [first, *up[:1]]


def places(
    tournament: Tournament, rounds: Sequence[Round], reader: User | AnonymousUser | None = None
) -> dict[int, Place]:
    """Everybody's place by start number, as this reader may see it. `rounds` are the public ones."""
    seats: dict[int, list[PlaceInRound]] = {}
    for round_ in rounds_of_the_moment(rounds):
        changed = seats_changed(round_)
        for seating in seatings_of_round(round_):
            for entry_id, place in _at_table(seating, tournament, changed):
                seats.setdefault(entry_id, []).append(place)
    rows = Standing.objects.filter(tournament=tournament, scope=standings_scope(tournament, reader))
    stands = {
        entry_id: stand for entry_id, *stand in rows.values_list("entry_id", "rank", "total", "against_field")
    }
    found = {}
    for entry in start_list(tournament):
        rank, total, against_field = stands.get(entry.pk, (None, None, None))
        found[entry.start_no] = Place(
            entry.start_no,
            entry.name,
            entry.state,
            tuple(seats.get(entry.pk, ())),
            rank,
            None if rank is None else total,
            against_field,
        )
    return found


def _at_table(
    seating: Seating, tournament: Tournament, changed: Mapping[int, datetime]
) -> list[tuple[int, PlaceInRound]]:
    """Everybody at one table by id of the entry."""
    seats = sorted(seating.seats.all(), key=lambda seat: Position.values.index(seat.position))
    names = [(seat.position, seat.name) for seat in seats]
    out: dict[str, list[int]] = {}
    for number, dealer in enumerate(dealers_of(seating, tournament), start=1):
        if sitter_out := roles(dealer, seats_at(seating, number)).sitter_out:
            out.setdefault(str(sitter_out), []).append(number)
    return [
        (
            seat.entry_id,
            PlaceInRound(
                seating.round.number,
                seating.round.state == Round.State.PLAYING,
                seating.table_no,
                seat.position,
                name,
                tuple(mate for mate in names if mate[0] != seat.position),
                tuple(out.get(seat.position, ())),
                changed.get(seat.entry.start_no),
            ),
        )
        for seat, (_, name) in zip(seats, names, strict=True)
    ]
