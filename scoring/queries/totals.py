"""What somebody made of the deals he played: by contract, by role, against the contracts of others.

Counted from deals that the reader may see, handed in by whoever knows which those are: a card counts the deals of an
entry, a person's page those that he played himself.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoring.models import Score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.models import Deal
    from tournament.models import Round

ROLES_THAT_PLAY = (Score.Role.FORHAND, Score.Role.MELLEMHAND, Score.Role.BAGHAND)


@dataclass(frozen=True, slots=True)
class Made:
    """One deal and what one player got of it; `round` is where it was played."""

    deal: Deal
    role: str
    is_declarer: bool
    points: int
    round: Round

    @property
    def sat_out(self) -> bool:
        return self.role == Score.Role.SITTER_OUT


@dataclass(slots=True)
class Count:
    """How often something was played, how that went for its declarer, and the points of the player in question."""

    deals: int = 0
    declared: int = 0
    won: int = 0
    bet: int = 0
    kruk: int = 0
    thrown_in: int = 0
    points: int = 0

    def add(self, made: Made) -> None:
        deal = made.deal
        self.deals += 1
        self.declared += made.is_declarer
        self.won += deal.outcome == "vundet"
        self.bet += deal.outcome == "bet"
        self.kruk += deal.outcome == "kruk"
        self.thrown_in += deal.thrown_in
        self.points += made.points


@dataclass(slots=True)
class DealTotals:
    """The deals of one player, counted.

    `contracts` has those he declared, `roles` the three hands and sitting out; `opponent` the contracts of others that
    he played against. A deal that all passed is in its role and in `passed`, and nobody's contract.
    """

    played: int = 0
    passed: int = 0
    declarer: Count = field(default_factory=Count)
    opponent: Count = field(default_factory=Count)
    contracts: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    roles: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    best: Made | None = None
    worst: Made | None = None

    def in_order(self, codes: Iterable[str]) -> list[tuple[str, Count]]:
        """The contracts he declared in the order of the rule set; what it does not know comes last."""
        known = list(codes)
        order = [*known, *sorted(set(self.contracts) - set(known))]
        return [(code, self.contracts[code]) for code in order if code in self.contracts]

    def by_role(self) -> list[tuple[str, Count]]:
        """The three hands in order of age, each there; sitting out only where somebody did."""
        rows = [(str(role), self.roles.get(role, Count())) for role in ROLES_THAT_PLAY]
        out = self.roles.get(Score.Role.SITTER_OUT)
        return [*rows, (str(Score.Role.SITTER_OUT), out)] if out else rows


def totals_of(deals: Sequence[Made]) -> DealTotals:
    """Count them. Of equal deals the first is the best, or the worst; sitting out is neither."""
    totals = DealTotals()
    for made in deals:
        totals.roles[made.role].add(made)
        if made.sat_out:
            continue
        totals.played += 1
        if not made.deal.contract:
            totals.passed += 1
        elif made.is_declarer:
            totals.declarer.add(made)
            totals.contracts[made.deal.contract].add(made)
        else:
            totals.opponent.add(made)
    playing = [made for made in deals if not made.sat_out]
    best = max(playing, key=lambda made: made.points, default=None)
    worst = min(playing, key=lambda made: made.points, default=None)
    # Where all deals gave the same, none of them is the best.
    if best is not None and worst is not None and best.points > worst.points:
        totals.best, totals.worst = best, worst
    return totals
