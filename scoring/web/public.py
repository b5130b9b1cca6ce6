"""What everybody sees: the tournament, its standings, who sits where, and each player's card.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine import RULESETS
from scoring import queries
from scoring.domain.lines import dealers_of, ruleset_of
from scoring.web.now import knows, told_context, with_headers
from scoring.words import in_ranges, tie_break_words
from tournament.domain.categories import LONGEST, has_label
from tournament.models import Entry, Position, Round, Seat, Seating
from tournament.permissions import Act, allowed, role_of
from tournament.text import clean
from tournament.web.access import page
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest
    from django_stubs_ext import StrOrPromise

    from scoring.models import Standing
    from tournament.models import Tournament, User

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


# Standings


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings as shown: None is a dash, never a nought. `rank_of_all`: `rank` is in a category."""

    entry: Entry
    rank: int | None
    rounds: tuple[tuple[int, int | None], ...]
    adjustments: int
    handicap: int
    total: int | None
    deals_played: int
    decided_by: StrOrPromise
    decided_value: int | None
    rank_of_all: int | None = None


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
    lines = [_line(row, rounds, played) for row in rows]
    # Whoever checked in since the last computation has no row yet, but is here.
    waiting = queries.entries_without_result(tournament, reader).filter(state=Entry.State.CHECKED_IN)
    lines += [_line_without_result(entry, rounds) for entry in waiting.order_by("start_no")]
    places = queries.category_places(rows)
    if category:
        lines = [
            _in_category(line, places, category) for line in lines if has_label(line.entry.labels, category)
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


def _line(row: Standing, rounds: Sequence[Round], played: bool) -> Line:
    # A round published since the last computation has no value yet.
    points = [*row.round_points, *[None] * len(rounds)][: len(rounds)]
    nothing = row.deals_played == 0 and row.adjustment_points == 0 and all(value is None for value in points)
    return Line(
        row.entry,
        row.rank if played else None,
        tuple((round_.number, value) for round_, value in zip(rounds, points, strict=True)),
        row.adjustment_points,
        row.handicap_points,
        None if nothing else row.total,
        row.deals_played,
        tie_break_words().get(row.decided_by, row.decided_by),
        row.values.get(row.decided_by),
    )


def _in_category(line: Line, places: Mapping[int, dict[str, int | None]], category: str) -> Line:
    """The line with its place among those of the category; what decided it among all says nothing here."""
    place = queries.place_in(places.get(line.entry.pk, {}), category)
    return replace(
        line,
        rank=None if line.rank is None else place,
        rank_of_all=line.rank,
        decided_by="",
        decided_value=None,
    )


def _line_without_result(entry: Entry, rounds: Sequence[Round]) -> Line:
    nothing = tuple((round_.number, None) for round_ in rounds)
    return Line(entry, None, nothing, 0, entry.handicap, None, 0, "", None)


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
        key=lambda seat: (seat.public_sort_key, seat.entry.start_no),
    )
    table_of = {seating.pk: seating.table_no for seating in seatings}
    context = {
        "tournament": tournament,
        "round": round_,
        "previous": rounds.get(number - 1),
        "next": rounds.get(number + 1),
        "tables": [(seating, _around(seating, tournament)) for seating in seatings],
        "by_name": [(seat, table_of[seat.seating_id]) for seat in seats],
        **told_context(tournament, list(rounds.values())),
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
        "name": seat.name,
        "club": entry.club.name if entry.club else "",
        "url": reverse("player-card", args=[tournament.slug, entry.start_no]),
        "dealer": deals_first,
    }


# A player's card


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round on a card. `points` is None when nothing of it was played, or its results are not shown yet."""

    round: Round
    points: int | None
    is_hidden: bool
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
    entry.tournament = tournament
    rounds = queries.public_rounds(tournament)
    last_shown = queries.hidden_after(tournament, request.user)
    told = [round_ for round_ in rounds if last_shown is None or round_.number <= last_shown]
    standing = (
        queries.standings_rows(tournament, request.user).prefetch_related(None).filter(entry=entry).first()
    )
    if standing is not None:
        standing.entry = entry
    line = _line(standing, told, played=True) if standing else _line_without_result(entry, told)
    points = dict(line.rounds)
    tables = queries.card_tables(tournament, entry, request.user)
    contracts = {str(spec.code): spec.name for spec in ruleset_of(tournament).specs}
    shown = [
        CardRound(
            round_,
            points.get(round_.number),
            round_ not in told,
            tuple(_shown(table, contracts) for table in tables.get(round_.number, ())),
        )
        for round_ in rounds
    ]
    adjustments = list(queries.adjustments_of(entry, last_shown))
    context = {
        "tournament": tournament,
        "entry": entry,
        "line": line,
        "rounds": shown,
        "adjustments": adjustments,
        "counting": [adjustment for adjustment in adjustments if adjustment.cancelled_at is None],
        "hidden": sum(
            len(table.table.hidden) for round_ in shown for table in round_.tables if not round_.is_hidden
        ),
        "last_shown": last_shown,
        **told_context(tournament, rounds),
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
