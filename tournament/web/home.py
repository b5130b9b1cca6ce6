"""The two front pages: everybody's, and that of the people who hold tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import queries
from tournament.models import Round, Tournament
from tournament.permissions import Act, allowed
from tournament.text import clean
from tournament.web.access import page, person

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

FINISHED_A_PAGE = 30
OWN_A_PAGE = 50
# A list that fits a screen or two needs no search.
SEARCHED_FROM = 12
LONGEST_QUESTION = 80


@dataclass(frozen=True, slots=True)
class OnNow:
    """A tournament that is on, with the round people ask about; `over` is the last one when none is."""

    tournament: Tournament
    playing: int | None
    up: int | None
    over: int | None

    @property
    def is_played_through(self) -> bool:
        return self.over is not None and self.over >= self.tournament.rounds_planned


@page(Act.SEE)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments: what is on now, what is coming, and what was played, by year; a draft for its own staff."""
    shown = queries.tournaments_shown_to(request.user)
    wanted = clean(request.GET.get("q", ""), LONGEST_QUESTION)
    coming = shown.filter(state__in=[Tournament.State.OPEN, Tournament.State.DRAFT])
    finished = shown.filter(state=Tournament.State.FINISHED).order_by("-starts_on", "-id")
    on_now = queries.tournaments_on(shown)
    if wanted:
        finished = finished.filter(pk__in=queries.tournaments_named(wanted))
    else:
        finished = finished.exclude(pk__in=[tournament.pk for tournament in on_now])
    page_obj = Paginator(finished, FINISHED_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "on_now": [_on_now(tournament) for tournament in on_now],
        "coming": list(coming.order_by("starts_on", "id")),
        "page_obj": page_obj,
        "q": wanted,
        "may_search": bool(wanted) or page_obj.paginator.count >= SEARCHED_FROM,
    }
    return render(request, "tournament/home.html", context)


def _on_now(tournament: Tournament) -> OnNow:
    rounds: dict[str, list[int]] = {state: [] for state in Round.State.values}
    for round_ in tournament.rounds.all():
        rounds[round_.state].append(round_.number)
    playing, up, closed = (
        rounds[state] for state in (Round.State.PLAYING, Round.State.PUBLISHED, Round.State.CLOSED)
    )
    return OnNow(
        tournament,
        min(playing, default=None),
        min(up, default=None),
        None if playing or up else max(closed, default=None),
    )


@page(Act.SEE_HOME)
@require_safe
def director_home(request: HttpRequest) -> HttpResponse:
    """One's own tournaments, each with its next step."""
    user = person(request)
    own = queries.tournaments_of(user)
    context = {
        "page_obj": Paginator(own, OWN_A_PAGE).get_page(request.GET.get("page")),
        "directed": queries.directed_ids(user),
        "may_keep_registry": allowed(user, Act.KEEP_REGISTRY),
        "demo": own.filter(is_demo=True).first() if allowed(user, Act.REMOVE_DEMO) else None,
    }
    return render(request, "tournament/director_home.html", context)
