"""Between auction and play: naming the contract, and buying from the talon (DLU rules, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import BASTA, HAND_SIZE, SPADILLE, TALON_SIZE, Card, cards_of
from engine.codes import items, shown
from engine.contracts import Contract
from engine.errors import RuleViolation
from engine.rulesets import DLU, RuleSet, ruleset_of
from engine.settlement import check_trump

_BUYERS: Final = ("declarer", "right", "left")


def check_declaration(
    contract: str,
    trump: str | None = None,
    hand: Iterable[str] | None = None,
    turned: str | None = None,
    ruleset: RuleSet | str = DLU,
) -> Contract:
    """The contract, when it may be declared with these trumps; `hand` and `turned` count where known.

    `hand` is the hand as dealt, `turned` the talon card turned for Tourné and Respekt. Raises
    `unknown_contract` and the codes of a wrong trump as `settle` does, `unknown_card`, `duplicate_card`,
    `too_many_cards`, `respekt_needs_both_black_aces`, `nothing_is_turned` and
    `trump_is_not_the_turned_suit`.
    """
    rules = ruleset_of(ruleset)
    spec = rules.spec(contract)
    suit = check_trump(spec, trump)
    cards = None if hand is None else cards_of(hand)
    if cards is not None and len(cards) > HAND_SIZE:
        raise RuleViolation("too_many_cards", cards=len(cards))
    if turned is not None:
        card = Card(turned)
        if not spec.turns_a_card:
            raise RuleViolation("nothing_is_turned", contract=str(spec.code))
        if cards is not None and card in cards:
            raise RuleViolation("duplicate_card", value=str(card))
        names_suit = card in (SPADILLE, BASTA) and rules.turned_black_ace == "any_suit"
        if suit is not card.suit and not names_suit:
            raise RuleViolation("trump_is_not_the_turned_suit", turned=str(card))
    if spec.needs_black_aces and cards is not None and not (SPADILLE in cards and BASTA in cards):
        raise RuleViolation("respekt_needs_both_black_aces")
    return spec.code


def check_purchase(contract: str, counts: Sequence[int | None], ruleset: RuleSet | str = DLU) -> int:
    """How many cards of the talon are left after buying.

    `counts` are the cards bought by declarer, right and left opponent, in that order; those who have not
    spoken yet are None or missing. A turned card counts among the declarer's. Nobody buys more than the nine
    cards of his hand. Raises `unknown_contract`, `wrong_number_bought` and `bought_out_of_order`.
    """
    rules = ruleset_of(ruleset)
    spec = rules.spec(contract)
    left = TALON_SIZE
    silent = False
    for buyer, count in zip(_BUYERS, items(counts, "wrong_number_bought", len(_BUYERS)), strict=False):
        if count is None:
            silent = True
            continue
        if silent:
            raise RuleViolation("bought_out_of_order", buyer=buyer)
        if buyer == "declarer":
            least, most = spec.declarer_buys
        else:
            least, most = 0, min(left, HAND_SIZE) if spec.opponents_buy else 0
        if type(count) is not int or not least <= count <= most:
            number: object = count if type(count) is int and abs(count) < 100 else shown(count)
            raise RuleViolation("wrong_number_bought", buyer=buyer, number=number, least=least, most=most)
        left -= count
    return left
