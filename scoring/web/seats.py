"""Who sits where in one round, by name and by table.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.domain.lines import dealers_of
from scoring.web.now import told_context
from tournament.models import Position, Seat, Seating
from tournament.permissions import Act
from tournament.web.access import page
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournament.models import Tournament


@page(Act.SEE)
@require_safe
def round_seatings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where in one round, by name and by table. Unknown to everybody until it is published."""
    rounds = {round_.number: round_ for round_ in queries.public_rounds(tournament)}
    round_ = rounds.get(number)
    if round_ is None:
        raise Http404
    seatings = queries.seatings_of_round(round_)
    seats = sorted(
        (seat for seating in seatings for seat in seating.seats.all()),
        key=lambda seat: (seat.public_sort_key, seat.entry.start_no),
    )
    table_of = {seating.pk: seating.table_no for seating in seatings}
    context = {
        "tournament": tournament,
        "round": round_,
        "previous": rounds.get(number - 1),
        "next": rounds.get(number + 1),
        "tables": [(seating, _around(seating, tournament)) for seating in seatings],
        "by_name": [(seat, table_of[seat.seating_id]) for seat in seats],
        **told_context(tournament, list(rounds.values())),
    }
    return render(request, "scoring/public/round.html", context)


def _around(seating: Seating, tournament: Tournament) -> list[dict[str, Any]]:
    """The four seats as the map of a table wants them."""
    seats = {seat.position: seat for seat in seating.seats.all()}
    dealer = dealers_of(seating, tournament)[0]
    return [
        _seat(position, seats.get(position), position == dealer, tournament) for position in Position.values
    ]


def _seat(position: str, seat: Seat | None, deals_first: bool, tournament: Tournament) -> dict[str, Any]:
    if seat is None:
        return {"seat": position, "letter": seat_letter(position), "name": ""}
    entry = seat.entry
    return {
        "seat": position,
        "letter": seat_letter(position),
        "name": seat.name,
        "club": entry.club.name if entry.club else "",
        "url": reverse("player-card", args=[tournament.slug, entry.start_no]),
        "dealer": deals_first,
    }
