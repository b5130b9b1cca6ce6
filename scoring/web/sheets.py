"""The score sheet of one table: type it, correct it, sign it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.domain.signatures import reopen_seating, sign_seating
from scoring.domain.tables import lose_player, take_player_back
from scoring.queries.moves import move_to_undo
from scoring.web.contract_tiles import contract_rows
from scoring.web.desk import desk_context
from scoring.web.forms import LeaverForm
from scoring.web.sheet_data import seats_on_map, sheet_data
from tournament.models import Round
from tournament.permissions import Act, allowed
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Seating, Tournament


@page(Act.ENTER_DEALS)
@require_GET
def sheet(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """The whole sheet with every line's dealer, roles and sitter-out, and the form for one line."""
    seating = _seating(tournament, number, table_no)
    lines = queries.sheet(seating)
    may_direct = allowed(request.user, Act.DIRECT, tournament)
    is_playing = seating.round.state == Round.State.PLAYING
    context = desk_context(request, tournament, "rounds")
    context.update(
        seating=seating,
        round=seating.round,
        seats=seats_on_map(seating, for_staff=True),
        lines=lines,
        contract_rows=contract_rows(ruleset_of(tournament)),
        is_complete=all(line.deal for line in lines),
        may_enter=is_playing and not seating.is_signed,
        may_correct=(is_playing and not seating.is_signed)
        or (may_direct and seating.round.state in {Round.State.PLAYING, Round.State.CLOSED}),
        signature=queries.signature_of(seating),
        leaver=next((seat for seat in seating.seats.all() if seat.left_after_deal is not None), None),
        leaver_form=LeaverForm(seating=seating)
        if may_direct and _may_lose(seating, is_playing=is_playing)
        else None,
        neighbours=queries.neighbouring_tables(seating),
        moved=move_to_undo(seating) if may_direct else None,
        **_notices(seating, may_direct=may_direct),
        sheet_data=sheet_data(seating, tournament, lines, may_direct=may_direct, for_staff=True),
    )
    return render(request, "scoring/sheet/sheet.html", context)


@page(Act.SIGN)
@require_POST
def sign(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """Sign a complete sheet."""
    seating = _seating(tournament, number, table_no)
    seat = request.POST.get("seat", "")
    attempt(
        request,
        lambda: sign_seating(seating=seating, actor=person(request), seat=seat),
        gettext("The score sheet is signed."),
    )
    return redirect("sheet", tournament.slug, number, table_no)


@page(Act.DIRECT)
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """Take the signature back."""
    seating = _seating(tournament, number, table_no)
    reason = request.POST.get("reason", "")[:200]
    if not reason.strip():
        messages.error(request, gettext("Write the reason."))
    else:
        attempt(
            request,
            lambda: reopen_seating(seating=seating, actor=person(request), reason=reason),
            gettext("The score sheet is open again."),
        )
    return redirect("sheet", tournament.slug, number, table_no)


@page(Act.DIRECT)
@require_POST
def lose(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """Somebody leaves the table, which goes on as three."""
    seating = _seating(tournament, number, table_no)
    form = LeaverForm(request.POST, seating=seating)
    if form.is_valid():
        data = form.cleaned_data
        attempt(
            request,
            lambda: lose_player(
                seating=seating,
                position=data["position"],
                after_deal=data["after_deal"],
                actor=person(request),
                reason=data["reason"],
            ),
            gettext("The table goes on as three."),
        )
    else:
        messages.error(request, gettext("Choose who leaves, after which deal, and write the reason."))
    return redirect("sheet", tournament.slug, number, table_no)


@page(Act.DIRECT)
@require_POST
def take_back(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """Whoever left is at the table again."""
    seating = _seating(tournament, number, table_no)
    reason = request.POST.get("reason", "")[:200]
    attempt(
        request,
        lambda: take_player_back(seating=seating, actor=person(request), reason=reason),
        gettext("The table is of four again."),
    )
    return redirect("sheet", tournament.slug, number, table_no)


def _seating(tournament: Tournament, number: int, table_no: int) -> Seating:
    seating = queries.seating_at(tournament, number, table_no)
    if seating is None:
        raise Http404
    return seating


def _notices(seating: Seating, *, may_direct: bool) -> dict[str, Any]:
    """What the rules had to say of the auctions, for the director to judge."""
    notices = queries.notices_of_sheet(seating) if may_direct else []
    return {
        "notices": notices,
        "penalties_beside": queries.penalties_beside(seating, notices) if may_direct else [],
    }


def _may_lose(seating: Seating, *, is_playing: bool) -> bool:
    seats = list(seating.seats.all())
    return (
        is_playing
        and not seating.is_signed
        and len(seats) == 4
        and all(seat.left_after_deal is None for seat in seats)
    )
