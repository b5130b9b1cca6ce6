"""The contracts of a rule set laid out as they are pressed on a score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.words import suit_words

if TYPE_CHECKING:
    from engine import RuleSet


@dataclass(frozen=True, slots=True)
class ContractTile:
    """One press: a contract, with its suit if it has one."""

    contract: str
    suit: str
    suit_name: str
    name: str


@dataclass(frozen=True, slots=True)
class ContractRow:
    """Tiles that belong together: Spil in four suits, the last of them called Bedre spil."""

    name: str
    tiles: tuple[ContractTile, ...]


# As the suits stand on most score sheets: the red ones and clubs, then spades, which makes it the better contract.
SUIT_ORDER = "HDCS"


def contract_rows(ruleset: RuleSet) -> list[ContractRow]:
    """The rule set's contracts as rows of tiles, in rank order; nolo is a row of one tile."""
    words = suit_words()
    better = {spec.better_in_spades: spec for spec in ruleset.specs if spec.better_in_spades}
    rows = []
    for spec in ruleset.specs:
        if spec.code in better:
            continue
        tiles = [
            ContractTile(str(spec.code), suit, words[suit], "")
            for suit in SUIT_ORDER
            if suit in {str(trump.value) for trump in spec.trumps}
        ]
        if spec.better_in_spades:
            in_spades = ruleset.spec(spec.better_in_spades)
            tiles.append(ContractTile(str(in_spades.code), "S", words["S"], str(in_spades.name)))
        if spec.is_nolo:
            tiles = [ContractTile(str(spec.code), "", "", str(spec.name))]
        rows.append(ContractRow(str(spec.name), tuple(tiles)))
    return rows
