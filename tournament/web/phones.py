"""Trying with a phone: which address of this machine phones come by, and whether one has come."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament import lan, queries
from tournament.domain.installation import choose_address
from tournament.errors import Refused
from tournament.guesses import address_of
from tournament.permissions import Act, allowed
from tournament.web.access import page, person
from tournament.web.answers import put_on_form
from tournament.web.qr import qr_code

if TYPE_CHECKING:
    from django.http import HttpRequest

SEEN, SEEN_SECONDS = "phone-seen", 12 * 60 * 60
LOST, LOST_SECONDS = "address-lost", 60


class AddressForm(forms.Form):
    """An address that is not in the list."""

    address = forms.CharField(
        label=_("Another address"),
        max_length=lan.LONGEST,
        help_text=_("For example 192.168.1.20:8000, or a name that the network knows."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """One address to choose from: one of this machine's, or the one the browser itself came by."""

    address: str
    card: str
    kind: str
    is_chosen: bool

    @property
    def short(self) -> str:
        return lan.short(self.address)


@page(Act.SEE_HOME)
@require_safe
def try_phone(request: HttpRequest) -> HttpResponse:
    """The addresses there are, one to scan, and what to do when the phone shows nothing."""
    return _shown(request, AddressForm())


@page(Act.KEEP_REGISTRY)
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Let phones come by this address from now on."""
    form = AddressForm(request.POST)
    if form.is_valid():
        try:
            chosen = choose_address(
                address=form.cleaned_data["address"], port=_port(request), actor=person(request)
            )
        except Refused as refusal:
            put_on_form(form, refusal, "address")
        else:
            cache.delete_many([SEEN, LOST])
            messages.success(
                request, gettext("Phones now come by {address}.").format(address=lan.short(chosen.address))
            )
            return redirect("try-phone")
    return _shown(request, form)


def _shown(request: HttpRequest, form: AddressForm) -> HttpResponse:
    chosen, fixed = queries.public_address(), bool(queries.fixed_address())
    lost = queries.lost_address(_port(request))
    candidates = [] if fixed else _candidates(request, chosen)
    suggested = next((candidate.address for candidate in candidates), "")
    address = suggested if lost else chosen or suggested
    context = {
        "form": form,
        "address": address,
        "short": lan.short(address),
        "qr": qr_code(f"{address}{reverse('phone-ok')}") if address else None,
        "is_chosen": bool(chosen) and not lost,
        "is_fixed": fixed,
        "port": _port(request),
        "lost": lan.short(lost),
        "is_on_no_network": not fixed and not lan.addresses(),
        "candidates": candidates,
        "may_choose": not fixed and allowed(request.user, Act.KEEP_REGISTRY),
        "seen": _seen(),
        "seen_etag": _etag(_seen()),
    }
    return render(request, "tournament/try_phone.html", context)


def _candidates(request: HttpRequest, chosen: str) -> list[Candidate]:
    port = _port(request)
    found = {lan.site_address(own.host, port): own for own in lan.addresses()}
    # In a container, or by a name: what the browser itself came by is worth a try.
    browsers = lan.site_address(f"{request.scheme}://{request.get_host()}")
    others = [browsers] if browsers and not lan.is_loopback(lan.host_and_port(browsers)[0]) else []
    return [
        Candidate(
            address,
            card=found[address].card if address in found else "",
            kind=_kind(found[address]) if address in found else "browser",
            is_chosen=address == chosen,
        )
        for address in dict.fromkeys([*found, *others])
    ]


def _kind(own: lan.Address) -> str:
    if own.is_virtual:
        return "virtual"
    return "wireless" if own.is_wireless else "cable" if own.card else ""


def _port(request: HttpRequest) -> int:
    """The port this machine listens on, as the web server says."""
    return int(request.META["SERVER_PORT"])


# Has a phone come?


@page(Act.SEE)
@never_cache
@require_safe
def phone_ok(request: HttpRequest) -> HttpResponse:
    """What a phone shows that has found its way. Only the time is remembered, nothing about the phone."""
    if not _is_this_machine(request):
        cache.set(SEEN, timezone.now().isoformat(), SEEN_SECONDS)
    return render(request, "tournament/phone_ok.html")


@page(Act.SEE_HOME)
@require_safe
def seen(request: HttpRequest) -> HttpResponse:
    """The line about the last phone, which the page asks for again and again."""
    last = _seen()
    etag = _etag(last)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponse(status=304)
    else:
        response = render(request, "tournament/partials/phone_seen.html", {"seen": last})
    response["ETag"] = etag
    return response


def _seen() -> datetime | None:
    text: str | None = cache.get(SEEN)
    return datetime.fromisoformat(text) if text else None


def _etag(last: datetime | None) -> str:
    return f'"{hashlib.sha256(f"{last} {get_language()}".encode()).hexdigest()[:16]}"'


def _is_this_machine(request: HttpRequest) -> bool:
    """Whether somebody opened the page on the machine that runs Spadille, which proves nothing."""
    host = lan.host_and_port(f"{request.scheme}://{request.get_host()}")[0]
    return lan.is_loopback(host) or address_of(request) in {own.host for own in lan.addresses()}


def lost_address(request: HttpRequest) -> str:
    """The address on printed cards, if this machine had it and no longer has. Looked at once a minute."""
    known: str | None = cache.get(LOST)
    if known is None:
        known = lan.short(queries.lost_address(_port(request)))
        cache.set(LOST, known, LOST_SECONDS)
    return known
