"""The best plans known where no design reaches, stored, and the records nobody is known to have beaten.

`records.json` holds the fewest repeats known for whole tables of four, 8 to 172 players, 1 to 15 rounds.
`plans.json` holds plans found by long searches (simulated annealing on the same price as `search`, some on
plans with a symmetry), for numbers where a search of a second would miss them. A plan serves any number of
rounds between its `least` and its length, as its first rounds. A string is a round: one character a player,
table after table, tables of four first. The tests count every one.
"""

import json
import string
from functools import cache
from importlib.resources import files
from typing import Any

from engine.seating.inputs import FEWEST_REPEATS
from engine.seating.tables import Round, layout

ALPHABET = string.digits + string.ascii_letters + "+-"


def record(players: int, rounds: int) -> int | None:
    """The fewest repeats known, None where no record is kept."""
    found: int | None = _data("records.json").get(str(players), {}).get(str(rounds))
    return found


def stored_rounds(players: int, rounds: int, prefer: str = FEWEST_REPEATS) -> list[Round]:
    """The stored plan for so many players and rounds; empty where none is."""
    for plan in _data("plans.json").get(str(players), ()):
        if plan.get("prefer", FEWEST_REPEATS) == prefer and plan["least"] <= rounds <= len(plan["rounds"]):
            return [_decoded(text, players) for text in plan["rounds"][:rounds]]
    return []


def _decoded(text: str, players: int) -> Round:
    people = iter(text)
    return [[ALPHABET.index(next(people)) for _ in range(size)] for size in layout(players).sizes]


@cache
def _data(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("engine.seating").joinpath(name).read_text("utf-8"))
    return found
