"""What every page of everybody's says beside its own: the message, the round's clock, the time for protests.

It is fetched again and again, and also says with every answer how much time is left: the phone's own clock counts
for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.queries.now import SECONDS_LEFT
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from tournament.models import Round, Tournament


@page(Act.SEE)
@require_safe
def tournament_now(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the public pages that is asked for again and again; 304 while nothing is new."""
    context = told_context(tournament)
    if knows(request, context["told_etag"]):
        response = HttpResponse(status=304)
    else:
        response = render(request, "scoring/public/now.html", context)
    return with_headers(response, context["told_etag"], context["told"])


def told_context(tournament: Tournament, rounds: Sequence[Round] | None = None) -> dict[str, Any]:
    """What a page needs for it; `rounds` are the public ones, if they are read already."""
    told = queries.now_of(tournament, timezone.now(), rounds)
    return {
        "told": told,
        "told_etag": f'"now-{tournament.pk}-{told.mark}-{get_language()}-{settings.VERSION}"',
    }


def knows(request: HttpRequest, etag: str) -> bool:
    """Whether the reader has this version already."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return etag in {one.removeprefix("W/") for one in known}


def with_headers(response: HttpResponse, etag: str, told: queries.Now) -> HttpResponse:
    """The answer to a poll: its version, and the time that is left."""
    response["ETag"] = etag
    if told.clock:
        response[SECONDS_LEFT] = str(told.clock.seconds_left)
    patch_cache_control(response, no_cache=True)
    return response
