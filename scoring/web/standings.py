"""The live standings, on a phone or on the wall.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.web.exports import workbook_context
from scoring.web.made_once import made_once
from scoring.web.now import knows, told_context, with_headers
from scoring.web.standings_chart import chart_of, course_of, rounds_with_results
from scoring.web.standings_kept import rows_as_written
from scoring.web.standings_lines import (
    criteria_of,
    decisions_of,
    line_of,
    line_without_result,
    places_among,
    with_values_in_words,
)
from scoring.web.standings_parts import category_choices, club_choices, part_of
from scoring.web.standings_wall import round_to_seat, seats_by_name
from scoring.web.tie_breaks import tie_break_context
from scoring.words import in_ranges
from tournament.models import Entry, Round
from tournament.permissions import Act, role_of
from tournament.tie_breaks import BY_FIELD
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from scoring.web.standings_lines import Decision, Line
    from scoring.web.standings_parts import Choice, Part
    from tournament.models import Tournament, User

# Every phone in the hall asks for the same rows at the same moment: they are rendered once.
SECONDS_CACHED = 30
# With so many columns of numbers the list fits a tablet, or a laptop; with more it scrolls in a box of its own.
WIDTHS = ((4, "few"), (9, "some"))
# With more, a club stands below the name.
COLUMNS_BESIDE_CLUB = 6


@dataclass(frozen=True, slots=True)
class Owed:
    """What one table of a round still owes: numbers of deals as people write them, or the signature."""

    table_no: int
    deals: str
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list with the cells that stand in columns of their own.

    `sums` are the points so far, from which a phone draws the course of who holds it; `last` those of the last round.
    """

    line: Line
    decisions: tuple[Decision, ...]
    sums: str = ""
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """What is made once for a whole hall: the list, and the parts of it that can be chosen."""

    html: str
    categories: list[Choice]
    clubs: list[Choice]


# Nothing here is a secret that the length of a packed answer could tell: whoever is logged in has a masked token.
@gzip_page
@page(Act.SEE)
@require_safe
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The live standings, for a phone or (`?projector=1`) for the wall."""
    part = part_of(request)
    told = told_context(tournament)
    etag = _etag(tournament, _reader(request, part), told["told"], part)
    rendered = _rendered(tournament, etag, _reader(request, part), told["told"].rounds, part)
    context = {
        "tournament": tournament,
        "part": part,
        "etag": etag,
        "rows": rendered.html,
        "categories": rendered.categories,
        "clubs": rendered.clubs,
        **told,
        **tie_break_context(tournament),
        **({} if part.projector else workbook_context(tournament)),
    }
    name = "standings_wall" if part.projector else "standings"
    return render(request, f"scoring/public/{name}.html", context)


@gzip_page
@page(Act.SEE)
@require_safe
def standings_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the standings that is fetched again and again; 304 when nothing changed."""
    part = part_of(request)
    reader = _reader(request, part)
    told = told_context(tournament)
    etag = _etag(tournament, reader, told["told"], part)
    if knows(request, etag):
        response = HttpResponse(status=304)
    else:
        # Time goes by, so what is told now is not kept with the rows.
        now = render_to_string("scoring/public/now.html", told)
        response = HttpResponse(now + _rendered(tournament, etag, reader, told["told"].rounds, part).html)
    return with_headers(response, etag, told["told"])


def _reader(request: HttpRequest, part: Part) -> User | AnonymousUser | None:
    """Whose eyes the standings are for. The wall (None) shows what everybody may see, whoever is logged in there."""
    return None if part.projector else request.user


def _etag(tournament: Tournament, reader: User | AnonymousUser | None, told: queries.Now, part: Part) -> str:
    role = "wall" if reader is None else role_of(reader, tournament)
    hidden = queries.hidden_after(tournament, reader)
    return queries.standings_etag(tournament, role, hidden, f"{told.mark}{part.mark}")


def _rendered(
    tournament: Tournament,
    etag: str,
    reader: User | AnonymousUser | None,
    rounds: Sequence[Round],
    part: Part,
) -> Rendered:
    # The times tell apart what has the same numbers: a restored tournament, or a test's.
    state = (
        f"{etag} {tournament.created_at} {tournament.results_changed_at} {tournament.standings_computed_at}"
        f" {timezone.localdate()} {tournament.slug} {tournament.ranking} {tournament.tie_breaks}"
    )
    key = f"standings-rows-{hashlib.sha256(state.encode()).hexdigest()}"

    def make() -> tuple[Rendered, bool]:
        context = _context(tournament, reader, rounds, part)
        name = "standings_wall_rows" if part.projector else "standings_rows"
        written = [] if part.projector else rows_as_written(context)
        html = render_to_string(f"scoring/public/{name}.html", {**context, "written": written})
        rendered = Rendered(html, context["categories"], context["clubs"])
        # Anybody can ask for clubs that do not exist: only the lists that somebody is in are kept.
        return rendered, part.is_everybody or bool(context["rows"])

    return made_once(key, SECONDS_CACHED, make, keep=itemgetter(1))[0]


def _context(
    tournament: Tournament,
    reader: User | AnonymousUser | None,
    all_rounds: Sequence[Round],
    part: Part,
) -> dict[str, Any]:
    last_shown = queries.hidden_after(tournament, reader)
    rounds = [round_ for round_ in all_rounds if last_shown is None or round_.number <= last_shown]
    rows = list(queries.standings_rows(tournament, reader))
    played = any(row.deals_played or row.adjustment_points for row in rows)
    everybody = [line_of(row, rounds, played) for row in rows]
    # Whoever checked in since the last computation has no row yet, but is here.
    waiting = queries.entries_without_result(tournament, reader).filter(state=Entry.State.CHECKED_IN)
    everybody += [line_without_result(entry, rounds) for entry in waiting.order_by("start_no")]
    lines = everybody if part.is_everybody else places_among([line for line in everybody if part.takes(line)])
    words = queries.words_of(queries.category_places(rows))
    return {
        "tournament": tournament,
        "rounds": rounds,
        "played": played,
        "last_shown": last_shown,
        "part": part,
        "categories": category_choices(part, words),
        "clubs": club_choices(part, everybody),
        **_columns(tournament, rounds, lines, played),
        **_freshness(tournament, rounds, last_shown),
        **_beside(tournament, all_rounds, everybody, lines, part),
    }


def _columns(
    tournament: Tournament, rounds: Sequence[Round], lines: list[Line], played: bool
) -> dict[str, Any]:
    """Which columns these lines need, and how wide that makes the list."""
    criteria = criteria_of(tournament, lines)
    by_field = tournament.ranking == BY_FIELD
    compared = (by_field and played) or any(line.against_field is not None for line in lines)
    shown = {
        "has_field": tournament.shared_boards and compared,
        "has_adjustments": any(line.adjustments for line in lines),
        "has_handicaps": any(line.handicap for line in lines),
        "has_missing": played and any(line.deals_missing for line in lines),
    }
    with_sum = by_field and (shown["has_adjustments"] or shown["has_handicaps"])
    columns = len(rounds) + len(criteria) + sum(shown.values()) + with_sum
    return {
        **shown,
        "criteria": criteria,
        "by_field": by_field,
        "has_moves": any(line.moved is not None for line in lines),
        "has_club": columns <= COLUMNS_BESIDE_CLUB,
        "width": next((word for most, word in WIDTHS if columns <= most), "many"),
    }


def _freshness(tournament: Tournament, rounds: Sequence[Round], last_shown: int | None) -> dict[str, Any]:
    """How final the list is, what it still lacks, and as of when it is."""
    missing = queries.missing_results(tournament, last_shown)
    computed_at = tournament.standings_computed_at
    return {
        "state": queries.standings_state(tournament, missing, last_shown),
        "hidden_from_others": tournament.frozen_after_round if last_shown is None else None,
        "owed": _owed(missing),
        "tables_owing": len(missing),
        "rounds_to_come": max(tournament.rounds_planned - len(rounds), 0)
        + sum(round_.state == Round.State.PUBLISHED for round_ in rounds),
        "lags": tournament.standings_version < tournament.results_version,
        "is_of_today": bool(computed_at and timezone.localdate(computed_at) == timezone.localdate()),
    }


def _beside(
    tournament: Tournament,
    all_rounds: Sequence[Round],
    everybody: Sequence[Line],
    lines: Sequence[Line],
    part: Part,
) -> dict[str, Any]:
    """The rows, and what stands beside them: on a phone the course of the leading ones, on the wall the next seats."""
    lines = with_values_in_words(tournament, lines)
    decisions = decisions_of(tournament, criteria_of(tournament, lines), lines)
    numbers = rounds_with_results(everybody)
    if not part.projector:
        chart = chart_of(lines, numbers)
        return {
            "chart": chart,
            "rows": [
                Row(line, cells, course_of(line, numbers) if chart else "")
                for line, cells in zip(lines, decisions, strict=True)
            ],
        }
    last = numbers[-1] if numbers else None
    seated = (
        None if part.show == "standings" else round_to_seat(all_rounds, also_playing=part.show == "seats")
    )
    return {
        "last_round": last,
        "rows": [
            Row(line, cells, last=dict(line.rounds).get(last) if last else None)
            for line, cells in zip(lines, decisions, strict=True)
        ],
        "seated": seated,
        "seats": seats_by_name(seated) if seated else [],
    }


def _owed(missing: Iterable[queries.MissingAtTable]) -> list[tuple[int, list[Owed]]]:
    """By round, what each table owes."""
    by_round: dict[int, list[Owed]] = {}
    for row in missing:
        owed = Owed(row.table_no, in_ranges(row.missing), len(row.missing))
        by_round.setdefault(row.round_number, []).append(owed)
    return list(by_round.items())
