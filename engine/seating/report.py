"""What an organiser should know about a plan: counted from the plan itself, not from how it was made."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from engine.seating.apart import apart_matrix, apart_meetings
from engine.seating.bounds import Bounds
from engine.seating.grouping import Price, price_of
from engine.seating.history import History
from engine.seating.inputs import Inputs
from engine.seating.known import record
from engine.seating.seats import Seated
from engine.seating.tables import meetings_of, threes_of

PROVEN, BEST_KNOWN, NOT_PROVEN = "proven optimal", "best known", "not proven"


@dataclass(frozen=True)
class Report:
    """Quality and origin of a plan. Counts include the history.

    `state` is PROVEN when maximum meetings and repeats equal their lower bounds and the tables of three
    differ by at most one; BEST_KNOWN when nobody is known to have done it with fewer repeats; NOT_PROVEN
    says nothing bad, only that no proof is known here. `even_threes_cost` is given where fewest repeats and
    even tables of three conflict: the repeats that the plan with even threes has more than the other (none
    more where only its maximum is worse).
    """

    players: int
    rounds: int
    repeats: int
    repeats_bound: int
    max_meetings: int
    max_meetings_bound: int
    repeated_pairs: tuple[tuple[int, int, int], ...]  # (player, player, meetings) for two meetings and more
    threes: tuple[int, ...]  # tables of three per player
    threes_spread: int
    apart_meetings: tuple[int, ...]  # per new round, pairs to keep apart that meet
    table_repeats: int  # visits to a table number one has sat at before
    seat_counts: tuple[tuple[int, int, int, int], ...]  # per player N, E, S, W
    seat_counts_spread: int  # the largest difference within one player
    state: str
    prefer: str  # what was to win over the other: fewest_repeats or even_threes
    even_threes_cost: int | None
    stopped_early: bool  # a search ended at its limit of steps with more to win, as far as is known
    seed: int
    algorithm: str
    iterations: int
    input_hash: str

    def as_dict(self) -> dict[str, Any]:
        """Plain lists, numbers and strings, for JSON."""
        return {key: _plain(value) for key, value in asdict(self).items()}


def report_on(
    seated: Sequence[Sequence[Seated]],
    inputs: Inputs,
    past: History,
    limits: Bounds,
    *,
    iterations: int,
    algorithm: str,
    even_threes_cost: int | None = None,
    stopped_early: bool = False,
) -> Report:
    """Count everything again from the finished plan."""
    groups = [[[p for p in table if p is not None] for table in tables] for tables in seated]
    apart = apart_matrix(inputs.apart, inputs.players)
    meetings = past.meetings + meetings_of(groups, inputs.players)
    price = price_of(groups, past, apart)
    seats, visits = past.seats.copy(), past.visits.copy()
    for tables in seated:
        for number, table in enumerate(tables):
            for seat, player in enumerate(table):
                if player is not None:
                    seats[player, seat] += 1
                    visits[player, number] += 1
    again = zip(*np.nonzero(np.triu(meetings) > 1), strict=True)
    return Report(
        players=inputs.players,
        rounds=inputs.rounds,
        repeats=price.repeats,
        repeats_bound=limits.repeats,
        max_meetings=price.max_meetings,
        max_meetings_bound=limits.max_meetings,
        repeated_pairs=tuple((int(one), int(other), int(meetings[one, other])) for one, other in again),
        threes=tuple((past.threes + threes_of(groups, inputs.players)).tolist()),
        threes_spread=price.threes_spread,
        apart_meetings=tuple(apart_meetings(tables, apart) for tables in groups),
        table_repeats=int(np.maximum(visits - 1, 0).sum()),
        seat_counts=tuple((int(n), int(e), int(s), int(w)) for n, e, s, w in seats),
        seat_counts_spread=int((seats.max(axis=1) - seats.min(axis=1)).max()),
        state=_state(price, limits, inputs),
        prefer=inputs.prefer,
        even_threes_cost=even_threes_cost,
        stopped_early=stopped_early,
        seed=inputs.seed,
        algorithm=algorithm,
        iterations=iterations,
        input_hash=inputs.digest(algorithm),
    )


def _state(price: Price, limits: Bounds, inputs: Inputs) -> str:
    if price.reaches(limits):
        return PROVEN
    best = None if inputs.history else record(inputs.players, inputs.rounds)
    return BEST_KNOWN if best is not None and price.repeats <= best else NOT_PROVEN


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
