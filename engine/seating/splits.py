"""The cheapest way to divide eight, twelve or sixteen chairs into tables of four, exactly.

Eight chairs divide into two tables in 35 ways, twelve into three in 5,775: all are priced at once. Sixteen
divide in 2,627,625 ways, but a table of four belongs to a half of eight, and the best way to divide each of
the 12,870 halves is all that is needed: dynamic programming over subsets (Held and Karp 1962) with two
levels. Prices are sums over pairs at a table and come in two parts, of which the first decides: together they
would not fit into 64 bits.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.seating.tables import Counts, Table

SPLIT_AT_ONCE = 3  # tables divided by trying every way
MOST_SPLIT = 4  # tables divided exactly at all
_NEVER = np.iinfo(np.int64).max
_Indices = NDArray[np.intp]


class Prices(NamedTuple):
    """Symmetric matrices over chairs with a zero diagonal; the first decides, the second where it is even."""

    first: Counts
    second: Counts

    def of(self, table: Table) -> tuple[int, int]:
        """What one table costs."""
        pairs = list(combinations(table, 2))
        return sum(int(self.first[pair]) for pair in pairs), sum(int(self.second[pair]) for pair in pairs)


class _Ways(NamedTuple):
    """Every table of a number of chairs, and every way to divide them."""

    quads: _Indices  # table -> its four chairs
    pairs: _Indices  # table -> its six pairs, as positions in the flat matrix
    ways: tuple[_Indices, ...]  # the first, second, ... table of each way


def best_split(chairs: list[int], prices: Prices) -> list[Table]:
    """The chairs (a multiple of four, at most sixteen) as tables at the least price; the first such way."""
    if len(chairs) > 4 * SPLIT_AT_ONCE:
        return _best_of_sixteen(chairs, prices)
    known = _ways(len(chairs) // 4)
    first, second = _table_prices(chairs, prices, known)
    total = sum(first[tables] for tables in known.ways)
    even = np.flatnonzero(total == np.min(total))
    rest = sum(second[tables[even]] for tables in known.ways)
    way = even[int(np.argmin(rest))]
    return [_table(chairs, known.quads[tables[way]]) for tables in known.ways]


def _table_prices(chairs: list[int], prices: Prices, known: _Ways) -> tuple[Counts, Counts]:
    block = np.ix_(chairs, chairs)
    first, second = prices.first[block].ravel(), prices.second[block].ravel()
    return first[known.pairs].sum(axis=1), second[known.pairs].sum(axis=1)


def _table(chairs: list[int], places: _Indices) -> Table:
    return [chairs[place] for place in places.tolist()]


def _tables_of(count: int) -> tuple[_Indices, _Indices]:
    """Every four of so many chairs, and their pairs in a flat matrix."""
    quads = list(combinations(range(count), 4))
    pairs = [[one * count + other for one, other in combinations(quad, 2)] for quad in quads]
    return np.array(quads, dtype=np.intp), np.array(pairs, dtype=np.intp)


@cache
def _ways(tables: int) -> _Ways:
    quads, pairs = _tables_of(4 * tables)
    number = {tuple(quad): index for index, quad in enumerate(quads.tolist())}

    def divided(left: tuple[int, ...]) -> list[list[int]]:
        if not left:
            return [[]]
        found = []
        for mates in combinations(left[1:], 3):
            table = (left[0], *mates)
            rest = tuple(chair for chair in left if chair not in table)
            found += [[number[table], *others] for others in divided(rest)]
        return found

    every = np.array(divided(tuple(range(4 * tables))), dtype=np.intp)
    return _Ways(quads, pairs, tuple(np.ascontiguousarray(column) for column in every.T))


class _Halves(NamedTuple):
    """Sixteen chairs by halves of eight."""

    known: _Ways  # tables only
    one: _Indices  # half, way -> one table
    other: _Indices  # half, way -> the other
    opposite: _Indices  # half -> the half of the other eight chairs


@cache
def _halves() -> _Halves:
    quads, pairs = _tables_of(16)
    number = np.zeros(1 << 16, dtype=np.intp)
    number[(1 << quads).sum(axis=1)] = np.arange(len(quads))
    eights = np.array(list(combinations(range(16), 8)), dtype=np.intp)
    two = _ways(2)
    bits = 1 << eights
    one, other = (number[sum(bits[:, two.quads[tables, place]] for place in range(4))] for tables in two.ways)
    masks = bits.sum(axis=1)
    half = np.zeros(1 << 16, dtype=np.intp)
    half[masks] = np.arange(len(eights))
    return _Halves(_Ways(quads, pairs, ()), one, other, half[(1 << 16) - 1 - masks])


def _best_of_sixteen(chairs: list[int], prices: Prices) -> list[Table]:
    halves = _halves()
    first, second = _table_prices(chairs, prices, halves.known)
    total = first[halves.one] + first[halves.other]
    least = total.min(axis=1)
    rest = second[halves.one] + second[halves.other]
    rest[total > least[:, None]] = _NEVER
    way = rest.argmin(axis=1)
    behind = rest.min(axis=1)
    both = least + least[halves.opposite]
    even = np.flatnonzero(both == both.min())
    half = int(even[int(np.argmin((behind + behind[halves.opposite])[even]))])
    return [
        _table(chairs, halves.known.quads[tables[one, way[one]]])
        for one in (half, int(halves.opposite[half]))
        for tables in (halves.one, halves.other)
    ]
