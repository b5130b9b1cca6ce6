"""The page of wishes: who should not meet, and who always sits at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.queries import drawing as queries
from scoring.web.desk import desk_context
from scoring.web.forms import ApartForm, FixForm
from tournament.domain.wishes import fix_table, keep_apart, no_longer_apart
from tournament.models import ApartPair, Entry
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import REFUSALS, attempt, put_on_form

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


@page(Act.DIRECT)
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """See and add wishes."""
    do = request.POST.get("do")
    apart = ApartForm(request.POST if do == "apart" else None, tournament=tournament, auto_id="apart_%s")
    fix = FixForm(request.POST if do == "fix" else None, tournament=tournament, auto_id="fix_%s")
    if (do == "apart" and _added_pair(request, tournament, apart)) or (do == "fix" and _fixed(request, fix)):
        return redirect("wishes", tournament.slug)
    context = desk_context(request, tournament, "rounds")
    tables = queries.number_of_tables(tournament)
    fixed = queries.fixed_entries(tournament)
    context.update(
        apart=apart,
        fix=fix,
        pairs=queries.wished_pairs(tournament),
        fixed=fixed,
        tables=tables,
        beyond=[entry.full_name for entry in fixed if tables and (entry.fixed_table or 0) > tables],
    )
    return render(request, "scoring/desk/draw_wishes.html", context)


def _added_pair(request: HttpRequest, tournament: Tournament, form: ApartForm) -> bool:
    if not form.is_valid():
        return False
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    try:
        keep_apart(tournament=tournament, one=one, other=other, actor=person(request))
    except REFUSALS as refusal:
        put_on_form(form, refusal, "other" if refusal.code == "same_player_twice" else None)
        return False
    messages.success(
        request,
        gettext("{one} and {other} are kept apart from the next draw on.").format(
            one=one.full_name, other=other.full_name
        ),
    )
    return True


def _fixed(request: HttpRequest, form: FixForm) -> bool:
    if not form.is_valid():
        return False
    entry, table = form.cleaned_data["entry"], form.cleaned_data["table_no"]
    try:
        fix_table(entry=entry, table_no=table, actor=person(request))
    except REFUSALS as refusal:
        put_on_form(form, refusal, "table_no")
        return False
    messages.success(
        request,
        gettext("{name} sits at table {table} from the next draw on.").format(
            name=entry.full_name, table=table
        ),
    )
    return True


@page(Act.DIRECT)
@require_POST
def remove_pair(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Let two meet again. Pressed twice, the second time says nothing."""
    pair = (
        ApartPair.objects.filter(tournament=tournament, pk=pk)
        .select_related("tournament", "one", "other")
        .first()
    )
    if pair is not None:
        attempt(
            request,
            lambda: no_longer_apart(pair=pair, actor=person(request)),
            gettext("The two may meet again."),
        )
    return redirect("wishes", tournament.slug)


@page(Act.DIRECT)
@require_POST
def release(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """Take a fixed table away."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament", "player"), tournament=tournament, start_no=start_no
    )
    attempt(
        request,
        lambda: fix_table(entry=entry, table_no=None, actor=person(request)),
        gettext("{name} no longer has a fixed table.").format(name=entry.full_name),
    )
    return redirect("wishes", tournament.slug)
