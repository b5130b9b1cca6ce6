"""A plan that was not made here, or was changed by hand, with the same report as one that was."""

from collections.abc import Sequence

from engine.errors import RuleViolation
from engine.seating.bounds import bounds
from engine.seating.history import read_history
from engine.seating.inputs import Inputs
from engine.seating.plan import Plan
from engine.seating.report import report_on
from engine.seating.seats import SEATS, Seated
from engine.seating.tables import layout


def judged(rounds: Sequence[Sequence[Seated]], inputs: Inputs, algorithm: str, iterations: int = 0) -> Plan:
    """Rounds that are known to be valid, counted after the history of `inputs`."""
    past = read_history(inputs)
    limits = bounds(layout(inputs.players), len(rounds), past.meetings, past.threes)
    seated = [list(tables) for tables in rounds]
    report = report_on(seated, inputs, past, limits, iterations=iterations, algorithm=algorithm)
    return Plan(tuple(tuple(tables) for tables in seated), report)


def seated_rounds(rounds: object, code: str) -> list[list[Seated]]:
    """Rounds of tables of four places, None for an empty one, or RuleViolation(`code`).

    What is not a list of lists of whole numbers and None is refused, and so is a player twice in a round;
    whether anybody is missing is not asked.
    """
    return [[_seated(table, code) for table in _tables(item, code)] for item in _listed(rounds, code)]


def _tables(item: object, code: str) -> list[object]:
    tables = _listed(item, code)
    people = [
        player for table in tables for player in _listed(table, code) if type(player) is int and player >= 0
    ]
    if len(set(people)) != len(people):
        raise RuleViolation(code, value="doubled")
    return tables


def _seated(table: object, code: str) -> Seated:
    places: list[int | None] = []
    for player in _listed(table, code):
        if player is None:
            places.append(None)
        elif type(player) is int and player >= 0:
            places.append(player)
        else:
            raise RuleViolation(code, value=type(player).__name__)
    if not 3 <= len(places) <= SEATS or places.count(None) > len(places) - 1:
        raise RuleViolation(code, value=len(places))
    places += [None] * (SEATS - len(places))
    return places[0], places[1], places[2], places[3]


def _listed(value: object, code: str) -> list[object]:
    if not isinstance(value, list | tuple):
        raise RuleViolation(code, value=type(value).__name__)
    return list(value)
