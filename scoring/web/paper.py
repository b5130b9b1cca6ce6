"""Everything that is printed, reached from one page: so that a day goes on when the power fails.

What hangs in the hall or lies on a table has names as everybody may read them. The list at the door, the list of points
and the diplomas are the staff's and have them whole. Seats that are not published are printed for a director who asks
for them, and never else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.queries import paper as reads
from scoring.web.desk import desk_context
from scoring.web.paper_parts import (
    diploma_parts,
    door_part,
    parts_of_day,
    points_part,
    seat_parts,
    sheet_parts,
)
from scoring.web.reasons import round_of
from tournament.models import Position
from tournament.permissions import Act, allowed
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scoring.web.paper_pages import Part
    from tournament.models import Round, Tournament

MOST_BLANK = 60
SPARE = 2


@page(Act.SEE_DESK)
@require_safe
def paper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What can be printed now."""
    context = desk_context(request, tournament, "rounds")
    rounds = list(tournament.rounds.order_by("number"))
    context.update(
        rounds=rounds,
        has_public_rounds=any(round_.is_public for round_ in rounds),
        has_closed=any(round_.is_closed for round_ in rounds),
        has_drawn=any(not round_.is_public for round_ in rounds),
        pages_of_day=sum(part.pages for part in parts_of_day(tournament, with_drawn=False, with_door=True)),
        has_diplomas=reads.may_be_honoured(tournament),
        most_blank=MOST_BLANK,
        spare=SPARE,
    )
    return render(request, "scoring/paper/paper.html", context)


@page(Act.SEE_DESK)
@require_safe
def seats(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where in one round, by name and by table."""
    round_ = _round_to_print(request, tournament, number)
    title = gettext("Seats of round {number}").format(number=number)
    return _printed(request, tournament, title, seat_parts(round_), is_secret=not round_.is_public)


@page(Act.SEE_DESK)
@require_safe
def all_seats(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same for every round that is published."""
    parts = [part for round_ in queries.public_rounds(tournament) for part in seat_parts(round_)]
    return _printed(request, tournament, gettext("Seats of all rounds"), parts)


@page(Act.SEE_DESK)
@require_safe
def sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """An empty score sheet for each table of a round, or for one (`?table=7`)."""
    round_ = _round_to_print(request, tournament, number)
    is_secret = not round_.is_public
    parts = sheet_parts(tournament, reads.sheets_to_write(round_, with_names=True), is_secret=is_secret)
    only = request.GET.get("table", "")
    if only:
        parts = [part for part in parts if str(part.data["page"].sheet.table_no) == only]
        if not parts:
            raise Http404
    title = gettext("Score sheets of round {number}").format(number=number)
    return _printed(request, tournament, title, parts, is_secret=is_secret)


@page(Act.SEE_DESK)
@require_safe
def blank(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Sheets to have in reserve: no round, no table, no names; the roles by seat."""
    fours, threes = (_count(request, name) for name in ("fours", "threes"))
    wanted = [reads.empty_sheet(tournament, reads.FOUR)] * fours
    wanted += [reads.empty_sheet(tournament, reads.THREE)] * threes
    return _printed(request, tournament, gettext("Sheets in reserve"), sheet_parts(tournament, wanted))


@page(Act.DIRECT)
@require_safe
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list to tick at the door."""
    return _printed(request, tournament, gettext("Who is here?"), [door_part(tournament)])


@page(Act.SEE_DESK)
@require_safe
def points(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list in which the points of each round are added up by hand, with what is known so far."""
    return _printed(request, tournament, gettext("Points by hand"), [points_part(tournament)])


@page(Act.SEE_DESK)
@require_safe
def day(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All that it takes to play the rest of the day without electricity."""
    with_drawn = _wants_drawn(request, tournament)
    may_direct = allowed(request.user, Act.DIRECT, tournament)
    parts = parts_of_day(tournament, with_drawn=with_drawn, with_door=may_direct)
    return _printed(request, tournament, gettext("The day on paper"), parts, is_secret=with_drawn)


@page(Act.DIRECT)
@require_safe
def diplomas(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One for each place that is honoured, when the result is final and nothing of it is hidden."""
    if not reads.may_be_honoured(tournament):
        raise Http404
    return _printed(request, tournament, gettext("Diplomas"), diploma_parts(tournament), is_wide=True)


def _printed(
    request: HttpRequest, tournament: Tournament, title: str, parts: list[Part], **more: Any
) -> HttpResponse:
    """A page that is nothing but what is printed, and a button that prints it; with `?print=1` at once."""
    context = desk_context(request, tournament, "rounds")
    context.update(
        title=title,
        parts=parts,
        positions=Position.values,
        print_now=request.GET.get("print") == "1",
        printed_at=timezone.now(),
        **more,
    )
    return render(request, "scoring/paper/print.html", context)


def _wants_drawn(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether seats that nobody has seen are asked for: only a director gets them, and only so."""
    if request.GET.get("drawn") != "1":
        return False
    if not allowed(request.user, Act.DIRECT, tournament):
        raise PermissionDenied
    return True


def _round_to_print(request: HttpRequest, tournament: Tournament, number: int) -> Round:
    """A round whose seats may be printed; one that is not published only when that is said."""
    round_ = round_of(tournament, number)
    if not _wants_drawn(request, tournament) and not round_.is_public:
        raise Http404
    return round_


def _count(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return min(int(text), MOST_BLANK) if text.isdecimal() and len(text) <= len(str(MOST_BLANK)) else 0
