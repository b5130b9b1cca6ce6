"""Verbs that change who sits where after the draw: swap two, seat by hand, draw anew when people come or leave.

A round that has begun is never touched. One that is public changes only with a reason, and the change is logged.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.db import transaction

from engine import check_manual, repair_round, replan, swap_effect
from engine.table import deals_at_table
from tournament.domain.audit import record
from tournament.domain.boards import lay_out_boards
from tournament.domain.codes import give_code
from tournament.domain.draws import (
    LARGEST_SEED,
    POSITIONS,
    Method,
    apart_pairs,
    inputs_for,
    lock_for_draw,
    seats_by_number,
    store_plan,
)
from tournament.domain.entries import note_last_round
from tournament.domain.locks import lock_round
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Draw, Entry, Round, Seat, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.seating import Option, Plan, Replanned, SwapEffect
    from tournament.models import User

    Tables = Sequence[Sequence[int | None]]

OPEN_TO_CHANGE = frozenset({Round.State.DRAWN, Round.State.PUBLISHED})


def swap_preview(*, round_: Round, one: Entry, other: Entry) -> SwapEffect:
    """What exchanging two players would do to the reports. Stores nothing; players by their place in the draw.

    Later rounds count as long as they seat the same people: a draw that is out of date is no measure.
    """
    _check_not_begun(round_)
    numbers, index = _numbers(round_)
    rounds = _comparable(round_, set(numbers))
    tables = [[[index(seat) for seat in table] for table in seats_by_number(item)] for item in rounds]
    for entry in (one, other):
        if entry.start_no not in numbers:
            raise Refused("not_seated", name=entry.full_name)
    return swap_effect(
        tables,
        rounds.index(round_),
        numbers[one.start_no],
        numbers[other.start_no],
        players=len(numbers),
        published=rounds.index(round_),
        apart=apart_pairs(round_.tournament, list(numbers)),
    )


@transaction.atomic
def swap_seats(*, round_: Round, one: Entry, other: Entry, actor: User | None, reason: str = "") -> Round:
    """Exchange the seats of two players. In a public round it takes a reason."""
    round_ = lock_round(round_)
    _check_not_begun(round_)
    if round_.is_public:
        reason = required(reason)
    places = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(round=round_, entry__in=[one, other]).select_related("seating")
    }
    for entry in (one, other):
        if entry.pk not in places:
            raise Refused("not_seated", name=entry.full_name)
    if one == other:
        return round_
    here, there = places[one.pk], places[other.pk]
    before = _place(here), _place(there)
    # A unique index is checked row by row: both leave their chairs before either sits down again.
    Seat.objects.filter(pk__in=[here.pk, there.pk]).delete()
    for old, entry in ((here, other), (there, one)):
        Seat.objects.create(seating=old.seating, round=round_, position=old.position, entry=entry)
    _mark_reseated(round_)
    if round_.is_public:
        # Phones show the seats, and ask for them by the version.
        raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb="swap_seats",
        on=round_,
        tournament=round_.tournament,
        before={"number": round_.number, "places": before, "start_nos": [one.start_no, other.start_no]},
        after={"number": round_.number, "places": before[::-1], "start_nos": [one.start_no, other.start_no]},
        reason=reason,
    )
    return round_


@transaction.atomic
def seat_by_hand(*, tournament: Tournament, tables: Tables, actor: User | None) -> Round:
    """The next round as the director wrote it: tables of start numbers on N, E, S, W, None for an empty seat.

    Everything wrong with it is refused at once (`invalid_seating`), and nothing is stored.
    """
    tournament = lock_for_draw(tournament)
    if tournament.rounds.count() >= tournament.rounds_planned:
        raise Refused("all_rounds_drawn", rounds=tournament.rounds_planned)
    inputs = inputs_for(tournament, rounds=1, seed=0)
    inputs["tables"] = [list(table) for table in tables]
    plan = manual_plan(inputs)
    return store_plan(tournament=tournament, method=Method.MANUAL, inputs=inputs, actor=actor, plan=plan)[0]


def manual_plan(inputs: dict[str, Any]) -> Plan:
    """A seating by hand as a plan. Raises RuleViolation(`invalid_seating`) with every reason."""
    index = {start_no: place for place, start_no in enumerate(inputs["start_nos"])}
    # Somebody who is not here keeps a number that no player has, so that the engine names him with the rest.
    tables = [
        [None if seat is None else index.get(seat, -seat - 1) for seat in table] for table in inputs["tables"]
    ]
    return check_manual(
        [tables],
        players=len(index),
        history=inputs["history"],
        apart=[(one, other) for one, other in inputs["apart"]],
    )


def replan_preview(*, tournament: Tournament, seed: int | None = None) -> Replanned:
    """Both answers to people coming and leaving, for the rounds that are drawn and not public. Start numbers."""
    return replan(**_replan_inputs(tournament, secrets.randbelow(LARGEST_SEED) if seed is None else seed))


@transaction.atomic
def apply_replan(*, tournament: Tournament, choice: str, seed: int, actor: User | None) -> list[Round]:
    """Make the unpublished rounds what `replan_preview` with this seed said: choice "keep" or "replan"."""
    tournament = lock_for_draw(tournament)
    inputs = _replan_inputs(tournament, seed)
    answer = replan(**inputs)
    option = answer.keep if choice == "keep" else answer.replan
    rounds = list(tournament.rounds.filter(state=Round.State.DRAWN).order_by("number"))
    draw = _store_option(tournament, option, inputs | {"kind": "replan", "choice": choice}, seed)
    for place, round_ in enumerate(rounds, start=1):
        _rewrite(round_, option.rounds[inputs["played"] + place - 1])
        round_.draw, round_.round_of_draw, round_.is_reseated = draw, place, False
        round_.save(update_fields=["draw", "round_of_draw", "is_reseated"])
        record(
            actor=actor,
            verb="replan_round",
            on=round_,
            tournament=tournament,
            after={"number": round_.number, "choice": choice, "seed": seed, "moved": option.moved[place - 1]},
        )
    Draw.objects.filter(tournament=tournament, rounds__isnull=True).delete()
    return rounds


def repair_preview(*, round_: Round) -> Option:
    """A public round that has not begun, after no-shows and late arrivals: as few people as possible move."""
    return repair_round(**_repair_inputs(round_))


@transaction.atomic
def repair_seats(*, round_: Round, actor: User | None, reason: str) -> Round:
    """Seat those who are here in a public round while the seats are being read out."""
    reason = required(reason)
    round_ = lock_round(round_)
    _check_not_begun(round_)
    inputs = _repair_inputs(round_)
    option = repair_round(**inputs)
    before = seats_by_number(round_)
    round_.draw = _store_option(round_.tournament, option, inputs | {"kind": "repair"}, 1)
    _rewrite(round_, option.rounds[inputs["round_"]])
    round_.round_of_draw, round_.is_reseated = 1, False
    round_.save(update_fields=["draw", "round_of_draw", "is_reseated"])
    for entry in round_.tournament.entries.filter(
        start_no__in=inputs["leaving"], state=Entry.State.WITHDRAWN
    ):
        note_last_round(entry)
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb="repair_seats",
        on=round_,
        tournament=round_.tournament,
        before={"number": round_.number, "seats": before},
        after={"number": round_.number, "seats": seats_by_number(round_), "moved": option.moved[0]},
        reason=reason,
    )
    return round_


def people_changed(round_: Round) -> tuple[list[int], list[int]]:
    """Start numbers of those who have a seat in the round and are not here, and of those who are here without."""
    seated = set(Seat.objects.filter(round=round_).values_list("entry__start_no", flat=True))
    here = set(
        round_.tournament.entries.filter(state=Entry.State.CHECKED_IN).values_list("start_no", flat=True)
    )
    return sorted(seated - here), sorted(here - seated)


def _replan_inputs(tournament: Tournament, seed: int) -> dict[str, Any]:
    rounds = list(tournament.rounds.order_by("number"))
    played = sum(1 for round_ in rounds if round_.is_public)
    if played == len(rounds):
        raise Refused("no_open_rounds")
    leaving, arriving = people_changed(rounds[played])
    return {
        "rounds": [seats_by_number(round_) for round_ in rounds],
        "played": played,
        "leaving": leaving,
        "arriving": arriving,
        "seed": seed,
        **_wishes(tournament),
    }


def _repair_inputs(round_: Round) -> dict[str, Any]:
    rounds = list(round_.tournament.rounds.order_by("number"))
    leaving, arriving = people_changed(round_)
    return {
        "rounds": [seats_by_number(item) for item in rounds],
        "round_": rounds.index(round_),
        "leaving": leaving,
        "arriving": arriving,
        **_wishes(round_.tournament),
    }


def _wishes(tournament: Tournament) -> dict[str, Any]:
    """Pairs to keep apart and fixed tables, of those who are here, by start number."""
    here = tournament.entries.filter(state=Entry.State.CHECKED_IN).order_by("start_no")
    numbers = list(here.values_list("start_no", flat=True))
    fixed = here.filter(fixed_table__isnull=False).values_list("start_no", "fixed_table")
    return {
        "apart": [(numbers[one], numbers[other]) for one, other in apart_pairs(tournament, numbers)],
        "fixed_tables": [(start_no, table - 1) for start_no, table in fixed if table is not None],
    }


def _store_option(tournament: Tournament, option: Option, inputs: dict[str, Any], seed: int) -> Draw:
    return Draw.objects.create(
        tournament=tournament,
        method=tournament.seating_method,
        seed=seed,
        algorithm=option.report.algorithm,
        inputs=inputs | {"start_nos": list(option.players)},
        input_hash=option.report.input_hash,
        report=option.report.as_dict(),
    )


def _rewrite(round_: Round, tables: Tables) -> None:
    """Give a round other seats. Tables that stay keep their row, so that a printed code stays good."""
    entries = {entry.start_no: entry for entry in round_.tournament.entries.all()}
    Seat.objects.filter(round=round_).delete()
    seatings = {seating.table_no: seating for seating in round_.seatings.all()}
    for table_no, table in enumerate(tables, start=1):
        seats = [(position, who) for position, who in zip(POSITIONS, table, strict=True) if who is not None]
        deals = deals_at_table(round_.deals, "".join(position for position, _ in seats))
        seating = seatings.pop(table_no, None) or Seating(round=round_, table_no=table_no)
        seating.deals = deals
        if seating.code_hash is None:
            give_code(seating)
        seating.save()
        Seat.objects.bulk_create(
            Seat(seating=seating, round=round_, position=position, entry=entries[who])
            for position, who in seats
        )
    for seating in seatings.values():
        seating.delete()
    lay_out_boards(round_)


def _numbers(round_: Round) -> tuple[dict[int, int], Any]:
    """Those seated in the round by their places from 0, and a function that also numbers everybody else."""
    seated = sorted(
        start_no for table in seats_by_number(round_) for start_no in table if start_no is not None
    )
    numbers = {start_no: place for place, start_no in enumerate(seated)}
    others: dict[int, int] = {}

    def index(start_no: int | None) -> int | None:
        if start_no is None or start_no in numbers:
            return None if start_no is None else numbers[start_no]
        return others.setdefault(start_no, len(numbers) + len(others))

    return numbers, index


def _comparable(round_: Round, people: set[int]) -> list[Round]:
    """The rounds up to this one, and those after it until one seats other people."""
    rounds = []
    for item in round_.tournament.rounds.order_by("number"):
        if item.number > round_.number:
            seated = {start_no for table in seats_by_number(item) for start_no in table}
            if seated - {None} != people:
                break
        rounds.append(item)
    return rounds


def _mark_reseated(round_: Round) -> None:
    round_.is_reseated = True
    round_.save(update_fields=["is_reseated"])


def _place(seat: Seat) -> str:
    return f"{seat.seating.table_no}{seat.position}"


def _check_not_begun(round_: Round) -> None:
    if round_.state not in OPEN_TO_CHANGE:
        raise Refused("round_has_begun", round=round_.number)
