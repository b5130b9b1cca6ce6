"""The auction of a deal, where somebody wrote it down: it must lead to the contract on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Auction, Hand
from tournament.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Roles, RuleSet
    from scoring.models import Deal

Calls = tuple[tuple[str, str], ...]


def check_auction(
    calls: Calls, *, around: Roles, declarer: str, contract: str, ruleset: RuleSet
) -> Auction | None:
    """Replay the calls and compare them with the line; None when nobody wrote them down.

    Without a declarer the line says that all passed. Raises RuleViolation for a call that was not possible, and
    Refused when the auction is not over or somebody else won it, or with another contract.
    """
    if not calls:
        return None
    auction = Auction.replay(calls, ruleset)
    if not auction.is_over:
        raise Refused("auction_unfinished")
    if auction.passed_out != (not declarer):
        raise Refused("auction_passed_out" if declarer else "auction_was_won")
    if auction.winner is not None:
        winner = seat_of_hand(around, auction.winner)
        if declarer != winner:
            raise Refused("auction_says_other_declarer", seat=winner)
        if contract not in {str(code) for code in auction.declarable}:
            raise Refused("auction_says_other_contract")
    return auction


def seat_of_hand(around: Roles, hand: str) -> str:
    """Which seat has a hand in this deal."""
    seats = {
        Hand.FORHAND: around.forhand,
        Hand.MELLEMHAND: around.mellemhand,
        Hand.BAGHAND: around.baghand,
    }
    return str(seats[Hand(hand)].value)


def notices_of(deal: Deal, ruleset: RuleSet) -> Sequence[tuple[int, str]]:
    """What the rules have to say of the calls: index of the call, and the code of the notice."""
    if not deal.calls:
        return ()
    auction = Auction.replay([(hand, call) for hand, call in deal.calls], ruleset)
    return tuple((index, str(code)) for index, code in auction.notices)
