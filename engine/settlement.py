"""From what happened in a deal to its result and the declarer's points (DLU rules, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import HAND_SIZE, Suit, trump_of
from engine.codes import plain, shown
from engine.contracts import ContractSpec, Outcome
from engine.errors import RuleViolation
from engine.rulesets import DLU, RuleSet, ruleset_of

TOUT_MADE: Final = "made"
TOUT_FAILED: Final = "failed"

_RESULTS: Final[dict[str, Outcome]] = {o.value: o for o in (Outcome.VUNDET, Outcome.BET, Outcome.KRUK)}


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result class of a deal and the declarer's points for it, before booking."""

    outcome: Outcome
    points: int


def settle(
    contract: str,
    trump: str | None = None,
    tricks: Sequence[int] | None = None,
    outcome: str | None = None,
    *,
    thrown_in: bool = False,
    tout: str | None = None,
    ruleset: RuleSet | str = DLU,
) -> Settlement:
    """Result and points of a contract.

    `tricks` are those of declarer, right opponent and left opponent, all nine; `outcome` alone is enough.
    `tout` is "made" or "failed". Raises the first that applies. What is not known: `unknown_contract`,
    `unknown_trump`, `trump_in_nolo`, `trump_missing`, `spades_is_the_better_contract`,
    `trump_must_be_spades`, `unknown_outcome`, `unknown_thrown_in`, `unknown_tout`,
    `tricks_must_sum_to_nine`. Then what does not go together: `cannot_throw_in`, `tricks_and_thrown_in`,
    `tout_in_nolo`, `tout_thrown_in`, `outcome_missing`, `outcome_contradicts`, `tout_not_nine`,
    `tout_was_made`.
    """
    rules = ruleset_of(ruleset)
    spec = rules.spec(contract)
    if trump is not None or rules.suit_noted == "required":
        check_trump(spec, trump)
    claimed = None if outcome is None else _result(outcome)
    if thrown_in is not True and thrown_in is not False:
        raise RuleViolation("unknown_thrown_in", value=shown(thrown_in))
    announced = None if tout is None else _tout(tout)
    won = None if tricks is None else _tricks(tricks)
    _check_together(spec, thrown_in, won, announced)

    result = claimed
    if won is not None:
        result = _outcome_of_tricks(spec, won, rules)
    elif thrown_in:
        result = Outcome.KRUK if not spec.trumps and rules.nolo_thrown_in == "kruk" else Outcome.BET
    if result is None:
        raise RuleViolation("outcome_missing")
    if claimed is not None and claimed is not result:
        raise RuleViolation("outcome_contradicts", outcome=claimed.value, tricks_say=result.value)

    points = _signed_points(spec, result)
    if announced is not None:
        points += _tout_points(announced, won, result, rules)
    return Settlement(result, points)


def check_trump(spec: ContractSpec, trump: object) -> Suit | None:
    """The trump suit of a contract, None in nolo.

    Raises `unknown_trump`, `trump_in_nolo`, `trump_missing`, `spades_is_the_better_contract` and
    `trump_must_be_spades`.
    """
    suit = trump_of(trump)
    if not spec.trumps:
        if suit is not None:
            raise RuleViolation("trump_in_nolo", contract=str(spec.code))
    elif suit is None:
        raise RuleViolation("trump_missing", contract=str(spec.code))
    elif suit not in spec.trumps:
        if suit is Suit.S and spec.better_in_spades is not None:
            raise RuleViolation("spades_is_the_better_contract", better=str(spec.better_in_spades))
        if spec.trumps == (Suit.S,):
            raise RuleViolation("trump_must_be_spades", contract=str(spec.code))
        raise RuleViolation("unknown_trump", value=suit.value)
    return suit


def _check_together(
    spec: ContractSpec, thrown_in: bool, tricks: tuple[int, int, int] | None, tout: str | None
) -> None:
    if thrown_in:
        if not spec.can_throw_in:
            raise RuleViolation("cannot_throw_in", contract=str(spec.code))
        if tricks is not None:
            raise RuleViolation("tricks_and_thrown_in")
    if tout is not None:
        if not spec.trumps:
            raise RuleViolation("tout_in_nolo", contract=str(spec.code))
        if thrown_in:
            raise RuleViolation("tout_thrown_in")


def _signed_points(spec: ContractSpec, result: Outcome) -> int:
    if result is Outcome.VUNDET:
        return spec.value
    return -spec.kruk if result is Outcome.KRUK else -spec.value


def _result(value: object) -> Outcome:
    code = plain(value)
    result = _RESULTS.get(code) if code is not None else None
    if result is None:
        raise RuleViolation("unknown_outcome", value=shown(value))
    return result


def _tout(value: object) -> str:
    code = plain(value)
    if code not in (TOUT_MADE, TOUT_FAILED):
        raise RuleViolation("unknown_tout", value=shown(value))
    return code


def _tricks(value: object) -> tuple[int, int, int]:
    # The type of each is asked for, since True is a number to Python and 5.0 equals 5.
    if isinstance(value, (tuple, list)) and len(value) == 3:
        declarer, right, left = value
        if (
            type(declarer) is int
            and type(right) is int
            and type(left) is int
            and declarer >= 0
            and right >= 0
            and left >= 0
            and declarer + right + left == HAND_SIZE
        ):
            return declarer, right, left
    raise RuleViolation("tricks_must_sum_to_nine")


def _outcome_of_tricks(spec: ContractSpec, tricks: tuple[int, int, int], rules: RuleSet) -> Outcome:
    declarer, right, left = tricks
    if not spec.trumps:
        if declarer == 0:
            return Outcome.VUNDET
        if declarer == 1:
            return Outcome.BET if spec.buys or rules.one_trick_without_buying == "bet" else Outcome.KRUK
        return Outcome.KRUK
    better = max(right, left)
    if declarer > better:
        return Outcome.VUNDET
    if declarer == better:
        return Outcome.BET
    if declarer == 1 and right == left and rules.one_four_four == "bet":
        return Outcome.BET
    return Outcome.KRUK


def _tout_points(tout: str, tricks: tuple[int, int, int] | None, result: Outcome, rules: RuleSet) -> int:
    if tout == TOUT_MADE:
        if result is not Outcome.VUNDET or (tricks is not None and tricks[0] != HAND_SIZE):
            raise RuleViolation("tout_not_nine")
        return rules.tout_points
    if tricks is not None and tricks[0] == HAND_SIZE:
        raise RuleViolation("tout_was_made")
    if result is not Outcome.VUNDET and rules.tout_on_lost_contract == "ignored":
        return 0
    return -rules.tout_points
