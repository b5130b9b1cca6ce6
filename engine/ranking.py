"""Ranking by successive refinement, and the comparison with the field (DLU rules, section 6).

Each criterion looks only at groups that are still tied, splits them if it can, and is named on those it
separated. What nothing separates shares a rank: 1, 2, 2, 4.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from engine.codes import items, plain, shown, whole
from engine.errors import RuleViolation

_MAX_ROWS: Final = 100_000
_MAX_MEETINGS: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One way to separate equal totals. `needs_all`: does nothing to a group where a row lacks the value."""

    code: str
    higher_is_better: bool
    needs_all: bool = False


TIE_BREAKS: Final[Mapping[str, TieBreak]] = MappingProxyType(
    {
        tie_break.code: tie_break
        for tie_break in (
            TieBreak("won_contracts", higher_is_better=True),
            TieBreak("fewest_kruk", higher_is_better=False),
            TieBreak("highest_contract", higher_is_better=True),
            TieBreak("best_round", higher_is_better=True),
            # Nobody may have played the same boards, and lots are drawn for tied players only.
            TieBreak("against_field", higher_is_better=True, needs_all=True),
            TieBreak("mutual", higher_is_better=True, needs_all=True),
            TieBreak("lot", higher_is_better=False, needs_all=True),
        )
    }
)
"""Every tie-break by its code. `mutual` is computed from the meetings; the others are values of the rows."""


@dataclass(frozen=True, slots=True)
class RankRow:
    """One to be ranked: a key of the caller's, the total, and a value for each tie-break in use."""

    key: Hashable
    total: int
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Where one ended up.

    `rank` is shared by full ties, `position` counts 1, 2, 3. `decided_by` is the tie-break that separated it
    from the row above with the same total, or, for the first with that total, from the row below; None where
    the total alone decided or nothing did.
    """

    key: Hashable
    rank: int
    position: int
    decided_by: str | None


@dataclass(slots=True)
class _Block:
    rows: list[RankRow]
    # What separated this block from the one above it: a tie-break, or None for the total.
    separated_by: str | None


def rank(
    rows: Iterable[RankRow],
    tie_breaks: Sequence[str],
    meetings: Iterable[tuple[Hashable, Hashable, int, int]] = (),
) -> tuple[Ranked, ...]:
    """The rows in order of total, ties broken by `tie_breaks` in turn, each used once.

    `meetings` are (key, key, points of the first, points of the second); `mutual` adds them up inside the
    group still tied, and is passed over unless all of it have met each other. Full ties share the rank and
    stand in the order given. Raises `unknown_tie_break`, `duplicate_tie_break`, `not_a_row`,
    `duplicate_key`, `not_a_whole_number`, `tie_break_value_missing` and `not_a_meeting`.
    """
    criteria = _criteria(tie_breaks)
    entries = _rows(rows)
    met = items(meetings, "not_a_meeting", _MAX_MEETINGS)
    blocks = _split([_Block(entries, None)], {id(row): -row.total for row in entries}, None)
    for criterion in criteria:
        if len(blocks) == len(entries):
            break
        scores = _mutual(blocks, met) if criterion.code == "mutual" else _values(blocks, criterion)
        blocks = _split(blocks, scores, criterion.code)
    return _ranked(blocks)


def _criteria(tie_breaks: object) -> list[TieBreak]:
    criteria = []
    for value in items(tie_breaks, "unknown_tie_break", 100):
        code = plain(value)
        criterion = TIE_BREAKS.get(code) if code is not None else None
        if criterion is None:
            raise RuleViolation("unknown_tie_break", value=shown(value))
        if criterion in criteria:
            raise RuleViolation("duplicate_tie_break", value=criterion.code)
        criteria.append(criterion)
    return criteria


def _rows(rows: object) -> list[RankRow]:
    entries: list[RankRow] = []
    seen: set[Hashable] = set()
    for index, row in enumerate(items(rows, "not_a_row", _MAX_ROWS)):
        if type(row) is not RankRow or not _is_mapping(row.values) or not _is_hashable(row.key):
            raise RuleViolation("not_a_row", row=index)
        whole(row.total, row=index)
        if row.key in seen:
            raise RuleViolation("duplicate_key", row=index)
        seen.add(row.key)
        entries.append(row)
    return entries


def _is_mapping(values: object) -> bool:
    return isinstance(values, Mapping)


def _is_hashable(key: object) -> bool:
    try:
        hash(key)
    except TypeError:
        return False
    return True


def _split(blocks: list[_Block], scores: Mapping[int, int], code: str | None) -> list[_Block]:
    """Every block whose rows all have a score, parted by score, lowest first and otherwise in old order."""
    parted = []
    for block in blocks:
        if any(id(row) not in scores for row in block.rows):
            parted.append(block)
            continue
        separated_by = block.separated_by
        previous: int | None = None
        for row in sorted(block.rows, key=lambda row: scores[id(row)]):
            score = scores[id(row)]
            if score != previous:
                parted.append(_Block([], separated_by))
                separated_by, previous = code, score
            parted[-1].rows.append(row)
    return parted


def _values(blocks: list[_Block], criterion: TieBreak) -> dict[int, int]:
    sign = -1 if criterion.higher_is_better else 1
    scores = {}
    for block in blocks:
        if len(block.rows) == 1:
            continue
        for row in block.rows:
            value = row.values.get(criterion.code)
            if value is None:
                if not criterion.needs_all:
                    raise RuleViolation("tie_break_value_missing", tie_break=criterion.code)
                continue
            scores[id(row)] = sign * whole(value, tie_break=criterion.code)
    return scores


def _mutual(blocks: list[_Block], meetings: tuple[object, ...]) -> dict[int, int]:
    tied = {
        row.key: (number, row)
        for number, block in enumerate(blocks)
        if len(block.rows) > 1
        for row in block.rows
    }
    points: dict[int, int] = {}
    pairs: dict[int, set[tuple[int, int]]] = {}
    for index, meeting in enumerate(meetings):
        if not isinstance(meeting, (tuple, list)) or len(meeting) != 4:
            raise RuleViolation("not_a_meeting", meeting=index)
        first, second, first_points, second_points = meeting
        if not (_is_hashable(first) and _is_hashable(second)) or first == second:
            raise RuleViolation("not_a_meeting", meeting=index)
        whole(first_points, "not_a_meeting", meeting=index)
        whole(second_points, "not_a_meeting", meeting=index)
        if first not in tied or second not in tied:
            continue
        (number, one), (other_number, other) = tied[first], tied[second]
        if number != other_number:
            continue
        points[id(one)] = points.get(id(one), 0) - first_points
        points[id(other)] = points.get(id(other), 0) - second_points
        pairs.setdefault(number, set()).add((min(id(one), id(other)), max(id(one), id(other))))
    scores = {}
    for number, block in enumerate(blocks):
        size = len(block.rows)
        if size > 1 and len(pairs.get(number, ())) == size * (size - 1) // 2:
            scores.update({id(row): points[id(row)] for row in block.rows})
    return scores


def _ranked(blocks: list[_Block]) -> tuple[Ranked, ...]:
    ranked: list[Ranked] = []
    for number, block in enumerate(blocks):
        below = blocks[number + 1] if number + 1 < len(blocks) else None
        decided_by = block.separated_by or (below.separated_by if below is not None else None)
        first = len(ranked) + 1
        for row in block.rows:
            ranked.append(Ranked(row.key, first, len(ranked) + 1, decided_by))
    return tuple(ranked)


def against_field(points: Sequence[int | None]) -> tuple[Fraction | None, ...]:
    """For one hand of one board: the points of each table minus the mean over the tables that played it.

    None in `points` is a table that did not play it and is None in the answer; a deal all passed is 0. With
    fewer than two tables there is nothing to compare with: all None. Exact; add up before `hundredths`.
    Raises `not_a_whole_number`.
    """
    given = items(points, "not_a_whole_number", _MAX_ROWS)
    results = [None if value is None else whole(value) for value in given]
    played = [value for value in results if value is not None]
    if len(played) < 2:
        return (None,) * len(results)
    mean = Fraction(sum(played), len(played))
    return tuple(None if value is None else value - mean for value in results)


def hundredths(value: Fraction | int) -> int:
    """A number of points as whole hundredths, half to even. Raises `not_a_whole_number`, also for a float."""
    if type(value) is not Fraction and type(value) is not int:
        raise RuleViolation("not_a_whole_number", value=shown(value))
    return round(value * 100)
