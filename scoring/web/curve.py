"""The curve on a player's card: points added up deal by deal, as numbers for a small SVG.

Drawn on the server, so it needs no script and stands in print; colours and type are the style sheet's.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# The picture in its own units, about the pixels of a phone, so that its letters are as large as the text around it.
WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 12, 24
# Letters nearer to each other than this would touch.
LINE, MARK = 15, 26
FEWEST_DEALS = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One deal: its round, its points, and what they are against the field (None: not to be compared)."""

    round_no: int
    points: int
    against_field: Fraction | None = None


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Where a round ends: `x` of its last deal, `middle` where its number stands, if there is room for it."""

    number: int
    x: float
    y: float
    middle: float
    is_named: bool
    sum: int


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of both lines as SVG writes them, the heights that are labelled, and the ends of the rounds."""

    points: str
    field: str
    levels: tuple[tuple[int, float], ...]
    zero: float
    ends: tuple[RoundEnd, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def curve_of(steps: Sequence[Step]) -> Curve | None:
    """None for fewer than two deals: a single one has no course. It starts from nought."""
    if len(steps) < FEWEST_DEALS:
        return None
    sums = list(accumulate((step.points for step in steps), initial=0))
    compared = any(step.against_field is not None for step in steps)
    differences = (step.against_field or Fraction(0) for step in steps)
    against = [float(points) for points in accumulate(differences, initial=Fraction(0))]
    heights = [*sums, *(against if compared else ())]
    scale = _Scale(len(steps), min(heights), max(heights))
    return Curve(
        scale.line(sums),
        scale.line(against) if compared else "",
        scale.levels(min(sums), max(sums)),
        scale.y(0),
        _ends(steps, sums, scale),
    )


class _Scale:
    """From deals and points to places in the picture. Nought is always in it."""

    def __init__(self, deals: int, least: float, most: float) -> None:
        self.deals = deals
        self.least, self.most = min(least, 0.0), max(most, 0.0)
        if self.most == self.least:
            self.least, self.most = -1.0, 1.0

    def x(self, deal: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * deal / self.deals, 1)

    def y(self, points: float) -> float:
        share = (self.most - points) / (self.most - self.least)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * share, 1)

    def line(self, sums: Sequence[float]) -> str:
        return " ".join(f"{self.x(deal)},{self.y(points)}" for deal, points in enumerate(sums))

    def levels(self, least: int, most: int) -> tuple[tuple[int, float], ...]:
        """Nought, and the highest and the lowest where their letters do not touch it."""
        zero = self.y(0)
        others = [(value, self.y(value)) for value in (most, least)]
        return ((0, zero), *(level for level in others if abs(level[1] - zero) >= LINE))


def _ends(steps: Sequence[Step], sums: Sequence[int], scale: _Scale) -> tuple[RoundEnd, ...]:
    ends: list[RoundEnd] = []
    start, named_at = 0, float(-MARK)
    for index, step in enumerate(steps, 1):
        if index < len(steps) and steps[index].round_no == step.round_no:
            continue
        middle = scale.x((start + index) / 2)
        is_named = middle - named_at >= MARK
        named_at = middle if is_named else named_at
        ends.append(
            RoundEnd(step.round_no, scale.x(index), scale.y(sums[index]), middle, is_named, sums[index])
        )
        start = index
    return tuple(ends)
