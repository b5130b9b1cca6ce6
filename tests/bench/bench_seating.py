"""How many repeat meetings our seatings have beside other ways to draw, and how long they take.

    python -m tests.bench.bench_seating

First full plans: ours, one random draw, the best of 1,000 shuffles for every round, and a tournament drawn by
greedy top-down Monrad: the best placed who is free takes the best placed whom the table has met least, and so
on. The ratio is the time of the shuffles over ours. (Greedy Monrad seats by results, so it is after something
else; its repeats are what drawing that way costs.)

Then Monrad: the closeness of a tournament is the sum over its rounds and over pairs at a table of the squared
difference of their places. The totals to reach are 17,800, 41,700 and 24,400; what is known of the tournaments
they were measured on is their size, that results were simulated, and that the search was one of annealed
swaps from the blocks of the standing. Our simulated tournament: a player's points in a round are his
strength, 0 to 10, and luck, 0 to 100, all drawn evenly; ties go to the lower number. The more strength counts,
the stiller the standing is, and the more neighbours have met already. So that nobody need believe these
numbers to be fair, a plain search of 100,000 annealed swaps a round runs along: it comes out well
above two of the totals and within a tenth of the third, so our tournaments are as hard as theirs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp
from time import process_time

import numpy as np
from numpy.typing import NDArray

from engine import plan_monrad, plan_seating
from engine.seating import closeness

PLANS = ((16, 5), (24, 7), (27, 6), (32, 8), (40, 10), (64, 10), (100, 8), (172, 12), (1000, 12))
REFERENCE = {(32, 6): 17_800, (48, 8): 41_700, (100, 8): 24_400}
ROUNDS_TIMED = ((200, 1.0), (1000, 10.0))
TOURNAMENTS = 5
_SHUFFLES = 1_000
_SWAPS = 100_000

Round = Sequence[Sequence[int | None]]
Drawer = Callable[[list[int], list[Round], int], Round]


def main() -> int:
    return 1 if _plans() + _monrad() + _large_rounds() else 0


# ---- full plans ----


def _plans() -> int:
    """Print the table; how many cells took too long."""
    late = 0
    print("repeat meetings, and seconds")
    print(
        f"{'N, R':>9}{'bound':>8}{'ours':>8}{'s':>8}{'random':>9}{'shuffles':>16}{'s':>8}"
        f"{'greedy Monrad':>15}{'s':>8}{'ratio':>8}{'limit s':>9}"
    )
    for players, rounds in PLANS:
        start = process_time()
        report = plan_seating(players=players, rounds=rounds).report
        planned = process_time()
        shuffled = _best_of(players, rounds, _SHUFFLES)
        tried = process_time()
        greedy = _repeats(tournament(players, rounds, 1, _greedy)[0], players)
        ours, slow, greedy_time = planned - start, tried - planned, process_time() - tried
        by_lot = _best_of(players, rounds, 1)
        limit = 2 if players <= 200 else 10
        late += ours > limit
        print(
            f"{f'{players}, {rounds}':>9}{report.repeats_bound:>8}{report.repeats:>8}{ours:>8.2f}{by_lot:>9}"
            f"{f'{shuffled} of {_SHUFFLES:,}':>16}{slow:>8.2f}{greedy:>15}{greedy_time:>8.2f}"
            f"{slow / max(ours, 1e-3):>8.1f}{limit:>9}",
            flush=True,
        )
    return late


def _sizes(players: int) -> list[int]:
    threes = -players % 4
    return [4] * ((players - 3 * threes) // 4) + [3] * threes


def _pairs(players: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Positions in an order of players that share a table."""
    ends = np.cumsum(_sizes(players))
    pairs = [
        pair
        for size, end in zip(_sizes(players), ends.tolist(), strict=True)
        for pair in combinations(range(end - size, end), 2)
    ]
    both = np.array(pairs, dtype=np.int64)
    return both[:, 0], both[:, 1]


def _best_of(players: int, rounds: int, tries: int) -> int:
    """Repeats when every round is the best of so many shuffles."""
    chance = random.Random(players)
    one, other = _pairs(players)
    met = np.zeros((players, players), dtype=np.int64)
    order = list(range(players))
    for _ in range(rounds):
        best: tuple[int, list[int]] | None = None
        for _ in range(tries):
            chance.shuffle(order)
            at = np.array(order)
            again = int((met[at[one], at[other]] > 0).sum())
            if best is None or again < best[0]:
                best = again, order.copy()
        at = np.array(best[1] if best else order)
        np.add.at(met, (at[one], at[other]), 1)
        np.add.at(met, (at[other], at[one]), 1)
    return int(np.maximum(met - 1, 0).sum()) // 2


# ---- Monrad ----


def tournament(players: int, rounds: int, seed: int, drawer: Drawer) -> tuple[list[Round], int]:
    """The rounds of a simulated tournament and its closeness; the first is not counted, being drawn by lot."""
    chance = random.Random(seed)
    strength = [chance.randrange(11) for _ in range(players)]
    points = [0] * players
    played: list[Round] = []
    total = 0
    for number in range(rounds):
        standing = sorted(range(players), key=lambda player: (-points[player], player))
        if number == 0:
            chance.shuffle(standing)
        played.append(drawer(standing, played, seed))
        total += closeness(played[-1], standing) if number else 20 * (players // 4)
        for player in range(players):
            points[player] += strength[player] + chance.randrange(101)
    return played, total


def _ours(standing: list[int], played: list[Round], seed: int) -> Round:
    return plan_monrad(standing, played, seed=seed).rounds[0]


def _greedy(standing: list[int], played: list[Round], seed: int) -> Round:
    met: dict[int, set[int]] = {player: set() for player in standing}
    for tables in played:
        for table in tables:
            for player in table:
                if player is not None:
                    met[player].update(other for other in table if other is not None)
    left = list(standing)
    drawn: list[list[int]] = []
    for size in _sizes(len(standing)):
        group = [left.pop(0)]
        while len(group) < size:
            mate = min(left, key=lambda player: len(met[player].intersection(group)))
            left.remove(mate)
            group.append(mate)
        drawn.append(group)
    return drawn


def _annealed(standing: list[int], played: list[Round], seed: int) -> Round:
    """The blocks of the standing after so many swaps at a falling temperature; a repeat costs a million."""
    players, chance = len(standing), random.Random(seed * 100 + len(played))
    tables = [list(range(start, start + 4)) for start in range(0, players, 4)]
    if played:
        place = {player: at for at, player in enumerate(standing)}
        price = [[(one - other) ** 2 for other in range(players)] for one in range(players)]
        for table in (table for tables_ in played for table in tables_):
            for one, other in combinations([place[player] for player in table if player is not None], 2):
                price[one][other] = price[other][one] = 1_000_000 + (one - other) ** 2
        tables = _after_swaps(tables, price, chance)
    return [[standing[at] for at in table] for table in tables]


def _after_swaps(tables: list[list[int]], price: list[list[int]], chance: random.Random) -> list[list[int]]:
    best, least, now = tables, 0, 0
    for step in range(_SWAPS):
        heat = 300 * (1 / 600) ** (step / _SWAPS)
        home, goal = chance.choice(tables), chance.choice(tables)
        if home is goal:
            continue
        chair, other_chair = chance.randrange(4), chance.randrange(4)
        one, other = home[chair], goal[other_chair]
        change = sum(price[other][p] - price[one][p] for p in home if p != one)
        change += sum(price[one][p] - price[other][p] for p in goal if p != other)
        if change <= 0 or chance.random() < exp(-min(change / heat, 700)):
            home[chair], goal[other_chair] = other, one
            now += change
            if now < least:
                best, least = [list(table) for table in tables], now
    return best if least < 0 else tables


def _repeats(played: Sequence[Round], players: int) -> int:
    met = np.zeros((players, players), dtype=np.int64)
    for tables in played:
        for table in tables:
            for one, other in combinations([player for player in table if player is not None], 2):
                met[min(one, other), max(one, other)] += 1
    return int(np.maximum(met - 1, 0).sum())


def _monrad() -> int:
    """Print the table; how many sizes have a repeat or are less close than the reference."""
    missed = 0
    print(f"\nMonrad, mean of {TOURNAMENTS} simulated tournaments: repeats, closeness, seconds a round")
    print(
        f"{'N, R':>9}{'ours':>16}{'s':>7}{'annealed':>16}{'s':>7}{'greedy':>16}{'s':>7}{'to reach':>10}{'ratio':>7}"
    )
    for (players, rounds), reference in REFERENCE.items():
        line, ours = f"{f'{players}, {rounds}':>9}", (0.0, 0.0)
        for drawer in (_ours, _annealed, _greedy):
            start = process_time()
            some = [tournament(players, rounds, seed, drawer) for seed in range(TOURNAMENTS)]
            seconds = (process_time() - start) / TOURNAMENTS / rounds
            repeats = sum(_repeats(played, players) for played, _ in some) / TOURNAMENTS
            close = sum(total for _, total in some) / TOURNAMENTS
            if drawer is _ours:
                ours = repeats, close
            line += f"{f'{repeats:.1f} {close:>8,.0f}':>16}{seconds:>7.2f}"
        missed += ours[0] > 0 or ours[1] > reference
        print(f"{line}{reference:>10,}{ours[1] / reference:>7.2f}", flush=True)
    return missed


def _large_rounds() -> int:
    """Print how long one late round of a large field takes; how many took too long."""
    late = 0
    for players, limit in ROUNDS_TIMED:
        played, _ = tournament(players, 5, 1, _greedy)
        start = process_time()
        plan_monrad(list(range(players)), played)
        seconds = process_time() - start
        late += seconds > limit
        print(f"one Monrad round of {players}: {seconds:.2f} s of {limit:.0f}")
    return late


if __name__ == "__main__":
    sys.exit(main())
