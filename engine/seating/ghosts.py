"""Tables of three out of a design: points nobody sits on, one at each short table.

A design for N + g points, from which g *ghosts* that never meet in the chosen rounds are removed, is N
players with g tables of three a round and still no repeat. Which points and rounds are chosen decides how
evenly the threes fall.
"""

from collections.abc import Iterator

import numpy as np

from engine.seating.generator import Generator
from engine.seating.tables import Counts, Round

_CANDIDATES = 300  # sets of ghosts looked at


def without_ghosts(design: list[Round], ghosts: int, rounds: int) -> list[Round]:
    """`rounds` rounds (or as many as there are) with `ghosts` points removed, threes as even as found.

    Tables keep their order, so a numbering nobody meets twice stays one; players left are numbered from 0.
    """
    if ghosts == 0 or not design:
        return design[:rounds]
    best: tuple[tuple[int, ...], list[int]] = ((), [])
    best_price = (rounds + 1, 0, 0)
    table_of = _table_of(design)
    for candidate in _candidates(len(table_of[0]), ghosts):
        possible = [
            index
            for index in range(len(design))
            if len({int(table_of[index, ghost]) for ghost in candidate}) == ghosts
        ]
        chosen, spread, squares = _even_rounds(table_of, candidate, possible, rounds)
        price = (rounds - len(chosen), spread, squares)
        if price < best_price:
            best, best_price = (candidate, chosen), price
        if price[0] == 0 and spread <= 1:
            break
    return [_removed(design[index], set(best[0])) for index in best[1]]


def _table_of(design: list[Round]) -> Counts:
    """Round, point -> table."""
    place = np.zeros((len(design), sum(len(table) for table in design[0])), dtype=np.int64)
    for index, tables in enumerate(design):
        for number, table in enumerate(tables):
            place[index, table] = number
    return place


def _candidates(points: int, ghosts: int) -> Iterator[tuple[int, ...]]:
    """Sets of points to try, the last points first, then at random but always the same."""
    yield tuple(range(points - ghosts, points))
    if ghosts > 1:
        generator = Generator(points)
        for _ in range(_CANDIDATES):
            yield tuple(sorted(generator.shuffled(points)[:ghosts]))


def _even_rounds(
    table_of: Counts, ghosts: tuple[int, ...], possible: list[int], rounds: int
) -> tuple[list[int], int, int]:
    """Rounds among the possible, with the spread and sum of squares of tables of three per player.

    Begin with the first and exchange a chosen round for another while the sum of squares goes down.
    """
    players = [point for point in range(table_of.shape[1]) if point not in ghosts]
    threes = sum((table_of == table_of[:, [ghost]])[:, players].astype(np.int64) for ghost in ghosts)
    chosen, left = possible[:rounds], possible[rounds:]
    counts = threes[chosen].sum(axis=0)
    while len(ghosts) > 1 and left and chosen:
        base = int((counts * counts).sum())
        squares, out, into = min(
            (int((changed * changed).sum()), out, into)
            for out in range(len(chosen))
            for into in range(len(left))
            for changed in [counts - threes[chosen[out]] + threes[left[into]]]
        )
        if squares >= base:
            break
        counts = counts - threes[chosen[out]] + threes[left[into]]
        chosen[out], left[into] = left[into], chosen[out]
    return chosen, int(counts.max() - counts.min()), int((counts * counts).sum())


def _removed(tables: Round, ghosts: set[int]) -> Round:
    """The round without the ghosts, the players left numbered from 0."""
    left = sorted(point for table in tables for point in table if point not in ghosts)
    number = {point: index for index, point in enumerate(left)}
    return [[number[point] for point in table if point not in ghosts] for table in tables]
