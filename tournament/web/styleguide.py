"""Every part of the pages in every state, on one page: made of the partials themselves, so that it cannot lie."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.staticfiles import finders
from django.core.paginator import Paginator
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament import queries
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.qr import qr_code
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

STYLE_SHEET = "tournament/spadille.css"
# As partials/state.html names them.
STATES = (
    "draft", "open", "running", "finished", "drawn", "published", "playing", "closed", "signed", "unsigned",
    "missing", "provisional", "final", "registered", "waitlisted", "checked_in", "withdrawn", "substitute",
)  # fmt: skip
LEVELS = {
    constants.INFO: _("Round 2 is drawn."),
    constants.SUCCESS: _("The deal is saved."),
    constants.WARNING: _("Two tables have not signed."),
    constants.ERROR: _("The file cannot be read."),
}
NAMES = (
    "Søren Ærø Åkjær-Østergaard",
    "Hans-Christian von Rosenkrantz-Løvenskiold",
    "Åse Aagaard",
    "Ib Ø",
)
CLUB = "L'hombreklubben af 1887 i Nørresundby"
# As scoring/rows.js says them.
DEAL_STATES = ("saved", "current", "queued", "begun", "late", "conflict", "voided", "missing")
CHOICES = [("1", _("First")), ("2", _("Second")), ("3", _("Third"))]
# A colour of the style sheet: its name and what it is.
_TOKEN = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,8}|rgb\([^)]*\));")


@dataclass(frozen=True, slots=True)
class Colour:
    """One named colour in both themes."""

    name: str
    light: str
    dark: str


class EveryField(forms.Form):
    """One of every kind of field."""

    name = forms.CharField(label=_("Name"), help_text=_("First name and last name."), max_length=40)
    club = forms.CharField(label=_("Club"), required=False, max_length=40)
    number = forms.IntegerField(label=_("Start number"), min_value=1)
    day = forms.DateField(label=_("Date"), widget=forms.DateInput({"type": "date"}))
    chosen = forms.ChoiceField(label=_("One of a list"), choices=CHOICES)
    one = forms.ChoiceField(label=_("One of several"), choices=CHOICES, widget=forms.RadioSelect)
    many = forms.MultipleChoiceField(
        label=_("Several"), choices=CHOICES, required=False, widget=forms.CheckboxSelectMultiple
    )
    note = forms.CharField(label=_("Note"), widget=forms.Textarea({"rows": 3}), required=False)
    file = forms.FileField(label=_("File"), required=False)
    agreed = forms.BooleanField(label=_("I have looked at it"), help_text=_("Tick the box."))
    fixed = forms.CharField(label=_("Cannot be changed now"), disabled=True, required=False, initial="16")

    def clean(self) -> dict[str, Any]:
        self.add_error(None, _("Something does not go together."))
        return self.cleaned_data


@page(Act.SEE_HOME)
@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """For who works on the pages, and for who wonders what a mark means."""
    context = {
        "colours": colours(),
        "states": STATES,
        "deal_states": DEAL_STATES,
        "told": [Message(level, str(text)) for level, text in LEVELS.items()],
        "form": EveryField(prefix="new", use_required_attribute=False),
        "refused": EveryField(
            {"wrong-number": "0", "wrong-one": "1"}, prefix="wrong", use_required_attribute=False
        ),
        "page_obj": Paginator(range(9), 3).page(2),
        "qr": qr_code("http://192.168.1.20:8000/"),
        "tournament": queries.tournaments_of(person(request)).first(),
        "names": NAMES,
        "club": CLUB,
        "table_of_four": _seats(NAMES),
        "table_of_three": _seats((NAMES[1], "", *NAMES[2:])),
    }
    return render(request, "tournament/styleguide/index.html", context)


@cache
def colours() -> tuple[Colour, ...]:
    """The colours of the style sheet, read from it: first come those of the light theme, then those of the dark."""
    path = finders.find(STYLE_SHEET)
    text = Path(path).read_text(encoding="utf-8") if isinstance(path, str) else ""
    light, _light_end, dark = text.partition("@media screen and (prefers-color-scheme: dark)")
    in_the_dark = dict(_TOKEN.findall(dark.partition("*, ::before")[0]))
    return tuple(Colour(name, value, in_the_dark.get(name, value)) for name, value in _TOKEN.findall(light))


def _seats(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """A table with one of everything a seat can be."""
    marks: dict[str, dict[str, Any]] = {
        "N": {"sits_out": all(names)},
        "E": {"club": CLUB},
        "S": {"dealer": True, "url": "#l-hombre"},
        "W": {"is_me": True},
    }
    return [
        {"seat": seat, "letter": seat_letter(seat), "name": name} | (marks[seat] if name else {})
        for seat, name in zip("NESW", names, strict=True)
    ]
