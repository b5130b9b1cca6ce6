"""What everybody sees: the tournament, its standings, who sits where, and each player's card.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from engine import RULESETS
from scoring import queries
from scoring.domain.lines import dealers_of, ruleset_of
from scoring.models import Standing
from scoring.words import in_ranges, tie_break_words
from tournament.models import Entry, Position, Round, Seat, Seating
from tournament.permissions import Act, allowed, role_of
from tournament.web.access import page
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.http import HttpRequest
    from django_stubs_ext import StrOrPromise

    from tournament.models import Tournament

MOST_FOUND = 20
# Every phone in the hall asks for the same rows at the same moment: they are rendered once.
SECONDS_CACHED = 30


# The overview


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
    matching = list(queries.find_entries(tournament, wanted)[: MOST_FOUND + 1])
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
        "entries": list(queries.start_list(tournament)),
        "rule_set": RULESETS[tournament.rule_set].name,
        "tie_breaks": [tie_break_words().get(code, code) for code in tournament.tie_breaks],
        "may_see_desk": allowed(request.user, Act.SEE_DESK, tournament),
    }
    return render(request, "scoring/public/overview.html", context)


# Standings


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings as shown: None is a dash, never a nought."""

    entry: Entry
    rank: int | None
    rounds: tuple[tuple[int, int | None], ...]
    adjustments: int
    total: int | None
    deals_played: int
    decided_by: StrOrPromise
    decided_value: int | None


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
    context = _standings_context(tournament) | {
        "etag": queries.standings_etag(tournament, role_of(request.user, tournament)),
        "projector": request.GET.get("projector") == "1",
    }
    return render(request, "scoring/public/standings.html", context)


@page(Act.SEE)
@require_safe
def standings_rows(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The part of the standings that is fetched again and again; 304 when nothing changed."""
    etag = queries.standings_etag(tournament, role_of(request.user, tournament))
    if etag in {known.removeprefix("W/") for known in parse_etags(request.headers.get("If-None-Match", ""))}:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(_rendered_rows(tournament, etag))
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def _rendered_rows(tournament: Tournament, etag: str) -> str:
    # The times tell apart what has the same numbers: a restored tournament, or a test's.
    state = (
        f"{etag} {tournament.created_at} {tournament.results_changed_at} {tournament.standings_computed_at}"
    )
    key = f"standings-rows-{hashlib.sha256(state.encode()).hexdigest()}"
    html: str | None = cache.get(key)
    if html is None:
        html = render_to_string("scoring/public/standings_rows.html", _standings_context(tournament))
        cache.set(key, html, SECONDS_CACHED)
    return html


def _standings_context(tournament: Tournament) -> dict[str, Any]:
    rounds = queries.public_rounds(tournament)
    rows = list(queries.standings_rows(tournament).select_related("entry__substitute_for__player"))
    played = any(row.deals_played or row.adjustment_points for row in rows)
    lines = [_line(row, rounds, played) for row in rows]
    # Whoever checked in since the last computation has no row yet, but is here.
    waiting = queries.entries_without_result(tournament).filter(state=Entry.State.CHECKED_IN)
    lines += [_line_without_result(entry, rounds) for entry in waiting.order_by("start_no")]
    missing = queries.missing_results(tournament)
    computed_at = tournament.standings_computed_at
    return {
        "tournament": tournament,
        "rounds": rounds,
        "lines": lines,
        "played": played,
        "state": queries.standings_state(tournament, missing),
        "owed": _owed(missing),
        "tables_owing": len(missing),
        "rounds_to_come": max(tournament.rounds_planned - len(rounds), 0)
        + sum(round_.state == Round.State.PUBLISHED for round_ in rounds),
        "lags": tournament.standings_version < tournament.results_version,
        "is_of_today": bool(computed_at and timezone.localdate(computed_at) == timezone.localdate()),
        "has_adjustments": any(line.adjustments for line in lines),
        "has_decisions": any(line.decided_by for line in lines),
    }


def _line(row: Standing, rounds: Sequence[Round], played: bool) -> Line:
    # A round published since the last computation has no value yet.
    points = [*row.round_points, *[None] * len(rounds)][: len(rounds)]
    nothing = row.deals_played == 0 and row.adjustment_points == 0 and all(value is None for value in points)
    return Line(
        row.entry,
        row.rank if played else None,
        tuple((round_.number, value) for round_, value in zip(rounds, points, strict=True)),
        row.adjustment_points,
        None if nothing else row.total,
        row.deals_played,
        tie_break_words().get(row.decided_by, row.decided_by),
        row.values.get(row.decided_by),
    )


def _line_without_result(entry: Entry, rounds: Sequence[Round]) -> Line:
    return Line(entry, None, tuple((round_.number, None) for round_ in rounds), 0, None, 0, "", None)


def _owed(missing: Iterable[queries.MissingAtTable]) -> list[tuple[int, list[Owed]]]:
    """By round, what each table owes."""
    by_round: dict[int, list[Owed]] = {}
    for row in missing:
        owed = Owed(row.table_no, in_ranges(row.missing), len(row.missing))
        by_round.setdefault(row.round_number, []).append(owed)
    return list(by_round.items())


# Seats of a round


@page(Act.SEE)
@require_safe
def round_seatings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where in one round, by name and by table. Unknown to everybody until it is published."""
    rounds = {round_.number: round_ for round_ in queries.public_rounds(tournament)}
    round_ = rounds.get(number)
    if round_ is None:
        raise Http404
    seatings = queries.seatings_of_round(round_)
    seats = sorted(
        (seat for seating in seatings for seat in seating.seats.all()),
        key=lambda seat: (seat.entry.player.sort_key, seat.entry.start_no),
    )
    table_of = {seating.pk: seating.table_no for seating in seatings}
    context = {
        "tournament": tournament,
        "round": round_,
        "previous": rounds.get(number - 1),
        "next": rounds.get(number + 1),
        "tables": [(seating, _around(seating, tournament)) for seating in seatings],
        "by_name": [(seat, table_of[seat.seating_id]) for seat in seats],
    }
    return render(request, "scoring/public/round.html", context)


def _around(seating: Seating, tournament: Tournament) -> list[dict[str, Any]]:
    """The four seats as the map of a table wants them."""
    seats = {seat.position: seat for seat in seating.seats.all()}
    dealer = dealers_of(seating, tournament)[0]
    return [
        _seat(position, seats.get(position), position == dealer, tournament) for position in Position.values
    ]


def _seat(position: str, seat: Seat | None, deals_first: bool, tournament: Tournament) -> dict[str, Any]:
    if seat is None:
        return {"seat": position, "letter": seat_letter(position), "name": ""}
    entry = seat.entry
    return {
        "seat": position,
        "letter": seat_letter(position),
        "name": entry.name,
        "club": entry.club.name if entry.club else "",
        "url": reverse("player-card", args=[tournament.slug, entry.start_no]),
        "dealer": deals_first,
    }


# A player's card


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round on a card. `points` is None when nothing of it was played."""

    round: Round
    points: int | None
    tables: tuple[CardTableShown, ...]


@dataclass(frozen=True, slots=True)
class CardTableShown:
    """A table with what needs words: names of contracts, and numbers as people write them."""

    table: queries.CardTable
    deals: tuple[tuple[queries.CardDeal, str], ...]
    hidden: str
    not_entered: str


@page(Act.SEE)
@require_safe
def player_card(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """One player, round by round and deal by deal. Boards still in play at other tables stay secret."""
    entry = get_object_or_404(queries.start_list(tournament), start_no=start_no)
    rounds = queries.public_rounds(tournament)
    standing = Standing.objects.filter(entry=entry).first()
    line = _line(standing, rounds, played=True) if standing else _line_without_result(entry, rounds)
    points = dict(line.rounds)
    tables = queries.card_tables(tournament, entry, request.user)
    contracts = {str(spec.code): spec.name for spec in ruleset_of(tournament).specs}
    shown = [
        CardRound(
            round_,
            points[round_.number],
            tuple(_shown(table, contracts) for table in tables.get(round_.number, ())),
        )
        for round_ in rounds
    ]
    adjustments = list(queries.adjustments_of(entry))
    context = {
        "tournament": tournament,
        "entry": entry,
        "line": line,
        "rounds": shown,
        "adjustments": adjustments,
        "counting": [adjustment for adjustment in adjustments if adjustment.cancelled_at is None],
        "hidden": sum(len(table.table.hidden) for round_ in shown for table in round_.tables),
        "lags": tournament.standings_version < tournament.results_version,
    }
    return render(request, "scoring/public/player_card.html", context)


def _shown(table: queries.CardTable, contracts: Mapping[str, str]) -> CardTableShown:
    return CardTableShown(
        table,
        tuple((deal, contracts.get(deal.deal.contract, deal.deal.contract)) for deal in table.deals),
        in_ranges(table.hidden),
        in_ranges(table.not_entered),
    )
