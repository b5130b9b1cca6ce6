"""Drawing that needs to know what was played: Monrad seats people of about the same standing together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from scoring.domain.snapshots import take_snapshot
from scoring.domain.standings import compute
from tournament.domain import draws
from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import Round, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournament.models import User

Method = Tournament.SeatingMethod


@transaction.atomic
def draw_next(
    *,
    tournament: Tournament,
    actor: User | None,
    count: int | None = None,
    seed: int | None = None,
    locked: Iterable[Sequence[int | None]] = (),
    prefer: str = "fewest_repeats",
    reason: str = "",
) -> list[Round]:
    """Draw by the tournament's own method. Monrad draws one round at a time, when every sheet is signed.

    With a reason, which is logged, Monrad is drawn from the standings as they are.
    """
    if tournament.seating_method == Method.MANUAL:
        raise Refused("draw_by_hand")
    if tournament.seating_method != Method.MONRAD:
        return draws.draw_rounds(
            tournament=tournament, actor=actor, count=count, seed=seed, locked=locked, prefer=prefer
        )
    tournament = draws.lock_for_draw(tournament)
    drawn = tournament.rounds.count()
    if drawn >= tournament.rounds_planned:
        raise Refused("all_rounds_drawn", rounds=tournament.rounds_planned)
    _check_played(tournament, reason)
    inputs = draws.inputs_for(tournament, rounds=1, seed=seed, locked=locked, standing=standing(tournament))
    if drawn * 2 >= tournament.rounds_planned:
        # Those who should not meet early may meet late: from the middle on the standing alone decides.
        inputs["apart"] = []
    rounds = draws.store_plan(tournament=tournament, method=Method.MONRAD, inputs=inputs, actor=actor)
    if reason.strip():
        record(actor=actor, verb="draw_before_signed", on=rounds[0], tournament=tournament, reason=reason)
    return rounds


@transaction.atomic
def draw_again(
    *,
    tournament: Tournament,
    actor: User | None,
    seed: int | None = None,
    locked: Iterable[Sequence[int | None]] = (),
    prefer: str = "fewest_repeats",
    reason: str = "",
) -> list[Round]:
    """Throw the unpublished draws away and draw as many rounds anew, keeping the locked places.

    A snapshot is taken first: the old draw can be had back.
    """
    take_snapshot(tournament=tournament, actor=actor, occasion="draw_again")
    count = draws.discard_draws(tournament=tournament, actor=actor, reason=reason)
    return draw_next(
        tournament=tournament,
        actor=actor,
        count=count or None,
        seed=seed,
        locked=locked,
        prefer=prefer,
        reason=reason,
    )


@transaction.atomic
def discard_draws(*, tournament: Tournament, actor: User | None, reason: str = "") -> int:
    """Throw away every draw that nobody has seen yet, a snapshot taken first; returns how many rounds."""
    take_snapshot(tournament=tournament, actor=actor, occasion="discard_draws")
    return draws.discard_draws(tournament=tournament, actor=actor, reason=reason)


def standing(tournament: Tournament) -> list[int]:
    """The start numbers of those who are here, best first; whoever has no place yet comes last."""
    here = list(
        tournament.entries.filter(state="checked_in").order_by("start_no").values_list("pk", "start_no")
    )
    place = {row.entry_id: row.position for row in compute(tournament)}
    return [
        start_no for pk, start_no in sorted(here, key=lambda one: (place.get(one[0], len(place) + 1), one[1]))
    ]


def _check_played(tournament: Tournament, reason: str) -> None:
    """The next round is drawn from results: each of them must stand."""
    if tournament.rounds.filter(state=Round.State.DRAWN).exists():
        raise Refused("monrad_one_round_at_a_time")
    unsigned = (
        Seating.objects.filter(round__tournament=tournament)
        .exclude(state=Seating.State.SIGNED)
        .order_by("round__number", "table_no")
        .values_list("round__number", "table_no")
    )
    if unsigned and not reason.strip():
        raise Refused("earlier_tables_unsigned", tables=[f"{number}/{table}" for number, table in unsigned])
