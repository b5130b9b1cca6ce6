"""Who plays in whose place, and from where somebody would take over now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Max

from scoring.domain.secrets import current_deals
from tournament.models import Round, Seat, Substitution, Tournament

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournament.models import Entry


class Moment(NamedTuple):
    """A round, and the last deal in it that was played; 0 before the first."""

    round: int
    deal: int


def substitutions_of(tournament: Tournament) -> QuerySet[Substitution]:
    """Every substitution of a tournament, by start number and time."""
    return (
        Substitution.objects.filter(entry__tournament=tournament)
        .select_related("entry__player", "player")
        .order_by("entry__start_no", "from_round", "after_deal")
    )


def moment_of(entry: Entry) -> Moment:
    """How far the entry has played: in the round of the moment the last deal at its table, else the round to come."""
    rounds = list(entry.tournament.rounds.order_by("number").values_list("number", "state"))
    playing = next((number for number, state in rounds if state == Round.State.PLAYING), None)
    if playing is not None:
        seat = Seat.objects.filter(entry=entry, round__number=playing, round__tournament=entry.tournament_id)
        at_table = current_deals(entry.tournament).filter(seating__in=seat.values("seating"))
        last = at_table.aggregate(last=Max("number"))["last"] or 0
        deals = seat.values_list("seating__deals", flat=True).first() or 0
        if last < deals or not deals:
            return Moment(playing, last)
        return Moment(min(playing + 1, max(entry.tournament.rounds_planned, playing)), 0)
    to_come = (number for number, state in rounds if state != Round.State.CLOSED)
    return Moment(next(to_come, min(len(rounds) + 1, entry.tournament.rounds_planned)), 0)


def end_of(substitution: Substitution) -> tuple[int, int | None]:
    """Where it would end now: after the last deal that the entry has played; before that, with its first round."""
    now = moment_of(substitution.entry)
    return now if now > substitution.begins else (substitution.from_round, None)
