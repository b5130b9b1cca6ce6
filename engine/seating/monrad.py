"""Monrad, elsewhere called Swiss: one round, people of about the same standing together, nobody twice.

The order of the goals: nobody meets anybody more often than must be (maximum, then repeats); tables of three
go to those who had fewest; people to keep apart do not meet; of those whose turn it is, the lowest in the
standing sit at the tables of three; then the sum over pairs at a table of the squared difference of their
places. Every goal outweighs all behind it together:
where a repeat costs only as much as some number of places, repeats leak in. An empty seat is a chair like any
other that nobody minds, so a table of three needs no rule of its own.

Tables are numbered by standing, the leaders at the first, but for fixed ones. Up to sixteen players the round
is the best there is; above, `windows` searches, and where it leaves a repeat `cover` looks for a round without.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.errors import RuleViolation
from engine.seating.apart import apart_matrix
from engine.seating.bounds import bounds
from engine.seating.cover import cover
from engine.seating.generator import Generator
from engine.seating.history import History, read_history
from engine.seating.inputs import Inputs, checked_inputs
from engine.seating.locks import PinnedRound, pins_of
from engine.seating.plan import Plan
from engine.seating.relations import Relations, seat_round
from engine.seating.report import report_on
from engine.seating.splits import MOST_SPLIT, Prices
from engine.seating.tables import Counts, Layout, Round, Table, layout
from engine.seating.windows import Divided, divide

MONRAD_ALGORITHM = "monrad 1"  # goes up whenever the same standing and history may give another round


@dataclass(frozen=True)
class MonradInputs(Inputs):
    """A checked request for one round; `standing` holds every player once, the best first."""

    standing: tuple[int, ...] = ()

    def digest(self, algorithm: str) -> str:
        """SHA-256 over the digest of the other inputs and the standing."""
        text = f"{super().digest(algorithm)} {' '.join(map(str, self.standing))}"
        return hashlib.sha256(text.encode()).hexdigest()


def plan_monrad(
    standing: Sequence[int],
    history: Sequence[Sequence[Sequence[int | None]]],
    *,
    seed: int = 1,
    apart: Sequence[tuple[int, int]] = (),
    locked: Sequence[tuple[int, int, int | str | None, int | None]] = (),
    fixed_tables: Sequence[tuple[int, int]] = (),
) -> Plan:
    """Draw the next round; `rounds[0]` of the plan is it.

    `standing` are the players 0 to n - 1, the best first; who shares a rank stands there in whatever order
    the caller drew. `history` are all rounds played, in the shape of `Plan.rounds`; numbers from n on are
    people who left. Without history the round is drawn at random. `apart` are pairs who should not meet in
    this round, whatever their standing: leave it out once the tournament has come far enough. `locked` and
    `fixed_tables` are those of `plan_seating`, round 0 being this one. Raises RuleViolation: invalid_standing
    and the codes of `checked_inputs` and `pins_of`.
    """
    inputs = _checked(standing, history, seed, apart, locked, fixed_tables)
    past = read_history(inputs)
    shape = layout(inputs.players)
    pinned = pins_of(inputs.locked, inputs.fixed_tables, shape, 1)[0]
    generator = Generator(inputs.seed)
    order = inputs.standing if past.played else generator.shuffled(inputs.players)
    place = np.zeros(inputs.players, dtype=np.int64)
    place[list(order)] = np.arange(inputs.players)
    found = _drawn(shape, place, past, apart_matrix(inputs.apart, inputs.players), pinned, generator)
    tables = _numbered(found.tables, place, pinned)
    seated = [seat_round(tables, past.seats, Relations(inputs.history, inputs.players), pinned)]
    limits = bounds(shape, 1, past.meetings, past.threes)
    report = report_on(seated, inputs, past, limits, iterations=found.divisions, algorithm=MONRAD_ALGORITHM)
    return Plan(tuple(tuple(one) for one in seated), report)


def closeness(tables: Iterable[Sequence[int | None]], standing: Sequence[int]) -> int:
    """The sum over pairs at a table of the squared difference of their places in the standing."""
    place = {player: at for at, player in enumerate(standing)}
    return sum(
        (place[one] - place[other]) ** 2
        for table in tables
        for one, other in combinations([player for player in table if player is not None], 2)
    )


def _checked(
    standing: object, history: object, seed: object, apart: object, locked: object, fixed_tables: object
) -> MonradInputs:
    if not isinstance(standing, list | tuple):
        raise RuleViolation("invalid_standing", value=type(standing).__name__)
    inputs = checked_inputs(len(standing), 1, seed, apart, history, locked=locked, fixed_tables=fixed_tables)
    known = [place for place in standing if type(place) is int and 0 <= place < len(standing)]
    missing = sorted(set(range(len(standing))) - set(known))
    doubled = sorted({player for player in known if known.count(player) > 1} if missing else ())
    unknown = len(standing) - len(known)
    if missing:
        raise RuleViolation("invalid_standing", missing=missing, doubled=doubled, unknown=unknown)
    return MonradInputs(
        players=inputs.players,
        rounds=1,
        seed=inputs.seed,
        apart=inputs.apart,
        history=inputs.history,
        locked=inputs.locked,
        fixed_tables=inputs.fixed_tables,
        standing=tuple(known),
    )


def _drawn(
    shape: Layout,
    place: Counts,
    past: History,
    apart: Counts,
    pinned: PinnedRound,
    generator: Generator,
) -> Divided:
    """The tables at the least price, with empty chairs as numbers from `players` on."""
    order = np.argsort(place, kind="stable")
    limit = max(1, int(past.meetings.max()))
    groups = _groups(pinned, shape.players)
    tables = _first_tables(shape, order.tolist(), past.threes, groups)
    places = [*place.tolist(), *[shape.players] * shape.threes]
    while True:
        prices = _prices(shape, place, past, apart, limit, groups)
        floor = _floor(prices, shape, groups)
        found = divide(tables, prices, places, generator, floor=floor)
        if len(tables) > MOST_SPLIT and not groups and _meets(found.tables, past.meetings, 1):
            found = _without_repeat(found, prices, past, places, generator, floor)
        # Meeting a second time is beyond a limit of one and a repeat, so nothing would change.
        if limit == 1 or limit > past.meetings.max() or not _meets(found.tables, past.meetings, limit):
            return found
        # Somebody must meet oftener than anybody so far, so one such meeting is as good as another.
        tables, limit = found.tables, limit + 1


def _without_repeat(
    found: Divided,
    prices: Prices,
    past: History,
    places: Sequence[int],
    generator: Generator,
    floor: int,
) -> Divided:
    """The round an exact search finds, made close; what was found where it finds none."""
    players, chairs = len(past.threes), len(places)
    new = np.ones((chairs, chairs), dtype=np.bool_)
    new[:players, :players] = past.meetings == 0
    new[players:, players:] = False
    np.fill_diagonal(new, val=False)
    tables = cover([sum(1 << int(other) for other in np.flatnonzero(row)) for row in new])
    if tables is None:
        return found
    again = divide(tables, prices, places, generator, floor=floor)
    return Divided(again.tables, found.divisions + again.divisions)


def _floor(prices: Prices, shape: Layout, groups: Sequence[Sequence[int]]) -> int:
    """A first price that no round is below: what is fixed, and the tables of three in turn if none is."""
    held = sum(int(prices.first[pair]) for group in groups for pair in combinations(group, 2))
    if shape.threes == 0 or any(max(group) >= shape.players for group in groups):
        return held
    more = np.sort(prices.first[shape.players, : shape.players])
    return held + int(more[: 3 * shape.threes].sum())


def _meets(tables: Sequence[Table], meetings: Counts, times: int) -> bool:
    """Whether a pair that met so often sits together."""
    players = len(meetings)
    return any(
        meetings[one, other] >= times
        for table in tables
        for one, other in combinations([chair for chair in table if chair < players], 2)
    )


def _groups(pinned: PinnedRound, players: int) -> list[list[int]]:
    """Chairs that must share a table, by fixed table; its empty seat is one of them."""
    empty = {number: players + index for index, number in enumerate(sorted(pinned.empty))}
    return [
        sorted(pinned.at(number)) + ([empty[number]] if number in empty else [])
        for number in sorted(pinned.numbers)
    ]


def _prices(
    shape: Layout, place: Counts, past: History, apart: Counts, limit: int, groups: Sequence[Sequence[int]]
) -> Prices:
    """What any two chairs at one table cost; each unit is larger than everything below it can be together."""
    players, chairs = shape.players, shape.players + shape.threes
    most = 6 * shape.tables
    more = past.threes - past.threes.min()
    oftener = 9 * int(more.max()) + 1
    again = oftener * (most * int(past.meetings.max()) + 1)
    beyond = again * (most + 1)
    never = beyond * (most + 1)
    first = np.zeros((chairs, chairs), dtype=np.int64)
    met = past.meetings
    first[:players, :players] = (
        (met >= 1) * again + np.maximum(met - 1, 0) * oftener + (met >= limit) * beyond
    )
    first[players:, :players] = more
    first[:players, players:] = more[:, None]
    first[players:, players:] = never
    _hold_together(first, groups, never)
    np.fill_diagonal(first, 0)
    second = np.zeros_like(first)
    # Places 0 to n - 1 squared around their mean bound the sum of all squared differences.
    close = players * (players * players - 1) // 3 + 1
    second[:players, :players] = (place[:, None] - place) ** 2 + apart * close * 9 * players
    second[players:, :players] = (players - 1 - place) * close
    second[:players, players:] = second[players:, :players].T
    return Prices(first, second)


def _hold_together(first: Counts, groups: Sequence[Sequence[int]], never: int) -> None:
    """People fixed at one table belong together, those fixed at different tables do not."""
    for index, group in enumerate(groups):
        for other in groups[:index]:
            first[np.ix_(group, other)] = first[np.ix_(other, group)] = never
        first[np.ix_(group, group)] -= never


def _first_tables(
    shape: Layout, order: Sequence[int], threes_before: Counts, groups: Sequence[Sequence[int]]
) -> list[Table]:
    """Blocks of four in the order of the standing, whose turn it is at the tables of three, fixed people
    together."""
    lowest_first = list(reversed(order))
    due = sorted(lowest_first, key=lambda player: int(threes_before[player]))
    at_three = set(due[: 3 * shape.threes])
    fours = [player for player in order if player not in at_three]
    threes = [player for player in order if player in at_three]
    tables = [fours[start : start + 4] for start in range(0, len(fours), 4)]
    tables += [[*threes[3 * index : 3 * index + 3], shape.players + index] for index in range(shape.threes)]
    _gather(tables, groups)
    _part_empty_chairs(tables, shape.players, {chair for group in groups for chair in group})
    return tables


def _gather(tables: list[Table], groups: Sequence[Sequence[int]]) -> None:
    """Bring each group to the free table that already holds most of it."""
    free = list(tables)
    for group in groups:
        goal = max(free, key=lambda table: len(set(group) & set(table)))
        free = [table for table in free if table is not goal]
        for chair in group:
            if chair not in goal:
                home = next(table for table in tables if chair in table)
                other = next(one for one in goal if one not in group)
                home[home.index(chair)], goal[goal.index(other)] = other, chair


def _part_empty_chairs(tables: list[Table], players: int, fixed: set[int]) -> None:
    """No table keeps two empty chairs: gathering may have brought them together."""

    def empty(table: Table) -> list[int]:
        return [chair for chair in table if chair >= players]

    for table in tables:
        while len(empty(table)) > 1:
            spare = next(chair for chair in empty(table) if chair not in fixed)
            goal, other = next(
                (goal, chair) for goal in tables if not empty(goal) for chair in goal if chair not in fixed
            )
            table[table.index(spare)], goal[goal.index(other)] = other, spare


def _numbered(tables: Sequence[Table], place: Counts, pinned: PinnedRound) -> Round:
    """The tables without empty chairs, the best placed first, fixed ones at their numbers."""
    players = len(place)
    people = [[chair for chair in table if chair < players] for table in tables]
    left = sorted(people, key=lambda table: (int(place[table].sum()) * 12 // len(table), min(table)))
    numbered: dict[int, Table] = {}
    for number in sorted(pinned.numbers, key=lambda number: (not pinned.at(number), number)):
        here = pinned.at(number)
        size = 3 if number in pinned.empty else None
        numbered[number] = next(table for table in left if here <= set(table) and size in {None, len(table)})
        left.remove(numbered[number])
    rest = iter(left)
    return [numbered[number] if number in numbered else next(rest) for number in range(len(tables))]
