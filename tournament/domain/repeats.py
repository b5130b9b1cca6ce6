"""Repeating a stored draw, to show that it was drawn as it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import repair_round, replan
from engine.seating import ALGORITHM, MANUAL, MONRAD_ALGORITHM, RANDOM_ALGORITHM, REPLAN_ALGORITHM
from tournament.domain.draws import plan_of, seats_by_number
from tournament.domain.seatings import manual_plan
from tournament.models import Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.models import Draw

Tables = list[list["int | None"]]
KNOWN = {ALGORITHM, MANUAL, MONRAD_ALGORITHM, RANDOM_ALGORITHM, REPLAN_ALGORITHM}


@dataclass(frozen=True, slots=True)
class Repeated:
    """How a draw compares with what the engine makes of its inputs today.

    `verdict` is `same`, `reseated` (as drawn, then changed by the director), `other_version` (made by an algorithm
    this program no longer has) or `different`. `rounds` are the numbers of rounds that differ.
    """

    draw: Draw
    verdict: str
    rounds: tuple[int, ...]


def repeat(draw: Draw) -> Repeated:
    """Draw again from the stored inputs, and compare seat by seat."""
    if draw.algorithm not in KNOWN:
        return Repeated(draw, "other_version", ())
    rounds = drawn_again(draw)
    different = [
        round_ for round_ in draw.rounds.all() if seats_by_number(round_) != rounds[round_.round_of_draw - 1]
    ]
    if not different:
        return Repeated(draw, "same", ())
    verdict = "reseated" if all(round_.is_reseated for round_ in different) else "different"
    return Repeated(draw, verdict, tuple(round_.number for round_ in different))


def drawn_again(draw: Draw) -> list[Tables]:
    """The rounds that the stored inputs give, as start numbers on N, E, S, W."""
    inputs = dict(draw.inputs)
    kind = inputs.pop("kind", "plan")
    if kind == "repair":
        inputs.pop("start_nos")
        return [_lists(repair_round(**inputs).rounds[inputs["round_"]])]
    if kind == "replan":
        choice = inputs.pop("choice")
        inputs.pop("start_nos")
        answer = replan(**inputs)
        option = answer.keep if choice == "keep" else answer.replan
        return [_lists(tables) for tables in option.rounds[inputs["played"] :]]
    manual = draw.method == Tournament.SeatingMethod.MANUAL
    plan = manual_plan(inputs) if manual else plan_of(draw.method, inputs)
    start_nos = inputs["start_nos"]
    return [
        [[None if seat is None else start_nos[seat] for seat in table] for table in tables]
        for tables in plan.rounds
    ]


def _lists(tables: Sequence[Sequence[int | None]]) -> Tables:
    return [list(table) for table in tables]
