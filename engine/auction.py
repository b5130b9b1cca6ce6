"""The auction as an immutable value (DLU rules, section 4).

At any moment two hands answer each other and the third waits, or one alone may still open. The younger of the
two must go higher; the elder may hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.codes import items, shown
from engine.contracts import PAS, Call, Contract, ContractSpec
from engine.errors import RuleViolation
from engine.rulesets import DLU, RuleSet, ruleset_of
from engine.seats import Hand, known_hand

UNNECESSARY_ANNOUNCEMENT: Final = "unnecessary_announcement"
_AGE: Final[dict[Hand, int]] = {hand: age for age, hand in enumerate(Hand)}
# Ranks only go up, or stand still once for the elder, so no auction of any sensible game is longer.
_MAX_CALLS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction so far; `call` gives the next one. Two are equal when rules and calls are.

    - `calls`: what was said, as (hand, call) pairs.
    - `next_hand`: who speaks now, None when the auction is over.
    - `winner`, `winning_call`: None until it is over, and when all three passed.
    - `notices`: (index of the call, "unnecessary_announcement"), for the director to judge.
    """

    ruleset: RuleSet = DLU
    calls: tuple[tuple[Hand, Call], ...] = field(default=(), init=False)
    next_hand: Hand | None = field(default=Hand.FORHAND, init=False, compare=False)
    winner: Hand | None = field(default=None, init=False, compare=False)
    winning_call: Call | None = field(default=None, init=False, compare=False)
    notices: tuple[tuple[int, str], ...] = field(default=(), init=False, compare=False)
    _rival: Hand | None = field(default=Hand.MELLEMHAND, init=False, compare=False, repr=False)
    _waiting: Hand | None = field(default=Hand.BAGHAND, init=False, compare=False, repr=False)
    _bidder: Hand | None = field(default=None, init=False, compare=False, repr=False)
    _bid: ContractSpec | None = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if type(self.ruleset) is not RuleSet:
            object.__setattr__(self, "ruleset", ruleset_of(self.ruleset))

    @classmethod
    def replay(cls, calls: Iterable[tuple[str, str]], ruleset: RuleSet = DLU) -> Auction:
        """The auction after all of `calls`, a sequence of (hand, call) pairs.

        Raises what `call` raises, with the index of the call as `at`, and `calls_must_be_pairs`.
        """
        auction = cls(ruleset)
        for at, pair in enumerate(items(calls, "calls_must_be_pairs", _MAX_CALLS)):
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise RuleViolation("calls_must_be_pairs", at=at)
            try:
                auction = auction.call(pair[0], pair[1])
            except RuleViolation as violation:
                raise violation.with_params(at=at) from None
        return auction

    def call(self, hand: str, call: str) -> Auction:
        """The auction after `hand` has said `call`.

        Raises the first of `auction_over`, `out_of_turn`, `unknown_call`, `insufficient` that applies.
        """
        speaker = self.next_hand
        if speaker is None:
            raise RuleViolation("auction_over")
        if known_hand(hand) is not speaker:
            raise RuleViolation("out_of_turn", next_hand=speaker.value)
        known = self.ruleset.call(call)
        if known is None:
            raise RuleViolation("unknown_call", value=shown(call))
        said, bid = known
        if bid is None:
            return self._after_pas(speaker)
        lowest = self._lowest_rank
        if bid.rank < lowest:
            raise RuleViolation("insufficient", call=str(said))
        return self._after_bid(speaker, said, bid, lowest)

    @property
    def _lowest_rank(self) -> int:
        if self._bid is None or self._bidder is None or self.next_hand is None:
            return 0
        may_hold = _AGE[self.next_hand] < _AGE[self._bidder]
        return self._bid.rank if may_hold else self._bid.rank + 1

    def _after_pas(self, speaker: Hand) -> Auction:
        survivor, waiting, bid = self._rival, self._waiting, self._bid
        calls = (*self.calls, (speaker, PAS))
        if bid is None:
            # Nobody has bid: the next in age may open, alone or with the one who waited as his rival.
            return self._next(calls, self.notices, speaks=survivor, rival=waiting)
        if waiting is not None:
            return self._next(calls, self.notices, speaks=waiting, rival=survivor, bidder=survivor, bid=bid)
        return self._next(calls, self.notices, speaks=None, bidder=survivor, bid=bid)

    def _after_bid(self, speaker: Hand, said: Call, bid: ContractSpec, lowest: int) -> Auction:
        notices = self.notices
        if bid.bid_as != bid.code and self.ruleset.spec(bid.bid_as).rank >= lowest:
            notices = (*notices, (len(self.calls), UNNECESSARY_ANNOUNCEMENT))
        calls = (*self.calls, (speaker, said))
        rival = self._rival
        if rival is None:
            return self._next(calls, notices, speaks=None, bidder=speaker, bid=bid)
        return self._next(
            calls, notices, speaks=rival, rival=speaker, waiting=self._waiting, bidder=speaker, bid=bid
        )

    def _next(
        self,
        calls: tuple[tuple[Hand, Call], ...],
        notices: tuple[tuple[int, str], ...],
        *,
        speaks: Hand | None,
        rival: Hand | None = None,
        waiting: Hand | None = None,
        bidder: Hand | None = None,
        bid: ContractSpec | None = None,
    ) -> Auction:
        auction = object.__new__(Auction)
        put = object.__setattr__
        put(auction, "ruleset", self.ruleset)
        put(auction, "calls", calls)
        put(auction, "notices", notices)
        put(auction, "next_hand", speaks)
        put(auction, "_rival", rival)
        put(auction, "_waiting", waiting)
        put(auction, "_bidder", bidder)
        put(auction, "_bid", bid)
        won = speaks is None and bid is not None
        put(auction, "winner", bidder if won else None)
        put(auction, "winning_call", Call(bid.code) if won and bid is not None else None)
        return auction

    def take_back(self) -> Auction:
        """The auction without its last call, which may be changed while nobody has spoken after it.

        Raises `nothing_to_take_back`.
        """
        if not self.calls:
            raise RuleViolation("nothing_to_take_back")
        return Auction.replay(self.calls[:-1], self.ruleset)

    @property
    def is_over(self) -> bool:
        return self.next_hand is None

    @property
    def passed_out(self) -> bool:
        """All three passed: no contract, outcome `pas`."""
        return self.next_hand is None and self._bid is None

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Exactly the calls `call` accepts from `next_hand`, in the order of their codes."""
        if self.next_hand is None:
            return ()
        lowest = self._lowest_rank
        bids = [Call(spec.code) for spec in self.ruleset.specs if spec.rank >= lowest]
        return tuple(sorted([PAS, *bids]))

    @property
    def declarable(self) -> tuple[Contract, ...]:
        """The contracts the winner may name, in the order of the rule set; none before the end.

        Which of them the cards and the turned card allow is for `check_declaration`.
        """
        bid = self._bid
        if self.next_hand is not None or bid is None:
            return ()
        if self.ruleset.raise_named_buy and bid.buys and bid.bid_as != bid.code:
            return tuple(spec.code for spec in self.ruleset.specs if spec.buys and spec.rank >= bid.rank)
        return tuple(spec.code for spec in self.ruleset.specs if bid.code in (spec.code, spec.bid_as))
