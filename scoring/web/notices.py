"""A notice of an auction becomes a strafpoint, in one press of the director's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.domain.notices import penalise_notice
from scoring.models import Deal
from tournament.permissions import Act
from tournament.web.access import page, person
from tournament.web.answers import attempt

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Tournament


@page(Act.DIRECT)
@require_POST
def penalise(
    request: HttpRequest, tournament: Tournament, number: int, table_no: int, deal_id: int, index: int
) -> HttpResponse:
    """Give one strafpoint for a call. Pressed twice it is one."""
    deal = get_object_or_404(
        Deal,
        pk=deal_id,
        seating__round__tournament=tournament,
        seating__round__number=number,
        seating__table_no=table_no,
    )
    attempt(
        request,
        lambda: penalise_notice(deal=deal, index=index, actor=person(request)),
        lambda given: gettext("{name} has been given 1 penalty point.").format(name=given.entry.full_name),
    )
    return redirect("sheet", tournament.slug, number, table_no)
