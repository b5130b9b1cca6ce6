"""Who sits where, who deals, and which hand that makes of each seat (DLU rules, section 2).

Play runs counter-clockwise: to the right of S sits E, then N, then W. A string of seats is a set, its order
means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn

from engine.codes import ClosedEnum, items, plain, shown, whole
from engine.errors import RuleViolation


class Seat(StrEnum, metaclass=ClosedEnum):
    """A place at the table."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise RuleViolation("unknown_seat", value=shown(value))


class Hand(StrEnum, metaclass=ClosedEnum):
    """A role in one deal, in order of age: the elder comes first."""

    FORHAND = "forhand"
    MELLEMHAND = "mellemhand"
    BAGHAND = "baghand"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise RuleViolation("unknown_hand", value=shown(value))


_SEATS: Final[dict[str, Seat]] = {seat.value: seat for seat in Seat}
_HANDS: Final[dict[str, Hand]] = {hand.value: hand for hand in Hand}
_RIGHT: Final[dict[Seat, Seat]] = {Seat.S: Seat.E, Seat.E: Seat.N, Seat.N: Seat.W, Seat.W: Seat.S}
MAX_DEALS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Roles:
    """The seat of each role in one deal. `baghand` dealt; `sitter_out` is None at a table of three."""

    forhand: Seat
    mellemhand: Seat
    baghand: Seat
    sitter_out: Seat | None = None

    @property
    def active(self) -> tuple[Seat, Seat, Seat]:
        """The three who play, in order of age."""
        return self.forhand, self.mellemhand, self.baghand


def seat_of(value: object) -> Seat:
    """A seat or its code. Raises `unknown_seat`."""
    if type(value) is Seat:
        return value
    code = plain(value)
    seat = _SEATS.get(code) if code is not None else None
    if seat is None:
        raise RuleViolation("unknown_seat", value=shown(value))
    return seat


def known_hand(value: object) -> Hand | None:
    """A hand or its code; None for anything else."""
    if type(value) is Hand:
        return value
    code = plain(value)
    return _HANDS.get(code) if code is not None else None


def seats_of(value: object) -> tuple[Seat, ...]:
    """The occupied seats of a table, sorted N E S W, from a string such as "NSW" or a collection of seats.

    Raises `unknown_seat`, `duplicate_seat` and, unless three or four are left, `wrong_number_of_seats`.
    """
    letters = plain(value)
    elements: tuple[object, ...] = (
        tuple(letters[:5]) if letters is not None else items(value, "unknown_seat", len(Seat) + 1)
    )
    given = [seat_of(element) for element in elements]
    occupied = tuple(seat for seat in Seat if seat in given)
    if len(occupied) != len(given):
        raise RuleViolation("duplicate_seat")
    if len(occupied) not in (3, 4):
        raise RuleViolation("wrong_number_of_seats", seats=len(occupied))
    return occupied


def seat_among(value: object, seats: tuple[Seat, ...]) -> Seat:
    """A seat that is occupied. Raises `unknown_seat`."""
    seat = seat_of(value)
    if seat not in seats:
        raise RuleViolation("unknown_seat", value=seat.value)
    return seat


def right_of(seat: str) -> Seat:
    """The seat to the right, which is the next in the direction of play. Raises `unknown_seat`."""
    return _RIGHT[seat_of(seat)]


def next_dealer(dealer: str, seats: Iterable[str]) -> Seat:
    """Who deals after `dealer`: the next occupied seat to the right. `dealer` itself may be an empty seat."""
    occupied = seats_of(seats)
    return _next_occupied(seat_of(dealer), occupied)


def _next_occupied(seat: Seat, occupied: tuple[Seat, ...]) -> Seat:
    seat = _RIGHT[seat]
    while seat not in occupied:
        seat = _RIGHT[seat]
    return seat


def dealers(first_dealer: str, seats: Iterable[str], count: int) -> tuple[Seat, ...]:
    """The dealers of deals 1 to `count`.

    An empty seat is skipped everywhere; is it the first dealer's, the next occupied seat to its right deals
    first. Raises `unknown_seat` and its relatives, `not_a_whole_number` and `wrong_number_of_deals`.
    """
    occupied = seats_of(seats)
    dealer = seat_of(first_dealer)
    if not 0 <= whole(count) <= MAX_DEALS:
        raise RuleViolation("wrong_number_of_deals")
    if dealer not in occupied:
        dealer = _next_occupied(dealer, occupied)
    sequence = []
    for _ in range(count):
        sequence.append(dealer)
        dealer = _next_occupied(dealer, occupied)
    return tuple(sequence)


def roles(dealer: str, seats: Iterable[str]) -> Roles:
    """Roles in a deal dealt by `dealer` at a table of three or four.

    The dealer is baghånd, forhånd sits to his right. At four the seat opposite the dealer sits out; at three
    the empty seat is skipped and nobody does. Raises `unknown_seat`, `duplicate_seat` and
    `wrong_number_of_seats`.
    """
    occupied = seats_of(seats)
    baghand = seat_among(dealer, occupied)
    forhand = _next_occupied(baghand, occupied)
    if len(occupied) == 3:
        return Roles(forhand, _next_occupied(forhand, occupied), baghand)
    sitter_out = _RIGHT[forhand]
    return Roles(forhand, _RIGHT[sitter_out], baghand, sitter_out)


def hand_of(seat: str, roles: Roles) -> Hand | None:
    """The role of a seat; None for the sitter-out. Raises `unknown_seat`, also for an empty seat."""
    if type(roles) is not Roles:
        raise RuleViolation("unknown_roles", value=shown(roles))
    known = seat_of(seat)
    for hand, holder in zip(Hand, roles.active, strict=True):
        if holder is known:
            return hand
    if roles.sitter_out is known:
        return None
    raise RuleViolation("unknown_seat", value=known.value)
