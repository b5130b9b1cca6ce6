"""Substitutes: who plays on in whose place, from which deal, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.domain import substitutes as verbs
from scoring.queries.substitutes import end_of, moment_of, substitutions_of
from tournament import queries
from tournament.errors import Refused
from tournament.models import Entry, Player, Substitution
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form
from tournament.web.entries import entry_of
from tournament.web.forms import NamesakeForm

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament

MOST_FOUND = 12
PLAIN_TEXT = {"autocomplete": "off"}
NEW = "new"


class SubstituteForm(NamesakeForm):
    """Who takes over, from where, and why. The name is for somebody who is not in the registry."""

    who = forms.ChoiceField(label=_("Who takes over?"), widget=forms.RadioSelect)
    from_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=99)
    after_deal = forms.IntegerField(
        label=_("After deal"),
        min_value=0,
        max_value=999,
        help_text=_("The last deal that was played before. 0: from the first deal of the round."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput(PLAIN_TEXT),
        help_text=_("For the log, for example “gone home”. It is not shown to the public."),
    )
    field_order = ["who", "name", "confirm", "from_round", "after_deal", "reason"]

    def __init__(self, *args: Any, found: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found = {str(player.uuid): player for player in found}
        who, name = self.fields["who"], self.fields["name"]
        assert isinstance(who, forms.ChoiceField)  # noqa: S101 - for the type checker
        who.choices = [
            *((uuid, _described(player)) for uuid, player in self.found.items()),
            (NEW, gettext("Somebody new, called:")),
        ]
        name.label, name.required = gettext("Name of somebody new"), False

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("who") != NEW:
            # What stands in the box for a new name is not asked about.
            self.cleaned_data["name"] = ""
        elif not self.cleaned_data.get("name"):
            self.add_error("name", gettext("Write a name."))
        return super().clean()


def _described(player: Player) -> str:
    return ", ".join(part for part in (player.full_name, str(player.club or ""), player.member_no) if part)


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """Look somebody up, or write a new name, and let him play on for this entry from now."""
    entry = entry_of(tournament, start_no)
    wanted = request.GET.get("find", "").strip()[:120]
    found = list(_others(tournament, wanted)[: MOST_FOUND + 1])
    now = moment_of(entry)
    initial: dict[str, Any] = {"from_round": now.round, "after_deal": now.deal}
    if not found:
        initial |= {"who": NEW, "name": wanted}
    form = SubstituteForm(request.POST or None, found=found[:MOST_FOUND], initial=initial)
    if form.is_valid():
        try:
            made = _made(request, entry, form)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            text = gettext("{name} plays for {other} from now on.")
            messages.success(request, text.format(name=made.full_name, other=entry.full_name))
            return redirect("entry-details", tournament.slug, start_no)
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "find": wanted,
        "found_more": len(found) > MOST_FOUND,
        "substitutions": substitutions_of(tournament).filter(entry=entry),
    }
    return render(request, "scoring/desk/substitute.html", context)


def _others(tournament: Tournament, words: str) -> QuerySet[Player]:
    """Those found who do not play themselves."""
    playing = tournament.entries.filter(state=Entry.State.CHECKED_IN)
    return queries.players_for_door(words).exclude(pk__in=playing.values("player"))


def _made(request: HttpRequest, entry: Entry, form: SubstituteForm) -> Substitution:
    data = form.cleaned_data
    when = {"from_round": data["from_round"], "after_deal": data["after_deal"], "reason": data["reason"]}
    if data["who"] == NEW:
        return verbs.substitute_new_player(entry=entry, name=data["name"], actor=person(request), **when)
    return verbs.substitute(entry=entry, player=form.found[data["who"]], actor=person(request), **when)


class EndForm(forms.Form):
    """Until when he plays."""

    until_round = forms.IntegerField(label=_("Until round"), min_value=1, max_value=99)
    until_deal = forms.IntegerField(
        label=_("Until deal"),
        min_value=0,
        max_value=999,
        required=False,
        help_text=_("His last deal in that round. Empty: the whole round."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, widget=forms.TextInput(PLAIN_TEXT))


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Say when it ends, or put its end right. Nothing played: take it back altogether."""
    found = get_object_or_404(substitutions_of(tournament), pk=pk)
    form = EndForm(request.POST or None, initial=_proposed(found))
    if form.is_valid():
        try:
            verbs.end_substitution(substitution=found, actor=person(request), **form.cleaned_data)
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            text = gettext("It is noted when {name} plays for {other}.")
            messages.success(request, text.format(name=found.full_name, other=found.entry.full_name))
            return redirect("entry-details", tournament.slug, found.entry.start_no)
    context = {
        "tournament": tournament,
        "substitution": found,
        "entry": found.entry,
        "form": form,
        "has_played": verbs.has_played(found),
    }
    return render(request, "scoring/desk/substitution_end.html", context)


def _proposed(substitution: Substitution) -> dict[str, Any]:
    if substitution.until_round is not None:
        return {"until_round": substitution.until_round, "until_deal": substitution.until_deal}
    until_round, until_deal = end_of(substitution)
    return {"until_round": until_round, "until_deal": until_deal}


@page(Act.DIRECT)
@require_POST
def cancel(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Nothing was played: it was never so."""
    found = substitutions_of(tournament).filter(pk=pk).first()
    # Pressed twice, it is gone already, and that is what was wanted.
    if found is None:
        return redirect("entries", tournament.slug)
    attempt(
        request,
        lambda: verbs.cancel_substitution(
            substitution=found, actor=person(request), reason=request.POST.get("reason", "")
        ),
        gettext("{name} does not play for {other} after all.").format(
            name=found.full_name, other=found.entry.full_name
        ),
    )
    return redirect("entry-details", tournament.slug, found.entry.start_no)
