"""Rule sets: a whole game as one value. DLU is the tournament game of the Dansk L'Hombre Union.

Where the sources are silent our reading is a named setting with a default. A tournament that plays otherwise
replaces that setting; nothing else in the engine decides such a question.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from engine.cards import Suit, trump_of
from engine.codes import plain, shown
from engine.contracts import PAS, Call, Contract, ContractSpec
from engine.errors import RuleViolation
from engine.seats import Seat

BOOKING_MODES: Final = ("declarer", "opponents", "table")

SETTINGS: Final[Mapping[str, tuple[bool | str, ...]]] = MappingProxyType(
    {
        "manille_led": ("either", "basta"),
        "first_dealer": tuple(Seat),
        "spades_after_solo": ("solo_spar", "solo"),
        "turned_black_ace": ("printed_suit", "any_suit"),
        "all_pass_counts": (True, False),
        "raise_named_buy": (False, True),
        "one_four_four": ("kruk", "bet"),
        "one_trick_without_buying": ("bet", "kruk"),
        "nolo_thrown_in": ("bet", "kruk", "refused"),
        "tout_on_lost_contract": ("counts", "ignored"),
        "booking": BOOKING_MODES,
        "three_handed_deals": ("three_quarters", "all"),
        "suit_noted": ("required", "optional"),
    }
)
"""Every setting of a rule set with its possible values, the default of DLU first (`first_dealer` aside)."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one game. Immutable; `replace` makes a variant.

    `contracts` is the table as the game has it, `specs` the same with the settings applied: ask `spec` or
    `specs`. Raises `unknown_setting` for a setting or value it does not know.

    - `manille_led`: only Spadille and Basta as trumps, Manille led: `either` may be played, or only `basta`.
    - `first_dealer`: who deals the first deal of a round.
    - `spades_after_solo`: the winner of `solo` who chooses spades plays `solo_spar`, or plain `solo`.
    - `turned_black_ace`: makes its `printed_suit` trumps, or the declarer names `any_suit`.
    - `all_pass_counts`: a deal all three pass counts as played with zero; otherwise it is not played.
    - `raise_named_buy`: the winner of a named buying contract may declare an equal or higher one.
    - `one_four_four`: result of one trick for the declarer and four for each opponent.
    - `one_trick_without_buying`: result of a single trick in a nolo without buying.
    - `nolo_thrown_in`: result of a buying nolo thrown in.
    - `tout_on_lost_contract`: a failed Tout on a lost contract `counts`, or is `ignored`.
    - `booking`: who gets the points.
    - `three_handed_deals`: the share of a round's deals that a table of three plays.
    - `suit_noted`: whether a result without its trump suit can be settled: sheets on paper often leave it out.
    """

    code: str
    name: str
    contracts: tuple[ContractSpec, ...] = field(repr=False)
    tout_points: int = 1
    manille_led: str = "either"
    first_dealer: Seat = Seat.S
    spades_after_solo: str = "solo_spar"
    turned_black_ace: str = "printed_suit"
    all_pass_counts: bool = True
    raise_named_buy: bool = False
    one_four_four: str = "kruk"
    one_trick_without_buying: str = "bet"
    nolo_thrown_in: str = "bet"
    tout_on_lost_contract: str = "counts"
    booking: str = "declarer"
    three_handed_deals: str = "three_quarters"
    suit_noted: str = "required"
    specs: tuple[ContractSpec, ...] = field(init=False, compare=False, repr=False)
    _by_code: dict[str, ContractSpec] = field(init=False, compare=False, repr=False)
    _calls: dict[str, tuple[Call, ContractSpec | None]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for setting, allowed in SETTINGS.items():
            object.__setattr__(self, setting, _checked(setting, getattr(self, setting), allowed))
        for text in ("code", "name"):
            if not plain(getattr(self, text)):
                raise RuleViolation("unknown_setting", setting=text)
        if type(self.tout_points) is not int:
            raise RuleViolation("unknown_setting", setting="tout_points")
        specs = self._effective(_table_of_contracts(self.contracts))
        object.__setattr__(self, "specs", specs)
        object.__setattr__(self, "_by_code", {str.__str__(spec.code): spec for spec in specs})
        calls: dict[str, tuple[Call, ContractSpec | None]] = {"pas": (PAS, None)}
        calls.update({str.__str__(spec.code): (Call(spec.code), spec) for spec in specs})
        object.__setattr__(self, "_calls", calls)

    def _effective(self, contracts: tuple[ContractSpec, ...]) -> tuple[ContractSpec, ...]:
        unnamed = set[Contract]()
        specs = []
        for contract in contracts:
            spec = contract
            if self.spades_after_solo == "solo" and not spec.buys and spec.better_in_spades is not None:
                unnamed.add(spec.better_in_spades)
                spec = dataclasses.replace(spec, trumps=tuple(Suit), better_in_spades=None)
            if self.nolo_thrown_in == "refused" and spec.is_nolo:
                spec = dataclasses.replace(spec, can_throw_in=False)
            specs.append(spec)
        # Where solo may be played in spades, solo_spar is a bid of its own, and necessary to be said.
        return tuple(
            dataclasses.replace(spec, bid_as=spec.code) if spec.code in unnamed else spec for spec in specs
        )

    def spec(self, contract: str) -> ContractSpec:
        """The line of the table of contracts for a contract or code. Raises `unknown_contract`."""
        code = plain(contract)
        spec = self._by_code.get(code) if code is not None else None
        if spec is None:
            raise RuleViolation("unknown_contract", value=shown(contract))
        return spec

    def call(self, call: object) -> tuple[Call, ContractSpec | None] | None:
        """A call of this game with the contract it bids (None for `pas`); None if there is no such call."""
        code = plain(call)
        return self._calls.get(code) if code is not None else None

    def named(self, contract: str, trump: str | None) -> Contract:
        """The right name of a contract in a suit: `spil` in spades is `bedre_spil`.

        Raises `unknown_contract` and `unknown_trump`; whether the two fit is for `settle` to say.
        """
        spec = self.spec(contract)
        if trump_of(trump) is Suit.S and spec.better_in_spades is not None:
            return spec.better_in_spades
        return spec.code

    def replace(self, **settings: Any) -> RuleSet:
        """The same game with other settings. Raises `unknown_setting`."""
        for setting in settings:
            if setting not in _REPLACEABLE:
                raise RuleViolation("unknown_setting", setting=setting)
        return dataclasses.replace(self, **settings)


_REPLACEABLE: Final = {entry.name for entry in dataclasses.fields(RuleSet) if entry.init}


def _checked(setting: str, value: object, allowed: tuple[bool | str, ...]) -> bool | str:
    # True == 1, so a number would pass a test of membership.
    if type(value) is bool:
        if value in allowed:
            return value
    elif (code := plain(value)) is not None and code in allowed:
        return allowed[allowed.index(code)]
    raise RuleViolation("unknown_setting", setting=setting, value=shown(value))


def _table_of_contracts(value: object) -> tuple[ContractSpec, ...]:
    if type(value) is not tuple or not value or any(type(spec) is not ContractSpec for spec in value):
        raise RuleViolation("unknown_setting", setting="contracts")
    codes = [spec.code for spec in value]
    if len(set(codes)) != len(codes) or PAS in codes or any(spec.bid_as not in codes for spec in value):
        raise RuleViolation("unknown_setting", setting="contracts")
    return value


_NOT_SPADES: Final = (Suit.H, Suit.D, Suit.C)
_SPIL: Final = Contract("spil")
_SOLO: Final = Contract("solo")


def _buying(
    code: str, name: str, rank: int, value: int, trumps: tuple[Suit, ...], *, least: int = 1, **rest: Any
) -> ContractSpec:
    return ContractSpec(
        code=Contract(code),
        name=name,
        rank=rank,
        value=value,
        kruk=value + 1,
        buys=True,
        trumps=trumps,
        declarer_buys=(least, 9),
        opponents_buy=bool(trumps),
        bid_as=_SPIL,
        can_throw_in=True,
        **rest,
    )


def _unbought(
    code: str, name: str, rank: int, value: int, trumps: tuple[Suit, ...], *, bid_as: str, **rest: Any
) -> ContractSpec:
    return ContractSpec(
        code=Contract(code),
        name=name,
        rank=rank,
        value=value,
        kruk=value + 1,
        buys=False,
        trumps=trumps,
        declarer_buys=(0, 0),
        opponents_buy=bool(trumps),
        bid_as=Contract(bid_as),
        can_throw_in=False,
        **rest,
    )


DLU: Final = RuleSet(
    code="dlu",
    name="Dansk L'Hombre Union",
    contracts=(
        _buying("spil", "Spil", 1, 1, _NOT_SPADES, better_in_spades=Contract("bedre_spil")),
        _buying("bedre_spil", "Bedre spil", 2, 1, (Suit.S,)),
        _buying("tourne", "Tourné", 3, 2, tuple(Suit), least=2, turns_a_card=True),
        _buying("kobe_nolo", "Købe nolo", 3, 2, ()),
        _buying(
            "tourne_respekt",
            "Tourné-Respekt",
            4,
            3,
            tuple(Suit),
            least=2,
            turns_a_card=True,
            needs_black_aces=True,
        ),
        _unbought("solo", "Solo", 5, 3, _NOT_SPADES, bid_as="solo", better_in_spades=Contract("solo_spar")),
        _unbought("solo_spar", "Solo Spar", 6, 4, (Suit.S,), bid_as="solo"),
        _unbought("ren_nolo", "Ren nolo", 6, 4, (), bid_as="ren_nolo"),
        _unbought("nolo_ouvert", "Nolo Ouvert", 7, 6, (), bid_as="nolo_ouvert", hand_open=True),
    ),
)
"""The tournament rules of the Dansk L'Hombre Union, with every assumed reading at its default."""

RULESETS: Final[Mapping[str, RuleSet]] = MappingProxyType({DLU.code: DLU})
"""Every rule set by its code."""


def ruleset_of(value: object) -> RuleSet:
    """A rule set or the code of one. Raises `unknown_ruleset`."""
    if type(value) is RuleSet:
        return value
    code = plain(value)
    ruleset = RULESETS.get(code) if code is not None else None
    if ruleset is None:
        raise RuleViolation("unknown_ruleset", value=shown(value))
    return ruleset
