"""What every result is worth, worked out by the engine beforehand: a phone without a connection shows points too."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from engine import Outcome, RuleViolation, settle

if TYPE_CHECKING:
    from engine import RuleSet

OUTCOMES = (Outcome.VUNDET, Outcome.BET, Outcome.KRUK)
TOUTS = ("", "made", "failed")
HAND = 9


def points_table(ruleset: RuleSet) -> dict[str, dict[str, Any]]:
    """By contract: `points` of "outcome", "outcome tout" or "thrown", and `outcomes` of "5-3-1" or "9-0-0 made".

    What is not in the table is not possible.
    """
    return {
        str(spec.code): {
            "points": _points(ruleset, str(spec.code), str(spec.trumps[0].value) if spec.trumps else None),
            "outcomes": _outcomes(
                ruleset, str(spec.code), str(spec.trumps[0].value) if spec.trumps else None
            ),
        }
        for spec in ruleset.specs
    }


def _points(ruleset: RuleSet, contract: str, trump: str | None) -> dict[str, int]:
    table: dict[str, int] = {}
    for tout in TOUTS:
        for outcome in OUTCOMES:
            try:
                settled = settle(contract, trump, outcome=outcome, tout=tout or None, ruleset=ruleset)
            except RuleViolation:
                continue
            table[f"{outcome} {tout}".strip()] = settled.points
    with suppress(RuleViolation):
        table["thrown"] = settle(contract, trump, thrown_in=True, ruleset=ruleset).points
    return table


def _outcomes(ruleset: RuleSet, contract: str, trump: str | None) -> dict[str, str]:
    table: dict[str, str] = {}
    for declarer in range(HAND + 1):
        for right in range(HAND + 1 - declarer):
            tricks = (declarer, right, HAND - declarer - right)
            for tout in TOUTS:
                try:
                    settled = settle(contract, trump, tricks, tout=tout or None, ruleset=ruleset)
                except RuleViolation:
                    continue
                table[f"{'-'.join(map(str, tricks))} {tout}".strip()] = str(settled.outcome)
    return table
