"""What it would mean to exchange two players of a round, before anybody does it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import RuleViolation
from engine.seating.inputs import checked_inputs
from engine.seating.judged import judged, seated_rounds
from engine.seating.manual import MANUAL, check_manual
from engine.seating.report import Report
from engine.seating.seats import SEATS, Seated

_Place = tuple[int, int]


@dataclass(frozen=True)
class SwapEffect:
    """All rounds as they would be, and the reports on the open ones without and with the exchange."""

    rounds: tuple[tuple[Seated, ...], ...]
    before: Report
    after: Report


def swap_effect(
    rounds: Sequence[Sequence[Sequence[int | None]]],
    round_: int,
    one: int,
    other: int | tuple[int, int],
    *,
    players: int,
    published: int = 0,
    apart: Sequence[tuple[int, int]] = (),
) -> SwapEffect:
    """Exchange player `one` with player `other`, or with the empty seat (table, seat) `other`.

    The first `published` rounds are history and stay; `round_` counts from 0 over all rounds. Raises
    RuleViolation: invalid_rounds, unknown_round, round_is_published, unknown_player, unknown_seat,
    table_too_small, invalid_seating.
    """
    whole = seated_rounds(rounds, "invalid_rounds")
    if type(published) is not int or not 0 <= published < len(whole):
        raise RuleViolation("unknown_round", round=_shown(published))
    if type(round_) is not int or not 0 <= round_ < len(whole):
        raise RuleViolation("unknown_round", round=_shown(round_))
    if round_ < published:
        raise RuleViolation("round_is_published", round=round_)
    history, still_open = whole[:published], whole[published:]
    before = check_manual(still_open, players=players, history=history, apart=apart)
    changed = [*still_open]
    changed[round_ - published] = _exchanged(still_open[round_ - published], one, other)
    inputs = checked_inputs(players, len(changed), 1, apart, history)
    after = judged(changed, inputs, MANUAL)
    return SwapEffect((*map(tuple, history), *after.rounds), before.report, after.report)


def _exchanged(tables: Sequence[Seated], one: object, other: object) -> list[Seated]:
    here, there = _place(tables, one), _place(tables, other, empty=True)
    rows = [list(table) for table in tables]
    (table, seat), (goal, chair) = here, there
    if rows[goal][chair] is None and goal != table and None in rows[table]:
        raise RuleViolation("table_too_small", table=table)
    rows[table][seat], rows[goal][chair] = rows[goal][chair], rows[table][seat]
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def _place(tables: Sequence[Seated], who: object, *, empty: bool = False) -> _Place:
    """Where a player sits; an empty seat is named by its place."""
    if type(who) is int:
        for number, table in enumerate(tables):
            if who in table:
                return number, table.index(who)
        raise RuleViolation("unknown_player", player=who)
    if empty and isinstance(who, list | tuple) and len(who) == 2:
        table, seat = who
        if type(table) is int and type(seat) is int and 0 <= table < len(tables) and 0 <= seat < SEATS:
            if tables[table][seat] is None:
                return table, seat
            raise RuleViolation("unknown_seat", table=table, seat=seat)
    raise RuleViolation("unknown_player", player=_shown(who))


def _shown(value: object) -> object:
    return value if type(value) is int else type(value).__name__
