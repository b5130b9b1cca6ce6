"""The whole auction worked out by the engine beforehand: a phone without a connection offers the legal calls too.

Whatever was said, what may follow depends on little, so the auctions of a rule set are some dozens of states. A script
walks from one to the next and needs no rule.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from engine import PAS, Auction, Hand

if TYPE_CHECKING:
    from engine import Call, RuleSet

OPEN: Final = "open"
HOLD: Final = "hold"
OVERBID: Final = "overbid"
MARKS: Final = (str(PAS), OPEN, HOLD, OVERBID)

Situation = tuple[Hand | None, frozenset[Hand], tuple[Hand, str] | None]


@cache
def auction_table(ruleset: RuleSet) -> dict[str, Any]:
    """The table as JSON.

    - `calls`: `pas`, then every bid in rank order; `marks` and `notices`: what a call can be.
    - `states`: the first is the beginning. Where somebody speaks there are `next`, a hand, and `legal`: for each
      legal call its place in `calls`, the state after it, the place of its mark in `marks`, and that of its notice if
      the engine reports one. Where the auction is over there are `winner` (null when all passed) and `declarable`.
    """
    auctions = _one_for_every_situation(ruleset)
    numbers = {situation: number for number, situation in enumerate(auctions)}
    calls = [str(PAS), *(str(spec.code) for spec in ruleset.specs)]
    notices = sorted({code for auction in auctions.values() for _, code in auction.notices})
    states: list[dict[str, Any]] = []
    for auction in auctions.values():
        if auction.next_hand is None:
            states.append({"winner": auction.winner, "declarable": list(auction.declarable)})
            continue
        legal = []
        for call in sorted(auction.legal_calls, key=calls.index):
            after = auction.call(auction.next_hand, call)
            new = [notices.index(code) for at, code in after.notices if at == len(auction.calls)]
            legal.append(
                [calls.index(call), numbers[_situation(after)], MARKS.index(mark_of(auction, call)), *new]
            )
        states.append({"next": auction.next_hand, "legal": legal})
    return {"calls": calls, "marks": list(MARKS), "notices": notices, "states": states}


@cache
def auction_table_text(ruleset: RuleSet) -> str:
    """The table as it is sent."""
    return json.dumps(auction_table(ruleset), separators=(",", ":"))


@cache
def auction_table_version(ruleset: RuleSet) -> str:
    """Changes with the table, so that a browser may keep it as long as it likes."""
    return hashlib.sha256(auction_table_text(ruleset).encode()).hexdigest()[:12]


def mark_of(auction: Auction, call: Call) -> str:
    """What a legal call would be now: `pas`, `open` for the first bid, `hold` for one of equal rank, `overbid`."""
    if call == PAS:
        return str(PAS)
    standing = _standing_bid(auction)
    if standing is None:
        return OPEN
    spec = auction.ruleset.spec
    return HOLD if spec(call).rank == spec(standing[1]).rank else OVERBID


def _one_for_every_situation(ruleset: RuleSet) -> dict[Situation, Auction]:
    """An auction that leads to each situation that can come up, breadth first."""
    start = Auction(ruleset)
    found = {_situation(start): start}
    waiting = deque([start])
    while waiting:
        auction = waiting.popleft()
        for call in auction.legal_calls:
            after = auction.call(auction.next_hand or "", call)
            if _situation(after) not in found:
                found[_situation(after)] = after
                waiting.append(after)
    return found


def _situation(auction: Auction) -> Situation:
    """All that decides what may follow: who speaks, who has passed, and the bid that stands with whose it is."""
    passed = frozenset(hand for hand, call in auction.calls if call == PAS)
    return auction.next_hand, passed, _standing_bid(auction)


def _standing_bid(auction: Auction) -> tuple[Hand, str] | None:
    return next(((hand, str(call)) for hand, call in reversed(auction.calls) if call != PAS), None)
