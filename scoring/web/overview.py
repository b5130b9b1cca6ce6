"""The overview: where the tournament stands, and which table am I at.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import RULESETS
from scoring import queries
from scoring.web.now import told_context
from scoring.words import tie_break_words
from tournament.models import Entry, Seat
from tournament.permissions import Act, allowed
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournament.models import Tournament

MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class Found:
    """One entry found by name, and where it sits now."""

    entry: Entry
    seat: Seat | None


@page(Act.SEE)
@require_safe
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where the tournament stands, and which table am I at."""
    rounds = queries.public_rounds(tournament)
    now = queries.round_of_the_moment(rounds)
    wanted = " ".join(request.GET.get("q", "").split())[:120]
    entries = list(queries.start_list(tournament))
    matching = queries.find_entries(entries, wanted)
    found = matching[:MOST_FOUND]
    seats = queries.seats_in_round(now, found) if now and found else {}
    context = {
        "tournament": tournament,
        "rounds": rounds,
        "now": now,
        "later_rounds": max(tournament.rounds_planned - len(rounds), 0),
        "q": wanted,
        "found": [Found(entry, seats.get(entry.pk)) for entry in found],
        "more_found": len(matching) > MOST_FOUND,
        "entries": entries,
        "rule_set": RULESETS[tournament.rule_set].name,
        "tie_breaks": [tie_break_words().get(code, code) for code in tournament.tie_breaks],
        "may_see_desk": allowed(request.user, Act.SEE_DESK, tournament),
        "prizes_are_public": queries.prizes_are_public(tournament),
        **told_context(tournament, rounds),
    }
    return render(request, "scoring/public/overview.html", context)
