"""Who sits together: begin with what is known to be good, search where that leaves something to win.

The design alone answers most requests. Where it has too few rounds they are repeated or filled up, and a
plain random plan competes; the best of all is kept, by the order of the goals in `Price`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.seating.apart import apart_cost, apart_matrix, relabelled
from engine.seating.bounds import Bounds
from engine.seating.designs import design_rounds
from engine.seating.generator import Generator
from engine.seating.ghosts import without_ghosts
from engine.seating.history import History
from engine.seating.inputs import MOST_ROUNDS, Inputs
from engine.seating.search import Goal, improve, random_rounds
from engine.seating.tables import Counts, Layout, Round, layout, meetings_of, repeats_in, threes_of

_STEPS = 10_000  # exchanges in the search for one plan, all attempts together
_SPARE_ROUNDS = 4  # asked of a design beyond need, so that ghosts that meet can avoid those rounds
_LEAST_ROUNDS = 12  # asked of a design at least, so that drawing round by round meets the same design again


class Price(NamedTuple):
    """What a plan costs; less is better, the first difference decides. History included."""

    max_meetings: int
    repeats: int
    threes_spread: int
    threes_squares: int
    apart: int

    def reaches(self, limits: Bounds) -> bool:
        """Whether no plan can be better in meetings and the tables of three are as even as asked."""
        return (
            self.max_meetings <= limits.max_meetings
            and self.repeats <= limits.repeats
            and self.threes_spread <= limits.threes_spread
        )


@dataclass(frozen=True)
class Groups:
    """The tables of every round, without seats, and the steps of search they took."""

    rounds: list[Round]
    steps: int


@dataclass(frozen=True)
class _Attempt:
    """A plan to improve; its first `kept` rounds stay."""

    rounds: list[Round]
    kept: int = 0


def price_of(rounds: Sequence[Sequence[Sequence[int]]], past: History, apart: Counts) -> Price:
    """The price of these rounds after what was played before."""
    meetings = past.meetings + meetings_of(rounds, len(past.threes))
    threes = past.threes + threes_of(rounds, len(past.threes))
    return Price(
        max_meetings=int(meetings.max()),
        repeats=repeats_in(meetings),
        threes_spread=int(threes.max() - threes.min()),
        threes_squares=int((threes * threes).sum()),
        apart=apart_cost(rounds, apart),
    )


def group(inputs: Inputs, past: History, limits: Bounds, generator: Generator) -> Groups:
    """The best plan found for a checked request."""
    shape = layout(inputs.players)
    apart = apart_matrix(inputs.apart, inputs.players)
    attempts = _attempts(inputs, past, shape, generator)
    best, steps = attempts[0].rounds, 0
    price = price_of(best, past, apart)
    # Without history people can be exchanged throughout afterwards, and the search need not look at `apart`.
    in_search = apart if past.played else np.zeros_like(apart)
    for attempt in attempts:
        if price.reaches(limits) and (price.apart == 0 or not past.played):
            break
        limit = limits.max_meetings if steps == 0 else price.max_meetings
        goal = Goal(limit, limits.pair_cost, limits.threes_cost, in_search)
        found = improve(
            attempt.rounds, past, goal, generator, steps=_STEPS // len(attempts), kept=attempt.kept
        )
        steps += found.steps
        found_price = price_of(found.rounds, past, apart)
        if found_price < price:
            best, price = found.rounds, found_price
    if price.apart and not past.played:
        best = relabelled(best, apart)
    return Groups(best, steps)


def _attempts(inputs: Inputs, past: History, shape: Layout, generator: Generator) -> list[_Attempt]:
    """Plans to begin with, the most promising first."""
    needed = inputs.rounds + past.played
    wanted = max(_LEAST_ROUNDS, needed + (_SPARE_ROUNDS if shape.threes > 1 else 0))
    points = design_rounds(inputs.players + shape.threes, min(MOST_ROUNDS, wanted))
    label = generator.shuffled(inputs.players)
    design = [
        [[label[point] for point in table] for table in tables]
        for tables in without_ghosts(points, shape.threes, needed)
    ]
    fresh = _least_met(design, past)[: inputs.rounds]
    missing = inputs.rounds - len(fresh)
    attempts = []
    if fresh and missing:
        attempts.append(_Attempt([fresh[r % len(fresh)] for r in range(inputs.rounds)]))
        filled = fresh + random_rounds(shape, missing, generator)
        attempts += [_Attempt(filled, kept=len(fresh)), _Attempt(filled)]
    elif fresh:
        attempts.append(_Attempt(fresh))
    if missing or past.played:
        attempts += [
            _Attempt(random_rounds(shape, inputs.rounds, generator)) for _ in range(1 if fresh else 2)
        ]
    return attempts


def _least_met(design: list[Round], past: History) -> list[Round]:
    """Rounds of the design not played yet, those whose pairs have met least first."""

    def met(tables: Round) -> int:
        return sum(int(past.meetings[np.ix_(table, table)].sum()) for table in tables)

    if not past.played:
        return design
    return sorted((tables for tables in design if not past.had(tables)), key=met)
