"""Against the field (*mod feltet*): what one made with a hand, beside all who held the same cards.

A board counts as soon as no table can play it any more, so a mean never moves while play goes on, and it tells nothing
that is still secret. Tables that shuffle their own cards have no field.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from scoring.domain.extent import of_rounds
from scoring.domain.secrets import secret_boards
from scoring.models import Score

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from tournament.models import Tournament

# A mean of one table is no field.
FEWEST_TABLES = 2


class HeldHand(NamedTuple):
    """One of the three hands of a board in one round; `role` is a `Score.Role`."""

    round_id: int
    board: int
    role: str


class Played(NamedTuple):
    """What one entry made with a hand."""

    entry_id: int
    deal_id: int
    points: int


@dataclass(frozen=True, slots=True)
class Field:
    """Every hand that can be compared, with what each table made of it. Means and differences are exact points."""

    hands: Mapping[HeldHand, tuple[Played, ...]]

    def mean(self, hand: HeldHand) -> Fraction | None:
        """What the hand was worth on average; None with fewer than two tables, or while it is secret."""
        played = self.hands.get(hand, ())
        if len(played) < FEWEST_TABLES:
            return None
        return Fraction(sum(one.points for one in played), len(played))

    def difference(self, hand: HeldHand, points: int) -> Fraction | None:
        """What one made more than the average with this hand."""
        mean = self.mean(hand)
        return None if mean is None else points - mean

    def by_entry(self) -> dict[int, Fraction]:
        """The sum of each entry's differences. Who held no hand that can be compared is not in it."""
        parts = parts_of([(one.entry_id, one.points) for one in played] for played in self.hands.values())
        return {entry_id: exact_sum([own]) for entry_id, own in parts.items()}


# Differences of one entry added up without fractions: by the number of tables, that many times their sum.
Parts = dict[int, int]


def parts_of(hands: Iterable[list[tuple[int, int]]]) -> dict[int, Parts]:
    """The parts of each entry, from who made what with each hand: (entry, points) of every table that played it."""
    parts: dict[int, Parts] = {}
    for played in hands:
        tables = len(played)
        if tables < FEWEST_TABLES:
            continue
        total = sum(points for _entry_id, points in played)
        for entry_id, points in played:
            own = parts.setdefault(entry_id, {})
            own[tables] = own.get(tables, 0) + points * tables - total
    return parts


def exact_sum(parts: Iterable[Parts]) -> Fraction:
    """What parts come to, in points. Rounding is for whoever shows or stores it, and once."""
    whole: Parts = {}
    for own in parts:
        for tables, part in own.items():
            whole[tables] = whole.get(tables, 0) + part
    return sum((Fraction(part, tables) for tables, part in whole.items()), Fraction(0))


def field_of(tournament: Tournament, up_to: int | None = None, *, round_id: int | None = None) -> Field:
    """The field as of a round (None: as of now), or only that of one round. Secret boards are not in it."""
    if not tournament.shared_boards:
        return Field({})
    secret = secret_boards(tournament)
    scores = _held(tournament, up_to)
    if round_id is not None:
        scores = scores.filter(deal__seating__round=round_id)
    rows = scores.order_by("deal__seating__table_no").values_list(
        "deal__seating__round_id", "deal__board", "role", "entry_id", "deal_id", "points"
    )
    hands: dict[HeldHand, list[Played]] = defaultdict(list)
    for of_round, board, role, entry_id, deal_id, points in rows:
        if board is not None and board not in secret.get(of_round, ()):
            hands[HeldHand(of_round, board, role)].append(Played(entry_id, deal_id, points))
    return Field({hand: tuple(played) for hand, played in hands.items()})


def parts_by_round(tournament: Tournament, up_to: int | None = None) -> dict[int, dict[int, Parts]]:
    """By number of a round the parts of each entry: what `field_of` says, quickly, for a whole list."""
    if not tournament.shared_boards:
        return {}
    secret = secret_boards(tournament)
    rows = (
        _held(tournament, up_to)
        .order_by()
        .values_list("deal__seating__round_id", "deal__board", "role", "entry_id", "points")
    )
    hands: dict[tuple[int, int | None, str], list[tuple[int, int]]] = {}
    for of_round, board, role, entry_id, points in rows:
        hands.setdefault((of_round, board, role), []).append((entry_id, points))
    by_round: dict[int, list[list[tuple[int, int]]]] = defaultdict(list)
    for (of_round, board, _role), played in hands.items():
        if board not in secret.get(of_round, ()):
            by_round[of_round].append(played)
    numbers = dict(tournament.rounds.values_list("pk", "number"))
    return {numbers[of_round]: parts_of(played) for of_round, played in by_round.items()}


def _held(tournament: Tournament, up_to: int | None) -> QuerySet[Score]:
    """What was made with hands that can be compared; who sits out holds none."""
    return Score.objects.filter(
        of_rounds("deal__seating__round__number", up_to),
        deal__seating__round__tournament=tournament,
        deal__board__isnull=False,
    ).exclude(role=Score.Role.SITTER_OUT)
