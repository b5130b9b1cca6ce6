"""A new tournament, its settings, and opening and starting it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from engine import RuleViolation, compares_mixed_tables
from tournament.domain.tournaments import (
    HARMLESS,
    change_settings,
    create_tournament,
    open_registration,
    start_tournament,
)
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.forms import SettingsForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Preset:
    """Settings that go together, to start from."""

    kind: StrOrPromise
    rounds: int
    deals: int
    shared_boards: bool

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "rounds_planned": self.rounds,
            "deals_per_round": self.deals,
            "shared_boards": self.shared_boards,
        }


# An evening is about 40 deals. At a club the cards are usually shuffled at the table.
PRESETS = {
    "evening-2x20": Preset(_("Club evening"), 2, 20, shared_boards=False),
    "evening-3x12": Preset(_("Club evening"), 3, 12, shared_boards=False),
    "evening-3x16": Preset(_("Club evening"), 3, 16, shared_boards=False),
    "individual-3x16": Preset(_("Individual tournament"), 3, 16, shared_boards=True),
}
FIELD_OF = {
    "name_missing": "name",
    "name_taken_too_often": "name",
    "deals_not_multiple_of_four": "deals_per_round",
    "impossible_number_of_rounds": "rounds_planned",
    "unknown_tie_break": "tie_breaks",
}


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """A new tournament, as a draft."""
    preset = request.GET.get("preset", "")
    form = SettingsForm(request.POST or None, initial=_new(preset))
    if form.is_valid():
        try:
            tournament = create_tournament(actor=person(request), **form.cleaned_data)
        except (Refused, RuleViolation) as refusal:
            put_on_form(form, refusal, FIELD_OF.get(refusal.code))
        else:
            messages.success(
                request, gettext("{name} is made. Now register the players.").format(name=tournament.name)
            )
            _warn_of_booking(request, tournament)
            return redirect("entries", tournament.slug)
    context = {"form": form, "presets": PRESETS, "preset": preset}
    return render(request, "tournament/tournament_new.html", context)


def _new(preset: str) -> dict[str, Any]:
    tournament = Tournament(starts_on=timezone.localdate())
    chosen = PRESETS.get(preset)
    return _initial(tournament) | {"name": ""} | (chosen.settings if chosen else {})


def _initial(tournament: Tournament) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in SettingsForm.base_fields}


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change settings; after the start only those that touch no result."""
    frozen = set(SettingsForm.base_fields) - HARMLESS if tournament.is_under_way else set()
    form = SettingsForm(request.POST or None, initial=_initial(tournament), frozen=frozen)
    if form.is_valid():
        changed = {key: value for key, value in form.cleaned_data.items() if key not in frozen}
        try:
            tournament = change_settings(tournament=tournament, actor=person(request), **changed)
        except (Refused, RuleViolation) as refusal:
            put_on_form(form, refusal, FIELD_OF.get(refusal.code))
        else:
            messages.success(request, gettext("The settings are saved."))
            _warn_of_booking(request, tournament)
            return redirect("tournament-settings", tournament.slug)
    context = {"form": form, "tournament": tournament, "is_frozen": bool(frozen)}
    return render(request, "tournament/settings.html", context)


def _warn_of_booking(request: HttpRequest, tournament: Tournament) -> None:
    if not compares_mixed_tables(tournament.booking):
        messages.warning(
            request,
            gettext(
                "With this way of booking, totals do not compare between tables of three and of four."
                " It is fair only when all tables have equally many players."
            ),
        )


@page(Act.DIRECT)
@require_POST
def open_up(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament to everybody."""
    attempt(
        request,
        lambda: open_registration(tournament=tournament, actor=person(request)),
        gettext("The tournament is now shown on the front page."),
    )
    return redirect("entries", tournament.slug)


@page(Act.DIRECT)
@require_POST
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Freeze the settings; then rounds can be drawn."""
    started = attempt(
        request,
        lambda: start_tournament(tournament=tournament, actor=person(request)),
        gettext("The tournament has started. Now draw the rounds."),
    )
    return redirect("desk-rounds" if started else "entries", tournament.slug)
