"""A seating somebody else made: everything wrong with it at once, or the same report as on our own."""

from collections import Counter
from collections.abc import Sequence

from engine.errors import RuleViolation
from engine.seating.inputs import checked_inputs
from engine.seating.judged import judged, seated_rounds
from engine.seating.plan import Plan
from engine.seating.seats import SEATS
from engine.seating.tables import Layout, layout

MANUAL = "manual"  # stands in reports where the name of an algorithm stands

Reason = dict[str, object]


def check_manual(
    rounds: Sequence[Sequence[Sequence[int | None]]],
    *,
    players: int,
    history: Sequence[Sequence[Sequence[int | None]]] = (),
    apart: Sequence[tuple[int, int]] = (),
) -> Plan:
    """The seating as a plan of players 0 to players - 1, counted after the history.

    A table is its seats N, E, S, W with None for an empty one; three players alone sit N, E, S. Raises
    RuleViolation("invalid_seating", reasons=[...]) with every reason, each a dict with a `code` and its
    parameters, rounds and tables counted from 0: unreadable_seating, unreadable_round, unreadable_table,
    unreadable_player, too_many_seats, wrong_table_size, unknown_player, doubled_player, missing_player,
    too_many_threes; and the codes of `checked_inputs` for the rest.
    """
    checked = checked_inputs(players, 1, 1, apart, history)
    reasons = _reasons(rounds, layout(checked.players))
    if reasons:
        raise RuleViolation("invalid_seating", reasons=reasons)
    inputs = checked_inputs(players, len(rounds), 1, apart, history)
    return judged(seated_rounds(rounds, "invalid_seating"), inputs, MANUAL)


def _reasons(rounds: object, shape: Layout) -> list[Reason]:
    if not isinstance(rounds, list | tuple) or not rounds:
        return [{"code": "unreadable_seating"}]
    return [reason for number, tables in enumerate(rounds) for reason in _wrong_round(tables, number, shape)]


def _wrong_round(tables: object, number: int, shape: Layout) -> list[Reason]:
    """What is wrong with one round."""
    if not isinstance(tables, list | tuple):
        return [{"code": "unreadable_round", "round": number}]
    reasons: list[Reason] = []
    seated: Counter[int] = Counter()
    threes = 0
    for at, table in enumerate(tables):
        where = {"round": number, "table": at}
        if not isinstance(table, list | tuple):
            reasons.append({"code": "unreadable_table", **where})
            continue
        people = [player for player in table if player is not None]
        threes += len(people) == 3
        if not 3 <= len(people) <= SEATS:
            reasons.append({"code": "wrong_table_size", **where, "players": len(people)})
        elif len(table) > SEATS:
            reasons.append({"code": "too_many_seats", **where, "seats": len(table)})
        for player in people:
            if type(player) is not int:
                reasons.append({"code": "unreadable_player", **where})
            elif not 0 <= player < shape.players:
                reasons.append({"code": "unknown_player", **where, "player": player})
            else:
                seated[player] += 1
    for player in range(shape.players):
        if seated[player] != 1:
            code = "doubled_player" if seated[player] else "missing_player"
            reasons.append({"code": code, "round": number, "player": player})
    if threes > shape.threes:
        reasons.append({"code": "too_many_threes", "round": number, "tables": threes, "fewest": shape.threes})
    return reasons
