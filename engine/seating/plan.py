"""Plan the rounds of a tournament: who sits together, at which table, on which seat.

The order of the goals: nobody meets anybody more often than must be; tables of three fall evenly; people who
should stay apart do, early rounds first; table numbers vary; seats are balanced. Each step keeps what those
before it won.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.seating.bounds import bounds
from engine.seating.generator import Generator
from engine.seating.grouping import group
from engine.seating.history import read_history
from engine.seating.inputs import checked_inputs
from engine.seating.numbers import number_tables
from engine.seating.report import Report, report_on
from engine.seating.seats import Seated, seat_rounds
from engine.seating.tables import layout

ALGORITHM = "1"  # goes up whenever the same inputs may give another plan


@dataclass(frozen=True)
class Plan:
    """`rounds[r][t]` is a table in seat order N, E, S, W: players from 0, None for the empty seat."""

    rounds: tuple[tuple[Seated, ...], ...]
    report: Report


def plan_seating(
    *,
    players: int,
    rounds: int,
    seed: int = 1,
    apart: Sequence[tuple[int, int]] = (),
    history: Sequence[Sequence[Sequence[int | None]]] = (),
) -> Plan:
    """Seat players 0 to players - 1 for a number of rounds; equal arguments give an equal plan everywhere.

    `apart` are pairs who should not meet, above all not early; that never costs a repeat. `history` are
    rounds already played, in the shape of `Plan.rounds`: their meetings, tables of three, seats and table
    numbers count; numbers from `players` on are people who left. Raises RuleViolation; the codes stand at
    `checked_inputs`.
    """
    inputs = checked_inputs(players, rounds, seed, apart, history)
    past = read_history(inputs)
    limits = bounds(layout(inputs.players), inputs.rounds, past.meetings, past.threes)
    groups = group(inputs, past, limits, Generator(inputs.seed))
    numbered = number_tables(groups.rounds, past.visits.copy())
    seated = seat_rounds(numbered, inputs.players, past.seats.tolist(), past.played)
    report = report_on(seated, inputs, past, limits, iterations=groups.steps, algorithm=ALGORITHM)
    return Plan(tuple(tuple(tables) for tables in seated), report)
