"""Same again: last week's tournament with its players, for a new date."""

from __future__ import annotations

import re
import uuid
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from engine import RuleViolation
from tournament.domain.copying import copy_tournament
from tournament.errors import Refused
from tournament.models import Entry, Round, Seat, Tournament
from tournament.permissions import Act, allowed
from tournament.web.access import page, person
from tournament.web.answers import put_on_form
from tournament.web.forms import PLAIN_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpRequest, HttpResponse

A_WEEK = timedelta(days=7)
# How a date may stand in a name, the longest first, so that no part of one is taken for another.
DATE_FORMATS = (
    "j. F Y",
    "F j, Y",
    "j F Y",
    "j. F",
    "F j",
    "Y-m-d",
    "d-m-Y",
    "j-n-Y",
    "d.m.Y",
    "j.n.Y",
    "j/n Y",
    "j/n",
)


class AgainForm(forms.Form):
    """Name, date, and who is registered."""

    name = forms.CharField(
        label=_("Name of the tournament"),
        max_length=120,
        widget=forms.TextInput(PLAIN_TEXT),
        help_text=_("If you change only the date, the date in the name follows."),
    )
    starts_on = forms.DateField(
        label=_("Date"),
        input_formats=["%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y", "%d/%m/%Y"],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Write the date as day-month-year, for example 24-10-2026.")},
    )
    players = forms.MultipleChoiceField(
        label=_("Players"), widget=forms.CheckboxSelectMultiple, required=False
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, source: Tournament, entries: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.source = source
        players = self.fields["players"]
        assert isinstance(players, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        players.choices = [(str(entry.start_no), _described(entry)) for entry in entries]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        day = cleaned.get("starts_on")
        if day and cleaned.get("name") == proposed_name(self.source, next_day(self.source)):
            cleaned["name"] = proposed_name(self.source, day)
        return cleaned


def _described(entry: Entry) -> str:
    club = entry.player.club
    return f"{entry.full_name} ({club.name})" if club else entry.full_name


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new tournament from this one; results are never copied."""
    if not allowed(request.user, Act.KEEP_REGISTRY):
        raise PermissionDenied
    entries = _entries(tournament)
    played = _played(tournament)
    only_played = request.GET.get("who") == "played"
    ticked = [str(entry.start_no) for entry in entries if not only_played or entry.pk in played]
    day = next_day(tournament)
    initial = {
        "name": proposed_name(tournament, day),
        "starts_on": day,
        "players": ticked,
        "key": uuid.uuid4(),
    }
    form = AgainForm(request.POST or None, initial=initial, source=tournament, entries=entries)
    if form.is_valid():
        chosen = set(form.cleaned_data["players"])
        try:
            made = copy_tournament(
                source=tournament,
                name=form.cleaned_data["name"],
                starts_on=form.cleaned_data["starts_on"],
                entries=[entry for entry in entries if str(entry.start_no) in chosen],
                actor=person(request),
                key=form.cleaned_data["key"],
            )
        except (Refused, RuleViolation) as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(
                request, gettext("{name} is made, with the same settings.").format(name=made.name)
            )
            return redirect("entries", made.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "only_played": only_played,
        "some_did_not_play": 0 < len(played) < len(entries),
    }
    return render(request, "tournament/again.html", context)


def _entries(tournament: Tournament) -> list[Entry]:
    """Who can be registered again: whoever was made anonymous is nobody any more."""
    entries = tournament.entries.filter(player__anonymised_at=None, player__archived_at=None)
    return list(entries.select_related("player__club").order_by("start_no"))


def _played(tournament: Tournament) -> set[int]:
    """Who had a seat that everybody could see."""
    seats = Seat.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAWN)
    return set(seats.values_list("entry_id", flat=True))


def next_day(tournament: Tournament) -> date:
    """A week after it, or today if that is past."""
    return max(tournament.starts_on + A_WEEK, timezone.localdate())


def proposed_name(tournament: Tournament, day: date) -> str:
    """The name with the new date where the old one stood; without one, the date is put behind it."""
    name = tournament.name
    for old, new in _dates(tournament.starts_on, day):
        changed, count = re.subn(rf"(?<!\d){re.escape(old)}(?!\d)", new, name)
        if count:
            return changed[:120]
    return f"{name} {date_format(day, 'DATE_FORMAT')}"[:120]


def _dates(old: date, new: date) -> Iterator[tuple[str, str]]:
    """Both dates in every way a date may be written."""
    for language in ("da", "en"):
        with translation.override(language):
            for written in DATE_FORMATS:
                yield date_format(old, written), date_format(new, written)
