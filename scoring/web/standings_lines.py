"""One line of the standings as it is shown, on the list and on the player's card."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import pgettext

from scoring.domain.lines import ruleset_of
from scoring.web.templatetags import hundredths
from scoring.words import tie_break_words
from tournament.models import Entry, Round
from tournament.tie_breaks import AGAINST_FIELD, LOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django_stubs_ext import StrOrPromise

    from scoring.models import Standing
    from tournament.models import Tournament

# Its value is the rank of a contract, which people know by its name.
HIGHEST: Final = "highest_contract"
# A row of a list of sixty must not fill the phone; the player's card has every round.
ROUNDS_ON_A_PHONE: Final = 6
LATEST: Final = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings as shown: None is a dash, never a nought. `rank_of_all`: `rank` is in a part of them.

    `decided_code` names the tie-break that parted it from its neighbour, `decided_by` says so in words.
    """

    entry: Entry
    rank: int | None
    rounds: tuple[tuple[int, int | None], ...]
    adjustments: int
    handicap: int
    total: int | None
    deals_played: int
    decided_by: StrOrPromise
    decided_value: Any
    rank_of_all: int | None = None
    rank_before: int | None = None
    against_field: int | None = None
    field_total: int | None = None
    deals_missing: int = 0
    decided_code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def latest_rounds(self) -> tuple[tuple[int, int | None], ...]:
        """What a phone has room for: all rounds of a short tournament, the last few of a long one."""
        return self.rounds if len(self.rounds) <= ROUNDS_ON_A_PHONE else self.rounds[-LATEST:]

    @property
    def moved(self) -> int | None:
        """Places won since the last round, lost below nought; None for who had or has none."""
        return None if self.rank is None or self.rank_before is None else self.rank_before - self.rank

    @property
    def places_moved(self) -> int:
        return abs(self.moved or 0)

    def value(self, code: str) -> Any:
        """What stands for this one under a tie-break."""
        if code == AGAINST_FIELD:
            return self.against_field
        return self.entry.lot if code == LOT else self.values.get(code)

    @property
    def has_come(self) -> bool:
        """Whether this one has a place now and had none before."""
        return self.rank is not None and self.rank_before is None


class Criterion(NamedTuple):
    """A tie-break that decided somewhere in the list, as the head of its column."""

    code: str
    short: StrOrPromise
    words: StrOrPromise


class Decision(NamedTuple):
    """A cell under a criterion: its value in words, and whether it decided this place."""

    text: str
    decides: bool
    is_name: bool = False


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
        rank_before=row.rank_before if played else None,
        against_field=row.against_field,
        field_total=None if nothing else row.field_total,
        deals_missing=row.deals_missing,
        decided_code=row.decided_by,
        values=row.values,
    )


def line_without_result(entry: Entry, rounds: Sequence[Round]) -> Line:
    nothing = tuple((round_.number, None) for round_ in rounds)
    return Line(entry, None, nothing, 0, entry.handicap, None, 0, "", None)


def places_among(lines: Sequence[Line]) -> list[Line]:
    """A part of the list with the places counted among themselves; what decided among all says nothing here.

    Who shares a place among all shares it here too.
    """
    now = sorted(line.rank for line in lines if line.rank is not None)
    before = sorted(line.rank_before for line in lines if line.rank_before is not None)
    return [
        replace(
            line,
            rank=None if line.rank is None else bisect_left(now, line.rank) + 1,
            rank_before=None if line.rank_before is None else bisect_left(before, line.rank_before) + 1,
            rank_of_all=line.rank,
            decided_by="",
            decided_value=None,
            decided_code="",
        )
        for line in lines
    ]


def short_tie_break_words() -> dict[str, str]:
    """What stands above a column; the whole words are told with it."""
    return {
        "mutual": pgettext("short for a tie-break", "Met"),
        "won_contracts": pgettext("short for a tie-break", "Won"),
        "fewest_kruk": pgettext("short for a tie-break", "Kruk"),
        HIGHEST: pgettext("short for a tie-break", "Highest"),
        "best_round": pgettext("short for a tie-break", "Best R"),
        LOT: pgettext("short for a tie-break", "Lot"),
    }


def criteria_of(tournament: Tournament, lines: Iterable[Line]) -> list[Criterion]:
    """The tie-breaks that decided somewhere, in the order they are asked. Against the field has its own column."""
    decided = {line.decided_code for line in lines}
    words, short = tie_break_words(), short_tie_break_words()
    return [
        Criterion(code, short.get(code, code), words.get(code, code))
        for code in tournament.tie_breaks
        if code in decided and code != AGAINST_FIELD
    ]


def decisions_of(
    tournament: Tournament, criteria: Sequence[Criterion], lines: Sequence[Line]
) -> list[tuple[Decision, ...]]:
    """For each line a cell under each criterion: empty for those whose points are nobody else's."""
    sharing = Counter(line.rank for line in lines)
    contracts = _contracts_by_rank(tournament) if criteria else {}
    return [
        tuple(
            Decision(
                value_in_words(code, line.value(code), contracts)
                if line.decided_code or (line.rank is not None and sharing[line.rank] > 1)
                else "",
                line.decided_code == code,
                code == HIGHEST,
            )
            for code, _, _ in criteria
        )
        for line in lines
    ]


def value_in_words(code: str, value: Any, contracts: Mapping[int, str]) -> str:
    """A value of a tie-break as people say it: a contract by its name, points against the field with decimals."""
    if value is None:
        return ""
    if code == HIGHEST:
        return contracts.get(value, "–")
    if code == AGAINST_FIELD:
        return hundredths(value)
    return str(value).replace("-", "−")


def _contracts_by_rank(tournament: Tournament) -> dict[int, str]:
    """Contracts of equal rank are named together."""
    names: dict[int, str] = {}
    for spec in ruleset_of(tournament).specs:
        names[spec.rank] = f"{names[spec.rank]} / {spec.name}" if spec.rank in names else str(spec.name)
    return names


def with_values_in_words(tournament: Tournament, lines: Sequence[Line]) -> list[Line]:
    """The lines with what decided them as people say it."""
    contracts = _contracts_by_rank(tournament) if any(line.decided_code for line in lines) else {}
    return [
        replace(
            line,
            decided_value=value_in_words(line.decided_code, line.value(line.decided_code), contracts) or None,
        )
        if line.decided_code
        else line
        for line in lines
    ]
