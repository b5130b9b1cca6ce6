"""The pages of the log: of one tournament, and of what belongs to none. They are only ever read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.web.desk import desk_context
from scoring.web.log import readable_entries
from scoring.web.log_form import LogForm
from tournament.models import AuditEntry
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament

A_PAGE = 100


@page(Act.DIRECT)
@require_safe
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that was done in a tournament, newest first, or what was asked for."""
    form = LogForm(request.GET, actors=queries.actors_in(queries.audit_entries(tournament)))
    rows = queries.audit_entries(tournament, form.asked) if form.is_valid() else AuditEntry.objects.none()
    names = tournament.entries.order_by("player__sort_key", "pk").values_list("player__name", flat=True)
    context = desk_context(request, tournament, "log")
    context.update(_shown(request, form, rows), names=names)
    return render(request, "scoring/desk/log.html", context)


@page(Act.SEE_WHOLE_LOG)
@require_safe
def whole_log(request: HttpRequest) -> HttpResponse:
    """What was done to the registry, to accounts and to the installation, and in tournaments that are gone."""
    actors = queries.actors_in(queries.audit_entries_outside())
    form = LogForm(request.GET, actors=actors, in_tournament=False)
    rows = queries.audit_entries_outside(form.asked) if form.is_valid() else AuditEntry.objects.none()
    return render(request, "scoring/registry/log.html", _shown(request, form, rows))


def _shown(request: HttpRequest, form: LogForm, rows: QuerySet[AuditEntry]) -> dict[str, Any]:
    """One page of the rows, as sentences."""
    page_obj = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return {
        "form": form,
        "is_filtered": any(request.GET.get(name) for name in form.fields),
        "page_obj": page_obj,
        "entries": readable_entries(page_obj.object_list),
    }
