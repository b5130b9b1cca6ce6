"""The forty cards and the orders they rank in (DLU rules, section 1)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NoReturn, Self

from engine.codes import ClosedEnum, items, plain, shown
from engine.errors import RuleViolation

HAND_SIZE: Final = 9
TALON_SIZE: Final = 13


class Suit(StrEnum, metaclass=ClosedEnum):
    """The four suits. Codes are English initials whatever the language of the screen."""

    S = "S"
    H = "H"
    D = "D"
    C = "C"

    @property
    def is_black(self) -> bool:
        return self is Suit.S or self is Suit.C

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise RuleViolation("unknown_suit", value=shown(value))


_SUITS: Final[dict[str, Suit]] = {suit.value: suit for suit in Suit}


class Card(str):
    """One of the forty cards, written suit letter then A K Q J 7 6 5 4 3 2: `Card("SA")`, equal to `"SA"`.

    There is one object a card. Raises `unknown_card`.
    """

    __slots__ = ()

    def __new__(cls, code: str) -> Self:
        known = plain(code)
        card = _CARDS.get(known) if known is not None else None
        if card is None:
            raise RuleViolation("unknown_card", value=shown(code))
        return card  # type: ignore[return-value]  # the forty are all there are

    @property
    def suit(self) -> Suit:
        """The printed suit, also of a black ace that is a trump."""
        return _SUITS[self[0]]

    @property
    def rank(self) -> str:
        return self[1]

    def __repr__(self) -> str:
        return f"Card({str.__str__(self)!r})"


_CARDS: Final[dict[str, Card]] = {
    code: str.__new__(Card, code) for code in (suit + rank for suit in "SHDC" for rank in "AKQJ765432")
}

DECK: Final[tuple[Card, ...]] = tuple(_CARDS.values())
SPADILLE: Final = _CARDS["SA"]
BASTA: Final = _CARDS["CA"]


def _of_suit(suit: Suit, ranks: str) -> tuple[Card, ...]:
    return tuple(_CARDS[suit + rank] for rank in ranks)


_MANILLE: Final[dict[Suit, Card]] = {s: _CARDS[s + ("2" if s.is_black else "7")] for s in Suit}
_TRUMPS: Final[dict[Suit, tuple[Card, ...]]] = {
    s: (SPADILLE, _MANILLE[s], BASTA, *_of_suit(s, "KQJ76543" if s.is_black else "AKQJ23456")) for s in Suit
}
_PLAIN: Final[dict[Suit, tuple[Card, ...]]] = {
    s: _of_suit(s, "KQJ765432" if s.is_black else "KQJA234567") for s in Suit
}
_NOLO: Final[dict[Suit, tuple[Card, ...]]] = {
    s: _of_suit(s, "KQJ765432A" if s.is_black else "KQJA234567") for s in Suit
}


def trump_of(value: object) -> Suit | None:
    """A suit, its code, or None for no trump. Raises `unknown_trump`."""
    if value is None or type(value) is Suit:
        return value
    code = plain(value)
    suit = _SUITS.get(code) if code is not None else None
    if suit is None:
        raise RuleViolation("unknown_trump", value=shown(value))
    return suit


def suit_of(value: object) -> Suit:
    """A suit or its code. Raises `unknown_suit`."""
    code = plain(value)
    suit = _SUITS.get(code) if code is not None else None
    if suit is None:
        raise RuleViolation("unknown_suit", value=shown(value))
    return suit


def cards_of(value: object, at_most: int = len(DECK)) -> tuple[Card, ...]:
    """Different cards from a sequence of cards or codes. Raises `unknown_card` and `duplicate_card`."""
    cards = tuple(Card(code) for code in items(value, "unknown_card", at_most))  # type: ignore[arg-type]  # Card refuses what is no code
    if len(set(cards)) != len(cards):
        raise RuleViolation("duplicate_card", value=next(card for card in cards if cards.count(card) > 1))
    return cards


def trump_order(suit: str) -> tuple[Card, ...]:
    """The trumps of a game in `suit`, highest first: 11 in a black suit, 12 in a red one.

    Both black aces are among them, whatever the suit. Raises `unknown_suit`.
    """
    return _TRUMPS[suit_of(suit)]


def matadors(suit: str) -> tuple[Card, Card, Card]:
    """Spadille, Manille and Basta of a game in `suit`, highest first; not Ponto. Raises `unknown_suit`."""
    return SPADILLE, _MANILLE[suit_of(suit)], BASTA


def plain_order(suit: str, nolo: bool = False) -> tuple[Card, ...]:
    """The cards of a suit that is not trumps, highest first.

    In a trump game the black suits lack their ace, which is a trump: 9 cards. In nolo it is there, lowest.
    Raises `unknown_suit` and `unknown_nolo`.
    """
    if type(nolo) is not bool:
        raise RuleViolation("unknown_nolo", value=shown(nolo))
    return (_NOLO if nolo else _PLAIN)[suit_of(suit)]
