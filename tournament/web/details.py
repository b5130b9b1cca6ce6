"""What is said about one entry: its categories and its handicap; and a category given to many at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournament import queries
from tournament.domain.categories import add_label, remove_label, set_labels
from tournament.domain.handicaps import LARGEST, set_handicap
from tournament.errors import Refused
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.entries import entry_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Entry, Tournament


class DetailsForm(forms.Form):
    """Categories with commas between them, and points on top of the total."""

    labels = forms.CharField(
        label=_("Categories"),
        max_length=400,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Free words with commas between them, for example: veteran, beginner."),
    )
    handicap = forms.IntegerField(
        label=_("Handicap"),
        min_value=-LARGEST,
        max_value=LARGEST,
        required=False,
        help_text=_("Points on top of what is played. Agreed before the start."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Only needed to change the handicap after the start."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class CategoryForm(forms.Form):
    """One word, to give to those who are ticked or to take from them."""

    label = forms.CharField(
        label=_("Category"), max_length=100, widget=forms.TextInput({"autocomplete": "off", "list": "words"})
    )


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def details(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """One entry: what is said about it, and who plays in its place."""
    entry = entry_of(tournament, start_no)
    initial = {"labels": ", ".join(entry.labels), "handicap": entry.handicap}
    form = DetailsForm(request.POST or None, initial=initial)
    if not tournament.is_under_way:
        del form.fields["reason"]
    if form.is_valid():
        try:
            _save(entry, form.cleaned_data, request)
        except Refused as refusal:
            put_on_form(form, refusal, "reason" if refusal.code == "handicap_after_start" else None)
        else:
            messages.success(request, gettext("{name} is saved.").format(name=entry.full_name))
            return redirect("entries", tournament.slug)
    substitutions = list(entry.substitutions.select_related("player"))
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "words": queries.labels_used(tournament),
        "substitutions": substitutions,
        "has_substitute": any(not one.is_over for one in substitutions),
    }
    return render(request, "tournament/details.html", context)


@transaction.atomic
def _save(entry: Entry, data: dict[str, Any], request: HttpRequest) -> None:
    """Both or neither."""
    labels = [word for word in re.split(r"[,;\n]", data["labels"]) if word.strip()]
    set_labels(entry=entry, labels=labels, actor=person(request))
    set_handicap(
        entry=entry, points=data["handicap"] or 0, actor=person(request), reason=data.get("reason", "")
    )


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def categories(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody with his categories; those who are ticked get one, or lose it."""
    form = CategoryForm(request.POST or None)
    ticked = {int(number) for number in request.POST.getlist("start_no") if number.isdecimal()}
    if form.is_valid() and not ticked:
        form.add_error(None, gettext("Tick those it is about."))
    if form.is_valid() and _change(request, tournament, ticked, form.cleaned_data["label"]):
        return redirect("categories", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "entries": tournament.entries.select_related("player", "club").order_by("player__sort_key"),
        "ticked": ticked,
        "words": queries.labels_used(tournament),
    }
    return render(request, "tournament/categories.html", context)


def _change(request: HttpRequest, tournament: Tournament, start_nos: set[int], label: str) -> bool:
    verb = remove_label if request.POST.get("do") == "remove" else add_label
    return attempt(
        request,
        lambda: verb(tournament=tournament, start_nos=start_nos, label=label, actor=person(request)),
        lambda count: ngettext("Changed for {count} player.", "Changed for {count} players.", count).format(
            count=count
        ),
    )
