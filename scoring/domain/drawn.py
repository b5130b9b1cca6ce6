"""Lots as numbers: which drawing one is of, the place it gave, and which of them separate whom.

Lots of two drawings were never drawn against each other. So a lot counts only among equals who all drew in the same
drawing; when results change and others are equal, it says nothing.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine import RankRow, rank
from tournament.tie_breaks import LOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine import Ranked

# More than so many never draw with one another, so a number tells the drawing and the place in it.
LARGEST_DRAWING: Final = 99
_STEP: Final = LARGEST_DRAWING + 1
Meeting = tuple[int, int, int, int]


def lot_of(drawing: int, place: int) -> int:
    """The number that is kept: drawing 2, place 1 is 201."""
    return drawing * _STEP + place


def drawing_of(lot: int) -> int:
    """Which drawing a lot is of."""
    return lot // _STEP


def place_of(lot: int) -> int:
    """The place it gave in its drawing."""
    return lot % _STEP


def order_from_seed(start_nos: Iterable[int], seed: int) -> list[int]:
    """The order a seed gives, the same for everybody who works it out: by SHA-256 of `seed:start number`."""
    return sorted(start_nos, key=lambda start_no: sha256(f"{seed}:{start_no}".encode()).hexdigest())


def rank_with_lots(
    rows: Sequence[RankRow], tie_breaks: Sequence[str], meetings: Iterable[Meeting], lots: Mapping[int, int]
) -> tuple[Ranked, ...]:
    """`engine.rank`, with the lots of those who are equal on everything else and drew against each other."""
    met = tuple(meetings)
    others = tuple(code for code in tie_breaks if code != LOT)
    ranked = rank(rows, others, met)
    if LOT not in tie_breaks:
        return ranked
    counting = _counting(ranked, lots)
    if not counting:
        return ranked
    return rank(
        [
            replace(row, values={**row.values, LOT: counting[key]})
            if (key := int(str(row.key))) in counting
            else row
            for row in rows
        ],
        (*others, LOT),
        met,
    )


def _counting(ranked: Iterable[Ranked], lots: Mapping[int, int]) -> dict[int, int]:
    """Of the lots those that separate somebody."""
    counting: dict[int, int] = {}
    for _rank, group in groupby(ranked, key=lambda row: row.rank):
        drawn = {key: lots.get(key) for key in (int(str(row.key)) for row in group)}
        numbers = [lot for lot in drawn.values() if lot is not None]
        if 1 < len(drawn) == len(numbers) and len({drawing_of(lot) for lot in numbers}) == 1:
            counting |= dict(zip(drawn, numbers, strict=True))
    return counting
