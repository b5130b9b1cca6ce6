"""The same cards at every table: one board, and the boards of a round. What players talk about on the way home.

Read only, and without a cookie for whoever is not logged in. A board shows nothing while a table can still play it,
to nobody: not to the staff either, whose screens stand in the hall.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.queries.travellers import HANDS
from scoring.web.now import knows, told_context
from scoring.words import contract_words, in_ranges
from tournament.permissions import Act, role_of
from tournament.web.access import page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest

    from tournament.models import Round, Tournament

BY_TABLE = "table"
MOST_HIGHLIGHTED = 3


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One table with the name of its contract."""

    at: queries.AtTable
    contract: str


@dataclass(frozen=True, slots=True)
class ShownResult:
    """A result with the name of its contract, how many tables had it, and the length of its bar in percent."""

    result: queries.Result
    contract: str
    tables: int
    length: int


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One board of the list: the contract that most tables played by its name, and each of the three hands or None."""

    line: queries.BoardLine
    contract: str
    hands: tuple[tuple[str, queries.HandOverTables | None], ...]


@page(Act.SEE)
@require_safe
def boards(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The boards of a round: what was played most, what each hand was worth, and the largest swings."""
    rounds = {one.number: one for one in queries.public_rounds(tournament)}
    round_ = _round(rounds, number)
    told = told_context(tournament, list(rounds.values()))
    etag = _etag(request, tournament, f"boards-{number}", told["told"])
    if etag and knows(request, etag):
        return _with_etag(HttpResponse(status=304), etag)
    context: dict[str, Any] = {
        "tournament": tournament,
        "round": round_,
        "previous": rounds.get(number - 1),
        "next": rounds.get(number + 1),
        "hidden_from_others": _is_hidden_from_others(tournament, round_),
        **told,
    }
    if tournament.shared_boards:
        found = queries.round_boards(round_, request.user)
        contracts = contract_words(ruleset_of(tournament))
        context |= {
            "found": found,
            "lines": [_line(line, contracts) for line in found.lines],
            "swings": found.swings[:MOST_HIGHLIGHTED],
            "swings_elsewhere": any(one.round_number != number for one in found.swings_of_all),
        }
    return _with_etag(render(request, "scoring/public/boards.html", context), etag)


@page(Act.SEE)
@require_safe
def board(request: HttpRequest, tournament: Tournament, number: int, board: int) -> HttpResponse:
    """One board at every table of the round. Where each table shuffles its own cards there is none."""
    rounds = {one.number: one for one in queries.public_rounds(tournament)}
    round_ = _round(rounds, number)
    if not tournament.shared_boards or not 1 <= board <= round_.deals:
        raise Http404
    order = request.GET.get("order", "")
    order = order if order in {*HANDS, BY_TABLE} else ""
    told = told_context(tournament, list(rounds.values()))
    etag = _etag(request, tournament, f"board-{number}-{board}-{order}", told["told"])
    if etag and knows(request, etag):
        return _with_etag(HttpResponse(status=304), etag)
    found = queries.traveller(round_, board, request.user)
    contracts = contract_words(ruleset_of(tournament))
    tables = found.tables if order == BY_TABLE else queries.in_order(found.tables, order)
    context = {
        "tournament": tournament,
        "round": round_,
        "found": found,
        "tables": [ShownTable(at, _name(at.deal.contract if at.deal else "", contracts)) for at in tables],
        "results": _results(found, contracts),
        "others": in_ranges(found.others),
        "order": order,
        "hands_of_order": HANDS,
        "previous": board - 1,
        "next": board + 1 if board < round_.deals else 0,
        "hidden_from_others": _is_hidden_from_others(tournament, round_),
        **told,
    }
    return _with_etag(render(request, "scoring/public/board.html", context), etag)


def _round(rounds: Mapping[int, Round], number: int) -> Round:
    """Unknown to everybody until its seats are published."""
    if number not in rounds:
        raise Http404
    return rounds[number]


def _is_hidden_from_others(tournament: Tournament, round_: Round) -> bool:
    last_shown = queries.hidden_after(tournament)
    return last_shown is not None and round_.number > last_shown


def _etag(request: HttpRequest, tournament: Tournament, which: str, told: queries.Now) -> str:
    """Empty for who is logged in, whose page also says who he is, and while a clock runs, for it says what is left."""
    if request.user.is_authenticated or told.clock:
        return ""
    role = role_of(request.user, tournament)
    # Its name stands on the page, and may change without any result.
    name = hashlib.sha256(tournament.name.encode()).hexdigest()[:8]
    hidden = queries.hidden_after(tournament)
    return queries.standings_etag(tournament, role, hidden, f"{which}-{told.mark}{name}")


def _with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """It may be kept, but must be asked for each time: a correction shows on the next look."""
    if etag:
        response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def _name(code: str, contracts: Mapping[str, str]) -> str:
    return contracts.get(code, code)


def _results(found: queries.Traveller, contracts: Mapping[str, str]) -> list[ShownResult]:
    most = max((tables for _, tables in found.results), default=1)
    return [
        ShownResult(result, _name(result.contract, contracts), tables, round(100 * tables / most))
        for result, tables in found.results
    ]


def _line(line: queries.BoardLine, contracts: Mapping[str, str]) -> ShownLine:
    hands = {hand.role: hand for hand in line.hands}
    return ShownLine(
        line,
        _name(line.most.contract, contracts) if line.most else "",
        tuple((role, hands.get(role)) for role in HANDS),
    )
