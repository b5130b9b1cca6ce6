"""Players who may stand twice in the registry: proposed in pairs, said to be two people, or merged into one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.domain.merge_plans import plan_merge
from scoring.domain.merging import merge_players
from tournament import queries
from tournament.alike import Likeness
from tournament.domain.registry import propose_again, say_different, survivor_of
from tournament.errors import Refused
from tournament.models import Player
from tournament.permissions import Act, allowed_in_all
from tournament.web.access import page, person
from tournament.web.answers import attempt, put_on_form

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django_stubs_ext import StrOrPromise

A_PAGE = 25
MOST_FOUND = 20
WHY_ALIKE: dict[Likeness, StrOrPromise] = {
    Likeness.SAME_NAME: _("The same name"),
    Likeness.SAME_NUMBER: _("The same member number"),
    Likeness.SIMILAR_NAME: _("Nearly the same name"),
    Likeness.INITIAL: _("One has only an initial"),
    Likeness.SAME_NAME_ELSEWHERE: _("The same name, but another club or member number"),
}


class MergeForm(forms.Form):
    """Why two become one."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("For the log."),
    )


@page(Act.KEEP_REGISTRY)
@require_safe
def duplicates(request: HttpRequest) -> HttpResponse:
    """Pairs who may be one person, the surest first."""
    pairs = Paginator(queries.possible_duplicates(), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page_obj": pairs,
        "pairs": [(pair, WHY_ALIKE[pair.likeness]) for pair in pairs],
        "different": queries.said_different(),
    }
    return render(request, "scoring/registry/duplicates.html", context)


@page(Act.KEEP_REGISTRY)
@require_POST
def different(request: HttpRequest) -> HttpResponse:
    """Two people; or, when that was a mistake, propose them again."""
    one, other = _player(request.POST, "one"), _player(request.POST, "other")
    if one is None or other is None:
        return redirect("duplicates")
    names = {"one": one.name, "other": other.name}
    if request.POST.get("again"):
        attempt(
            request,
            lambda: propose_again(one=one, other=other, actor=person(request)),
            gettext("{one} and {other} are proposed again.").format(**names),
        )
    else:
        attempt(
            request,
            lambda: say_different(one=one, other=other, actor=person(request)),
            gettext("{one} and {other} are two people, and are proposed no more.").format(**names),
        )
    return redirect("duplicates")


@page(Act.MERGE_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest) -> HttpResponse:
    """What would happen, tournament by tournament; and then it does."""
    asked = request.POST if request.method == "POST" else request.GET
    keep, drop = _player(asked, "keep"), _player(asked, "drop")
    if keep is None:
        return redirect("duplicates")
    if drop is None or drop == keep:
        return _choose(request, keep)
    form = MergeForm(request.POST or None, initial={"reason": gettext("the same person, entered twice")})
    if request.method == "POST" and form.is_valid():
        try:
            merge_players(
                keep=keep,
                drop=drop,
                actor=person(request),
                reason=form.cleaned_data["reason"],
                based_on=request.POST.get("based_on"),
            )
        except Refused as refusal:
            put_on_form(form, refusal)
        else:
            messages.success(
                request,
                gettext("{drop} is now {keep}. All results are kept.").format(drop=drop.name, keep=keep.name),
            )
            return redirect("duplicates")
    plan = plan_merge(keep=keep, drop=drop)
    context = {
        "plan": plan,
        "form": form,
        "sides": [(keep, True), (drop, False)],
        "may_merge": allowed_in_all(request.user, Act.MERGE_PLAYERS, plan.tournaments),
    }
    return render(request, "scoring/registry/merge.html", context)


def _choose(request: HttpRequest, keep: Player) -> HttpResponse:
    """Looking for the other one."""
    words = request.GET.get("q", "")
    found = list(queries.players_found(words).exclude(pk=keep.pk)[: MOST_FOUND + 1]) if words.strip() else []
    context: dict[str, Any] = {
        "player": keep,
        "q": words,
        "found": found[:MOST_FOUND],
        "found_more": len(found) > MOST_FOUND,
    }
    return render(request, "scoring/registry/merge_choose.html", context)


def _player(asked: Any, name: str) -> Player | None:
    """The player a form or an address names. A merged one is whom he became, but when it is he who is to go."""
    try:
        uuid = UUID(asked.get(name, ""))
    except ValueError:
        return None
    player = get_object_or_404(Player.objects.select_related("club", "merged_into"), uuid=uuid)
    return player if name == "drop" else survivor_of(player)
