"""What goes on in a tournament this minute, and where one of its players sits: the part of the overview that lives.

A phone that knows whose it is asks for that player by start number. Nothing is remembered here of who asked: there
is no cookie, and whose phone it is stays on the phone.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.web.made_once import made_once
from scoring.web.now import knows, told_context, with_headers
from tournament.models import Tournament
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from tournament.models import Round, User

LARGEST_NUMBER = 99_999
# A hall of phones asks within seconds of seats going up: everybody's place is read once for each version.
SECONDS_CACHED = 60


@page(Act.SEE)
@require_safe
def moment(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is on; with `?no=` also that player's place, with `?line=1` in one line. 304 while nothing is new."""
    context = moment_context(tournament, request.user, start_no=_start_no(request))
    line = request.GET.get("line") == "1"
    etag = context["moment_etag"].replace("moment-", "line-") if line else context["moment_etag"]
    if knows(request, etag):
        response = HttpResponse(status=304)
    else:
        template = "scoring/public/moment_line.html" if line else "scoring/public/moment.html"
        response = render(request, template, context)
    return with_headers(response, etag, context["told"])


def moment_context(
    tournament: Tournament,
    reader: User | AnonymousUser,
    rounds: Sequence[Round] | None = None,
    start_no: int | None = None,
) -> dict[str, Any]:
    """What `scoring/public/moment.html` needs; `rounds` are the public ones, if they are read already."""
    told = told_context(tournament, rounds)["told"]
    public = list(told.rounds)
    place = None if start_no is None else _places(tournament, public, reader).get(start_no)
    last_shown = queries.hidden_after(tournament, reader)
    now = queries.round_of_the_moment(public)
    up = [one.number for one in queries.rounds_of_the_moment(public) if one is not now]
    context = {
        "tournament": tournament,
        "told": told,
        "now": now,
        "next_up": up[0] if up else None,
        "last_round": public[-1].number if public else None,
        "place": place,
        "last_shown": last_shown,
        "goes_by_field": tournament.ranking == Tournament.Ranking.FIELD,
        "prizes_are_public": queries.prizes_are_public(tournament),
    }
    return context | {"moment_etag": _etag(tournament, context)}


def _places(
    tournament: Tournament, rounds: Sequence[Round], reader: User | AnonymousUser
) -> dict[int, queries.Place]:
    # The times tell apart what has the same numbers: a restored tournament, or a test's.
    state = (
        tournament.pk,
        tournament.results_version,
        tournament.standings_version,
        tournament.results_changed_at,
        tournament.standings_computed_at,
        tournament.created_at,
        queries.hidden_after(tournament, reader),
        get_language(),
        settings.VERSION,
    )
    key = f"places-{hashlib.sha256(repr(state).encode()).hexdigest()}"
    return made_once(key, SECONDS_CACHED, lambda: queries.places(tournament, rounds, reader))


def _start_no(request: HttpRequest) -> int | None:
    text = request.GET.get("no", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    return number if 0 < number <= LARGEST_NUMBER else None


def _etag(tournament: Tournament, context: dict[str, Any]) -> str:
    """Made of what is shown and not of the version of the results: that rises with every deal at every table."""
    told: queries.Now = context["told"]
    playing = told.round
    shown = (
        tournament.pk,
        tournament.name,
        tournament.state,
        tournament.takes_signups,
        tournament.frozen_after_round,
        tournament.banner_at,
        told.banner,
        told.extra,
        told.protests_until,
        playing and (playing.number, playing.minutes, playing.clock_started_at, playing.clock_stopped_at),
        told.clock is not None and told.clock.is_running,
        [(one.number, one.state) for one in told.rounds],
        context["place"],
        context["last_shown"],
        tournament.ranking,
        context["prizes_are_public"],
        get_language(),
        settings.VERSION,
    )
    return f'"moment-{hashlib.sha256(repr(shown).encode()).hexdigest()[:20]}"'
