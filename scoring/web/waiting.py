"""What waits for the director, on top of every page of the desk: calls from tables, and deals that came too late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_POST

from scoring import queries
from scoring.domain.calls import answer_call
from scoring.models import DirectorCall
from tournament.permissions import Act, allowed
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournament.models import Tournament


@page(Act.SEE_DESK)
@require_GET
def waiting(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the page that is asked for again and again; 304 while nothing is new."""
    calls, late = queries.waiting_calls(tournament), queries.late_deals_waiting(tournament)
    may_direct = allowed(request.user, Act.DIRECT, tournament)
    etag = f'"{"-".join(str(call.pk) for call in calls)}.{late}.{get_language()}.{may_direct:d}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    context = {"tournament": tournament, "calls": calls, "late": late, "may_direct": may_direct}
    answer = render(request, "scoring/desk/waiting_rows.html", context)
    answer["ETag"] = etag
    return answer


@page(Act.DIRECT)
@require_POST
def answer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The director goes to the table."""
    pk = request.POST.get("call", "")
    call = get_object_or_404(
        DirectorCall, pk=pk if pk.isdigit() else None, seating__round__tournament=tournament
    )
    attempt(
        request,
        lambda: answer_call(call=call, actor=person(request)),
        gettext("The call from table {table} is answered.").format(table=call.seating.table_no),
    )
    return redirect("sheet", tournament.slug, call.seating.round.number, call.seating.table_no)
