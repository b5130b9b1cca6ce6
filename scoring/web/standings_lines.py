"""One line of the standings as it is shown, on the list and on the player's card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring import queries
from scoring.words import tie_break_words
from tournament.models import Entry, Round

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django_stubs_ext import StrOrPromise

    from scoring.models import Standing


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings as shown: None is a dash, never a nought. `rank_of_all`: `rank` is in a category."""

    entry: Entry
    rank: int | None
    rounds: tuple[tuple[int, int | None], ...]
    adjustments: int
    handicap: int
    total: int | None
    deals_played: int
    decided_by: StrOrPromise
    decided_value: int | None
    rank_of_all: int | None = None


def line_of(row: Standing, rounds: Sequence[Round], played: bool) -> Line:
    # A round published since the last computation has no value yet.
    points = [*row.round_points, *[None] * len(rounds)][: len(rounds)]
    nothing = row.deals_played == 0 and row.adjustment_points == 0 and all(value is None for value in points)
    return Line(
        row.entry,
        row.rank if played else None,
        tuple((round_.number, value) for round_, value in zip(rounds, points, strict=True)),
        row.adjustment_points,
        row.handicap_points,
        None if nothing else row.total,
        row.deals_played,
        tie_break_words().get(row.decided_by, row.decided_by),
        row.values.get(row.decided_by),
    )


def line_in_category(line: Line, places: Mapping[int, dict[str, int | None]], category: str) -> Line:
    """The line with its place among those of the category; what decided it among all says nothing here."""
    place = queries.place_in(places.get(line.entry.pk, {}), category)
    return replace(
        line,
        rank=None if line.rank is None else place,
        rank_of_all=line.rank,
        decided_by="",
        decided_value=None,
    )


def line_without_result(entry: Entry, rounds: Sequence[Round]) -> Line:
    nothing = tuple((round_.number, None) for round_ in rounds)
    return Line(entry, None, nothing, 0, entry.handicap, None, 0, "", None)
