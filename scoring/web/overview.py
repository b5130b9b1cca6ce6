"""The overview: where the tournament stands, and which table am I at.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engine import RULESETS
from scoring import queries
from scoring.web.exports import workbook_context
from scoring.web.made_once import made_once
from scoring.web.moment import moment_context
from scoring.words import tie_break_words
from tournament.models import Entry, Seat
from tournament.permissions import Act, allowed
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournament.models import Tournament

MOST_FOUND = 20
# A hall opens this page at once when seats go up, and most of it is the list of who takes part.
SECONDS_CACHED = 60


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
        "later_rounds": max(tournament.rounds_planned - len(rounds), 0),
        "q": wanted,
        "found": [Found(entry, seats.get(entry.pk)) for entry in found],
        "more_found": len(matching) > MOST_FOUND,
        "entries": entries,
        "entries_table": _entries_table(tournament, entries),
        "rule_set": RULESETS[tournament.rule_set].name,
        "tie_breaks": [tie_break_words().get(code, code) for code in tournament.tie_breaks],
        "may_see_desk": allowed(request.user, Act.SEE_DESK, tournament),
        **workbook_context(tournament),
        **moment_context(tournament, request.user, rounds),
    }
    return render(request, "scoring/public/overview.html", context)


def _entries_table(tournament: Tournament, entries: list[Entry]) -> str:
    """The list of who takes part, kept by what it says: signing up raises no version."""
    told = [
        (
            entry.start_no,
            entry.name,
            entry.club and entry.club.name,
            entry.labels,
            entry.state,
            entry.withdrawn_after_round,
            [one.name for one in entry.substitutions.all()],
        )
        for entry in entries
    ]
    content = repr((tournament.slug, get_language(), settings.VERSION, told))
    key = f"entries-{hashlib.sha256(content.encode()).hexdigest()}"
    context = {"tournament": tournament, "entries": entries}
    return made_once(
        key, SECONDS_CACHED, lambda: render_to_string("scoring/public/entries_table.html", context)
    )
