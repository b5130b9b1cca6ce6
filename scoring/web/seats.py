"""Who sits where in one round, by name and by table: on a phone, on the wall and on paper.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.domain.lines import dealers_of
from scoring.web.made_once import made_once
from scoring.web.now import knows, told_context
from tournament.models import Entry, Position, Round, Seat, Seating
from tournament.permissions import Act
from tournament.web.access import page
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django.http import HttpRequest

    from tournament.models import Tournament

# Every phone in the hall asks for the same list at the same moment: it is rendered once for each version.
SECONDS_CACHED = 60


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One line of the list by name. `changed_at`: the seat is another than the one that was published."""

    seat: Seat
    table_no: int
    has_left: bool
    changed_at: datetime | None


@page(Act.SEE)
@require_safe
def round_seatings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where in one round, or (`?projector=1`) the same by name for the wall.

    Unknown to everybody until it is published.
    """
    rounds = queries.public_rounds(tournament)
    round_ = _public(rounds, number)
    seats, etag = _rendered(tournament, round_, rounds)
    by_number = {one.number: one for one in rounds}
    context = {
        "tournament": tournament,
        "round": round_,
        "previous": by_number.get(number - 1),
        "next": by_number.get(number + 1),
        "seats": seats,
        "seats_etag": etag,
        "projector": request.GET.get("projector") == "1",
        **told_context(tournament, rounds),
    }
    return render(request, "scoring/public/round.html", context)


@page(Act.SEE)
@require_safe
def round_seats(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The lists alone, fetched again when something has changed in the tournament; 304 when these have not."""
    rounds = list(told_context(tournament)["told"].rounds)
    seats, etag = _rendered(tournament, _public(rounds, number), rounds)
    response = HttpResponse(status=304) if knows(request, etag) else HttpResponse(seats)
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def _public(rounds: Sequence[Round], number: int) -> Round:
    for round_ in rounds:
        if round_.number == number:
            return round_
    raise Http404


def _rendered(tournament: Tournament, round_: Round, rounds: Sequence[Round]) -> tuple[str, str]:
    """Both lists as they are written, and their mark: it changes with what is written, not with every deal."""
    later = [one.number for one in rounds if one.number > round_.number]
    state = (
        tournament.pk,
        tournament.slug,
        tournament.results_version,
        tournament.results_changed_at,
        tournament.created_at,
        round_.number,
        round_.state,
        later,
        get_language(),
        settings.VERSION,
    )
    key = f"seats-{hashlib.sha256(repr(state).encode()).hexdigest()}"

    def make() -> tuple[str, str]:
        html = render_to_string("scoring/public/round_seats.html", _context(tournament, round_, later))
        return html, f'"seats-{hashlib.sha256(html.encode()).hexdigest()[:20]}"'

    return made_once(key, SECONDS_CACHED, make)


def _context(tournament: Tournament, round_: Round, later: list[int]) -> dict[str, Any]:
    seatings = queries.seatings_of_round(round_)
    changed = queries.seats_changed(round_)
    lines = [
        _line(seat, seating.table_no, round_, changed) for seating in seatings for seat in seating.seats.all()
    ]
    return {
        "tournament": tournament,
        "round": round_,
        "later": later[0] if later else None,
        "by_name": sorted(lines, key=lambda line: (line.seat.public_sort_key, line.seat.entry.start_no)),
        "tables": [(seating, _around(seating, tournament)) for seating in seatings],
        "some_changed": any(line.changed_at for line in lines),
    }


def _line(seat: Seat, table_no: int, round_: Round, changed: Mapping[int, datetime]) -> SeatLine:
    entry = seat.entry
    # Whoever left after a round sat in it; before it is over, his chair may be filled or stay empty.
    has_left = not round_.is_closed and entry.state == Entry.State.WITHDRAWN
    return SeatLine(seat, table_no, has_left, None if round_.is_closed else changed.get(entry.start_no))


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
