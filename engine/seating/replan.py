"""A plan after late arrivals, withdrawals and no-shows: keep it or make a new one, for the open rounds only.

*Keep* leaves everybody where the plan had him: who leaves becomes an empty seat, who comes takes an empty
seat, and only where the sizes of tables ask for it does anybody move (`repair`). *Replan* plans the open rounds
anew with the rounds played as history, and also tries what exchanges can win from the kept rounds. A design
is worth keeping: 40 players who are 39 after four of nine rounds still meet nobody twice.

People keep the numbers the caller gave them. Reports count players from 0, in the order of `Option.players`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.errors import RuleViolation
from engine.seating.apart import apart_matrix
from engine.seating.bounds import bounds
from engine.seating.generator import Generator
from engine.seating.history import read_history
from engine.seating.inputs import Inputs, checked_inputs
from engine.seating.judged import judged, seated_rounds
from engine.seating.plan import Plan, plan_seating
from engine.seating.repair import Company, repaired, reseated
from engine.seating.report import Report
from engine.seating.search import Goal, improve
from engine.seating.seats import Seated
from engine.seating.tables import layout

REPLAN_ALGORITHM = "replan 1"  # goes up whenever the same change may be answered differently
KEEP, REPLAN = "keep", "replan"
_PASSES = 3  # over the open rounds, each repaired anew with the others as they are
_STEPS = 4_000  # exchanges tried on the kept rounds

Rounds = tuple[tuple[Seated, ...], ...]


@dataclass(frozen=True)
class Option:
    """All rounds, those locked first, as they would be.

    `moved` and `reseated` are per open round the people who were in it before and sit at another table, or
    on another seat (which includes another table). The report covers the open rounds after the locked ones.
    """

    rounds: Rounds
    players: tuple[int, ...]  # the caller's number of each player of the report
    report: Report
    moved: tuple[int, ...]
    reseated: tuple[int, ...]

    @property
    def quality(self) -> tuple[int, int, int, int]:
        """Less is better: maximum meetings, repeats, spread of tables of three, changed seats."""
        report = self.report
        return report.max_meetings, report.repeats, report.threes_spread, sum(self.reseated)


@dataclass(frozen=True)
class Replanned:
    """Both answers; `choice` is KEEP or REPLAN, whichever has the better `quality`."""

    keep: Option
    replan: Option
    choice: str

    @property
    def chosen(self) -> Option:
        """The better answer."""
        return self.keep if self.choice == KEEP else self.replan


def replan(
    rounds: Sequence[Sequence[Sequence[int | None]]],
    played: int,
    *,
    leaving: Sequence[int] = (),
    arriving: Sequence[int] = (),
    seed: int = 1,
    apart: Sequence[tuple[int, int]] = (),
    fixed_tables: Sequence[tuple[int, int]] = (),
) -> Replanned:
    """What to do with the rounds after the first `played` (all that are played or published).

    Who sits in the open rounds is in the tournament; `leaving` go, `arriving` come, numbered differently from
    them (somebody may come back under the old number). Raises RuleViolation: invalid_rounds, no_open_rounds,
    invalid_leaving, invalid_arriving, and the codes of `checked_inputs` and `pins_of`.
    """
    change = _checked_change(
        rounds, played, leaving, arriving, seed=seed, apart=apart, fixed_tables=fixed_tables
    )
    kept = change.option(_kept(change, Generator(change.inputs.seed)))
    fresh = min(
        (change.option(_planned(change)), change.option(_exchanged(change, kept))),
        key=lambda option: option.quality,
    )
    return Replanned(kept, fresh, KEEP if kept.quality <= fresh.quality else REPLAN)


def repair_round(
    rounds: Sequence[Sequence[Sequence[int | None]]],
    round_: int,
    *,
    leaving: Sequence[int] = (),
    arriving: Sequence[int] = (),
    seed: int = 1,
    apart: Sequence[tuple[int, int]] = (),
    fixed_tables: Sequence[tuple[int, int]] = (),
) -> Option:
    """One round after no-shows, with as few people moved as possible; all other rounds stay.

    For a round that is published but not begun. The meetings of rounds after it count too when it is chosen
    who moves; the report covers this round after those before it. Raises what `replan` raises.
    """
    whole = seated_rounds(rounds, "invalid_rounds")
    if type(round_) is not int or not 0 <= round_ < len(whole):
        raise RuleViolation("no_open_rounds", played=round_ if type(round_) is int else None)
    change = _checked_change(
        whole[: round_ + 1],
        round_,
        leaving,
        arriving,
        seed=seed,
        apart=apart,
        fixed_tables=fixed_tables,
    )
    later = [[change.inside(table) for table in tables] for tables in whole[round_ + 1 :]]
    open_ = _kept(change, Generator(change.inputs.seed), later)
    option = change.option(open_)
    after = tuple(tuple(tables) for tables in whole[round_ + 1 :])
    return replace(option, rounds=(*option.rounds, *after))


@dataclass(frozen=True)
class _Change:
    """A checked request; inside, players are numbered from 0 and who is gone comes after them."""

    inputs: Inputs
    locked: Rounds  # as the caller numbers people
    open: Rounds
    present: tuple[int, ...]
    number: dict[int, int]  # caller's number -> number inside
    newcomers: tuple[int, ...]  # numbers inside

    def inside(self, table: Seated) -> Seated:
        """A table in numbers inside."""
        north, east, south, west = (None if p is None else self.number[p] for p in table)
        return north, east, south, west

    def outside(self, table: Seated) -> Seated:
        """A table as the caller numbers people."""
        north, east, south, west = (None if p is None else self.present[p] for p in table)
        return north, east, south, west

    def vacated(self) -> list[list[Seated]]:
        """The open rounds inside, without who is gone."""
        return [[_without(self.inside(t), len(self.present)) for t in tables] for tables in self.open]

    def option(self, found: tuple[list[list[Seated]], int]) -> Option:
        """Open rounds inside and steps as an answer."""
        plan = judged(found[0], self.inputs, REPLAN_ALGORITHM, found[1])
        rounds = tuple(tuple(self.outside(table) for table in tables) for tables in plan.rounds)
        changes = [_changes(old, new) for old, new in zip(self.open, rounds, strict=True)]
        return Option(
            rounds=(*self.locked, *rounds),
            players=self.present,
            report=plan.report,
            moved=tuple(moved for moved, _ in changes),
            reseated=tuple(seats for _, seats in changes),
        )


def _changes(old: Sequence[Seated], new: Sequence[Seated]) -> tuple[int, int]:
    """People in both who sit at another table, and on another seat."""
    before = {p: (n, seat) for n, table in enumerate(old) for seat, p in enumerate(table) if p is not None}
    after = {p: (n, seat) for n, table in enumerate(new) for seat, p in enumerate(table) if p is not None}
    both = [(before[player], after[player]) for player in after if player in before]
    return sum(was[0] != now[0] for was, now in both), sum(was != now for was, now in both)


def _without(table: Seated, players: int) -> Seated:
    north, east, south, west = (p if p is not None and p < players else None for p in table)
    return north, east, south, west


def _checked_change(
    rounds: object,
    played: object,
    leaving: object,
    arriving: object,
    *,
    seed: object,
    apart: object,
    fixed_tables: object,
) -> _Change:
    whole = seated_rounds(rounds, "invalid_rounds")
    if type(played) is not int or not 0 <= played < len(whole):
        raise RuleViolation("no_open_rounds", played=played if type(played) is int else None)
    locked, still_open = whole[:played], whole[played:]
    before = {player for tables in still_open for table in tables for player in table if player is not None}
    gone, come = _numbers(leaving, "invalid_leaving"), _numbers(arriving, "invalid_arriving")
    if not gone <= before:
        raise RuleViolation("invalid_leaving", players=sorted(gone - before))
    if come & before:
        raise RuleViolation("invalid_arriving", players=sorted(come & before))
    present = tuple(sorted((before - gone) | come))
    everybody = {p for tables in whole for table in tables for p in table if p is not None}
    number = {player: at for at, player in enumerate([*present, *sorted(everybody - set(present))])}
    inputs = checked_inputs(
        len(present),
        len(still_open),
        seed,
        _renumbered(apart, number, len(present), both=True),
        [[[None if p is None else number[p] for p in t] for t in tables] for tables in locked],
        fixed_tables=_renumbered(fixed_tables, number, len(present), both=False),
    )
    newcomers = tuple(number[player] for player in sorted(come))
    return _Change(inputs, _frozen(locked), _frozen(still_open), present, number, newcomers)


def _frozen(rounds: Sequence[Sequence[Seated]]) -> Rounds:
    return tuple(tuple(tables) for tables in rounds)


def _numbers(value: object, code: str) -> set[int]:
    if not isinstance(value, list | tuple):
        raise RuleViolation(code, value=type(value).__name__)
    found = {player for player in value if type(player) is int and player >= 0}
    if len(found) != len(value):
        raise RuleViolation(code, players=len(value))
    return found


def _renumbered(pairs: object, number: dict[int, int], players: int, *, both: bool) -> object:
    """Pairs in numbers inside, without those that name somebody who is not there; junk as it is."""
    if not isinstance(pairs, list | tuple):
        return pairs
    kept: list[object] = []
    for pair in pairs:
        if not (isinstance(pair, list | tuple) and len(pair) == 2 and all(type(p) is int for p in pair)):
            kept.append(pair)
            continue
        one, other = number.get(pair[0], players), number.get(pair[1], players) if both else pair[1]
        if one < players and (not both or other < players):
            kept.append((one, other))
    return kept


def _company(change: _Change, others: Sequence[Sequence[Seated]]) -> Company:
    """What the locked rounds and these say."""
    inputs = change.inputs
    past = read_history(replace(inputs, history=(*inputs.history, *map(tuple, others))))
    return Company(
        met=past.meetings,
        threes=past.threes,
        seats=past.seats,
        apart=apart_matrix(inputs.apart, inputs.players),
        fixed=frozenset(player for player, _ in inputs.fixed_tables),
    )


def _kept(
    change: _Change, generator: Generator, later: Sequence[Sequence[Seated]] = ()
) -> tuple[list[list[Seated]], int]:
    """The open rounds repaired one by one, each with the others as they are, until nothing gets better."""
    vacated = change.vacated()
    found, steps = [list(tables) for tables in vacated], 0
    for turn in range(_PASSES):
        moved = False
        for r, tables in enumerate(vacated):
            company = _company(change, [*found[:r], *found[r + 1 :], *later])
            trial = repaired(tables, change.newcomers, company, generator)
            steps += 1
            limit = max(1, int(company.met.max()))
            if turn == 0 or company.price([*map(list, trial)], limit) < company.price(
                [*map(list, found[r])], limit
            ):
                moved = moved or trial != found[r]
                found[r] = trial
        if not moved:
            break
    return found, steps


def _planned(change: _Change) -> tuple[list[list[Seated]], int]:
    """The open rounds planned anew."""
    inputs = change.inputs
    plan: Plan = plan_seating(
        players=inputs.players,
        rounds=inputs.rounds,
        seed=inputs.seed,
        apart=inputs.apart,
        fixed_tables=inputs.fixed_tables,
        history=inputs.history,
    )
    return [list(tables) for tables in plan.rounds], plan.report.iterations


def _exchanged(change: _Change, kept: Option) -> tuple[list[list[Seated]], int]:
    """The kept rounds after a search for exchanges that save repeats."""
    inputs = change.inputs
    open_ = [[change.inside(table) for table in tables] for tables in kept.rounds[len(change.locked) :]]
    groups = [[[p for p in table if p is not None] for table in tables] for tables in open_]
    past = read_history(inputs)
    limits = bounds(layout(inputs.players), inputs.rounds, past.meetings, past.threes)
    goal = Goal(
        limits.max_meetings, limits.pair_cost, limits.threes_cost, apart_matrix(inputs.apart, inputs.players)
    )
    pinned = np.zeros((inputs.rounds, inputs.players), dtype=np.bool_)
    pinned[:, _fixed(inputs.fixed_tables)] = True
    found = improve(groups, past, goal, Generator(inputs.seed), steps=_STEPS, pinned=pinned)
    return _reseat_all(change, open_, found.rounds), found.steps


def _fixed(fixed_tables: Collection[tuple[int, int]]) -> list[int]:
    return [player for player, _ in fixed_tables]


def _reseat_all(
    change: _Change, open_: Sequence[Sequence[Seated]], groups: Sequence[Sequence[Sequence[int]]]
) -> list[list[Seated]]:
    done: list[list[Seated]] = []
    for r, tables in enumerate(open_):
        company = _company(change, [*done, *open_[r + 1 :]])
        done.append(reseated(tables, groups[r], company))
    return done
