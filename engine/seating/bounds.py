"""What no seating can beat, whatever the method: lower bounds for maximum meetings, repeats and the search
objective.

Each player p still has d_p = 3 R - t_p meetings to come, t_p of the tables being tables of three, and at best
they go to the people met least so far: fill the lowest first. The t_p are free but for their sum, and every
bound is convex in d_p, so handing the tables of three one by one to whoever gains most is exact. With nothing
played before this is the bound of Miller, Valkov and Abel's survey (Symmetry 2026, 18(2), 269) for tables of
four and three.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import heapify, heapreplace

import numpy as np

from engine.seating.tables import Counts, Layout, pair_cost, repeats_in


@dataclass(frozen=True)
class Bounds:
    """No seating has fewer than these; history included."""

    max_meetings: int
    repeats: int
    pair_cost: int  # sum over pairs of C(meetings, 2)
    threes_spread: int  # largest difference of two players' tables of three
    threes_cost: int  # sum over players of C(tables of three, 2)


def bounds(shape: Layout, rounds: int, before: Counts, threes_before: Counts) -> Bounds:
    """The lower bounds for `rounds` more rounds after the meetings and tables of three there were before."""
    people = [np.delete(before[player], player) for player in range(shape.players)]
    unmet = sum(int((row == 0).sum()) for row in people) // 2
    extra = _row_sum(shape, rounds, people, _row_repeats)
    fewest = max(-(-extra // 2), shape.pairs * rounds - unmet, 0)
    cost = -(-_row_sum(shape, rounds, people, _row_pair_cost) // 2)
    repeats, total = repeats_in(before) + fewest, pair_cost(before) + cost
    if not before.any():
        total = max(total, _pigeonhole(shape) * rounds * (rounds - 1) // 2)
        # m - 1 >= C(m, 2) * 2 / R for a pair that meets m <= R times
        repeats = max(repeats, -(-2 * total // rounds))
    threes = _even_threes(shape, rounds, threes_before)
    return Bounds(
        max_meetings=_least_maximum(shape, rounds, people),
        repeats=repeats,
        pair_cost=total,
        threes_spread=max(int(threes.max() - threes.min()), 1 if shape.threes else 0),
        threes_cost=int((threes * (threes - 1)).sum()) // 2,
    )


def with_forced(limits: Bounds, before: Counts, forced: Counts) -> Bounds:
    """The same bounds when locks alone bring people together `forced` times."""
    together = before + forced
    return replace(
        limits,
        max_meetings=max(limits.max_meetings, int(together.max())),
        repeats=max(limits.repeats, repeats_in(together)),
    )


def _even_threes(shape: Layout, rounds: int, before: Counts) -> Counts:
    """Tables of three per player when they always go to whoever had fewest, at most one a round."""
    counts = before.copy()
    for _ in range(rounds):
        counts[np.argsort(counts, kind="stable")[: 3 * shape.threes]] += 1
    return counts


def _row_repeats(row: Counts, meetings: int) -> int:
    """Repeats one player cannot avoid in so many meetings."""
    return max(0, meetings - int((row == 0).sum()))


def _row_pair_cost(row: Counts, meetings: int) -> int:
    """Growth of the sum of C(m, 2) over one player's pairs when the least met are met first."""
    levels = np.sort(row)
    cost = 0
    for level in range(int(levels[0]), int(levels[-1]) + meetings + 1):
        taken = min(meetings, int((levels <= level).sum()))
        cost += level * taken
        meetings -= taken
        if meetings == 0:
            break
    return cost


def _row_sum(shape: Layout, rounds: int, people: list[Counts], row_cost: Callable[[Counts, int], int]) -> int:
    """The sum over players of `row_cost` of their meetings, with the tables of three where they save most."""
    known: dict[tuple[bytes, int], int] = {}

    def cost(row: Counts, meetings: int) -> int:
        key = (np.bincount(row).tobytes(), meetings)
        if key not in known:
            known[key] = row_cost(row, meetings)
        return known[key]

    total = sum(cost(row, 3 * rounds) for row in people)
    if shape.threes == 0:
        return total

    def saving(player: int, threes: int) -> int:
        if threes == rounds:
            return 0
        row, meetings = people[player], 3 * rounds - threes
        return cost(row, meetings - 1) - cost(row, meetings)

    queue = [(saving(player, 0), player, 0) for player in range(shape.players)]
    heapify(queue)
    for _ in range(3 * shape.threes * rounds):
        change, player, threes = queue[0]
        total += change
        heapreplace(queue, (saving(player, threes + 1), player, threes + 1))
    return total


def _least_maximum(shape: Layout, rounds: int, people: list[Counts]) -> int:
    """The smallest limit on meetings of a pair under which everybody's meetings still fit."""
    limit = max((int(row.max()) for row in people), default=0)
    while True:
        missing = [max(0, 3 * rounds - int(np.maximum(limit - row, 0).sum())) for row in people]
        if max(missing) <= rounds and sum(missing) <= 3 * shape.threes * rounds:
            return limit
        limit += 1


def _pigeonhole(shape: Layout) -> int:
    """Pairs that any two rounds must share because a table is larger than the number of tables."""
    shared = 0
    for size in shape.sizes:
        whole, rest = divmod(size, shape.tables)
        shared += rest * whole * (whole + 1) // 2 + (shape.tables - rest) * whole * (whole - 1) // 2
    return shared
