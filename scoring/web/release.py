"""The page of the results: what others see of them, the time for protests, and the way to the prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring import queries
from scoring.domain.release import freeze_standings, release_standings
from scoring.web.desk import desk_context
from scoring.web.now import told_context
from tournament.models import Tournament
from tournament.permissions import Act
from tournament.tie_breaks import LOT
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def release(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hide the results after a round from everybody else, or show them again."""
    if request.method == "POST":
        _act(request, tournament)
        return redirect("release", tournament.slug)
    context = desk_context(request, tournament, "results") | told_context(tournament)
    context.update(
        state=queries.desk_state(tournament),
        choices=range(tournament.rounds_planned),
        suggested=max(tournament.rounds_planned - 1, 0),
        prizes=len(tournament.prizes),
        uses_lots=LOT in tournament.tie_breaks,
        ties_left=queries.ties_left(tournament),
    )
    return render(request, "scoring/desk/release.html", context)


def _act(request: HttpRequest, tournament: Tournament) -> None:
    if request.POST.get("do") == "release":
        attempt(
            request,
            lambda: release_standings(tournament=tournament, actor=person(request)),
            gettext("Everybody sees the results now."),
        )
        return
    after = request.POST.get("after_round", "")
    attempt(
        request,
        lambda: freeze_standings(
            tournament=tournament,
            after_round=int(after) if after.isascii() and after.isdigit() and len(after) < 4 else -1,
            actor=person(request),
        ),
        gettext("The later results are hidden from everybody else."),
    )
