"""A round in which nobody meets again, or none: exact search for a cover by tables of four.

The chair with the fewest possible neighbours left is seated first, with every three of those who may all sit
together, and so on; where nobody fits, back. That is Knuth's rule for exact covers ("Dancing Links", 2000)
on sets as bits of whole numbers. In a tournament near the last possible round few pairs are left, so it ends
after some hundred chairs; a limit ends it elsewhere.
"""

from collections.abc import Iterator, Sequence

from engine.seating.tables import Table

_LOOKS = 600_000  # chairs looked at, counting all that are left at every table begun


def cover(friends: Sequence[int]) -> list[Table] | None:
    """Tables of four friends with every chair at one; None where there are none or the limit came first.

    `friends[chair]` has the bit of every chair that may share a table with it.
    """
    search = _Search(friends)
    tables = search.rest((1 << len(friends)) - 1)
    return None if tables is None else tables[::-1]


class _Search:
    def __init__(self, friends: Sequence[int]) -> None:
        self._friends = friends
        self._left = _LOOKS

    def rest(self, free: int) -> list[Table] | None:
        """Tables for the free chairs."""
        if not free:
            return []
        chairs = _bits(free)
        self._left -= len(chairs)
        if self._left < 0:
            return None
        first = min(chairs, key=lambda chair: (self._friends[chair] & free).bit_count())
        for table in self._tables(first, self._friends[first] & free):
            rest = self.rest(free & ~sum(1 << chair for chair in table))
            if rest is not None:
                rest.append(table)
                return rest
            if self._left < 0:
                return None
        return None

    def _tables(self, first: int, near: int) -> Iterator[Table]:
        """Every table of `first` and three of `near` who are friends, in order."""
        for second in _bits(near):
            after = near & self._friends[second] & -(2 << second)
            for third in _bits(after):
                for fourth in _bits(after & self._friends[third] & -(2 << third)):
                    yield [first, second, third, fourth]


def _bits(number: int) -> list[int]:
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found
