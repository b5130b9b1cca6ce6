"""Seats that no longer fit who is here, said where people are checked in and out, with the way to mend them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament.domain.seatings import people_changed
from tournament.models import Entry, Round, Seat

if TYPE_CHECKING:
    from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Misfit:
    """The next round, who has a seat in it and is gone, and who is here without; and who left a table that plays."""

    round: Round | None
    gone: tuple[str, ...]
    missing: tuple[str, ...]
    leavers: tuple[Seat, ...]


def misfit_of(tournament: Tournament) -> Misfit | None:
    """What does not fit now; None when all is well."""
    if tournament.state != tournament.State.RUNNING:
        return None
    leavers = tuple(
        Seat.objects.filter(
            round__tournament=tournament,
            round__state=Round.State.PLAYING,
            entry__state=Entry.State.WITHDRAWN,
            left_after_deal__isnull=True,
        )
        .select_related("seating", "round", "entry__player")
        .order_by("seating__table_no")
    )
    to_come = tournament.rounds.filter(state__in=[Round.State.DRAWN, Round.State.PUBLISHED])
    round_ = to_come.order_by("number").first()
    gone, missing = people_changed(round_) if round_ is not None else ([], [])
    if not gone and not missing:
        return Misfit(None, (), (), leavers) if leavers else None
    names = {
        entry.start_no: entry.full_name
        for entry in tournament.entries.filter(start_no__in=[*gone, *missing]).select_related("player")
    }
    return Misfit(
        round_, tuple(names[number] for number in gone), tuple(names[number] for number in missing), leavers
    )
