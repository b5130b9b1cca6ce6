"""The prizes: the director's list, who gets them, and, when the result is out, the same for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.forms import formset_factory
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import queries
from scoring.web.desk import desk_context
from scoring.web.forms import PrizeForm
from tournament.domain.prizes import MOST, set_prizes
from tournament.errors import Refused
from tournament.permissions import Act
from tournament.sentences import sentence
from tournament.web.access import page, person

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament

EMPTY_ROWS = 4


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list of prizes: place, category, what it is. A row without text is left out."""
    rows_of = formset_factory(PrizeForm, extra=EMPTY_ROWS, max_num=MOST, absolute_max=MOST + EMPTY_ROWS)
    rows = rows_of(request.POST or None, initial=tournament.prizes, prefix="prize")
    if request.method == "POST" and rows.is_valid():
        data = [form.cleaned_data for form in rows if form.cleaned_data.get("text")]
        prizes = [(row["category"], row["place"], row["text"]) for row in data]
        try:
            set_prizes(tournament=tournament, prizes=prizes, actor=person(request))
        except Refused as refusal:
            messages.error(request, sentence(refusal.code, refusal.params))
        else:
            messages.success(request, gettext("The prizes are saved."))
            return redirect("edit-prizes", tournament.slug)
    context = desk_context(request, tournament, "results")
    context.update(rows=rows, categories=queries.categories_of(tournament))
    return render(request, "scoring/desk/prizes.html", context)


@page(Act.DIRECT)
@require_safe
def reading_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who gets what by the real standings, for reading aloud (from the last place) and for print."""
    winners = queries.prize_list(tournament)
    from_last = request.GET.get("from") != "first"
    context = desk_context(request, tournament, "results") | _list(tournament, winners, from_last=from_last)
    context.update(
        left=queries.prizes_left(tournament),
        lags=tournament.standings_version < tournament.results_version,
    )
    return render(request, "scoring/desk/prize_list.html", context)


@page(Act.SEE)
@require_safe
def public_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same for everybody; it is not there before the result is final and released."""
    if not queries.prizes_are_public(tournament):
        raise Http404
    context = _list(tournament, queries.prize_list(tournament), from_last=False)
    return render(request, "scoring/public/prizes.html", {"tournament": tournament, **context})


def _list(tournament: Tournament, winners: list[queries.Winners], *, from_last: bool) -> dict[str, Any]:
    """By category. Read aloud, the first prize comes last."""
    categories: dict[str, list[queries.Winners]] = {}
    for one in winners:
        categories.setdefault(one.category, []).append(one)
    ordered = [(name, list(reversed(rows)) if from_last else rows) for name, rows in categories.items()]
    return {"from_last": from_last, "prizes": ordered}
