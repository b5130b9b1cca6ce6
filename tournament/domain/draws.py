"""Verbs on draws: draw rounds, draw again, throw draws away. What is drawn is kept with all that repeats it."""

from __future__ import annotations

import secrets
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

from django.db import transaction

from engine import plan_monrad, plan_random, plan_seating
from engine.table import deals_at_table
from tournament.domain.audit import record
from tournament.domain.boards import lay_out_boards
from tournament.domain.codes import give_code
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.models import ApartPair, Draw, Entry, Round, Seat, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.seating import Plan
    from tournament.models import User

POSITIONS = "NESW"
LARGEST_SEED = 2**31 - 1
Table = list["int | None"]
Method = Tournament.SeatingMethod


@transaction.atomic
def draw_rounds(
    *,
    tournament: Tournament,
    actor: User | None,
    count: int | None = None,
    seed: int | None = None,
    locked: Iterable[Sequence[int | None]] = (),
    prefer: str = "fewest_repeats",
) -> list[Round]:
    """Draw the next `count` rounds, or all that remain, by full plan or at random. Earlier rounds count as meetings.

    The seed is drawn here unless one is given, and stored, so that anybody can repeat the draw. `locked` are places
    (round of the draw, table, seat or None, start number), counted from 0 but for the start number.
    """
    tournament = lock_for_draw(tournament)
    remaining = tournament.rounds_planned - tournament.rounds.count()
    if remaining < 1:
        raise Refused("all_rounds_drawn", rounds=tournament.rounds_planned)
    method = Method.RANDOM if tournament.seating_method == Method.RANDOM else Method.FULL
    inputs = inputs_for(
        tournament,
        rounds=remaining if count is None else min(count, remaining),
        seed=seed,
        locked=locked,
        prefer=prefer,
    )
    return store_plan(tournament=tournament, method=method, inputs=inputs, actor=actor)


@transaction.atomic
def discard_draws(*, tournament: Tournament, actor: User | None, reason: str = "") -> int:
    """Throw away every draw that nobody has seen yet; returns how many rounds. Published rounds stay."""
    tournament = lock_tournament(tournament.pk)
    rounds = list(tournament.rounds.filter(state=Round.State.DRAWN).select_related("draw"))
    for round_ in rounds:
        record(
            actor=actor,
            verb="discard_draw",
            on=round_,
            tournament=tournament,
            before={"number": round_.number, "seed": round_.draw.seed, "seats": seats_by_number(round_)},
            reason=reason,
        )
        Seat.objects.filter(round=round_).delete()
        round_.seatings.all().delete()
        round_.delete()
    Draw.objects.filter(tournament=tournament, rounds__isnull=True).delete()
    return len(rounds)


def lock_for_draw(tournament: Tournament) -> Tournament:
    """The tournament under lock; refused unless it is running."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("tournament_not_running")
    return tournament


def seats_by_number(round_: Round) -> list[list[int | None]]:
    """The tables of a round in order, each as the start numbers on N, E, S, W."""
    tables: list[list[int | None]] = []
    for seating in round_.seatings.order_by("table_no").prefetch_related("seats__entry"):
        table: list[int | None] = [None] * 4
        for seat in seating.seats.all():
            table[POSITIONS.index(seat.position)] = seat.entry.start_no
        tables.append(table)
    return tables


def inputs_for(
    tournament: Tournament,
    *,
    rounds: int,
    seed: int | None = None,
    locked: Iterable[Sequence[int | None]] = (),
    prefer: str = "fewest_repeats",
    standing: Sequence[int] | None = None,
) -> dict[str, Any]:
    """The arguments of a draw for those who are checked in, as plain JSON.

    Players are counted from 0 in the order of `start_nos`; whoever has left gets a number beyond them.
    `standing` is the start numbers, best first, for Monrad.
    """
    entries = list(tournament.entries.filter(state=Entry.State.CHECKED_IN).order_by("start_no"))
    number = {entry.start_no: index for index, entry in enumerate(entries)}
    left: dict[int, int] = defaultdict(lambda: len(number) + len(left))
    history = [
        [[None if seat is None else number.get(seat, left[seat] if seat not in number else 0) for seat in table]
         for table in seats_by_number(round_)]
        for round_ in tournament.rounds.order_by("number")
    ]  # fmt: skip
    inputs: dict[str, Any] = {
        "start_nos": list(number),
        "rounds": rounds,
        "seed": secrets.randbelow(LARGEST_SEED) if seed is None else seed,
        "apart": [list(pair) for pair in apart_pairs(tournament, list(number))],
        "locked": [[*place[:3], None if place[3] is None else number.get(place[3], -1)] for place in locked],
        "fixed_tables": [
            [index, entry.fixed_table - 1]
            for index, entry in enumerate(entries)
            if entry.fixed_table is not None
        ],
        "history": history,
        "prefer": prefer,
    }
    if standing is not None:
        inputs["standing"] = [number[start_no] for start_no in standing if start_no in number]
    return inputs


def apart_pairs(tournament: Tournament, start_nos: Sequence[int]) -> list[tuple[int, int]]:
    """Named pairs, and pairs of one club if the tournament keeps clubs apart, as places in `start_nos`."""
    entries = tournament.entries.filter(start_no__in=start_nos).values_list("pk", "start_no", "club_id")
    place = {start_no: index for index, start_no in enumerate(start_nos)}
    index = {pk: place[start_no] for pk, start_no, _ in entries}
    pairs = {
        (index[one], index[other])
        for one, other in ApartPair.objects.filter(tournament=tournament).values_list("one_id", "other_id")
        if one in index and other in index
    }
    if tournament.clubs_apart:
        clubs = defaultdict(list)
        for _, start_no, club_id in entries:
            if club_id is not None:
                clubs[club_id].append(place[start_no])
        # A club evening is all one club: nobody can be kept apart from everybody.
        if len(clubs) > 1:
            pairs |= {pair for members in clubs.values() for pair in combinations(members, 2)}
    return sorted((min(pair), max(pair)) for pair in pairs)


def plan_of(method: str, inputs: dict[str, Any]) -> Plan:
    """What the engine makes of stored inputs: the same plan on every machine, while its algorithm is the same."""
    common: dict[str, Any] = {"seed": inputs["seed"], "history": inputs["history"]}
    if method == Method.MANUAL:
        raise Refused("draw_by_hand")
    if method == Method.RANDOM:
        return plan_random(players=len(inputs["start_nos"]), rounds=inputs["rounds"], **common)
    wishes: dict[str, Any] = {
        "apart": [tuple(pair) for pair in inputs["apart"]],
        "locked": [tuple(place) for place in inputs["locked"]],
        "fixed_tables": [tuple(pair) for pair in inputs["fixed_tables"]],
    }
    if method == Method.MONRAD:
        return plan_monrad(inputs["standing"], **common, **wishes)
    return plan_seating(
        players=len(inputs["start_nos"]), rounds=inputs["rounds"], prefer=inputs["prefer"], **common, **wishes
    )


def store_plan(
    *,
    tournament: Tournament,
    method: str,
    inputs: dict[str, Any],
    actor: User | None,
    plan: Plan | None = None,
) -> list[Round]:
    """Make the rounds that a plan says, under the tournament's lock. Without a plan the engine is asked for one."""
    plan = plan or plan_of(method, inputs)
    draw = Draw.objects.create(
        tournament=tournament,
        method=method,
        seed=inputs["seed"],
        algorithm=plan.report.algorithm,
        inputs=inputs,
        input_hash=plan.report.input_hash,
        report=plan.report.as_dict(),
    )
    entries = {entry.start_no: entry for entry in tournament.entries.all()}
    seated = [entries[start_no] for start_no in inputs["start_nos"]]
    drawn = tournament.rounds.count()
    rounds = [
        _store_round(draw, drawn + index, index, tables, seated)
        for index, tables in enumerate(plan.rounds, start=1)
    ]
    for round_ in rounds:
        record(
            actor=actor,
            verb="draw_round",
            on=round_,
            tournament=tournament,
            after={"number": round_.number, "seed": draw.seed, "algorithm": draw.algorithm, "method": method},
        )
    return rounds


def _store_round(
    draw: Draw, number: int, round_of_draw: int, tables: Sequence[Sequence[int | None]], seated: list[Entry]
) -> Round:
    round_ = Round.objects.create(
        tournament=draw.tournament,
        number=number,
        deals=draw.tournament.deals_per_round,
        draw=draw,
        round_of_draw=round_of_draw,
    )
    for table_no, table in enumerate(tables, start=1):
        seats = [(position, who) for position, who in zip(POSITIONS, table, strict=True) if who is not None]
        seating = Seating(
            round=round_,
            table_no=table_no,
            deals=deals_at_table(round_.deals, "".join(position for position, _ in seats)),
        )
        give_code(seating)
        seating.save()
        Seat.objects.bulk_create(
            Seat(seating=seating, round=round_, position=position, entry=seated[who])
            for position, who in seats
        )
    lay_out_boards(round_)
    return round_
