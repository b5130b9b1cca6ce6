"""The score sheet of one table: type it, correct it, sign it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext
from django.views.decorators.http import require_GET, require_POST

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.domain.signatures import reopen_seating, sign_seating
from scoring.domain.tables import lose_player, take_player_back
from scoring.web.contract_tiles import contract_rows
from scoring.web.desk import desk_context
from scoring.web.forms import LeaverForm
from scoring.words import outcome_words, role_words, suit_words
from tournament.models import Round
from tournament.permissions import Act, allowed
from tournament.web.access import page, person
from tournament.web.answers import attempt
from tournament.web.templatetags import seat_letter

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
        seats=_seats(seating),
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
        sheet_data=_data(seating, tournament, lines, may_direct=may_direct),
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


def _may_lose(seating: Seating, *, is_playing: bool) -> bool:
    seats = list(seating.seats.all())
    return (
        is_playing
        and not seating.is_signed
        and len(seats) == 4
        and all(seat.left_after_deal is None for seat in seats)
    )


def _seats(seating: Seating) -> list[dict[str, Any]]:
    """The four seats as the table map draws them."""
    entries = {seat.position: seat.entry for seat in seating.seats.all()}
    return [
        {
            "seat": position,
            "letter": seat_letter(position),
            "name": entries[position].name if position in entries else "",
            "club": str(entries[position].club or "") if position in entries else "",
        }
        for position in "NESW"
    ]


def _data(
    seating: Seating, tournament: Tournament, lines: list[queries.SheetLine], *, may_direct: bool
) -> dict[str, Any]:
    """What the page's script needs. Every word it shows comes from here, so it has no language of its own."""
    ruleset = ruleset_of(tournament)
    return {
        "seating": str(seating.uuid),
        "language": get_language(),
        "urls": {
            "deals": reverse("api-seating-deals", args=[seating.uuid]),
            "preview": reverse("api-deal-preview"),
            "deal": reverse("api-deal", args=[0]),
            "void": reverse("api-deal-void", args=[0]),
        },
        "needsReason": seating.is_signed or seating.round.is_closed,
        "mayDirect": may_direct,
        "seats": {
            seat.position: {"name": seat.entry.name, "letter": seat_letter(seat.position)}
            for seat in seating.seats.all()
        },
        "lines": [
            {
                "number": line.number,
                "dealer": line.dealer,
                "forhand": line.forhand,
                "mellemhand": line.mellemhand,
                "baghand": line.baghand,
                "sitterOut": line.sitter_out,
                "absent": line.absent,
                "deal": queries.deal_json(line.deal) if line.deal else None,
            }
            for line in lines
        ],
        "contracts": {
            str(spec.code): {
                "name": str(spec.name),
                "isNolo": spec.is_nolo,
                "canThrowIn": spec.can_throw_in,
                "canTout": spec.can_tout,
                "hasOneSuit": len(spec.trumps) == 1,
            }
            for spec in ruleset.specs
        },
        "suits": suit_words(),
        "outcomes": outcome_words(),
        "roles": role_words(),
        "words": {
            "allPass": gettext("All pass"),
            "notPlayed": gettext("Not played"),
            "notEntered": gettext("Not entered"),
            "in": pgettext("Spil in hearts", "in"),
            "thrownIn": gettext("thrown in"),
            "toutMade": gettext("Tout made"),
            "toutFailed": gettext("Tout failed"),
            "deals": gettext("deals"),
            "sitsOut": gettext("sits out"),
            "hasLeft": gettext("has left"),
            "saving": gettext("Saving …"),
            "saved": gettext("Deal {number} is saved."),
            "unchanged": gettext("Nothing was changed."),
            "noConnection": gettext(
                "Not saved: there is no connection. What you typed is still here; press Save again."
            ),
            "loggedOut": gettext(
                "Not saved: you are logged out. Log in in another tab, then press Save again here."
            ),
            "serverTrouble": gettext("Not saved: the server did not answer properly. Press Save again."),
            "chooseMore": gettext("Choose who plays, the contract and the result."),
            "whyNotPlayed": gettext("Write why it was not played, or close and open the deal again."),
            "tricksOf": gettext("Tricks of {name}"),
            "complete": gettext("Every deal is entered. The sheet can be signed."),
        },
    }
