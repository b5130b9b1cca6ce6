"""How alike two people are, by what is written of them: name, club and member number.

Two mistakes are possible, and the worse is to take two people for one: their results would be mixed. So nothing is
decided here. It is said who may be the same person and why, and a person decides. A leaf module like `text`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TYPE_CHECKING

from tournament.text import name_key, search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

SIMILAR_RATIO = 0.88
# In a shorter name one letter is too large a part: "Bo Bay" and "Bo Bax" are two people.
ONE_EDIT_FROM_LENGTH = 7
# A first name of one letter; the Danish ones are keyed with two.
INITIALS = frozenset("abcdefghijklmnopqrstuvwxyz") | {"aa", "ae", "oe"}


@dataclass(frozen=True)
class Person:
    """What is compared of somebody; `ref` is the player's id, or the row number in a list."""

    ref: int
    by_parts: str
    spoken: str
    club: str
    number: str
    letters: int
    entered: bool = False

    @classmethod
    def of(cls, ref: int, name: str, club: str, member_no: str, *, entered: bool = False) -> Person:
        """The person with the keys that are compared."""
        spoken = search_key(name)
        number = joined_key(member_no).lstrip("0")
        return cls(ref, name_key(name), spoken, joined_key(club), number, letter_bag(spoken), entered)

    @property
    def ends(self) -> tuple[str, str]:
        """The first and the last part of the name."""
        parts = self.spoken.split() or [""]
        return parts[0], parts[-1]

    def may_share_club(self, other: Person) -> bool:
        """Whether the clubs are the same, as far as they are known."""
        return not self.club or not other.club or self.club == other.club

    def contradicts_number(self, other: Person) -> bool:
        """Whether both have a member number, and not the same."""
        return bool(self.number and other.number and self.number != other.number)

    def shares_number(self, other: Person) -> bool:
        """Whether both have one member number."""
        return bool(self.number) and self.number == other.number


class Likeness(StrEnum):
    """Why two may be one person, the surest first."""

    SAME_NAME = "same_name"  # the same name, in any order, and perhaps one club
    SAME_NUMBER = "same_number"  # another name with this member number in this club
    SIMILAR_NAME = "similar_name"  # nearly the same spelling, or a middle name more or less
    INITIAL = "initial"  # the first name only as an initial
    SAME_NAME_ELSEWHERE = (
        "same_name_elsewhere"  # the same name in another club, or with another member number
    )


@dataclass(frozen=True)
class Pair:
    """Two who may be one person, by their refs, the lower first."""

    one: int
    other: int
    likeness: Likeness
    ratio: float


def likely_pairs(people: Iterable[Person]) -> list[Pair]:
    """Everybody who may be somebody else in the list too, the surest first."""
    found: dict[tuple[int, int], Pair] = {}
    buckets: defaultdict[tuple[str, str], list[Person]] = defaultdict(list)
    for person in people:
        met: set[int] = set()
        for key in _keys(person):
            for other in buckets[key]:
                if other.ref in met:
                    continue
                met.add(other.ref)
                likeness = likeness_of(other, person)
                if likeness is not None:
                    one, two = sorted((other.ref, person.ref))
                    ratio = SequenceMatcher(None, other.spoken, person.spoken, autojunk=False).ratio()
                    found[one, two] = Pair(one, two, likeness, ratio)
            buckets[key].append(person)
    order = list(Likeness)
    return sorted(
        found.values(), key=lambda pair: (order.index(pair.likeness), -pair.ratio, pair.one, pair.other)
    )


def _keys(person: Person) -> Iterable[tuple[str, str]]:
    """Only who shares one of these is compared: a typing error seldom hits the first letters of both names."""
    first, last = person.ends
    yield "first", first[:1]
    yield "last", last[:1]
    yield "parts", person.by_parts
    if person.number:
        yield "number", person.number


def likeness_of(one: Person, other: Person) -> Likeness | None:
    """Why these two may be one person; None when nothing speaks for it."""
    if one.by_parts == other.by_parts:
        is_near = one.may_share_club(other) and not one.contradicts_number(other)
        return Likeness.SAME_NAME if is_near or one.shares_number(other) else Likeness.SAME_NAME_ELSEWHERE
    in_one_club = one.may_share_club(other)
    if in_one_club and one.contradicts_number(other):
        return None
    if in_one_club and one.shares_number(other):
        return Likeness.SAME_NUMBER
    if is_nearly_spelt(one, other) or (in_one_club and has_middle_name_more(one, other)):
        return Likeness.SIMILAR_NAME
    return Likeness.INITIAL if in_one_club and is_abbreviated(one, other) else None


def is_nearly_spelt(one: Person, other: Person) -> bool:
    """Whether a typing error, or spelling as one hears it, makes one name the other."""
    if is_out_of_reach(one, other):
        return False
    if is_one_edit(one.spoken, other.spoken):
        return True
    return SequenceMatcher(None, one.spoken, other.spoken, autojunk=False).ratio() >= SIMILAR_RATIO


def has_middle_name_more(one: Person, other: Person) -> bool:
    """Whether first and last name are the same, and one has all the names of the other."""
    parts, others = {*one.spoken.split()}, {*other.spoken.split()}
    return one.ends == other.ends and (parts <= others or others <= parts)


def is_abbreviated(one: Person, other: Person) -> bool:
    """Whether the last name is the same and the first name of one is the other's initial: "S. Ærø", "Søren Ærø"."""
    (first, last), (other_first, other_last) = one.ends, other.ends
    if last != other_last or last in INITIALS or first == other_first:
        return False
    return (first in INITIALS and other_first.startswith(first)) or (
        other_first in INITIALS and first.startswith(other_first)
    )


def joined_key(text: str) -> str:
    """The text as it is compared, whatever the signs and spaces in it."""
    return search_key(text).replace(" ", "")


def letter_bag(text: str) -> int:
    """How often each letter stands in a text, as bits: as many differ as there are letters not shared.

    Comparing spellings is slow, and nearly all pairs of names need not be compared.
    """
    bits = 0
    for char in text:
        bit = 1 << (ord(char) % 64 * 8)
        while bits & bit:
            bit <<= 1
        bits |= bit
    return bits


def is_out_of_reach(one: Person, other: Person) -> bool:
    """Whether two names cannot be similar, having too many different letters."""
    allowed = max(2, (1 - SIMILAR_RATIO) * (len(one.spoken) + len(other.spoken)))
    return (one.letters ^ other.letters).bit_count() > allowed


def is_one_edit(one: str, other: str) -> bool:
    """Whether one letter more, less or other, or two neighbours swapped, makes one name the other."""
    if min(len(one), len(other)) < ONE_EDIT_FROM_LENGTH:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return abs(len(one) - len(other)) <= 1
    one, other = one[start:], other[start:]
    return (
        one[1:] == other[1:]
        or one[1:] == other
        or one == other[1:]
        or (one[:2] == other[:2][::-1] and one[2:] == other[2:])
    )
