"""What may be asked of the planner: junk is refused here, by code, before anything is computed."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from engine.errors import RuleViolation
from engine.seating.locks import Lock

FEWEST_REPEATS, EVEN_THREES = "fewest_repeats", "even_threes"
MOST_PLAYERS, MOST_ROUNDS = 1000, 21
_IMPOSSIBLE = (1, 2, 5)
_SEAT_LETTERS = {"N": 0, "E": 1, "S": 2, "W": 3}

HistoryTable = tuple[int | None, ...]


@dataclass(frozen=True)
class Inputs:
    """A checked request; pairs sorted and once each, history as tuples, None for an empty seat."""

    players: int
    rounds: int
    seed: int
    apart: tuple[tuple[int, int], ...]
    history: tuple[tuple[HistoryTable, ...], ...]
    locked: tuple[Lock, ...] = ()
    fixed_tables: tuple[tuple[int, int], ...] = ()
    prefer: str = FEWEST_REPEATS

    def digest(self, algorithm: str) -> str:
        """SHA-256 over canonical JSON of the inputs and the version of the algorithm."""
        document = {
            "algorithm": algorithm,
            "players": self.players,
            "rounds": self.rounds,
            "seed": self.seed,
            "apart": self.apart,
            "history": self.history,
            "locked": sorted(self.locked, key=repr),
            "fixed_tables": self.fixed_tables,
            "prefer": self.prefer,
        }
        text = json.dumps(document, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def checked_inputs(
    players: object,
    rounds: object,
    seed: object,
    apart: object,
    history: object,
    *,
    locked: object = (),
    fixed_tables: object = (),
    prefer: object = FEWEST_REPEATS,
) -> Inputs:
    """The request as a value, or RuleViolation: impossible_number_of_players, too_many_players,
    impossible_number_of_rounds, invalid_seed, invalid_apart, invalid_history, invalid_locked,
    invalid_fixed_tables, invalid_prefer. Whether locks agree is seen by `pins_of`.
    """
    if not _whole(players) or players < 3 or players in _IMPOSSIBLE:
        raise RuleViolation("impossible_number_of_players", players=players)
    if players > MOST_PLAYERS:
        raise RuleViolation("too_many_players", players=players, most=MOST_PLAYERS)
    if not _whole(rounds) or not 1 <= rounds <= MOST_ROUNDS:
        raise RuleViolation("impossible_number_of_rounds", rounds=rounds, most=MOST_ROUNDS)
    if not _whole(seed) or not 0 <= seed < 2**64:
        raise RuleViolation("invalid_seed", seed=seed)
    if prefer not in {FEWEST_REPEATS, EVEN_THREES} or not isinstance(prefer, str):
        raise RuleViolation("invalid_prefer", prefer=repr(prefer))
    return Inputs(
        players,
        rounds,
        seed,
        _checked_apart(apart, players),
        _checked_history(history),
        _checked_locks(locked),
        _checked_fixed_tables(fixed_tables),
        prefer,
    )


def _whole(value: object) -> TypeGuard[int]:
    """An integer proper: True is not one."""
    return isinstance(value, int) and not isinstance(value, bool)


def _items(value: object, code: str) -> Iterable[object]:
    if not isinstance(value, list | tuple):
        raise RuleViolation(code, value=repr(value))
    return value


def _checked_apart(apart: object, players: int) -> tuple[tuple[int, int], ...]:
    pairs = set()
    for item in _items(apart, "invalid_apart"):
        pair = tuple(_items(item, "invalid_apart"))
        if len(pair) != 2 or pair[0] == pair[1]:
            raise RuleViolation("invalid_apart", value=repr(item))
        one, other = pair
        if not (_whole(one) and _whole(other) and 0 <= one < players and 0 <= other < players):
            raise RuleViolation("invalid_apart", value=repr(item))
        pairs.add((min(one, other), max(one, other)))
    return tuple(sorted(pairs))


def _checked_locks(locked: object) -> tuple[Lock, ...]:
    """Locks in the order given, once each; a seat may be given as its letter."""
    locks: dict[Lock, None] = {}
    for item in _items(locked, "invalid_locked"):
        parts = tuple(_items(item, "invalid_locked"))
        if len(parts) != 4:
            raise RuleViolation("invalid_locked", value=repr(item))
        round_, table, seat, player = parts
        if isinstance(seat, str) and seat in _SEAT_LETTERS:
            seat = _SEAT_LETTERS[seat]
        if not (_whole(round_) and _whole(table)):
            raise RuleViolation("invalid_locked", value=repr(item))
        if not ((seat is None or _whole(seat)) and (player is None or _whole(player))):
            raise RuleViolation("invalid_locked", value=repr(item))
        locks[Lock(round_, table, seat, player)] = None
    return tuple(locks)


def _checked_fixed_tables(fixed: object) -> tuple[tuple[int, int], ...]:
    """Player and table, sorted and once each."""
    found = set()
    for item in _items(fixed, "invalid_fixed_tables"):
        parts = tuple(_items(item, "invalid_fixed_tables"))
        if len(parts) != 2:
            raise RuleViolation("invalid_fixed_tables", value=repr(item))
        player, table = parts
        if not (_whole(player) and _whole(table)):
            raise RuleViolation("invalid_fixed_tables", value=repr(item))
        found.add((player, table))
    return tuple(sorted(found))


def _checked_history(history: object) -> tuple[tuple[HistoryTable, ...], ...]:
    return tuple(_checked_round(item) for item in _items(history, "invalid_history"))


def _checked_round(played: object) -> tuple[HistoryTable, ...]:
    tables = []
    seen: set[int] = set()
    for item in _items(played, "invalid_history"):
        table: list[int | None] = []
        for player in _items(item, "invalid_history"):
            if player is None:
                table.append(None)
            elif _whole(player) and player >= 0 and player not in seen:
                seen.add(player)
                table.append(player)
            else:
                raise RuleViolation("invalid_history", value=repr(player))
        if len(table) > 4:
            raise RuleViolation("invalid_history", value=repr(item))
        tables.append(tuple(table))
    return tuple(tables)
