"""How the boards travel in a round: which board each table begins with, and who passes to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engine.boards import fewest_sets
from scoring.web.desk import desk_context
from tournament.domain.boards import movement_of
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


@page(Act.SEE_DESK)
@require_GET
def movement(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The sheet to lay out the boards by, to be printed."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or not tournament.shared_boards:
        raise Http404
    round_.tournament = tournament
    seatings = list(round_.seatings.order_by("table_no"))
    rows = movement_of(round_, len(seatings))
    context = desk_context(request, tournament, "rounds")
    context.update(
        round=round_,
        # The boards as they stand at the tables: what was laid out before the round began stays.
        rows=[
            (seating, row, (seating.first_board + seating.deals - 2) % round_.deals + 1)
            for seating, row in zip(seatings, rows, strict=True)
        ],
        sets=max(row.set_no for row in rows),
        fewest=fewest_sets(len(seatings), round_.deals),
        share=any(row.passes_to for row in rows),
    )
    return render(request, "scoring/desk/boards.html", context)
