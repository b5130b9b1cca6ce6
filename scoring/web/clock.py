"""The clock of a round and the message to everybody, as the desk works them. Here is where the time is asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring import queries
from tournament.domain import clock as verbs
from tournament.domain.banner import show_banner, take_banner_down
from tournament.models import Round, Seating
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


def clock_context(tournament: Tournament) -> dict[str, Any]:
    """What the panel of the clock shows; nothing while no round is being played."""
    playing = queries.round_of_the_moment(list(tournament.rounds.filter(state=Round.State.PLAYING)))
    if playing is None:
        return {"clock_round": None}
    tables = list(Seating.objects.filter(round=playing).order_by("table_no"))
    return {
        "clock_round": playing,
        "clock_now": verbs.clock_of(playing, timezone.now()),
        "clock_minutes": playing.minutes or verbs.proposed_minutes(playing),
        "clock_tables": tables,
    }


@page(Act.DIRECT)
@require_POST
def clock(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Start, stop, go on, set, set back, or give more time."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    what = request.POST.get("do", "")
    minutes = _whole(request, "minutes")
    if what in {"set", "extra"} and minutes is None:
        messages.error(request, sentence("clock_without_minutes"))
    elif what == "extra":
        _extra(request, round_, minutes or 0)
    else:
        verb = _verb(request, round_, what, minutes)
        if verb is not None:
            attempt(request, verb)
    return redirect("desk", tournament.slug)


def _verb(request: HttpRequest, round_: Round, what: str, minutes: int | None) -> Callable[[], object] | None:
    known: dict[str, Callable[..., object]] = {
        "start": partial(verbs.start_clock, at=timezone.now(), minutes=minutes),
        "stop": partial(verbs.stop_clock, at=timezone.now()),
        "go-on": partial(verbs.go_on_clock, at=timezone.now()),
        "set": partial(verbs.set_clock, minutes=minutes or 0),
        "reset": verbs.reset_clock,
    }
    return partial(known[what], round_=round_, actor=person(request)) if what in known else None


def _extra(request: HttpRequest, round_: Round, minutes: int) -> None:
    """For every table, or for the one that is named. What the page showed comes along: twice is once."""
    table_no = _whole(request, "table")
    if table_no is None:
        had = _whole(request, "had")
        attempt(
            request,
            lambda: verbs.give_round_time(
                round_=round_,
                minutes=minutes,
                had=-1 if had is None else had,
                actor=person(request),
            ),
            gettext("Every table has the new time."),
        )
        return
    seating = get_object_or_404(Seating, round=round_, table_no=table_no)
    had = _whole(request, f"had-{table_no}")
    attempt(
        request,
        lambda: verbs.give_table_time(
            seating=seating, minutes=minutes, had=-1 if had is None else had, actor=person(request)
        ),
        gettext("Table {table} has the new time.").format(table=table_no),
    )


@page(Act.DIRECT)
@require_POST
def banner(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put a message up on every phone and the wall, or take it down."""
    if request.POST.get("do") == "take-down":
        attempt(
            request,
            lambda: take_banner_down(tournament=tournament, actor=person(request)),
            gettext("The message is taken down."),
        )
    else:
        attempt(
            request,
            lambda: show_banner(
                tournament=tournament, text=request.POST.get("text", ""), actor=person(request)
            ),
            gettext("The message stands on every phone and on the wall."),
        )
    return redirect("desk", tournament.slug)


def _whole(request: HttpRequest, name: str) -> int | None:
    """A whole number that was sent, or None."""
    text = request.POST.get(name, "").strip().replace("−", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None
