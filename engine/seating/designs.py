"""Rounds in which nobody meets the same person twice, known from design theory: exact and instant.

Two sources. For 16 to 64 players `designs.json` holds resolvable designs as a base round that is *developed*:
points below modulus x orbits turn within their orbit, the rest stay, and each turn is another round. That
these exist is Hanani, Ray-Chaudhuri and Wilson 1972 (4 mod 12 players) and Ge, Lam, Ling and Shen 2005; the
tests check every one. (32 players do not develop and stand whole, nine rounds.) From 68 players on a cyclic
construction is enough: see `cyclic_rounds`.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from engine.seating.generator import Generator
from engine.seating.tables import Round

SMALLEST, LARGEST_STORED = 16, 64
_CYCLIC_STEPS = 3_000  # steps before a search for cyclic rounds gives up


def design_rounds(points: int, rounds: int) -> list[Round]:
    """At most `rounds` rounds of fours (fewer where no more are known), no pair meeting twice.

    Points are a multiple of four; below 16 no two rounds without a repeat exist, so the answer is empty.
    Where the cyclic construction is used the order of the tables also is a numbering nobody meets twice.
    """
    if points < SMALLEST:
        return []
    if points <= LARGEST_STORED:
        return [[list(table) for table in tables] for tables in _stored(points)[:rounds]]
    return cyclic_rounds(points // 4, rounds)


@cache
def _stored(points: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    entry = json.loads(files("engine.seating").joinpath("designs.json").read_text("utf-8"))[str(points)]
    whole = (
        entry["rounds"] if "rounds" in entry else develop(entry["base"], entry["modulus"], entry["orbits"])
    )
    return tuple(tuple(tuple(table) for table in tables) for tables in whole)


def develop(base: Sequence[Sequence[int]], modulus: int, orbits: int) -> list[Round]:
    """The base round turned 0 to modulus - 1 steps; points from modulus * orbits on are fixed."""

    def turned(point: int, step: int) -> int:
        if point >= modulus * orbits:
            return point
        orbit, place = divmod(point, modulus)
        return orbit * modulus + (place + step) % modulus

    return [[[turned(point, step) for point in table] for table in base] for step in range(modulus)]


def cyclic_rounds(size: int, rounds: int) -> list[Round]:
    """Rounds for 4 * size players: round r has the tables {(i, x + a[r][i]) : i = 0..3}, x modulo size.

    Point (i, y) is number i * size + y.

    Nobody meets twice when in each column of `a`, and in each difference of two columns, all values differ; a
    fifth column does the same for the table number.
    """
    return [
        [[column * size + (x - row[4] + row[column]) % size for column in range(4)] for x in range(size)]
        for row in _cyclic_rows(size, rounds)
    ]


@cache
def _cyclic_rows(size: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Rows (0, b, c, d, e) for `cyclic_rounds`: multiples of (0, 1, 2, 3, 4) where 2 and 3 do not divide
    size.

    Elsewhere a search, first with the table number, then without, then for fewer rounds.
    """
    rounds = min(rounds, size)
    if size % 2 and size % 3:
        return tuple(tuple(factor * row % size for factor in range(5)) for row in range(rounds))
    for count in range(rounds, 0, -1):
        for width in (5, 4):
            rows = _distinct_differences(size, count, width)
            if rows is not None:
                return rows
    return ()


def _distinct_differences(size: int, count: int, width: int) -> tuple[tuple[int, ...], ...] | None:
    """Min-conflicts: give a random cell of a clashing row its best value until no difference occurs twice."""
    generator = Generator(size * 100 + count)
    rows = [[0] + [generator.below(size) for _ in range(width - 1)] for _ in range(count)]
    seen = [
        [[0] * size for _ in range(width)] for _ in range(width)
    ]  # seen[j][k][d]: rows with row[j] - row[k] = d

    def tally(row: list[int], change: int) -> None:
        for j in range(width):
            for k in range(width):
                seen[j][k][(row[j] - row[k]) % size] += change

    for row in rows:
        tally(row, 1)
    for _ in range(_CYCLIC_STEPS):
        clashing = [
            row
            for row in rows
            if any(seen[j][k][(row[j] - row[k]) % size] > 1 for j in range(1, width) for k in range(j))
        ]
        if not clashing:
            return tuple(tuple(row) + (0,) * (5 - width) for row in rows)
        row = generator.choice(clashing)
        column = 1 + generator.below(width - 1)
        tally(row, -1)
        prices = [0] * size
        for k in range(width):
            if k != column:
                shifted = seen[column][k]
                for value in range(size):
                    prices[value] += shifted[value - row[k]]
        least = min(prices)
        row[column] = generator.choice([value for value, price in enumerate(prices) if price == least])
        tally(row, 1)
    return None
