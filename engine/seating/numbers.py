"""Table numbers that vary: nobody should find the same table again.

Within a round any two tables may exchange numbers. Each round in turn exchanges as long as that lowers the
number of repeated visits (the sum over player and table of C(visits, 2)), and the rounds are gone through
until nothing moves. Then one round after another is disturbed by an exchange or two, put right again in the
same way, and kept when it got no worse: iterated local search (Lourenço, Martin and Stützle 2003).
"""

from collections.abc import Collection, Sequence

import numpy as np

from engine.seating.generator import Generator
from engine.seating.tables import Counts, Round

_PASSES = 4
_DISTURBANCES = 1_000
_CELLS = 2_000_000  # entries of the table of visits looked at before disturbing ends
_BARRED = 1 << 40  # more than any exchange can gain


def number_tables(
    rounds: Sequence[Round], visits: Counts, fixed: Sequence[Collection[int]] = ()
) -> list[Round]:
    """The same tables, each round in an order in which players meet few tables again.

    `visits` counts earlier rounds per player and table; it is changed to include these rounds. `fixed` are
    the table numbers of each round that stay as they are.
    """
    fixed = fixed or [()] * len(rounds)
    numbered = [list(tables) for tables in rounds]
    for tables in numbered:
        _count(tables, visits, 1)
    for _ in range(_PASSES):
        moved = False
        for tables, stay in zip(numbered, fixed, strict=True):
            _count(tables, visits, -1)
            moved = _exchange(tables, visits, stay) or moved
            _count(tables, visits, 1)
        if not moved:
            break
    _disturb(numbered, visits, fixed)
    return numbered


def _disturb(numbered: list[Round], visits: Counts, fixed: Sequence[Collection[int]]) -> None:
    """Leave a state that no single exchange makes better, a limited number of times."""
    players, tables = visits.shape
    least = _least_price(players, len(numbered), tables)
    generator = Generator(players)
    price = _price(visits)
    for _ in range(min(_DISTURBANCES, _CELLS // visits.size)):
        if price <= least:
            break
        r = generator.below(len(numbered))
        free = [number for number in range(len(numbered[r])) if number not in fixed[r]]
        if len(free) < 2:
            continue
        changed = list(numbered[r])
        for _ in range(1 + generator.below(3)):
            one, other = generator.choice(free), generator.choice(free)
            changed[one], changed[other] = changed[other], changed[one]
        _count(numbered[r], visits, -1)
        _exchange(changed, visits, fixed[r])
        _count(changed, visits, 1)
        now = _price(visits)
        if now <= price:
            numbered[r], price = changed, now
        else:
            _count(changed, visits, -1)
            _count(numbered[r], visits, 1)


def _price(visits: Counts) -> int:
    """The sum over player and table of C(visits, 2)."""
    return int((visits * (visits - 1)).sum()) // 2


def _least_price(players: int, rounds: int, tables: int) -> int:
    """What nobody can avoid: rounds spread over the tables."""
    often, rest = divmod(rounds, tables)
    return players * (tables * often * (often - 1) // 2 + rest * often)


def _count(tables: Round, visits: Counts, change: int) -> None:
    for number, table in enumerate(tables):
        visits[table, number] += change


def _exchange(tables: Round, visits: Counts, fixed: Collection[int]) -> bool:
    """Exchange numbers within one round while that helps; whether anything moved."""
    price = np.array([visits[table, : len(tables)].sum(axis=0) for table in tables])
    free = [number for number in range(len(tables)) if number not in fixed]
    barred = np.isin(np.arange(len(tables)), list(fixed)) * _BARRED
    moved, gained = False, True
    while gained:
        gained = False
        for one in free:
            here = price.diagonal()
            gains = price[one] + price[:, one] - here[one] - here + barred
            other = int(gains.argmin())
            if gains[other] < 0:
                tables[one], tables[other] = tables[other], tables[one]
                price[[one, other]] = price[[other, one]]
                gained = moved = True
    return moved
