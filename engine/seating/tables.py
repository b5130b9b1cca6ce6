"""What a round is made of: how many tables of four and three, who meets whom, counted.

A *round* here is a list of tables, a table a list of three or four players, before anybody has a seat.
Everything else in the package speaks these shapes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Table = list[int]
Round = list[Table]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Layout:
    """The tables of every round: fours come first, threes last. Total players: 4 fours + 3 threes."""

    players: int
    fours: int
    threes: int

    @property
    def tables(self) -> int:
        """Tables in a round."""
        return self.fours + self.threes

    @property
    def pairs(self) -> int:
        """Pairs that meet in a round."""
        return 6 * self.fours + 3 * self.threes

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of each table in order."""
        return (4,) * self.fours + (3,) * self.threes


def layout(players: int) -> Layout:
    """As few tables of three as the number of players allows; players is not 1, 2 or 5."""
    threes = -players % 4
    return Layout(players, (players - 3 * threes) // 4, threes)


def pairs_of(rounds: Iterable[Sequence[Sequence[int]]]) -> Iterator[tuple[int, int]]:
    """Every meeting once, as (smaller, larger), round by round."""
    for tables in rounds:
        for table in tables:
            yield from combinations(sorted(table), 2)


def meetings_of(rounds: Iterable[Sequence[Sequence[int]]], players: int) -> Counts:
    """Symmetric matrix: how often two players meet."""
    counts = np.zeros((players, players), dtype=np.int64)
    for one, other in pairs_of(rounds):
        counts[one, other] += 1
        counts[other, one] += 1
    return counts


def threes_of(rounds: Iterable[Sequence[Sequence[int]]], players: int) -> Counts:
    """How often each player sits at a table of three."""
    counts = np.zeros(players, dtype=np.int64)
    for tables in rounds:
        for table in tables:
            if len(table) == 3:
                counts[list(table)] += 1
    return counts


def repeats_in(meetings: Counts) -> int:
    """Repeat meetings: the sum over pairs of max(0, meetings - 1)."""
    return int(np.maximum(meetings - 1, 0).sum()) // 2


def pair_cost(meetings: Counts) -> int:
    """The sum over pairs of C(meetings, 2): what the search makes small."""
    return int((meetings * (meetings - 1)).sum()) // 4
