"""The list for calling out names: who is here, who is not, on a phone held in the hand or on paper.

Nothing in it moves while it is used, so that a second press never hits the next person: a line keeps its place, and
who did not answer is repeated at the end. That somebody did not answer is only remembered by this browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import queries
from tournament.domain import entries as verbs
from tournament.errors import Refused
from tournament.models import Entry
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person
from tournament.web.answers import put_on_form
from tournament.web.entries import entry_of
from tournament.web.forms import WithdrawForm
from tournament.web.misfit import misfit_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament

ORDERS = {"name": ("player__sort_key", "start_no"), "number": ("start_no",)}


@dataclass(frozen=True, slots=True)
class Line:
    """One person to call: `key` tells the two places apart at which somebody may stand."""

    key: str
    entry: Entry
    did_not_answer: bool

    @property
    def is_here(self) -> bool:
        return self.entry.state == Entry.State.CHECKED_IN


@page(Act.DIRECT)
@require_safe
def calling_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who is expected, one line each."""
    order = _order(request.GET.get("order"))
    expected = tournament.entries.filter(state__in=[Entry.State.REGISTERED, Entry.State.CHECKED_IN])
    entries = list(expected.select_related("player", "club").order_by(*ORDERS[order]))
    silent = _silent(request, tournament)
    by_number = {entry.start_no: entry for entry in entries}
    context = {
        "tournament": tournament,
        "order": order,
        "lines": [Line(f"call-{entry.start_no}", entry, entry.start_no in silent) for entry in entries],
        "again": [
            Line(f"again-{number}", by_number[number], did_not_answer=True)
            for number in silent
            if number in by_number
        ],
        "attendance": queries.attendance(tournament),
        "misfit": misfit_of(tournament),
    }
    return render(request, "tournament/calling.html", context)


@page(Act.DIRECT)
@require_POST
def call(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """Somebody is here, or did not answer. Pressed twice it is the same."""
    entry = entry_of(tournament, start_no)
    is_here = request.POST.get("here") == "1"
    try:
        if is_here:
            verbs.check_in(entry=entry, actor=person(request))
        elif entry.state == Entry.State.CHECKED_IN:
            verbs.undo_check_in(entry=entry, actor=person(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal.code, refusal.params))
        if refusal.code == "has_played":
            return redirect("entry-withdraw", tournament.slug, start_no)
    else:
        if not is_here:
            _remember(request, tournament, start_no)
    where = reverse("calling-list", args=[tournament.slug])
    line = "again" if request.POST.get("again") else "call"
    return redirect(f"{where}?order={_order(request.POST.get('order'))}#{line}-{start_no}")


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw_absent(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whoever did not come is withdrawn, after the names have been read once more."""
    absent = tournament.entries.filter(state=Entry.State.REGISTERED).select_related("player", "club")
    form = WithdrawForm(request.POST or None, initial={"reason": gettext("did not come")})
    if form.is_valid():
        try:
            gone = verbs.withdraw_absent(
                tournament=tournament,
                start_nos=_numbers(request.POST.getlist("start_no")),
                actor=person(request),
                reason=form.cleaned_data["reason"],
            )
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(
                request,
                ngettext("{count} player is withdrawn.", "{count} players are withdrawn.", len(gone)).format(
                    count=len(gone)
                ),
            )
            return redirect("calling-list", tournament.slug)
    context = {
        "tournament": tournament,
        "absent": absent.order_by("player__sort_key", "start_no"),
        "form": form,
    }
    return render(request, "tournament/withdraw_absent.html", context)


def _order(wanted: str | None) -> str:
    return wanted if wanted in ORDERS else "name"


def _numbers(texts: Iterable[str]) -> list[int]:
    return [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 6]


def _session_key(tournament: Tournament) -> str:
    return f"did-not-answer-{tournament.pk}"


def _silent(request: HttpRequest, tournament: Tournament) -> list[int]:
    """Start numbers of those who did not answer, in the order they were called."""
    return list(request.session.get(_session_key(tournament), []))


def _remember(request: HttpRequest, tournament: Tournament, start_no: int) -> None:
    silent = _silent(request, tournament)
    if start_no not in silent:
        request.session[_session_key(tournament)] = [*silent, start_no]
