"""What everybody sees: the tournament, its standings, who sits where, and each player's card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render

from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


@page(Act.SEE)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where the tournament stands."""
    return render(request, "scoring/public/overview.html", {"tournament": tournament})


@page(Act.SEE)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The live standings."""
    return render(request, "scoring/public/standings.html", {"tournament": tournament})


@page(Act.SEE)
def standings_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the standings that is fetched again."""
    return render(request, "scoring/public/standings_rows.html", {"tournament": tournament})


@page(Act.SEE)
def round_seatings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where in one round."""
    return render(request, "scoring/public/round.html", {"tournament": tournament, "number": number})


@page(Act.SEE)
def player_card(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """One player, round by round and deal by deal."""
    return render(request, "scoring/public/player_card.html", {"tournament": tournament, "start_no": start_no})
