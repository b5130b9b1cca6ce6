"""Which cards may be played and which wins the trick (DLU rules, section 1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import (
    BASTA,
    HAND_SIZE,
    SPADILLE,
    Card,
    Suit,
    cards_of,
    matadors,
    plain_order,
    trump_of,
    trump_order,
)
from engine.errors import RuleViolation
from engine.rulesets import DLU, RuleSet, ruleset_of

_TRICK: Final = 3


def _strengths(order: tuple[Card, ...]) -> dict[Card, int]:
    return {card: len(order) - place for place, card in enumerate(order)}


_TRUMPS: Final[dict[Suit | None, dict[Card, int]]] = {
    None: {},
    **{s: _strengths(trump_order(s)) for s in Suit},
}
_PLAIN: Final = {s: _strengths(plain_order(s)) for s in Suit}
_NOLO: Final = {s: _strengths(plain_order(s, nolo=True)) for s in Suit}
_MATADORS: Final = {s: frozenset(matadors(s)) for s in Suit}


def legal_cards(
    hand: Iterable[str], led: str | None, trump: str | None, ruleset: RuleSet | str = DLU
) -> tuple[Card, ...]:
    """The cards of `hand` that may be played to the card `led`, sorted by code.

    `led` None: the hand leads, anything goes. `trump` None: nolo. Follow suit if you can; a black ace belongs
    to the trump suit. A trump led need not be followed when the only trumps are matadors each higher than the
    led card. Raises `unknown_trump`, `unknown_card`, `duplicate_card` (the led card in the hand is one too),
    `empty_hand` and `too_many_cards`.
    """
    rules = ruleset_of(ruleset)
    suit = trump_of(trump)
    held = sorted(cards_of(hand))
    if not held:
        raise RuleViolation("empty_hand")
    if len(held) > HAND_SIZE:
        raise RuleViolation("too_many_cards", cards=len(held))
    if led is None:
        return tuple(held)
    card = Card(led)
    if card in held:
        raise RuleViolation("duplicate_card", value=str(card))
    trumps = _TRUMPS[suit]
    if card in trumps:
        following = [held_card for held_card in held if held_card in trumps]
        if suit is not None and _is_excused(following, card, suit):
            following = []
        elif rules.manille_led == "basta" and following == [BASTA, SPADILLE]:
            following = [BASTA]
    else:
        following = [held_card for held_card in held if held_card[0] == card[0] and held_card not in trumps]
    return tuple(following or held)


def _is_excused(following: list[Card], led: Card, suit: Suit) -> bool:
    strength = _TRUMPS[suit]
    return all(card in _MATADORS[suit] and strength[card] > strength[led] for card in following)


def trick_winner(cards: Sequence[str], trump: str | None) -> int:
    """The index, 0 to 2, of the card that wins a trick of three; `cards[0]` was led. `trump` None: nolo.

    Whether each card was legal is not asked. Raises `unknown_trump`, `unknown_card`, `duplicate_card` and
    `trick_needs_three_cards`.
    """
    suit = trump_of(trump)
    played = cards_of(cards)
    if len(played) != _TRICK:
        raise RuleViolation("trick_needs_three_cards", cards=len(played))
    strength = _TRUMPS[suit]
    if not any(card in strength for card in played):
        strength = (_NOLO if suit is None else _PLAIN)[played[0].suit]
    return max(range(_TRICK), key=lambda index: strength.get(played[index], 0))
