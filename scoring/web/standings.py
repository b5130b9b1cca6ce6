"""The live standings, on a phone or on the wall.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.web.now import knows, told_context, with_headers
from scoring.web.standings_lines import line_in_category, line_of, line_without_result
from scoring.words import in_ranges
from tournament.domain.categories import LONGEST, has_label
from tournament.models import Entry, Round
from tournament.permissions import Act, role_of
from tournament.text import clean
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from tournament.models import Tournament, User

# Every phone in the hall asks for the same rows at the same moment: they are rendered once.
SECONDS_CACHED = 30


@dataclass(frozen=True, slots=True)
class Owed:
    """What one table of a round still owes: numbers of deals as people write them, or the signature."""

    table_no: int
    deals: str
    count: int


@page(Act.SEE)
@require_safe
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The live standings, for a phone or (`?projector=1`) for the wall."""
    reader = _reader(request)
    rounds = queries.public_rounds(tournament)
    told = told_context(tournament, rounds)
    category = _category(request)
    context = _standings_context(tournament, reader, rounds, category) | told
    context["etag"] = _standings_etag(tournament, reader, told["told"], category)
    context["projector"] = reader is None
    return render(request, "scoring/public/standings.html", context)


@page(Act.SEE)
@require_safe
def standings_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the standings that is fetched again and again; 304 when nothing changed."""
    reader = _reader(request)
    told = told_context(tournament)
    category = _category(request)
    etag = _standings_etag(tournament, reader, told["told"], category)
    if knows(request, etag):
        response = HttpResponse(status=304)
    else:
        # Time goes by, so what is told now is not kept with the rows.
        now = render_to_string("scoring/public/now.html", told)
        response = HttpResponse(now + _rendered_rows(tournament, etag, reader, told["told"].rounds, category))
    return with_headers(response, etag, told["told"])


def _category(request: HttpRequest) -> str:
    """The category that is asked for; empty: everybody."""
    return clean(request.GET.get("category", ""), LONGEST)


def _reader(request: HttpRequest) -> User | AnonymousUser | None:
    """Whose eyes the standings are for. The wall (None) shows what everybody may see, whoever is logged in there."""
    return None if request.GET.get("projector") == "1" else request.user


def _standings_etag(
    tournament: Tournament, reader: User | AnonymousUser | None, told: queries.Now, category: str
) -> str:
    role = "wall" if reader is None else role_of(reader, tournament)
    part = hashlib.sha256(category.encode()).hexdigest()[:8] if category else ""
    return queries.standings_etag(
        tournament, role, queries.hidden_after(tournament, reader), f"{told.mark}{part}"
    )


def _rendered_rows(
    tournament: Tournament,
    etag: str,
    reader: User | AnonymousUser | None,
    rounds: Sequence[Round],
    category: str,
) -> str:
    # The times tell apart what has the same numbers: a restored tournament, or a test's.
    state = (
        f"{etag} {tournament.created_at} {tournament.results_changed_at} {tournament.standings_computed_at}"
    )
    key = f"standings-rows-{hashlib.sha256(state.encode()).hexdigest()}"
    html: str | None = cache.get(key)
    if html is None:
        context = _standings_context(tournament, reader, rounds, category)
        html = render_to_string("scoring/public/standings_rows.html", context)
        cache.set(key, html, SECONDS_CACHED)
    return html


def _standings_context(
    tournament: Tournament,
    reader: User | AnonymousUser | None,
    all_rounds: Sequence[Round],
    category: str = "",
) -> dict[str, Any]:
    last_shown = queries.hidden_after(tournament, reader)
    rounds = [round_ for round_ in all_rounds if last_shown is None or round_.number <= last_shown]
    rows = list(queries.standings_rows(tournament, reader))
    played = any(row.deals_played or row.adjustment_points for row in rows)
    lines = [line_of(row, rounds, played) for row in rows]
    # Whoever checked in since the last computation has no row yet, but is here.
    waiting = queries.entries_without_result(tournament, reader).filter(state=Entry.State.CHECKED_IN)
    lines += [line_without_result(entry, rounds) for entry in waiting.order_by("start_no")]
    places = queries.category_places(rows)
    if category:
        lines = [
            line_in_category(line, places, category)
            for line in lines
            if has_label(line.entry.labels, category)
        ]
    missing = queries.missing_results(tournament, last_shown)
    computed_at = tournament.standings_computed_at
    return {
        "tournament": tournament,
        "rounds": rounds,
        "lines": lines,
        "played": played,
        "state": queries.standings_state(tournament, missing, last_shown),
        "last_shown": last_shown,
        "hidden_from_others": tournament.frozen_after_round if last_shown is None else None,
        "owed": _owed(missing),
        "tables_owing": len(missing),
        "rounds_to_come": max(tournament.rounds_planned - len(rounds), 0)
        + sum(round_.state == Round.State.PUBLISHED for round_ in rounds),
        "lags": tournament.standings_version < tournament.results_version,
        "is_of_today": bool(computed_at and timezone.localdate(computed_at) == timezone.localdate()),
        "has_adjustments": any(line.adjustments for line in lines),
        "has_handicaps": any(line.handicap for line in lines),
        "category": category,
        "categories": queries.words_of(places),
        "has_decisions": any(line.decided_by for line in lines),
    }


def _owed(missing: Iterable[queries.MissingAtTable]) -> list[tuple[int, list[Owed]]]:
    """By round, what each table owes."""
    by_round: dict[int, list[Owed]] = {}
    for row in missing:
        owed = Owed(row.table_no, in_ranges(row.missing), len(row.missing))
        by_round.setdefault(row.round_number, []).append(owed)
    return list(by_round.items())
