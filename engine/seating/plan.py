"""Plan the rounds of a tournament: who sits together, at which table, on which seat.

The order of the goals: nobody meets anybody more often than must be; tables of three fall evenly; people who
should stay apart do, early rounds first; table numbers vary; seats are balanced. Each step keeps what those
before it won.

The first goal has two parts: the smallest maximum for one pair, then the fewest repeat meetings. Nearly always
one plan has both. Where none does the smallest maximum decides, unless that would take more repeats than the
record (`known`): for 8 players in 4 rounds there are 24 repeats when nobody may meet more than twice and 20
with a pair that meets three times (all sets of four rounds were counted), and 20 is the record. The report
gives both with their bounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.seating.bounds import bounds, with_forced
from engine.seating.grouping import group
from engine.seating.history import read_history
from engine.seating.inputs import FEWEST_REPEATS, checked_inputs
from engine.seating.locks import Lock, forced_meetings, pins_of
from engine.seating.numbers import number_tables
from engine.seating.report import Report, report_on
from engine.seating.seats import Seated, seat_rounds
from engine.seating.tables import layout

ALGORITHM = "2"  # goes up whenever the same inputs may give another plan


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
    locked: Sequence[Lock | tuple[int, int, int | str | None, int | None]] = (),
    fixed_tables: Sequence[tuple[int, int]] = (),
    history: Sequence[Sequence[Sequence[int | None]]] = (),
    prefer: str = FEWEST_REPEATS,
) -> Plan:
    """Seat players 0 to players - 1 for a number of rounds; equal arguments give an equal plan everywhere.

    `apart` are pairs who should not meet, above all not early; that never costs a repeat. `locked` are places
    fixed in one round, as `Lock`; `fixed_tables` are (player, table) for people who sit at one table in every
    round. `history` are rounds already played, in the shape of `Plan.rounds`: their meetings, tables of
    three, seats and table numbers count; numbers from `players` on are people who left. `prefer` decides
    where "fewest_repeats" and "even_threes" conflict. Rounds and tables count from 0.

    Raises RuleViolation; the codes stand at `checked_inputs` and `pins_of`.
    """
    inputs = checked_inputs(
        players, rounds, seed, apart, history, locked=locked, fixed_tables=fixed_tables, prefer=prefer
    )
    shape = layout(inputs.players)
    pins = pins_of(inputs.locked, inputs.fixed_tables, shape, inputs.rounds)
    past = read_history(inputs)
    limits = with_forced(
        bounds(shape, inputs.rounds, past.meetings, past.threes),
        past.meetings,
        forced_meetings(pins, inputs.players),
    )
    groups = group(inputs, past, limits, pins)
    numbered = number_tables(groups.rounds, past.visits.copy(), [pinned.numbers for pinned in pins])
    seated = seat_rounds(numbered, inputs.players, past.seats.tolist(), past.played, pins)
    report = report_on(
        seated,
        inputs,
        past,
        limits,
        iterations=groups.steps,
        algorithm=ALGORITHM,
        even_threes_cost=groups.even_threes_cost,
        stopped_early=groups.stopped,
    )
    return Plan(tuple(tuple(tables) for tables in seated), report)
