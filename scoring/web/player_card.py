"""A player's card: round by round, deal by deal.

Read only, and without a cookie for whoever is not logged in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.web.now import told_context
from scoring.web.standings_lines import line_of, line_without_result
from scoring.words import in_ranges
from tournament.models import Round
from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest

    from tournament.models import Tournament


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
    line = line_of(standing, told, played=True) if standing else line_without_result(entry, told)
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
