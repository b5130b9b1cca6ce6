"""Verbs on rounds that need no deals: draw, throw a draw away, publish."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from engine import plan_seating
from engine.table import deals_at_table
from tournament.domain.audit import record
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Entry, Round, Seat, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.seating import Plan
    from tournament.models import User

POSITIONS = "NESW"
LARGEST_SEED = 2**31 - 1


@transaction.atomic
def draw_rounds(
    *, tournament: Tournament, actor: User | None, count: int | None = None, seed: int | None = None
) -> list[Round]:
    """Draw the next `count` rounds, or all that remain. Earlier rounds count as meetings.

    The seed is drawn here unless one is given, and stored, so that anybody can repeat the draw.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.RUNNING:
        raise Refused("tournament_not_running")
    drawn = tournament.rounds.count()
    remaining = tournament.rounds_planned - drawn
    if remaining < 1:
        raise Refused("all_rounds_drawn", rounds=tournament.rounds_planned)
    count = remaining if count is None else min(count, remaining)
    entries = list(tournament.entries.filter(state=Entry.State.CHECKED_IN).order_by("start_no"))
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    plan = plan_seating(players=len(entries), rounds=count, seed=seed, history=_history(tournament, entries))
    rounds = [
        _store(tournament, drawn + index + 1, tables, entries, plan, index)
        for index, tables in enumerate(plan.rounds)
    ]
    for round_ in rounds:
        record(
            actor=actor,
            verb="draw_round",
            on=round_,
            tournament=tournament,
            after={"number": round_.number, "seed": seed, "algorithm": plan.report.algorithm},
        )
    return rounds


def _history(tournament: Tournament, entries: list[Entry]) -> list[list[list[int | None]]]:
    """Earlier rounds by the players' places in `entries`; who has left gets a number beyond them."""
    number = {entry.pk: index for index, entry in enumerate(entries)}
    history: list[list[list[int | None]]] = []
    for round_ in tournament.rounds.prefetch_related("seatings__seats").order_by("number"):
        tables: list[list[int | None]] = []
        for seating in round_.seatings.all():
            table: list[int | None] = [None] * 4
            for seat in seating.seats.all():
                table[POSITIONS.index(seat.position)] = number.setdefault(seat.entry_id, len(number))
            tables.append(table)
        history.append(tables)
    return history


def _store(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[int | None]],
    entries: list[Entry],
    plan: Plan,
    index: int,
) -> Round:
    draw: dict[str, Any] = {
        "method": tournament.seating_method,
        "start_nos": [entry.start_no for entry in entries],
        "round_of_draw": index + 1,
        "rounds_in_draw": len(plan.rounds),
        **plan.report.as_dict(),
    }
    round_ = Round.objects.create(
        tournament=tournament, number=number, deals=tournament.deals_per_round, draw=draw
    )
    for table_no, table in enumerate(tables, start=1):
        seats = [(position, who) for position, who in zip(POSITIONS, table, strict=True) if who is not None]
        seating = Seating.objects.create(
            round=round_,
            table_no=table_no,
            deals=deals_at_table(round_.deals, "".join(position for position, _ in seats)),
        )
        Seat.objects.bulk_create(
            Seat(seating=seating, round=round_, position=position, entry=entries[who])
            for position, who in seats
        )
    return round_


@transaction.atomic
def discard_draws(*, tournament: Tournament, actor: User | None, reason: str = "") -> int:
    """Throw away every draw that nobody has seen yet; returns how many. Published rounds stay."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    rounds = list(tournament.rounds.filter(state=Round.State.DRAWN))
    for round_ in rounds:
        record(
            actor=actor,
            verb="discard_draw",
            on=round_,
            tournament=tournament,
            before={"number": round_.number, "draw": round_.draw},
            reason=reason,
        )
        Seat.objects.filter(round=round_).delete()
        round_.seatings.all().delete()
        round_.delete()
    return len(rounds)


@transaction.atomic
def publish_round(*, round_: Round, actor: User | None) -> Round:
    """Let everybody see the seats. Refused when the draw no longer fits who is here."""
    round_ = Round.objects.select_for_update().select_related("tournament").get(pk=round_.pk)
    if round_.state != Round.State.DRAWN:
        raise Refused("round_already_published", round=round_.number)
    earlier = round_.tournament.rounds.filter(number__lt=round_.number, state=Round.State.DRAWN)
    if earlier.exists():
        raise Refused("earlier_round_unpublished", round=round_.number)
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    here = set(round_.tournament.entries.filter(state=Entry.State.CHECKED_IN).values_list("pk", flat=True))
    if seated != here:
        raise Refused(
            "draw_out_of_date",
            gone=_names(seated - here),
            missing=_names(here - seated),
        )
    round_.state = Round.State.PUBLISHED
    round_.published_at = timezone.now()
    round_.save(update_fields=["state", "published_at"])
    # The standings have a column for every public round.
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb="publish_round",
        on=round_,
        tournament=round_.tournament,
        before={"state": "drawn"},
        after={"state": "published", "number": round_.number},
    )
    return round_


def _names(entry_ids: set[int]) -> list[str]:
    return [
        entry.name
        for entry in Entry.objects.filter(pk__in=entry_ids).select_related("player").order_by("start_no")
    ]
