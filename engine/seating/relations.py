"""Seats for one round drawn after others: balanced, and who meets again sits in another relation.

Every table takes the arrangement after which the squares of its people's seat counts sum least; among equal
ones that in which pairs who met before are not left, right or opposite as they were. Nobody sits at two
tables, so the best for each table is the best for the round.
"""

from collections.abc import Sequence
from itertools import combinations, permutations

from engine.seating.locks import PinnedRound
from engine.seating.seats import SEATS, Seated
from engine.seating.tables import Counts, Table


class Relations:
    """How often one player sat 1 (next), 2 (opposite) or 3 seats on from another."""

    def __init__(self, history: Sequence[Sequence[Sequence[int | None]]], players: int) -> None:
        self._times: dict[tuple[int, int, int], int] = {}
        for tables in history:
            for table in tables:
                if len(table) == SEATS:
                    self._count([player if player in range(players) else None for player in table])

    def _count(self, seated: Sequence[int | None]) -> None:
        for one, other, apart in _related(seated):
            self._times[one, other, apart] = self._times.get((one, other, apart), 0) + 1

    def again(self, seated: Sequence[int | None]) -> int:
        """How often pairs of this table have sat as they do here."""
        return sum(self._times.get(relation, 0) for relation in _related(seated))


def _related(seated: Sequence[int | None]) -> list[tuple[int, int, int]]:
    """The smaller player, the larger, and the seats from the one to the other."""
    people = sorted((player, seat) for seat, player in enumerate(seated) if player is not None)
    return [(one, other, (there - here) % SEATS) for (one, here), (other, there) in combinations(people, 2)]


def seat_round(
    tables: Sequence[Table], before: Counts, relations: Relations, pinned: PinnedRound
) -> list[Seated]:
    """Seat every table; `before` are seat counts per player, fixed seats stay as they are."""
    counts = before.tolist()
    return [
        _arranged(table, counts, relations, pinned.seat, pinned.empty.get(number))
        for number, table in enumerate(tables)
    ]


def _arranged(
    table: Table, counts: list[list[int]], relations: Relations, seat_of: dict[int, int], empty: int | None
) -> Seated:
    people: list[int | None] = [*sorted(table), *[None] * (SEATS - len(table))]

    def price(order: tuple[int | None, ...]) -> tuple[int, int, int]:
        misplaced = sum(player in seat_of and seat_of[player] != seat for seat, player in _sitting(order))
        if empty is not None:
            misplaced += order[empty] is not None
        # (c + 1)^2 - c^2 = 2 c + 1
        return (
            misplaced,
            sum(counts[player][seat] for seat, player in _sitting(order)),
            relations.again(order),
        )

    best = min(permutations(people), key=price)
    return best[0], best[1], best[2], best[3]


def _sitting(order: Sequence[int | None]) -> list[tuple[int, int]]:
    return [(seat, player) for seat, player in enumerate(order) if player is not None]
