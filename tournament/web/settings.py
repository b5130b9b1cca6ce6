"""A new tournament, its settings, and opening and starting it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from engine import RuleViolation, compares_mixed_tables
from tournament.domain.tournaments import (
    change_settings,
    create_tournament,
    frozen_settings,
    open_registration,
    start_tournament,
)
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.tie_breaks import order_of
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.forms import SettingsForm
from tournament.web.presets import PRESETS
from tournament.web.tie_break_fields import OWN

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django_stubs_ext import StrOrPromise


FIELD_OF = {
    "name_missing": "name",
    "name_taken_too_often": "name",
    "deals_not_multiple_of_four": "deals_per_round",
    "impossible_number_of_rounds": "rounds_planned",
    "fewer_rounds_than_drawn": "rounds_planned",
    "unknown_ranking": "ranking",
    "field_needs_shared_boards": "ranking",
    "unknown_tie_break": "tie_breaks",
    "duplicate_tie_break": "tie_breaks",
    "field_tie_needs_shared_boards": "tie_breaks",
    "field_is_the_ranking": "tie_breaks",
    "lot_comes_last": "tie_breaks",
}
# Why what results and seats were made with stays as it is.
WHY_FROZEN: dict[str, StrOrPromise] = {
    "booking": _("Cannot be changed now: points were already booked this way."),
    "deals_per_round": _(
        "Cannot be changed now: every round is to count the same."
        " Deals for which there is no time are marked on the score sheets as not played."
    ),
    "rounds_planned": _("Cannot be changed now: the result is final."),
    "first_dealer": _("Cannot be changed now: who deals on every score sheet follows from it."),
    "ranking": _("Cannot be changed now: everybody plays for places by what was announced."),
    "tie_breaks": _("Cannot be changed now: everybody plays for places by what was announced."),
    "shared_boards": _("Cannot be changed now: deals are compared, and kept secret, by it."),
    "suit_may_be_missing": _("Cannot be changed now: sheets without suits may have been entered."),
    "seating_method": _(
        "Cannot be changed now: the rounds are drawn in this way. A single round can be written by hand."
    ),
    "clubs_apart": _("Cannot be changed now: the rounds are drawn in this way."),
}


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """A new tournament, as a draft. A button of a preset fills the form in and keeps what else was typed."""
    preset = request.POST.get("preset") or request.GET.get("preset", "")
    if request.method == "POST" and "preset" not in request.POST:
        form = SettingsForm(request.POST)
    else:
        form = SettingsForm(initial=_new(preset) if request.method != "POST" else _typed(request, preset))
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
    context = {"form": form, "presets": PRESETS, "preset": preset, "chosen": PRESETS.get(preset)}
    return render(request, "tournament/tournament_new.html", context)


def _new(preset: str) -> dict[str, Any]:
    tournament = Tournament(starts_on=timezone.localdate())
    chosen = PRESETS.get(preset)
    return _initial(tournament) | {"name": ""} | (chosen.settings if chosen else {})


def _typed(request: HttpRequest, preset: str) -> dict[str, Any]:
    """What stands in the form that was sent, right or wrong, with the settings of another preset."""
    chosen = PRESETS.get(preset)
    fields = SettingsForm.base_fields.items()
    typed = {
        name: field.widget.value_from_datadict(request.POST, request.FILES, name) for name, field in fields
    }
    return typed | (chosen.settings if chosen else {})


def _initial(tournament: Tournament) -> dict[str, Any]:
    values = {name: getattr(tournament, name) for name in SettingsForm.base_fields if name != "tie_order"}
    return values | {"tie_order": order_of(tournament.tie_breaks) or OWN}


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change settings; after the start only those that touch no result."""
    frozen = frozen_settings(tournament) & set(SettingsForm.base_fields)
    form = SettingsForm(
        request.POST or None,
        initial=_initial(tournament),
        frozen={name: WHY_FROZEN.get(name, sentence("settings_frozen")) for name in frozen},
    )
    if tournament.is_under_way and "rounds_planned" not in frozen:
        form.fields["rounds_planned"].help_text = gettext(
            "Can be changed as long as the result is not final, but not to fewer than are drawn: {drawn}."
        ).format(drawn=tournament.rounds.count())
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
    context = {"form": form, "tournament": tournament, "is_frozen": tournament.is_under_way}
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
