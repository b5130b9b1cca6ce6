"""Who sits together: begin with what is known to be good, search where that leaves something to win.

The design or a stored plan answers most requests. Where the design has too few rounds they are repeated or
filled up, and a plain random plan competes; the best of all is kept, by the order of the goals in `Price`.
Where its tables of three are uneven, a second search puts them first: if that costs no repeat it is the
better plan, else both are there and the request says which is wanted.
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
from engine.seating.inputs import EVEN_THREES, FEWEST_REPEATS, MOST_ROUNDS, Inputs
from engine.seating.known import record, stored_rounds
from engine.seating.locks import Pins, fitted, pinned_mask, placed
from engine.seating.search import Goal, improve, random_rounds
from engine.seating.tables import Counts, Layout, Round, layout, meetings_of, repeats_in, threes_of

_STEPS = 8_000  # exchanges in the search for one plan, all attempts together
_EVEN_STEPS = 6_000  # the same for the search that puts even tables of three first
_SPARE_ROUNDS = 4  # asked of a design beyond need, so that ghosts that meet can avoid those rounds
_STREAM = 0x5EA7  # the search draws from another stream than the labels
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
    stopped: bool = False
    even_threes_cost: int | None = None


@dataclass(frozen=True)
class _Attempt:
    """A plan to improve; its first `kept` rounds stay."""

    rounds: list[Round]
    kept: int = 0


@dataclass(frozen=True)
class _Candidate:
    """A plan with its price."""

    rounds: list[Round]
    price: Price
    steps: int
    stopped: bool


@dataclass(frozen=True)
class _Task:
    """What is asked, in the form the search takes it."""

    inputs: Inputs
    past: History
    limits: Bounds
    pins: Pins
    shape: Layout
    apart: Counts

    @property
    def pinned(self) -> bool:
        """Whether anything is fixed."""
        return any(pinned.numbers for pinned in self.pins)

    @property
    def labels_free(self) -> bool:
        """Whether people can be exchanged throughout afterwards, so that the search need not look at `apart`."""
        return not self.past.played and not self.pinned

    @property
    def record(self) -> int | None:
        """The fewest repeats known."""
        return None if self.past.played else record(self.inputs.players, self.inputs.rounds)

    def meeting_again(self, price: Price) -> tuple[int, int, int]:
        """The first goal: a record is not exceeded, then the smallest maximum, then the fewest repeats."""
        beyond = 0 if self.record is None else max(0, price.repeats - self.record)
        return beyond, price.max_meetings, price.repeats

    def order(self, price: Price, prefer: str) -> tuple[int, ...]:
        """The price as the preference sees it: less is better."""
        uneven = max(0, price.threes_spread - self.limits.threes_spread) if prefer == EVEN_THREES else 0
        return uneven, *self.meeting_again(price), price.threes_spread, price.threes_squares, price.apart


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


def group(inputs: Inputs, past: History, limits: Bounds, pins: Pins) -> Groups:
    """The best plan found for a checked request."""
    shape = layout(inputs.players)
    task = _Task(inputs, past, limits, pins, shape, apart_matrix(inputs.apart, inputs.players))
    chosen = _best(task, _attempts(task, Generator(inputs.seed)), FEWEST_REPEATS, _STEPS)
    steps, cost = chosen.steps, None
    if chosen.price.threes_spread > limits.threes_spread:
        even = _best(task, _even_attempts(task, chosen.rounds), EVEN_THREES, _EVEN_STEPS)
        steps += even.steps
        if even.price.threes_spread <= limits.threes_spread:
            if task.meeting_again(even.price) > task.meeting_again(chosen.price):
                cost = even.price.repeats - chosen.price.repeats
            if cost is None or inputs.prefer == EVEN_THREES:
                chosen = even
    rounds = chosen.rounds
    if chosen.price.apart and not past.played:
        rounds = relabelled(rounds, task.apart, {p for pinned in pins for p in pinned.table})
    return Groups(rounds, steps, chosen.stopped, cost)


def _best(task: _Task, attempts: Sequence[_Attempt], prefer: str, steps: int) -> _Candidate:
    """Improve one attempt after the other until one reaches the bounds; the best of them."""
    limits, past = task.limits, task.past
    generator = Generator(task.inputs.seed ^ _STREAM)
    mask = pinned_mask(task.pins, task.inputs.players)
    in_search = np.zeros_like(task.apart) if task.labels_free else task.apart
    best = _Candidate(attempts[0].rounds, price_of(attempts[0].rounds, past, task.apart), 0, stopped=False)
    spent, stopped = 0, False
    for number, attempt in enumerate(attempts):
        if best.price.reaches(limits) and (best.price.apart == 0 or task.labels_free):
            stopped = False
            break
        limit = limits.max_meetings if number == 0 else max(best.price.max_meetings, limits.max_meetings)
        threes_first = prefer == EVEN_THREES
        found = improve(
            attempt.rounds,
            past,
            Goal(limit, limits.pair_cost, limits.threes_cost, in_search, threes_first),
            generator,
            steps=steps // len(attempts),
            kept=attempt.kept,
            pinned=mask,
        )
        spent, stopped = spent + found.steps, stopped or found.stopped
        price = price_of(found.rounds, past, task.apart)
        if task.order(price, prefer) < task.order(best.price, prefer):
            best = _Candidate(found.rounds, price, 0, stopped=False)
    return _Candidate(best.rounds, best.price, spent, stopped)


def _attempts(task: _Task, generator: Generator) -> list[_Attempt]:
    """Plans to begin with, the most promising first."""
    inputs, past, shape = task.inputs, task.past, task.shape
    label = generator.shuffled(inputs.players)
    if not past.played:
        known = _labelled(stored_rounds(inputs.players, inputs.rounds), label)
        if known:
            return _within_pins(task, [_Attempt(known, 0 if task.pinned else inputs.rounds)])
    needed = inputs.rounds + past.played
    wanted = max(_LEAST_ROUNDS, needed + (_SPARE_ROUNDS if shape.threes > 1 else 0))
    points = design_rounds(inputs.players + shape.threes, min(MOST_ROUNDS, wanted))
    design = _labelled(without_ghosts(points, shape.threes, needed), label)
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
    return _within_pins(task, attempts)


def _even_attempts(task: _Task, best: list[Round]) -> list[_Attempt]:
    """Where to begin when even tables of three come first."""
    inputs = task.inputs
    if not task.past.played:
        label = Generator(inputs.seed).shuffled(inputs.players)
        known = _labelled(stored_rounds(inputs.players, inputs.rounds, EVEN_THREES), label)
        if known:
            return _within_pins(task, [_Attempt(known, 0 if task.pinned else inputs.rounds)])
    generator = Generator(inputs.seed + 1)
    return [
        _Attempt(best),
        *_within_pins(task, [_Attempt(random_rounds(task.shape, inputs.rounds, generator))]),
    ]


def _labelled(rounds: list[Round], label: Sequence[int]) -> list[Round]:
    """The plan with players for points."""
    return [[[label[point] for point in table] for table in tables] for tables in rounds]


def _within_pins(task: _Task, attempts: list[_Attempt]) -> list[_Attempt]:
    """The same attempts with fixed people in their places; then no round is sure to be good as it is."""
    if not task.pinned:
        return attempts
    players = task.inputs.players
    made = []
    for attempt in attempts:
        rounds = attempt.rounds if task.past.played else fitted(attempt.rounds, task.pins, players)
        made.append(_Attempt(placed(rounds, task.pins)))
    return made


def _least_met(design: list[Round], past: History) -> list[Round]:
    """Rounds of the design not played yet, those whose pairs have met least first."""

    def met(tables: Round) -> int:
        return sum(int(past.meetings[np.ix_(table, table)].sum()) for table in tables)

    if not past.played:
        return design
    return sorted((tables for tables in design if not past.had(tables)), key=met)
