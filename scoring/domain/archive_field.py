"""Against the field in an archive, without the database: who held which hand, and what all made of it.

It is worked out with the engine's own comparison, hand by hand, and not the way the stored standings do it.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine import against_field, hundredths, roles
from engine.boards import board_of_deal

if TYPE_CHECKING:
    from collections.abc import Mapping

Document = dict[str, Any]


class HeldHands:
    """Every hand that can be compared, filled in deal by deal."""

    def __init__(self, document: Document) -> None:
        self._is_shared = bool(document["tournament"]["shared_boards"])
        self._round_of = {seating["id"]: seating["round"] for seating in document["seatings"]}
        self._secret = _secret(document) if self._is_shared else {}
        self._held: dict[tuple[int, int, str], list[tuple[int, int]]] = defaultdict(list)

    def add(self, deal: Mapping[str, Any], points: Mapping[str, tuple[int, int]]) -> None:
        """A played deal: by seat the entry and what it got."""
        of_round, board = self._round_of[deal["seating"]], deal["board"]
        if not self._is_shared or board is None or board in self._secret.get(of_round, ()):
            return
        around = roles(deal["dealer"], "".join(points))
        for role in ("forhand", "mellemhand", "baghand"):
            self._held[of_round, board, role].append(points[str(getattr(around, role))])

    def by_entry(self) -> dict[int, int]:
        """Hundredths of the sum of each entry's differences."""
        sums: dict[int, Fraction] = defaultdict(Fraction)
        for held in self._held.values():
            differences = against_field([points for _entry, points in held])
            for (entry, _points), difference in zip(held, differences, strict=True):
                if difference is not None:
                    sums[entry] += difference
        return {entry: hundredths(exact) for entry, exact in sums.items()}


def _secret(document: Document) -> dict[int, set[int]]:
    """By id of a round that is not closed, the boards that some of its tables can still play."""
    still_open = {item["id"]: item for item in document["rounds"] if item["state"] != "closed"}
    entered: dict[int, set[int]] = defaultdict(set)
    for deal in document["deals"]:
        if deal["voided_at"] is None and deal["board"] is not None:
            entered[deal["seating"]].add(deal["board"])
    secret: dict[int, set[int]] = defaultdict(set)
    for seating in document["seatings"]:
        of_round = still_open.get(seating["round"])
        if of_round is None:
            continue
        boards = {
            board_of_deal(seating["first_board"], number, of_round["deals"])
            for number in range(1, seating["deals"] + 1)
        }
        secret[of_round["id"]] |= boards - entered[seating["id"]]
    return secret
