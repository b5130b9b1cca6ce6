"""A line as somebody writes it on a score sheet, and how the engine reads it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import RULESETS, Settlement, TableDeal, dealers, next_dealer, roles, settle
from engine.boards import board_of_deal
from scoring.domain.auctions import check_auction
from tournament.domain.reasons import required
from tournament.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import RuleSet
    from scoring.models import Deal
    from tournament.models import Seating, Tournament

PAS = "pas"


@dataclass(frozen=True, slots=True)
class DealLine:
    """What was played in one deal, as typed.

    Codes are the engine's; tricks are declarer, right, left opponent; `calls` the auction as pairs of hand and call,
    where somebody wrote it down.
    """

    declarer: str = ""
    contract: str = ""
    trump: str = ""
    tricks: tuple[int, int, int] | None = None
    outcome: str = ""
    thrown_in: bool = False
    tout: str = ""
    dealer: str = ""
    not_played_reason: str = ""
    calls: tuple[tuple[str, str], ...] = ()

    @property
    def is_played(self) -> bool:
        return not self.not_played_reason

    @property
    def is_all_pass(self) -> bool:
        return self.outcome == PAS and not self.contract

    def fingerprint(self) -> str:
        """A hash of all that was typed: the same line twice has the same one."""
        typed = asdict(self)
        if not self.calls:
            # As it was before auctions could be written down: a phone may still send a key of that time.
            del typed["calls"]
        text = json.dumps(typed, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SettledLine:
    """A line found to be possible at its table. `points` are the declarer's before booking; None: not played."""

    line: DealLine
    dealer: str
    outcome: str
    points: int | None


def ruleset_of(tournament: Tournament) -> RuleSet:
    """The tournament's rule set with its own settings."""
    return RULESETS[tournament.rule_set].replace(
        booking=tournament.booking,
        first_dealer=tournament.first_dealer,
        suit_noted="optional" if tournament.suit_may_be_missing else "required",
    )


def seats_of(seating: Seating) -> str:
    """The seats that were drawn for, such as "NESW" or, at a table of three, "ESW"."""
    return "".join(sorted(seat.position for seat in seating.seats.all()))


def seats_at(seating: Seating, number: int) -> str:
    """The seats occupied at one deal: a table of four that lost a player goes on as three."""
    return "".join(
        sorted(
            seat.position
            for seat in seating.seats.all()
            if seat.left_after_deal is None or number <= seat.left_after_deal
        )
    )


def dealers_of(seating: Seating, tournament: Tournament) -> list[str]:
    """Who deals each of the sheet's deals when the deal goes round as it should."""
    around = [str(dealers(tournament.first_dealer, seats_of(seating), 1)[0])]
    for number in range(2, seating.deals + 1):
        around.append(str(next_dealer(around[-1], seats_at(seating, number))))
    return around


def board_of(seating: Seating, number: int, tournament: Tournament) -> int | None:
    """The board of a deal: a table begins with its first board, and after the last comes board 1."""
    if not tournament.shared_boards:
        return None
    return board_of_deal(seating.first_board, number, seating.round.deals)


def settle_line(*, line: DealLine, seating: Seating, number: int, tournament: Tournament) -> SettledLine:
    """Check a line against rules and table. Raises RuleViolation or Refused; stores nothing."""
    if not 1 <= number <= seating.deals:
        raise Refused("unknown_deal_number", number=number, deals=seating.deals)
    seats = seats_at(seating, number)
    dealer = line.dealer or dealers_of(seating, tournament)[number - 1]
    around = roles(dealer, seats)
    ruleset = ruleset_of(tournament)
    if line.not_played_reason:
        result = (line.declarer, line.contract, line.outcome, line.tricks, line.thrown_in, line.tout)
        if any(result) or line.calls:
            raise Refused("not_played_with_result")
        return SettledLine(
            replace(line, not_played_reason=required(line.not_played_reason)), dealer, "", None
        )
    if line.is_all_pass:
        if line.declarer or line.trump or line.tricks or line.thrown_in or line.tout:
            raise Refused("pas_with_result")
        check_auction(line.calls, around=around, declarer="", contract="", ruleset=ruleset)
        return SettledLine(line, dealer, PAS, 0)
    settlement = _settle(line, ruleset)
    if not line.declarer:
        raise Refused("declarer_missing")
    if line.declarer not in seats:
        raise Refused("declarer_not_at_table", seat=line.declarer)
    if line.declarer == around.sitter_out:
        raise Refused("declarer_sits_out", seat=line.declarer)
    check_auction(line.calls, around=around, declarer=line.declarer, contract=line.contract, ruleset=ruleset)
    return SettledLine(line, dealer, str(settlement.outcome), settlement.points)


def _settle(line: DealLine, ruleset: RuleSet) -> Settlement:
    if not line.contract:
        raise Refused("contract_missing")
    return settle(
        contract=line.contract,
        trump=line.trump or None,
        tricks=line.tricks,
        outcome=line.outcome or None,
        thrown_in=line.thrown_in,
        tout=line.tout or None,
        ruleset=ruleset,
    )


def line_of(deal: Deal) -> DealLine:
    """The line that a stored deal says."""
    return DealLine(
        declarer=deal.declarer,
        contract=deal.contract,
        trump=deal.trump,
        tricks=tuple(deal.tricks) if deal.tricks else None,
        outcome=deal.outcome,
        thrown_in=deal.thrown_in,
        tout=deal.tout,
        dealer=deal.dealer if deal.dealer_overridden else "",
        not_played_reason=deal.not_played_reason,
        calls=tuple((hand, call) for hand, call in deal.calls or ()),
    )


def line_from(body: Mapping[str, Any]) -> DealLine:
    """The line that was stored as JSON."""
    tricks, calls = body.get("tricks"), body.get("calls") or ()
    return DealLine(
        **{
            **body,
            "tricks": tuple(tricks) if tricks else None,
            "calls": tuple((hand, call) for hand, call in calls),
        }
    )


def table_deal(deal: Deal, seats: str) -> TableDeal:
    """A stored deal as the engine scores it, among those who sat there then."""
    return TableDeal(
        seats=seats,
        dealer=deal.dealer,
        declarer=deal.declarer or None,
        contract=deal.contract or None,
        trump=deal.trump or None,
        tricks=tuple(deal.tricks) if deal.tricks else None,
        outcome=deal.outcome or None,
        thrown_in=deal.thrown_in,
        tout=deal.tout or None,
        played=deal.is_played,
    )


def as_codes(deal: Deal) -> dict[str, Any]:
    """A deal as the audit log and the sheet's hash hold it.

    Without an auction it has no key for one: sheets signed before there were any keep their hash.
    """
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "status": deal.status,
        "not_played_reason": deal.not_played_reason,
        "declarer": deal.declarer,
        "contract": deal.contract,
        "trump": deal.trump,
        "outcome": deal.outcome,
        "tricks": deal.tricks,
        "thrown_in": deal.thrown_in,
        "tout": deal.tout,
        "points": deal.points,
        **({"calls": deal.calls} if deal.calls else {}),
    }
