"""Table numbers that vary: nobody should find the same table again.

Within a round any two tables may exchange numbers. Each round in turn exchanges as long as that lowers the
number of repeated visits (the sum over player and table of C(visits, 2)), and the rounds are gone through
until nothing moves.
"""

from collections.abc import Sequence

import numpy as np

from engine.seating.tables import Counts, Round

_PASSES = 4


def number_tables(rounds: Sequence[Round], visits: Counts) -> list[Round]:
    """The same tables, each round in an order in which players meet few tables again.

    `visits` counts earlier rounds per player and table; it is changed to include these rounds.
    """
    numbered = [list(tables) for tables in rounds]
    for tables in numbered:
        _count(tables, visits, 1)
    for _ in range(_PASSES):
        moved = False
        for tables in numbered:
            _count(tables, visits, -1)
            moved = _exchange(tables, visits) or moved
            _count(tables, visits, 1)
        if not moved:
            break
    return numbered


def _count(tables: Round, visits: Counts, change: int) -> None:
    for number, table in enumerate(tables):
        visits[table, number] += change


def _exchange(tables: Round, visits: Counts) -> bool:
    """Exchange numbers within one round while that helps; whether anything moved."""
    price = np.array([visits[table, : len(tables)].sum(axis=0) for table in tables])
    moved, gained = False, True
    while gained:
        gained = False
        for one in range(len(tables)):
            here = price.diagonal()
            gains = price[one] + price[:, one] - here[one] - here
            other = int(gains.argmin())
            if gains[other] < 0:
                tables[one], tables[other] = tables[other], tables[one]
                price[[one, other]] = price[[other, one]]
                gained = moved = True
    return moved
