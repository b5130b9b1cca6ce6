"""The verb on handicaps: points that an entry has on top of what it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.locks import lock_entry
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.text import clean

if TYPE_CHECKING:
    from tournament.models import Entry, User

LARGEST: Final = 999


@transaction.atomic
def set_handicap(*, entry: Entry, points: int, actor: User | None, reason: str = "") -> Entry:
    """Whole points, of either sign. Agreed before the start; from then on it takes a reason, which is logged."""
    entry = lock_entry(entry)
    tournament = entry.tournament
    if abs(points) > LARGEST:
        raise Refused("impossible_handicap", largest=LARGEST)
    if points == entry.handicap:
        return entry
    if tournament.is_finished:
        raise Refused("tournament_finished")
    if tournament.is_under_way and not clean(reason):
        raise Refused("handicap_after_start")
    before, entry.handicap = entry.handicap, points
    entry.save(update_fields=["handicap"])
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="set_handicap",
        on=entry,
        tournament=tournament,
        before={"handicap": before},
        after={"handicap": points},
        reason=reason,
    )
    return entry
