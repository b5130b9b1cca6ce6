"""The table's own phone: the box for a code, and the page that a code opens. No log-in, no cookie."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.web.contract_tiles import contract_rows
from scoring.web.sheet_data import seats_on_map
from scoring.web.table_data import table_data
from tournament.domain.codes import as_typed, seating_of_code, spaced
from tournament.guesses import must_wait, note_failure, note_success, too_many
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournament.models import Seating

NOT_FOUND = 404
SLOW_DOWN = 429
WORKER = Path(__file__).resolve().parent.parent / "static" / "scoring" / "worker.js"
# Where a code is typed: as it is printed, two times four letters, or as somebody spells it.
LONGEST_TYPED = 40


@page(Act.SEE)
@require_safe
@cache_control(no_store=True)
def code_box(request: HttpRequest) -> HttpResponse:
    """The box; with a code in the address, on to its table."""
    typed = request.GET.get("code", "").strip()
    if not typed:
        return _box(request, "", "", 200)
    code = as_typed(typed)
    if must_wait(request, code):
        return _slow_down(request, typed)
    if seating_of_code(code) is None:
        return _no_such_code(request, typed)
    return redirect("table-entry", code)


@page(Act.SEE)
@require_safe
@cache_control(no_store=True)
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """One table of one round on its own phone: who sits there, every deal, and how it is signed."""
    typed = as_typed(code)
    if typed and typed != code:
        return redirect("table-entry", typed)
    if must_wait(request, typed):
        return _slow_down(request, code)
    seating = seating_of_code(typed)
    if seating is None:
        return _no_such_code(request, code)
    note_success(request, typed)
    return _opened(request, seating, typed)


def _opened(request: HttpRequest, found: Seating, code: str) -> HttpResponse:
    tournament = found.round.tournament
    seating = queries.seating_at(tournament, found.round.number, found.table_no)
    assert seating is not None  # noqa: S101 - it has just been found by its code
    etag = queries.sheet_etag(seating)
    lines = queries.sheet(seating)
    context = {
        "tournament": tournament,
        "round": seating.round,
        "seating": seating,
        "code": spaced(code),
        "seats": seats_on_map(seating),
        "lines": lines,
        "contract_rows": [row for row in contract_rows(ruleset_of(tournament)) if len(row.tiles) > 1],
        "single_rows": [row for row in contract_rows(ruleset_of(tournament)) if len(row.tiles) == 1],
        # The phone asks the server what it may do; the form is there in any case.
        "may_enter": True,
        "may_correct": True,
        "table_data": table_data(seating, tournament, lines, code=code, etag=etag),
    }
    return render(request, "scoring/table/entry.html", context)


def _box(request: HttpRequest, typed: str, problem: str, status: int) -> HttpResponse:
    context = {"typed": typed[:LONGEST_TYPED], "problem": problem}
    return render(request, "scoring/table/code_box.html", context, status=status)


def _no_such_code(request: HttpRequest, typed: str) -> HttpResponse:
    note_failure(request)
    if too_many(request):
        return _slow_down(request, typed)
    if as_typed(typed):
        problem = gettext("No table has this code. Compare it with the card on the table, letter by letter.")
    else:
        problem = gettext(
            "A table code has eight letters, such as ABCD EFGH. It stands on the card on the table."
        )
    return _box(request, typed, problem, NOT_FOUND)


def _slow_down(request: HttpRequest, typed: str) -> HttpResponse:
    problem = gettext("Too many wrong codes have come from here. Wait a minute, and try again.")
    return _box(request, typed, problem, SLOW_DOWN)


@page(Act.SEE)
@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the entry page for a moment without a connection. Browsers take it under https only."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript")
