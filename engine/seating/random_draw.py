"""Seats by lot alone: every round is shuffled, whoever met before. For clubs that want chance and nothing else."""

from collections.abc import Sequence

from engine.seating.bounds import bounds
from engine.seating.generator import Generator
from engine.seating.history import read_history
from engine.seating.inputs import checked_inputs
from engine.seating.plan import Plan
from engine.seating.report import report_on
from engine.seating.seats import Seated
from engine.seating.tables import layout

RANDOM_ALGORITHM = "random 1"  # goes up whenever the same seed may give another draw


def plan_random(
    *, players: int, rounds: int, seed: int = 1, history: Sequence[Sequence[Sequence[int | None]]] = ()
) -> Plan:
    """Shuffle players 0 to players - 1 for each round; as few tables of three as possible, at the last numbers.

    `history` counts in the report and changes nothing else. Raises RuleViolation with the codes of
    `checked_inputs`.
    """
    inputs = checked_inputs(players, rounds, seed, (), history)
    shape = layout(inputs.players)
    past = read_history(inputs)
    generator = Generator(inputs.seed)
    drawn = [_round(generator.shuffled(inputs.players), shape.sizes) for _ in range(inputs.rounds)]
    limits = bounds(shape, inputs.rounds, past.meetings, past.threes)
    report = report_on(drawn, inputs, past, limits, iterations=0, algorithm=RANDOM_ALGORITHM)
    return Plan(tuple(tuple(tables) for tables in drawn), report)


def _round(order: list[int], sizes: Sequence[int]) -> list[Seated]:
    tables: list[Seated] = []
    start = 0
    for size in sizes:
        seated: list[int | None] = [*order[start : start + size], *[None] * (4 - size)]
        tables.append((seated[0], seated[1], seated[2], seated[3]))
        start += size
    return tables
