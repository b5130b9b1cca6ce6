"""A search for one round that re-divides two or three tables at a time, each time exactly.

Tables stand in the order of the standing. Every three that lie near each other are divided anew at the least
price (`splits`), until no three give anything; then a few people near one place are exchanged at random, the
neighbourhood is divided anew, and the result is kept unless it is worse. This is a large neighbourhood search
(Shaw 1998) with the restarts of iterated local search (Lourenço, Martin and Stützle 2003). It ends after a
number of divisions, so the same arguments give the same round on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.seating.generator import Generator
from engine.seating.splits import MOST_SPLIT, SPLIT_AT_ONCE, Prices, best_split
from engine.seating.tables import Table

_NEAR = 3  # tables further down that may be divided together with a table
_KICKS = 120  # random exchanges tried, and one more for every table
_DIVISIONS = 4_000  # divisions before the search ends, and so many more for every table:
_DIVISIONS_A_TABLE = 30


@dataclass(frozen=True)
class Divided:
    """The tables of a round and the divisions it took."""

    tables: list[Table]
    divisions: int


def divide(
    tables: Sequence[Table], prices: Prices, place: Sequence[int], generator: Generator, *, floor: int = 0
) -> Divided:
    """A round at the least price found; `place` is every chair's place in the standing.

    All tables have four chairs, of which some are empty. Sixteen chairs and fewer are divided exactly.
    `floor` is a first price that nothing can better: above it the search also looks far from home.
    """
    if len(tables) <= MOST_SPLIT:
        return Divided(best_split(sorted(chair for table in tables for chair in table), prices), 1)
    search = _Search(tables, prices, place, floor)
    search.settle(set(range(len(tables))))
    best, price = search.copy(), search.price
    for _ in range(_KICKS + len(tables)):
        if search.spent:
            break
        search.settle(search.kick(generator))
        if search.price <= price:
            best, price = search.copy(), search.price
        else:
            search.tables = [list(table) for table in best]
    return Divided(best, search.divisions)


class _Search:
    def __init__(self, tables: Sequence[Table], prices: Prices, place: Sequence[int], floor: int) -> None:
        self.tables = [sorted(table) for table in tables]
        self.divisions = 0
        self._prices = prices
        self._place = place
        self._floor = floor
        self._limit = _DIVISIONS + _DIVISIONS_A_TABLE * len(tables)
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}  # table -> price
        self._best: set[frozenset[tuple[int, ...]]] = set()  # groups of tables that nothing can better

    @property
    def spent(self) -> bool:
        return self.divisions >= self._limit

    @property
    def price(self) -> tuple[int, int]:
        return self._price(self.tables)

    @property
    def _above_floor(self) -> bool:
        return self.price[0] > self._floor

    def copy(self) -> list[Table]:
        return [list(table) for table in self.tables]

    def settle(self, changed: set[int]) -> None:
        """Divide near tables anew, beginning around the changed ones, until nothing gets cheaper."""
        while changed and not self.spent:
            order, moved, far = self._order(), set[int](), self._above_floor
            for start in range(len(order)):
                for others in self._neighbours(order, start, far=far):
                    group = (order[start], *others)
                    if (changed.isdisjoint(group) and moved.isdisjoint(group)) or self.spent:
                        continue
                    if self._divide(group):
                        moved.update(group)
            changed = moved

    def _neighbours(self, order: Sequence[int], start: int, *, far: bool) -> Iterator[tuple[int, ...]]:
        """Tables to divide together with one: two of the next ones; if `far`, for one that costs any other."""
        yield from combinations(order[start + 1 : start + 1 + _NEAR], SPLIT_AT_ONCE - 1)
        if far and self._table_price(self.tables[order[start]])[0] > 0:
            yield from ((other,) for other in order if other != order[start])

    def kick(self, generator: Generator) -> set[int]:
        """Exchange two to four pairs of people near one table, a costly one where there are any."""
        order = self._order()
        costs = [self._table_price(self.tables[number])[0] for number in order]
        costly = [index for index, cost in enumerate(costs) if cost > 0] if self._above_floor else []
        at = generator.choice(costly) if costly else generator.below(len(order))
        touched = {order[at]}
        for _ in range(2 + generator.below(3)):
            near = min(len(order) - 1, max(0, at + generator.below(2 * _NEAR + 1) - _NEAR))
            to = generator.below(len(order)) if costly and generator.below(2) else near
            if to == at:
                continue
            one, other = self.tables[order[at]], self.tables[order[to]]
            chair, goal = generator.below(4), generator.below(4)
            one[chair], other[goal] = other[goal], one[chair]
            touched |= {order[at], order[to]}
            at = to
        for number in touched:
            self.tables[number].sort()
        return touched

    def _divide(self, group: Sequence[int]) -> bool:
        """Whether these tables could be divided anew at a lower price, and were."""
        old = [self.tables[number] for number in group]
        key = frozenset(tuple(table) for table in old)
        if key in self._best:
            return False
        self.divisions += 1
        new = best_split(sorted(chair for table in old for chair in table), self._prices)
        better = self._price(new) < self._price(old)
        self._best.add(frozenset(tuple(table) for table in new) if better else key)
        if better:
            for number, table in zip(group, new, strict=True):
                self.tables[number] = table
        return better

    def _order(self) -> list[int]:
        """Table indices, the best placed people first."""
        places = [sum(self._place[chair] for chair in table) for table in self.tables]
        return sorted(range(len(places)), key=lambda number: (places[number], number))

    def _price(self, tables: Sequence[Table]) -> tuple[int, int]:
        each = [self._table_price(table) for table in tables]
        return sum(first for first, _ in each), sum(second for _, second in each)

    def _table_price(self, table: Table) -> tuple[int, int]:
        key = tuple(table)
        if key not in self._known:
            self._known[key] = self._prices.of(table)
        return self._known[key]
