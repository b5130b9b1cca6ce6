"""What can be played and said: contract and call codes, and the table of contracts (DLU rules, section 3).

Contracts are data of a rule set, not of the program: the older games have others. So `Contract` and `Call`
are strings, and only a rule set can tell whether one is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn, Self

from engine.cards import Suit
from engine.codes import ClosedEnum, plain, shown
from engine.errors import RuleViolation


class Contract(str):
    """The code of a contract, such as `Contract("solo")`, equal to `"solo"`. Checked by the rule set."""

    __slots__ = ()

    def __new__(cls, code: str) -> Self:
        known = plain(code)
        if known is None:
            raise RuleViolation("unknown_contract", value=shown(code))
        return super().__new__(cls, known)

    def __repr__(self) -> str:
        return f"Contract({str.__str__(self)!r})"


class Call(str):
    """What is said in the auction: `pas` or the code of a contract. Checked by the rule set."""

    __slots__ = ()

    def __new__(cls, code: str) -> Self:
        known = plain(code)
        if known is None:
            raise RuleViolation("unknown_call", value=shown(code))
        return super().__new__(cls, known)

    def __repr__(self) -> str:
        return f"Call({str.__str__(self)!r})"


PAS: Final = Call("pas")


class Outcome(StrEnum, metaclass=ClosedEnum):
    """Result class of a deal. `pas` belongs to a deal nobody bid in, never to a contract."""

    VUNDET = "vundet"
    BET = "bet"
    KRUK = "kruk"
    PAS = "pas"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise RuleViolation("unknown_outcome", value=shown(value))


@dataclass(frozen=True, slots=True)
class ContractSpec:
    """One line of a rule set's table of contracts.

    `value` and `kruk` are the points for won or bet and for kruk, both positive. `trumps` are the suits it
    may be played in, none for nolo. `bid_as` is the call it is normally won with: naming it earlier than
    needed is an unnecessary announcement. `better_in_spades` is what it is called when played in spades.
    `declarer_buys` is the least and most he may buy, a turned card included.
    """

    code: Contract
    name: str
    rank: int
    value: int
    kruk: int
    buys: bool
    trumps: tuple[Suit, ...]
    declarer_buys: tuple[int, int]
    opponents_buy: bool
    bid_as: Contract
    can_throw_in: bool
    better_in_spades: Contract | None = None
    turns_a_card: bool = False
    needs_black_aces: bool = False
    hand_open: bool = False

    @property
    def is_nolo(self) -> bool:
        return not self.trumps

    @property
    def can_tout(self) -> bool:
        """Tout is for trump contracts only (DLU rules, section 5)."""
        return bool(self.trumps)

    @property
    def needs_trump(self) -> bool:
        return bool(self.trumps)
