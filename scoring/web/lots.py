"""The page on which lots are drawn: by the machine, or as they were drawn in the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring import queries
from scoring.domain.lots import draw_lots, lots_problem, take_back_lots
from scoring.web.desk import desk_context
from tournament.errors import Refused
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Entry, Tournament


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def lots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who shares a place that lots can separate; drawing, and taking a drawing back."""
    wrong: Refused | None = None
    if request.method == "POST":
        if request.POST.get("do") == "take_back":
            _take_back(request, tournament)
            return redirect("lots", tournament.slug)
        wrong = _draw(request, tournament)
        if wrong is None:
            return redirect("lots", tournament.slug)
    problem = lots_problem(tournament)
    context = desk_context(request, tournament, "results")
    context.update(
        problem=sentence(problem.code, problem.params) if problem else "",
        ties=_shown(request, queries.ties(tournament)) if problem is None else [],
        drawings=queries.drawings(tournament),
        wrong=sentence(wrong.code, wrong.params) if wrong else "",
        wrong_rank=_number(request.POST.get("rank", "")) if wrong else None,
        may_change=not tournament.is_finished,
    )
    return render(request, "scoring/desk/lots.html", context)


def _shown(
    request: HttpRequest, ties: list[queries.Tie]
) -> list[tuple[queries.Tie, list[tuple[Entry, int | None]]]]:
    """Each tie with what was typed for those in it."""
    return [
        (tie, [(one, _number(request.POST.get(f"place-{one.start_no}", ""))) for one in tie.entries])
        for tie in ties
    ]


def _draw(request: HttpRequest, tournament: Tournament) -> Refused | None:
    """What is wrong with the order that was typed; anything else is told above the page."""
    who = _who(request)
    by_hand = request.POST.get("do") == "by_hand"
    places = {number: _number(request.POST.get(f"place-{number}", "")) for number in who}
    if by_hand and sorted(place or 0 for place in places.values()) != list(range(1, len(who) + 1)):
        return Refused("lots_order_wrong")
    order = sorted(who, key=lambda number: places[number] or 0) if by_hand else None
    try:
        drawn = draw_lots(tournament=tournament, start_nos=who, order=order, actor=person(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal.code, refusal.params))
        return None
    names = {entry.start_no: entry.full_name for entry in tournament.entries.select_related("player")}
    messages.success(
        request,
        gettext("The lots are drawn: {names}.").format(names=", ".join(names[number] for number in drawn)),
    )
    return None


def _take_back(request: HttpRequest, tournament: Tournament) -> None:
    attempt(
        request,
        lambda: take_back_lots(
            tournament=tournament,
            drawing=_number(request.POST.get("drawing", "")) or 0,
            actor=person(request),
        ),
        gettext("The drawing is taken back; they share the place again."),
    )


def _who(request: HttpRequest) -> list[int]:
    """The start numbers of those who are to draw."""
    numbers = (_number(text) for text in request.POST.getlist("who"))
    return sorted({number for number in numbers if number is not None})


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
