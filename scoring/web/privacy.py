"""What is stored about a person, for him to have; and making him anonymous when he asks for it."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.domain.anonymise import anonymise_player, concerned
from scoring.models import Adjustment, Score
from scoring.queries.personal import log_about, stored_about
from scoring.web.log import readable_entries
from tournament.domain.registry import survivor_of
from tournament.errors import Refused
from tournament.models import Entry, Player, Tournament
from tournament.permissions import Act, allowed_in_all
from tournament.text import slugify_danish
from tournament.web.access import page, person
from tournament.web.answers import put_on_form
from tournament.web.templatetags import points, seat_letter
from tournament.web.typed import TypedForm

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse
    from django_stubs_ext import StrOrPromise

KINDS: dict[str, StrOrPromise] = {
    "registry": _("In the registry"),
    "entries": _("Tournaments"),
    "seats": _("Seats"),
    "scores": _("Deals"),
    "substitutions": _("Substitutes"),
    "adjustments": _("Penalties"),
    "wishes": _("Who should not meet"),
    "log": _("Log"),
}
HEADINGS: dict[str, StrOrPromise] = {
    "name": _("Name"),
    "public_form": _("Name shown to everybody"),
    "club": _("Club"),
    "member_no": _("Member number"),
    "mark": _("Mark"),
    "created_at": _("Added"),
    "anonymised_at": _("Made anonymous"),
    "tournament": _("Tournament"),
    "date": _("Date"),
    "start_no": _("Start number"),
    "state": _("State"),
    "categories": _("Categories"),
    "handicap": _("Handicap"),
    "fixed_table": _("Fixed table"),
    "fee_paid_at": _("Fee paid"),
    "registered_at": _("Registered"),
    "withdrawn_after_round": _("Withdrawn after round"),
    "rank": _("Rank"),
    "total": _("Total"),
    "number": _("Round"),
    "table": _("Table"),
    "seat": _("Seat"),
    "left_after_deal": _("Left after deal"),
    "deal_number": _("Deal"),
    "role": _("Role"),
    "points": _("Points"),
    "himself": _("Played by this person"),
    "from_round": _("From round"),
    "after_deal": _("After deal"),
    "until_round": _("Until round"),
    "until_deal": _("Until deal"),
    "reason": _("Reason"),
    "note": _("Note"),
    "made_at": _("Noted"),
    "given_at": _("Given"),
    "cancelled_at": _("Cancelled"),
    "cancel_reason": _("Cancelled because"),
    "apart_from": _("Not with start number"),
    "at": _("When"),
    "who": _("Who"),
    "what": _("What"),
    "before": _("Before"),
    "after": _("After"),
}


class AnonymiseForm(TypedForm):
    """Why, and the word."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("For the log, without the name, for example “asked for it by letter”."),
    )


@page(Act.KEEP_REGISTRY)
@require_GET
def stored(request: HttpRequest, player_uuid: UUID) -> HttpResponse:
    """All of it to read."""
    player = _player(request, player_uuid)
    sections = [
        (KINDS[kind], [HEADINGS[key] for key in rows[0]], [_told(kind, row) for row in rows])
        for kind, rows in _everything(player).items()
        if rows
    ]
    return render(request, "scoring/registry/stored.html", {"player": player, "sections": sections})


@page(Act.KEEP_REGISTRY)
@require_GET
def stored_file(request: HttpRequest, player_uuid: UUID) -> HttpResponse:
    """The same as a file for machines."""
    player = _player(request, player_uuid)
    document = {"made_at": timezone.now(), **_everything(player)}
    answer = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = (
        f'attachment; filename="{slugify_danish(player.full_name, "person")}.json"'
    )
    return answer


@page(Act.KEEP_REGISTRY)
@require_http_methods(["GET", "HEAD", "POST"])
def anonymise(request: HttpRequest, player_uuid: UUID) -> HttpResponse:
    """What it does, and a word that must be typed, for it cannot be taken back."""
    player = _player(request, player_uuid)
    form = AnonymiseForm(request.POST or None, word=gettext("anonymous"))
    if form.is_valid():
        try:
            anonymise_player(player=player, actor=person(request), reason=form.cleaned_data["reason"])
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(request, gettext("The player is anonymous everywhere now."))
            return redirect("players")
    tournaments = Tournament.objects.filter(pk__in=concerned(player)).order_by("-starts_on", "-pk")
    context = {
        "player": player,
        "form": form,
        "tournaments": tournaments,
        "is_under_way": any(one.state == Tournament.State.RUNNING for one in tournaments),
    }
    return render(request, "scoring/registry/anonymise.html", context)


def _player(request: HttpRequest, player_uuid: UUID) -> Player:
    """The player, for who may answer for all that is stored about him."""
    players = Player.objects.select_related("merged_into", "club")
    player = survivor_of(get_object_or_404(players, uuid=player_uuid))
    if not may_answer_for(request, player):
        raise PermissionDenied
    return player


def may_answer_for(request: HttpRequest, player: Player) -> bool:
    """Whether somebody is the administrator, or directs every tournament in which the player is named."""
    tournaments = Tournament.objects.filter(pk__in=concerned(player))
    return allowed_in_all(request.user, Act.ANONYMISE, tournaments)


def _everything(player: Player) -> dict[str, list[dict[str, Any]]]:
    log = [
        {
            "at": line.at,
            "who": line.actor,
            "what": line.text,
            "before": line.before,
            "after": line.after,
            "reason": line.reason,
        }
        for line in readable_entries(log_about(player))
    ]
    return {**stored_about(player), "log": log}


def _told(kind: str, row: Mapping[str, Any]) -> list[str]:
    return [_words(kind, key, value) for key, value in row.items()]


def _words(kind: str, key: str, value: Any) -> str:
    choices = _CHOICES.get((kind, key))
    if choices is not None:
        return str(dict(choices).get(value, value))
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    if key == "seat":
        return seat_letter(value)
    if key in {"points", "total", "handicap"}:
        return points(value)
    return ", ".join(value) or "–" if isinstance(value, list) else str(value)


_CHOICES = {
    ("registry", "public_form"): Player.PublicForm.choices,
    ("entries", "state"): Entry.State.choices,
    ("scores", "role"): Score.Role.choices,
    ("adjustments", "reason"): Adjustment.Reason.choices,
}
