"""The two front pages: everybody's, and that of the people who hold tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import queries
from tournament.models import Tournament
from tournament.permissions import Act, allowed
from tournament.web.access import page, person

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

FINISHED_A_PAGE = 30
OWN_A_PAGE = 50


@page(Act.SEE)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Tournaments: running, coming, finished; a draft for its own staff."""
    shown = queries.tournaments_shown_to(request.user)
    running = shown.filter(state=Tournament.State.RUNNING).order_by("-starts_on", "-id")
    coming = shown.filter(state__in=[Tournament.State.OPEN, Tournament.State.DRAFT]).order_by(
        "starts_on", "id"
    )
    finished = shown.filter(state=Tournament.State.FINISHED).order_by("-starts_on", "-id")
    context = {
        "running": list(running),
        "coming": list(coming),
        "page_obj": Paginator(finished, FINISHED_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "tournament/home.html", context)


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
