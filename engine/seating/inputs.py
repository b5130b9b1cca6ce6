"""What may be asked of the planner: junk is refused here, by code, before anything is computed."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from engine.errors import RuleViolation

MOST_PLAYERS, MOST_ROUNDS = 1000, 21
_IMPOSSIBLE = (1, 2, 5)

HistoryTable = tuple[int | None, ...]


@dataclass(frozen=True)
class Inputs:
    """A checked request; pairs sorted and once each, history as tuples, None for an empty seat."""

    players: int
    rounds: int
    seed: int
    apart: tuple[tuple[int, int], ...]
    history: tuple[tuple[HistoryTable, ...], ...]

    def digest(self, algorithm: str) -> str:
        """SHA-256 over canonical JSON of the inputs and the version of the algorithm."""
        document = {
            "algorithm": algorithm,
            "players": self.players,
            "rounds": self.rounds,
            "seed": self.seed,
            "apart": self.apart,
            "history": self.history,
        }
        text = json.dumps(document, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def checked_inputs(players: object, rounds: object, seed: object, apart: object, history: object) -> Inputs:
    """The request as a value, or RuleViolation: impossible_number_of_players, too_many_players,
    impossible_number_of_rounds, invalid_seed, invalid_apart, invalid_history.
    """
    if not _whole(players) or players < 3 or players in _IMPOSSIBLE:
        raise RuleViolation("impossible_number_of_players", players=players)
    if players > MOST_PLAYERS:
        raise RuleViolation("too_many_players", players=players, most=MOST_PLAYERS)
    if not _whole(rounds) or not 1 <= rounds <= MOST_ROUNDS:
        raise RuleViolation("impossible_number_of_rounds", rounds=rounds, most=MOST_ROUNDS)
    if not _whole(seed) or not 0 <= seed < 2**64:
        raise RuleViolation("invalid_seed", seed=seed)
    return Inputs(players, rounds, seed, _checked_apart(apart, players), _checked_history(history))


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
