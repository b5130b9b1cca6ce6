"""Tabu search: exchange two players of a round, again and again, where no design does it all.

The price of a plan is the sum over pairs of C(meetings, 2), each meeting beyond a limit costing extra; then
the sum over players of C(tables of three, 2); then early meetings of people who should stay apart. Each of
the three weighs more than everything behind it together; where even tables of three are preferred the first
two change places. Players pinned to their table in a round are not moved there. One step takes a player who
meets somebody again (or sits at too many tables of three, or with somebody to keep apart), prices his exchange
with everybody else in that round at once, and makes the cheapest that is not tabu, better or worse. All prices
are integers, ties are broken by the generator, and the end is a number of steps, so the same arguments give
the same plan everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.seating.generator import Generator
from engine.seating.history import History
from engine.seating.tables import Counts, Layout, Round, meetings_of, threes_of

_BEYOND_LIMIT = 4  # extra cost of a meeting beyond the limit, in units of C(meetings, 2)
_PATIENCE = 4_000  # steps without a better plan before the search ends, fewer in a small plan:
_PATIENCE_PER_PLACE = 25  # times players and rounds


@dataclass(frozen=True)
class Goal:
    """What the search is to reach: these costs, and these pairs apart (symmetric matrix of 0 and 1)."""

    limit: int  # meetings of a pair that are tolerated
    pair_cost: int
    threes_cost: int
    apart: Counts
    threes_first: bool = False


@dataclass(frozen=True)
class Found:
    """The best plan seen and the steps it took."""

    rounds: list[Round]
    steps: int
    stopped: bool = False  # at the limit of steps, with more to win


def random_rounds(shape: Layout, rounds: int, generator: Generator) -> list[Round]:
    """Everybody anywhere, fours first."""
    made = []
    for _ in range(rounds):
        order = iter(generator.shuffled(shape.players))
        made.append([[next(order) for _ in range(size)] for size in shape.sizes])
    return made


def improve(
    rounds: Sequence[Round],
    past: History,
    goal: Goal,
    generator: Generator,
    *,
    steps: int,
    kept: int = 0,
    pinned: NDArray[np.bool_] | None = None,
) -> Found:
    """Exchange players within rounds, at most `steps` times; table sizes and the first `kept` rounds stay.

    `pinned` says per round and player who cannot be moved.
    """
    if kept == len(rounds):
        return Found(list(rounds), 0)
    fixed, free = list(rounds[:kept]), rounds[kept:]
    players = len(past.threes)
    meetings = past.meetings + meetings_of(fixed, players)
    if pinned is None:
        pinned = np.zeros((len(rounds), players), dtype=np.bool_)
    threes = past.threes + threes_of(fixed, players)
    search = _Search(free, meetings, threes, goal, generator, pinned[kept:])
    best, best_price, best_step, step = search.rounds(), search.price, 0, 0
    patience = min(_PATIENCE, 200 + _PATIENCE_PER_PLACE * players * len(free))
    while step < steps and step - best_step < patience and not search.done:
        step += 1
        if not search.step(step, best_price):
            break
        if search.price < best_price:
            best, best_price, best_step = search.rounds(), search.price, step
    return Found(fixed + best, step, stopped=not search.done and step >= min(steps, best_step + patience))


class _Search:
    """The state of one search; player `players` is the empty chair that fills tables of three up to four."""

    def __init__(
        self,
        rounds: Sequence[Round],
        meetings: Counts,
        threes: Counts,
        goal: Goal,
        generator: Generator,
        pinned: NDArray[np.bool_],
    ) -> None:
        """`meetings` and `threes` are the counts before these rounds."""
        self._pinned = pinned
        self._has_pinned = bool(pinned.any())
        self._players = players = len(threes)
        self._generator = generator
        self._goal = goal
        count, tables = len(rounds), len(rounds[0])
        self._at = np.full((count, tables, 4), players, dtype=np.int64)  # round, table, chair -> player
        self._table = np.zeros((count, players), dtype=np.int64)
        for r, one in enumerate(rounds):
            for t, table in enumerate(one):
                self._at[r, t, : len(table)] = table
                self._table[r, table] = t
        self._size = (self._at < players).sum(axis=2)
        self._three = (self._size == 3).astype(np.int64)
        self._early = np.arange(count, 0, -1)
        self._threes = threes + threes_of(rounds, players)
        self._met = np.zeros((players + 1, players + 1), dtype=np.int64)
        self._met[:players, :players] = meetings + meetings_of(rounds, players)
        times = np.arange(int(self._met.max()) + 4 * count + 2)
        beyond = np.maximum(times + 1 - goal.limit, 0).clip(max=1) * _BEYOND_LIMIT
        self._weigh(goal, count, times + beyond)
        self._last = np.concatenate(([0], self._next[:-1]))  # price of the last of so many meetings
        self._apart = np.zeros_like(self._met)
        self._apart[:players, :players] = goal.apart
        self._has_apart = bool(goal.apart.any())
        self._tabu = np.zeros((count, players), dtype=np.int64)
        threes_price = int((self._threes * (self._threes - 1)).sum()) // 2
        pairs_price = int(np.cumsum(self._last)[self._met].sum()) // 2
        self.price = pairs_price + threes_price * self._threes_unit + self._apart_price()
        self._target = goal.pair_cost * self._pair_unit + goal.threes_cost * self._threes_unit

    def _weigh(self, goal: Goal, count: int, costs: Counts) -> None:
        """The units of the three goals, each larger than the next can sum to, and the price of meetings."""
        most_apart = int(self._early.sum()) * int(goal.apart.sum()) + 1
        most_threes = int(self._threes.sum()) * (int(self._threes.max()) + count) + 1
        most_pairs = int(self._met.sum()) * int(costs[-1]) + 1
        if goal.threes_first:
            self._pair_unit, self._threes_unit = most_apart, most_apart * most_pairs
        else:
            self._pair_unit, self._threes_unit = most_apart * most_threes, most_apart
        self._next = costs * self._pair_unit  # price of meeting once more, after so many meetings

    @property
    def done(self) -> bool:
        """Whether nothing can be better."""
        return self.price <= self._target

    def rounds(self) -> list[Round]:
        """The plan as it stands."""
        return [
            [[int(player) for player in chairs if player < self._players] for chairs in one]
            for one in self._at
        ]

    def step(self, now: int, best_price: int) -> bool:
        """One exchange; False when nobody is worth moving."""
        start = self._generator.below(len(self._at))
        for offset in range(len(self._at)):
            r = (start + offset) % len(self._at)
            again = self._again(r)
            troubled = self._troubled(r, again)
            if troubled:
                self._exchange_best(r, self._generator.choice(troubled), again, now, best_price)
                return True
        return False

    def _again(self, r: int) -> Counts:
        """What each player would save by sitting with nobody in round r; more than zero is trouble."""
        company = self._at[r, self._table[r]]
        people = np.arange(self._players)[:, None]
        saved: Counts = self._last[self._met[people, company]].sum(axis=1)
        if self._has_apart:
            saved += self._apart[people, company].sum(axis=1) * self._early[r]
        return saved

    def _troubled(self, r: int, again: Counts) -> list[int]:
        """Players worth moving in round r: those who save, else those with too many tables of three."""
        if self._three[r].any() and (self._goal.threes_first or not again.any()):
            often = self._three[r, self._table[r]] * (self._threes > self._threes.min() + 1)
            again = often if often.any() else again
        wanted = again > 0
        if self._has_pinned:
            wanted &= ~self._pinned[r]
        troubled: list[int] = np.flatnonzero(wanted).tolist()
        return troubled

    def _exchange_best(self, r: int, player: int, again: Counts, now: int, best_price: int) -> None:
        """Price the exchange of `player` with everybody and make the best that is allowed."""
        tables, home = self._table[r], int(self._table[r, player])
        own, mates = self._next[self._met[player]], self._at[r, home]
        joins = own[self._at[r]].sum(axis=1)[tables] - own[: self._players]
        joined = self._next[self._met[: self._players, mates]].sum(axis=1) - own[: self._players]
        if self._has_apart:
            apart = self._apart[player]
            joins = joins + (apart[self._at[r]].sum(axis=1)[tables] - apart[: self._players]) * self._early[r]
            joined = (
                joined
                + (self._apart[: self._players, mates].sum(axis=1) - apart[: self._players]) * self._early[r]
            )
        change = joins + joined - again - again[player]
        three = self._three[r, tables]
        if three.any():
            here = int(three[player])
            to_three = self._threes[player] - (self._threes - 1) * three
            from_three = self._threes - (self._threes[player] - 1)
            moved = from_three * (1 - three) if here else to_three * three
            change = change + moved * self._threes_unit
        change[tables == home] = np.iinfo(np.int64).max
        if self._has_pinned:
            change[self._pinned[r]] = np.iinfo(np.int64).max
        allowed = np.where(
            (self._tabu[r] > now) & (change >= best_price - self.price), np.iinfo(np.int64).max, change
        )
        least = allowed.min()
        if least == np.iinfo(np.int64).max:
            return
        other = int(self._generator.choice(np.flatnonzero(allowed == least).tolist()))
        tenure = now + 3 + self._generator.below(8)
        self._tabu[r, player] = self._tabu[r, other] = tenure
        self.price += int(change[other])
        self._exchange(r, player, other)

    def _exchange(self, r: int, one: int, other: int) -> None:
        """Exchange two players of round r and keep every count right."""
        home, away = int(self._table[r, one]), int(self._table[r, other])
        for table in (home, away):
            self._meet(self._at[r, table], -1)
            self._threes[self._at[r, table, :3]] -= self._three[r, table]
        at_home, at_away = self._at[r, home], self._at[r, away]
        at_home[at_home == one], at_away[at_away == other] = other, one
        self._table[r, one], self._table[r, other] = away, home
        for table in (home, away):
            self._meet(self._at[r, table], 1)
            self._threes[self._at[r, table, :3]] += self._three[r, table]

    def _meet(self, chairs: Counts, change: int) -> None:
        people = chairs[chairs < self._players]
        self._met[np.ix_(people, people)] += change
        self._met[people, people] = 0

    def _apart_price(self) -> int:
        if not self._has_apart:
            return 0
        met = [self._apart[chairs[:, :, None], chairs[:, None, :]].sum() // 2 for chairs in self._at]
        return int((np.array(met) * self._early).sum())
