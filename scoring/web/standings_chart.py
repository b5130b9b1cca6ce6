"""The course of the leading ones as a picture: where each line, mark and label lies.

Across, places are hundredths of the width, so one picture fits a phone and a sheet of paper; down, they are pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.web.standings_lines import Line

# How many are drawn: more lines than this nobody can tell apart.
LEADING: Final = 6
FEWEST_ROUNDS: Final = 2
HEIGHT: Final = 240
ABOVE, BELOW = 14, 34
LABEL_GAP: Final = 17
GRID_LINES: Final = 5
LETTERS: Final = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Mark:
    """One player's points after one round."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's course. `sums` are his points after each round; None before he had played any."""

    letter: str
    number: int
    line: Line
    sums: tuple[int | None, ...]
    polyline: str
    marks: tuple[Mark, ...]
    label_y: int

    @property
    def last(self) -> int | None:
        return self.sums[-1]


@dataclass(frozen=True, slots=True)
class GridLine:
    """A round number of points across the picture."""

    value: int
    y: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A round at its place across."""

    number: int
    x: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws. `per_point` and `top_value` let a script draw one more line to the same measure."""

    rounds: tuple[int, ...]
    curves: tuple[Curve, ...]
    grid: tuple[GridLine, ...]
    ticks: tuple[Tick, ...]
    height: int
    step: int
    per_point: str
    top_value: int
    is_partial: bool


@dataclass(frozen=True, slots=True)
class Scale:
    """From points to pixels."""

    top: int
    bottom: int
    step: int

    @property
    def per_point(self) -> float:
        return HEIGHT / (self.top - self.bottom)

    def y(self, value: int) -> float:
        return ABOVE + (self.top - value) * self.per_point


def chart_of(lines: Sequence[Line], rounds: tuple[int, ...]) -> Chart | None:
    """The course of the first of these lines; None before two rounds have a result, or when nobody has a place."""
    leading = [line for line in lines if line.rank is not None][:LEADING]
    if len(rounds) < FEWEST_ROUNDS or not leading:
        return None
    courses = [sums_of(line, rounds) for line in leading]
    scale = _scale([value for sums in courses for value in sums if value is not None])
    labels = _apart([scale.y(sums[-1] or 0) for sums in courses])
    return Chart(
        rounds,
        tuple(
            _curve(number, line, sums, scale, rounds, label)
            for number, (line, sums, label) in enumerate(zip(leading, courses, labels, strict=True))
        ),
        tuple(
            GridLine(value, _number(scale.y(value)))
            for value in range(scale.bottom, scale.top + 1, scale.step)
        ),
        tuple(Tick(number, _across(at, rounds)) for at, number in enumerate(rounds, start=1)),
        ABOVE + HEIGHT + BELOW,
        scale.step,
        _number(scale.per_point),
        scale.top,
        any(line.adjustments or line.handicap for line in leading),
    )


def rounds_with_results(lines: Sequence[Line]) -> tuple[int, ...]:
    """The rounds in which somebody has points. Lines hold no round that their reader is not shown."""
    return tuple(sorted({number for line in lines for number, value in line.rounds if value is not None}))


def sums_of(line: Line, rounds: Sequence[int]) -> tuple[int | None, ...]:
    """The points so far after each of these rounds; a round that was not played changes nothing."""
    points = dict(line.rounds)
    played = [points.get(number) for number in rounds]
    first = next((at for at, value in enumerate(played) if value is not None), len(played))
    return tuple(
        None if at < first else total for at, total in enumerate(accumulate(value or 0 for value in played))
    )


def course_of(line: Line, rounds: Sequence[int]) -> str:
    """The same as a script reads it; empty for who has no place."""
    return "" if line.rank is None else ",".join(str(total or 0) for total in sums_of(line, rounds))


def _scale(values: Sequence[int]) -> Scale:
    """Nought is always on it, and the lines across are at numbers that people count by."""
    low, high = min(0, *values), max(0, *values)
    wanted = max(1, (high - low) / GRID_LINES)
    step = next(size * 10**power for power in range(9) for size in (1, 2, 5) if size * 10**power >= wanted)
    bottom, top = low // step * step, -(-high // step) * step
    return Scale(top if top > bottom else bottom + step, bottom, step)


def _curve(
    number: int, line: Line, sums: tuple[int | None, ...], scale: Scale, rounds: Sequence[int], label_y: int
) -> Curve:
    points = [(0.0, scale.y(0))] + [
        (100 * at / len(rounds), scale.y(value or 0)) for at, value in enumerate(sums, start=1)
    ]
    played = dict(line.rounds)
    return Curve(
        LETTERS[number],
        number + 1,
        line,
        sums,
        " ".join(f"{_number(x)},{_number(y)}" for x, y in points),
        tuple(
            Mark(_across(at, rounds), _number(y))
            for at, ((_, y), round_no) in enumerate(zip(points[1:], rounds, strict=True), start=1)
            if played.get(round_no) is not None
        ),
        label_y,
    )


def _apart(wanted: Sequence[float]) -> list[int]:
    """The labels in the order of their lines, none on another, all on the picture."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    places = [0.0] * len(wanted)
    free = 0.0
    for at in order:
        places[at] = free = max(wanted[at], free)
        free += LABEL_GAP
    limit = float(ABOVE + HEIGHT + LABEL_GAP / 2)
    for at in reversed(order):
        places[at] = limit = min(places[at], limit)
        limit -= LABEL_GAP
    return [round(place) for place in places]


def _across(at: int, rounds: Sequence[int]) -> str:
    return f"{_number(100 * at / len(rounds))}%"


def _number(value: float) -> str:
    """As SVG writes numbers, whatever the language."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
