"""Places fixed by the director: whole tables or seats in one round, and players with a table of their own.

A `Lock` fixes a player in one round at a table, and on a seat where one is named; a lock without a player
keeps that seat empty, which makes the table one of three. A fixed table is the same lock in every round.
`pins_of` turns both into one table per round and finds every contradiction before anything is drawn;
`fitted` and `placed` bring a plan into line with them, exchanging as few people as they can.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import RuleViolation
from engine.seating.tables import Counts, Layout, Round

_LABEL_TRIALS = 20_000  # exchanges of labels priced before `fitted` ends


class Lock(NamedTuple):
    """In `round` (from 0) `player` sits at `table`, on `seat` (0 to 3 for N, E, S, W) unless that is None.

    A player of None keeps the seat empty.
    """

    round: int
    table: int
    seat: int | None
    player: int | None


@dataclass(frozen=True)
class PinnedRound:
    """What is fixed in one round; all keys and values are indices."""

    table: dict[int, int]  # player -> table
    seat: dict[int, int]  # player -> seat
    empty: dict[int, int]  # table -> seat that stays empty

    @property
    def numbers(self) -> set[int]:
        """Tables that cannot change their number."""
        return set(self.table.values()) | set(self.empty)

    def at(self, number: int) -> set[int]:
        """Players fixed at a table."""
        return {player for player, table in self.table.items() if table == number}


Pins = tuple[PinnedRound, ...]


def unpinned(rounds: int) -> Pins:
    """Nothing fixed in any round."""
    return tuple(PinnedRound({}, {}, {}) for _ in range(rounds))


def pins_of(
    locked: Sequence[Lock], fixed_tables: Sequence[tuple[int, int]], shape: Layout, rounds: int
) -> Pins:
    """What is fixed, round by round, or RuleViolation("contradictory_locks", reasons=[...]).

    Each reason is a dict with a `code` and its parameters: lock_unknown_round, lock_unknown_table,
    lock_unknown_seat, lock_unknown_player, lock_player_at_two_tables, lock_player_on_two_seats,
    lock_seat_taken_twice, lock_table_too_small, lock_table_too_full, lock_too_many_threes, lock_too_many_fours.
    """
    everywhere = [Lock(r, table, None, player) for player, table in fixed_tables for r in range(rounds)]
    reasons = _unknown([*locked, *everywhere[:: max(rounds, 1)]], shape, rounds)
    known = [lock for lock in (*locked, *everywhere) if not _unknown([lock], shape, rounds)]
    pins = []
    for r in range(rounds):
        pinned, found = _pinned_round(r, [lock for lock in known if lock.round == r], shape)
        pins.append(pinned)
        reasons += found
    if reasons:
        raise RuleViolation("contradictory_locks", reasons=_once_for_all_rounds(reasons, rounds))
    return tuple(pins)


def _once_for_all_rounds(reasons: list[dict[str, object]], rounds: int) -> list[dict[str, object]]:
    """What is wrong in every round alike, as with two fixed tables, is said once, for the first."""

    def without_round(reason: dict[str, object]) -> str:
        return repr({name: value for name, value in reason.items() if name != "round"})

    often = Counter(without_round(reason) for reason in reasons)
    kept, said = [], set()
    for reason in reasons:
        what = without_round(reason)
        if "round" not in reason or often[what] < rounds or what not in said:
            kept.append(reason)
        said.add(what)
    return kept


def _unknown(locks: Iterable[Lock], shape: Layout, rounds: int) -> list[dict[str, object]]:
    """Locks that name what does not exist."""
    reasons: list[dict[str, object]] = []
    for lock in locks:
        if not 0 <= lock.round < rounds:
            reasons.append({"code": "lock_unknown_round", "round": lock.round})
        if not 0 <= lock.table < shape.tables:
            reasons.append(
                {
                    "code": "lock_unknown_table",
                    "table": lock.table,
                    "player": lock.player,
                    "tables": shape.tables,
                }
            )
        if lock.seat is not None and not 0 <= lock.seat < 4:
            reasons.append({"code": "lock_unknown_seat", "seat": lock.seat})
        if lock.player is not None and not 0 <= lock.player < shape.players:
            reasons.append({"code": "lock_unknown_player", "player": lock.player})
        if lock.player is None and lock.seat is None:
            reasons.append({"code": "lock_unknown_seat", "seat": None})
    return reasons


def _pinned_round(
    r: int, locks: Sequence[Lock], shape: Layout
) -> tuple[PinnedRound, list[dict[str, object]]]:
    """One round's locks put together, and what speaks against it."""
    reasons: list[dict[str, object]] = []
    pinned = PinnedRound({}, {}, {})
    taken: dict[tuple[int, int], int | None] = {}
    for lock in locks:
        if lock.seat is not None:
            if taken.setdefault((lock.table, lock.seat), lock.player) != lock.player:
                reasons.append(
                    {"code": "lock_seat_taken_twice", "round": r, "table": lock.table, "seat": lock.seat}
                )
            if lock.player is None:
                if pinned.empty.setdefault(lock.table, lock.seat) != lock.seat:
                    reasons.append({"code": "lock_table_too_small", "round": r, "table": lock.table})
            elif pinned.seat.setdefault(lock.player, lock.seat) != lock.seat:
                reasons.append({"code": "lock_player_on_two_seats", "round": r, "player": lock.player})
        if lock.player is not None and pinned.table.setdefault(lock.player, lock.table) != lock.table:
            reasons.append({"code": "lock_player_at_two_tables", "round": r, "player": lock.player})
    return pinned, reasons + _sizes_wrong(r, pinned, shape)


def _sizes_wrong(r: int, pinned: PinnedRound, shape: Layout) -> list[dict[str, object]]:
    """Tables that would need more places than there are, and rounds with the wrong number of threes."""
    reasons: list[dict[str, object]] = []
    fours = 0
    for number in sorted(pinned.numbers):
        people = len(pinned.at(number))
        if people > 4 - (number in pinned.empty):
            reasons.append({"code": "lock_table_too_full", "round": r, "table": number, "players": people})
        fours += people == 4
    if len(pinned.empty) > shape.threes:
        reasons.append(
            {"code": "lock_too_many_threes", "round": r, "tables": len(pinned.empty), "most": shape.threes}
        )
    if fours > shape.fours:
        reasons.append({"code": "lock_too_many_fours", "round": r, "tables": fours, "most": shape.fours})
    return reasons


def pinned_mask(pins: Pins, players: int) -> NDArray[np.bool_]:
    """Round, player -> whether the player cannot be moved."""
    mask = np.zeros((len(pins), players), dtype=np.bool_)
    for r, pinned in enumerate(pins):
        mask[r, list(pinned.table)] = True
    return mask


def forced_meetings(pins: Pins, players: int) -> Counts:
    """Symmetric matrix: how often the locks alone bring two players together."""
    forced = np.zeros((players, players), dtype=np.int64)
    for pinned in pins:
        for number in pinned.numbers:
            people = sorted(pinned.at(number))
            forced[np.ix_(people, people)] += 1
    np.fill_diagonal(forced, 0)
    return forced


def fitted(rounds: Sequence[Round], pins: Pins, players: int) -> list[Round]:
    """The plan with players exchanged throughout so that those fixed together meet, and those apart do not."""
    table_of = np.zeros((len(rounds), players), dtype=np.int64)
    size_of = np.zeros_like(table_of)
    for r, tables in enumerate(rounds):
        for number, table in enumerate(tables):
            table_of[r, table] = number
            size_of[r, table] = len(table)
    pairs = [_pairs(pinned) for pinned in pins]
    sizes = [_sizes(pinned) for pinned in pins]
    movers = sorted({player for pinned in pins for player in pinned.table})
    place = np.arange(players)  # player -> point whose tables he has

    def misfits() -> int:
        total = 0
        for r, (one, other, together) in enumerate(pairs):
            seats = table_of[r, place]
            total += int(((seats[one] == seats[other]) != together).sum())
            people, size = sizes[r]
            total += int((size_of[r, place[people]] != size).sum())
        return total

    wrong, trials, gained = misfits(), _LABEL_TRIALS // max(1, len(rounds)), True
    while wrong and gained and trials > 0:
        gained = False
        for mover in movers:
            for other in range(players):
                place[[mover, other]] = place[[other, mover]]
                trials -= 1
                now = misfits()
                if now < wrong:
                    wrong, gained = now, True
                else:
                    place[[mover, other]] = place[[other, mover]]
                if not wrong or trials <= 0:
                    break
    player_at = np.argsort(place, kind="stable")
    return [[[int(player_at[point]) for point in table] for table in tables] for tables in rounds]


def _pairs(pinned: PinnedRound) -> tuple[Counts, Counts, NDArray[np.bool_]]:
    """Every two players fixed in a round, and whether at the same table."""
    people = np.array(sorted(pinned.table), dtype=np.int64)
    numbers = np.array([pinned.table[int(player)] for player in people], dtype=np.int64)
    one, other = np.triu_indices(len(people), 1)
    return people[one], people[other], numbers[one] == numbers[other]


def _sizes(pinned: PinnedRound) -> tuple[Counts, Counts]:
    """Players fixed at a table whose size that decides, and the size."""
    found = [
        (player, 3 if number in pinned.empty else 4)
        for player, number in sorted(pinned.table.items())
        if number in pinned.empty or len(pinned.at(number)) == 4
    ]
    both = np.array(found, dtype=np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def placed(rounds: Sequence[Round], pins: Pins) -> list[Round]:
    """The plan with every fixed player at his table number, exchanging people where that must be."""
    return [_placed_round(tables, pinned) for tables, pinned in zip(rounds, pins, strict=True)]


def _placed_round(tables: Round, pinned: PinnedRound) -> Round:
    if not pinned.numbers:
        return [list(table) for table in tables]
    left = [list(table) for table in tables]
    numbered: dict[int, list[int]] = {}

    def wanted(number: int) -> tuple[bool, bool, int, int]:
        people = len(pinned.at(number))
        return number not in pinned.empty, people < 4, -people, number

    for number in sorted(pinned.numbers, key=wanted):
        here = pinned.at(number)
        size = 3 if number in pinned.empty else 4 if len(here) == 4 else None
        fitting = [table for table in left if size in (None, len(table))]
        best = max(fitting, key=lambda table: len(here & set(table)))
        left.remove(best)
        numbered[number] = best
    rest = iter(left)
    whole = [numbered[number] if number in numbered else next(rest) for number in range(len(tables))]
    for player, number in sorted(pinned.table.items()):
        home = next(table for table in whole if player in table)
        goal = whole[number]
        if home is not goal:
            other = next(p for p in goal if pinned.table.get(p) != number)
            home[home.index(player)], goal[goal.index(other)] = other, player
    return whole
