"""A person's record across tournaments, for everybody: what he himself agreed to show of his name, and no more.

The page is the same for every reader, also for the staff, so that nothing secret can ever be read over a shoulder.
Search engines are asked to leave it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from engine import RULESETS
from scoring.queries.persons import has_page, person_of
from scoring.queries.totals import totals_of
from scoring.web.player_card import extremes_of
from scoring.words import contract_words
from tournament.domain.registry import survivor_of
from tournament.models import Player
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest


@page(Act.SEE)
@require_safe
def person(request: HttpRequest, player_uuid: UUID) -> HttpResponse:
    """One player: his tournaments, and what he declared in all of them."""
    found = get_object_or_404(Player.objects.select_related("merged_into"), uuid=player_uuid)
    player = survivor_of(found)
    if not has_page(player):
        raise Http404
    record = person_of(player)
    if not record.tournaments:
        # The registry knows many who never played in public: their names are nobody's business.
        raise Http404
    if player.pk != found.pk:
        return redirect("person", player.uuid)
    words = {code: name for ruleset in RULESETS.values() for code, name in contract_words(ruleset).items()}
    totals = totals_of(record.made)
    context = {
        "name": player.public_name,
        "record": record,
        "totals": totals,
        "points": sum(count.points for count in totals.roles.values()),
        "contracts": [(words.get(code, code), count) for code, count in totals.in_order(words)],
        "extremes": extremes_of(totals, words),
    }
    return render(request, "scoring/public/person.html", context)
