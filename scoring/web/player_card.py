"""A player's card: where he stands, round by round, deal by deal beside all who held the same cards, and his contracts.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.queries.persons import has_page, is_in_record
from scoring.queries.totals import DealTotals, Made, totals_of
from scoring.web.curve import Step, curve_of
from scoring.web.now import knows, told_context, with_headers
from scoring.web.standings_lines import line_of, line_without_result
from scoring.words import contract_words, in_ranges
from tournament.models import Round
from tournament.permissions import Act, role_of
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from scoring.models import Standing
    from tournament.models import Entry, Tournament, User

# So many deals are read at a glance; of more only the newest round is unfolded.
FEW_DEALS = 16
# Of more the paper has two columns with the essential of each deal, or it would be many sheets.
MANY_DEALS = 60


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round on a card.

    `points` is None when nothing of it was played, or its results are not shown yet; `sum` what was made until then.
    """

    round: Round
    points: int | None
    sum: int | None
    is_hidden: bool
    tables: tuple[CardTableShown, ...]
    is_unfolded: bool

    @property
    def against_field(self) -> Fraction | None:
        sums = [shown.table.against_field for shown in self.tables]
        compared = [one for one in sums if one is not None]
        return sum(compared[1:], compared[0]) if compared else None


@dataclass(frozen=True, slots=True)
class CardTableShown:
    """A table with what needs words: names of contracts, and numbers as people write them."""

    table: queries.CardTable
    deals: tuple[tuple[queries.CardDeal, str], ...]
    hidden: str
    not_entered: str

    @property
    def points(self) -> int | None:
        """Of the deals that are shown."""
        scores = [row.score.points for row, _ in self.deals if row.score is not None]
        return sum(scores) if scores else None

    @property
    def players(self) -> int:
        """How many played for the entry at this table: where a substitute took over, his deals have to say so."""
        return len({row.played_by for row, _ in self.deals if row.score is not None})


@page(Act.SEE)
@require_safe
def player_card(request: HttpRequest, tournament: Tournament, start_no: int) -> HttpResponse:
    """One player, round by round and deal by deal. Boards still in play at other tables stay secret."""
    entry = get_object_or_404(queries.start_list(tournament), start_no=start_no)
    entry.tournament = tournament
    rounds = queries.public_rounds(tournament)
    told = told_context(tournament, rounds)
    etag = _etag(request, entry, told["told"])
    if etag and knows(request, etag):
        return with_headers(HttpResponse(status=304), etag, told["told"])
    context = _context(entry, rounds, request.user) | told
    response = render(request, "scoring/public/player_card.html", context)
    if etag:
        return with_headers(response, etag, told["told"])
    # Whatever else may keep it: it must ask first, for the staff see more than the others.
    patch_cache_control(response, no_cache=True)
    return response


def _etag(request: HttpRequest, entry: Entry, told: queries.Now) -> str:
    """The version of the whole page; none for who is logged in (his name stands on it), nor while time is counted."""
    if request.user.is_authenticated or told.clock:
        return ""
    tournament = entry.tournament
    said = (
        (
            tournament.name,
            tournament.place,
            tournament.starts_on,
            tournament.created_at,
            tournament.standings_computed_at,
            entry.start_no,
            entry.state,
        ),
        (entry.name, entry.club.name if entry.club else "", entry.labels, entry.withdrawn_after_round),
        ([one.name for one in entry.substitutions.all()], has_page(entry.player)),
    )
    mark = hashlib.sha256(repr(said).encode()).hexdigest()[:12]
    role = role_of(request.user, tournament)
    hidden = queries.hidden_after(tournament, request.user)
    return queries.standings_etag(tournament, role, hidden, f"{told.mark}card{mark}")


def _context(entry: Entry, rounds: list[Round], user: User | AnonymousUser) -> dict[str, Any]:
    tournament = entry.tournament
    last_shown = queries.hidden_after(tournament, user)
    told = [round_ for round_ in rounds if last_shown is None or round_.number <= last_shown]
    standing = queries.standings_rows(tournament, user).prefetch_related(None).filter(entry=entry).first()
    if standing is not None:
        standing.entry = entry
    line = line_of(standing, told, played=True) if standing else line_without_result(entry, told)
    tables = queries.card_tables(tournament, entry, user)
    words = contract_words(ruleset_of(tournament))
    shown = _rounds(rounds, told, dict(line.rounds), tables, words)
    moved = _moved(standing)
    adjustments = list(queries.adjustments_of(entry, last_shown))
    hidden = sum(len(table.hidden) for round_ in told for table in tables.get(round_.number, ()))
    return {
        "tournament": tournament,
        "entry": entry,
        "line": line,
        "standing": standing,
        "against_field": standing.against_field if standing else None,
        "up": max(moved, 0),
        "down": max(-moved, 0),
        "placed": queries.standings_rows(tournament, user).exclude(rank=None).count(),
        "rounds": shown,
        "is_long": sum(len(table.deals) for at in tables.values() for table in at) > MANY_DEALS,
        "has_field": any(round_.against_field is not None for round_ in shown),
        "adjustments": adjustments,
        "hidden": hidden,
        "last_shown": last_shown,
        "lags": tournament.standings_version < tournament.results_version,
        "has_page": has_page(entry.player) and is_in_record(entry, standing),
        **_sums(shown, words, is_all=last_shown is None and not hidden),
    }


def _moved(standing: Standing | None) -> int:
    """Places won by the last round that has results; fewer than none when he fell."""
    if standing is None or standing.rank is None or standing.rank_before is None:
        return 0
    return standing.rank_before - standing.rank


def _rounds(
    rounds: Sequence[Round],
    told: Sequence[Round],
    points: Mapping[int, int | None],
    tables: Mapping[int, list[queries.CardTable]],
    words: Mapping[str, str],
) -> list[CardRound]:
    deals = {number: sum(len(table.deals) for table in at) for number, at in tables.items()}
    newest = max((number for number, count in deals.items() if count), default=0)
    sums = accumulate(points.get(round_.number) or 0 for round_ in rounds)
    return [
        CardRound(
            round_,
            points.get(round_.number),
            None if points.get(round_.number) is None else so_far,
            round_ not in told,
            tuple(_shown(table, words) for table in tables.get(round_.number, ())),
            round_.number >= newest or sum(deals.values()) <= FEW_DEALS,
        )
        for round_, so_far in zip(rounds, sums, strict=True)
    ]


def _shown(table: queries.CardTable, words: Mapping[str, str]) -> CardTableShown:
    return CardTableShown(
        table,
        tuple((deal, words.get(deal.deal.contract, deal.deal.contract)) for deal in table.deals),
        in_ranges(table.hidden),
        in_ranges(table.not_entered),
    )


def _sums(rounds: Sequence[CardRound], words: Mapping[str, str], *, is_all: bool) -> dict[str, Any]:
    """The curve and the totals by contract, from the deals that stand on the card and no others.

    Unless those are all, nothing is said of what he never declared.
    """
    made: list[Made] = []
    steps: list[Step] = []
    for round_ in rounds:
        rows = [row for shown in round_.tables for row in shown.table.deals]
        # Somebody who was moved played the deals of both tables in the order of their numbers.
        for row in sorted(rows, key=lambda row: row.deal.number):
            if row.score is not None:
                made.append(Made(row.deal, row.score.role, row.is_declarer, row.score.points, round_.round))
                steps.append(Step(round_.round.number, row.score.points, row.difference))
    totals = totals_of(made)
    return {
        "curve": curve_of(steps),
        "totals": totals,
        "contracts": [(words.get(code, code), count) for code, count in totals.in_order(words)],
        "undeclared": [name for code, name in words.items() if is_all and code not in totals.contracts],
        "extremes": extremes_of(totals, words),
    }


def extremes_of(totals: DealTotals, words: Mapping[str, str]) -> list[tuple[str, Made, str]]:
    """The best and the worst deal, each with the name of its contract."""
    found = (("best", totals.best), ("worst", totals.worst))
    return [(kind, made, words.get(made.deal.contract, made.deal.contract)) for kind, made in found if made]
