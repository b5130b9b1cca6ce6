"""Who plays: registering, checking in at the door, leaving and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import queries
from tournament.domain import entries as verbs
from tournament.errors import Refused
from tournament.models import Entry, Player, Tournament
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.forms import DoorForm, WithdrawForm
from tournament.web.misfit import misfit_of

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

MOST_FOUND = 12


@page(Act.DIRECT)
@require_safe
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list, what is missing before the start, and registering one more."""
    return _list_page(request, tournament)


def _list_page(request: HttpRequest, tournament: Tournament, door: DoorForm | None = None) -> HttpResponse:
    words = request.GET.get("q", "")
    wanted = request.GET.get("find", "").strip()
    context: dict[str, Any] = {
        "tournament": tournament,
        "entries": queries.entries_found(tournament, words),
        "attendance": queries.attendance(tournament),
        "q": words,
        "find": wanted,
        "may_register": not tournament.is_finished,
        "places": queries.places(tournament),
        "fees": queries.fees(tournament) if tournament.fee else None,
        "misfit": misfit_of(tournament),
    }
    if wanted or door:
        found = list(queries.players_for_door(wanted)[: MOST_FOUND + 1]) if wanted else []
        entered = queries.entries_by_player(tournament, found)
        context.update(
            found=found[:MOST_FOUND],
            found_lines=[(player, entered.get(player.pk)) for player in found[:MOST_FOUND]],
            found_more=len(found) > MOST_FOUND,
            door=door or DoorForm(initial={"name": wanted}),
            clubs=queries.clubs_found(""),
        )
    return render(request, "tournament/entries.html", context)


@page(Act.DIRECT)
@require_POST
def register(request: HttpRequest, tournament: Tournament, player_uuid: UUID) -> HttpResponse:
    """Register somebody who is in the registry."""
    player = get_object_or_404(Player, uuid=player_uuid)
    attempt(
        request,
        lambda: verbs.register_entry(tournament=tournament, player=player, actor=person(request)),
        _registered,
    )
    return redirect("entries", tournament.slug)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def register_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make a player at the door and register him."""
    if request.method != "POST":
        # Where the form stood when it was refused: changing the language asks for this address.
        return redirect("entries", tournament.slug)
    form = DoorForm(request.POST)
    if form.is_valid():
        try:
            entry = verbs.register_new_player(
                tournament=tournament,
                name=form.cleaned_data["name"],
                club_name=form.cleaned_data["club_name"],
                actor=person(request),
            )
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, _registered(entry))
            return redirect("entries", tournament.slug)
    return _list_page(request, tournament, door=form)


def _registered(entry: Entry) -> str:
    return gettext("{name} is registered with start number {number}.").format(
        name=entry.full_name, number=entry.start_no
    )


@page(Act.DIRECT)
@require_POST
def check_in(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """He is in the room."""
    entry = entry_of(tournament, start_no)
    attempt(
        request,
        lambda: verbs.check_in(entry=entry, actor=person(request)),
        gettext("{name} is checked in.").format(name=entry.full_name),
    )
    return back_to(request, entry)


@page(Act.DIRECT)
@require_POST
def undo_check_in(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """He is not, after all."""
    entry = entry_of(tournament, start_no)
    attempt(
        request,
        lambda: verbs.undo_check_in(entry=entry, actor=person(request)),
        gettext("{name} is no longer checked in.").format(name=entry.full_name),
    )
    return back_to(request, entry)


@page(Act.DIRECT)
@require_POST
def check_in_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who is registered is in the room."""
    attempt(
        request,
        lambda: verbs.check_in_all(tournament=tournament, actor=person(request)),
        lambda count: ngettext(
            "{count} player is checked in.", "{count} players are checked in.", count
        ).format(count=count),
    )
    return redirect("entries", tournament.slug)


@page(Act.DIRECT)
@require_POST
def remove(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """Take back a registration."""
    entry = Entry.objects.filter(tournament=tournament, start_no=start_no).select_related("player").first()
    # Pressed twice, it is gone already, and that is what was wanted.
    if entry is not None:
        attempt(
            request,
            lambda: verbs.remove_entry(entry=entry, actor=person(request)),
            gettext("The registration of {name} is removed.").format(name=entry.full_name),
        )
    return redirect("entries", tournament.slug)


@page(Act.DIRECT)
@require_POST
def fee(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """He has paid, or he has not."""
    entry = entry_of(tournament, start_no)
    paid = request.POST.get("paid") == "1"
    text = gettext("{name} has paid.") if paid else gettext("{name} has not paid.")
    attempt(
        request,
        lambda: verbs.set_fee_paid(entry=entry, paid=paid, actor=person(request)),
        text.format(name=entry.full_name),
    )
    return back_to(request, entry)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """He leaves; asked for the reason on a page of its own."""
    entry = entry_of(tournament, start_no)
    form = WithdrawForm(request.POST or None)
    if form.is_valid():
        try:
            verbs.withdraw_entry(entry=entry, actor=person(request), reason=form.cleaned_data["reason"])
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, gettext("{name} is withdrawn.").format(name=entry.full_name))
            return back_to(request, entry)
    context = {"tournament": tournament, "entry": entry, "form": form}
    return render(request, "tournament/withdraw.html", context)


@page(Act.DIRECT)
@require_POST
def return_(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """He is back."""
    entry = entry_of(tournament, start_no)
    attempt(
        request,
        lambda: verbs.return_entry(entry=entry, actor=person(request)),
        gettext("{name} plays again from the next draw.").format(name=entry.full_name),
    )
    return back_to(request, entry)


def entry_of(tournament: Tournament, start_no: int) -> Entry:
    """Who has this start number."""
    entries_ = Entry.objects.select_related("player", "club")
    return get_object_or_404(entries_, tournament=tournament, start_no=start_no)


def back_to(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The list, with the filter that was on, at the line that was pressed."""
    words = request.POST.get("q", "")
    query = f"?{urlencode({'q': words})}" if words else ""
    return redirect(f"{reverse('entries', args=[entry.tournament.slug])}{query}#entry-{entry.start_no}")
