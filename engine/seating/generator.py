"""The planner's own source of chance: SplitMix64, so that one seed gives one draw on every machine.

`random.Random` promises its stream only for some of its methods and only within a Python version; a draw that
is printed with its seed must be repeatable for years. SplitMix64 is public domain and a dozen lines: G. L.
Steele Jr., D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; constants
as in S. Vigna's splitmix64.c.
"""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1


class Generator:
    """A stream of 64-bit numbers that depends on the seed alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """The next number, 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1: the high half of a 128-bit product (bias under limit / 2**64)."""
        return (self.next() * limit) >> 64

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, count: int) -> list[int]:
        """The numbers 0 to count - 1 in a random order (Fisher and Yates, from the end)."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
