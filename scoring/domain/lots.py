"""Verbs on lots: drawn among those whom nothing else separates, by hand in the hall or from a seed, and taken back."""

from __future__ import annotations

from itertools import groupby
from secrets import randbelow
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from scoring.domain.drawn import LARGEST_DRAWING, drawing_of, lot_of, order_from_seed
from scoring.domain.standings import compute
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Entry, Tournament
from tournament.tie_breaks import LOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournament.models import User

# Short enough to be read out.
_SEEDS = 1_000_000


class Equals(NamedTuple):
    """Entries who share a rank."""

    rank: int
    entry_ids: tuple[int, ...]


def equals_of(tournament: Tournament) -> list[Equals]:
    """Who shares a rank as the results are now, best first."""
    placed = [row for row in compute(tournament) if row.rank is not None]
    groups = [
        Equals(rank, tuple(row.entry_id for row in rows))
        for rank, rows in groupby(placed, key=lambda row: row.rank or 0)
    ]
    return [group for group in groups if len(group.entry_ids) > 1]


@transaction.atomic
def draw_lots(
    *,
    tournament: Tournament,
    start_nos: Iterable[int],
    actor: User | None,
    order: Sequence[int] | None = None,
    seed: int | None = None,
) -> list[int]:
    """Draw among all who share one rank; gives their start numbers, the first drawn first.

    `order` is what was drawn by hand. Without it a seed decides, which is made here unless it is given, and is logged.
    Whoever has drawn already with just these is drawn no second time: a form may be sent twice.
    """
    tournament = lock_tournament(tournament.pk)
    problem = lots_problem(tournament)
    if problem is not None:
        raise problem
    entries = _entries(tournament, start_nos)
    if order is not None and sorted(order) != sorted(entries):
        raise Refused("lots_order_wrong")
    before = _drawn_together(tournament, entries)
    if before is not None:
        return before
    _check_equal(tournament, entries)
    if order is None:
        seed = randbelow(_SEEDS) if seed is None else seed
        order = order_from_seed(entries, seed)
    old = {str(start_no): entries[start_no].lot for start_no in order}
    drawing = _keep(tournament, entries, order)
    by_seed = {} if seed is None else {"seed": seed}
    record(
        actor=actor,
        verb="draw_lots",
        on=tournament,
        tournament=tournament,
        before={"lots": old},
        after={"start_nos": list(order), "drawing": drawing, "by_hand": seed is None, **by_seed},
    )
    return list(order)


@transaction.atomic
def take_back_lots(
    *, tournament: Tournament, drawing: int, actor: User | None, undoes: int | None = None
) -> bool:
    """Forget a drawing: those who drew in it share their place again. Says whether there was anything to forget.

    `undoes` is the entry of the log that drew, when that step is taken back.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.is_finished:
        raise Refused("tournament_finished")
    entries = [entry for entry in _with_lots(tournament) if drawing_of(entry.lot or 0) == drawing]
    if not entries:
        return False
    old = {str(entry.start_no): entry.lot for entry in entries}
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(lot=None)
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="take_back_lots",
        on=tournament,
        tournament=tournament,
        before={"lots": old},
        after={
            "start_nos": [entry.start_no for entry in entries],
            "drawing": drawing,
            **({} if undoes is None else {"undoes": undoes}),
        },
    )
    return True


def lots_problem(tournament: Tournament) -> Refused | None:
    """Why no lots can be drawn now; None when they can."""
    if LOT not in tournament.tie_breaks:
        return Refused("lots_not_used")
    if not tournament.is_under_way:
        return Refused("tournament_not_running")
    return Refused("tournament_finished") if tournament.is_finished else None


def _entries(tournament: Tournament, start_nos: Iterable[int]) -> dict[int, Entry]:
    """By start number those who draw."""
    wanted = set(start_nos)
    found = Entry.objects.filter(tournament=tournament, start_no__in=wanted).order_by("start_no")
    entries = {entry.start_no: entry for entry in found.select_for_update(no_key=True)}
    if len(entries) != len(wanted) or len(entries) < 2:
        raise Refused("lots_not_equal")
    if len(entries) > LARGEST_DRAWING:
        raise Refused("too_many_for_lots", most=LARGEST_DRAWING)
    return entries


def _check_equal(tournament: Tournament, entries: dict[int, Entry]) -> None:
    """All who share the rank draw, and nobody else."""
    drawing = {entry.pk for entry in entries.values()}
    if not any(set(group.entry_ids) == drawing for group in equals_of(tournament)):
        raise Refused("lots_not_equal")


def _with_lots(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament, lot__isnull=False).order_by("lot"))


def _keep(tournament: Tournament, entries: dict[int, Entry], order: Sequence[int]) -> int:
    """Write the lots; gives the number of their drawing, the first that no lot names."""
    taken = {drawing_of(entry.lot or 0) for entry in _with_lots(tournament)}
    drawing = next(number for number in range(1, len(taken) + 2) if number not in taken)
    for place, start_no in enumerate(order, start=1):
        entries[start_no].lot = lot_of(drawing, place)
    Entry.objects.bulk_update(entries.values(), ["lot"])
    raise_results_version(tournament.pk)
    return drawing


def _drawn_together(tournament: Tournament, entries: dict[int, Entry]) -> list[int] | None:
    """The order in which just these have drawn; None when they have not."""
    drawings = {drawing_of(entry.lot) for entry in entries.values() if entry.lot is not None}
    if len(drawings) != 1:
        return None
    together = [entry for entry in _with_lots(tournament) if drawing_of(entry.lot or 0) in drawings]
    return (
        [entry.start_no for entry in together] if {one.start_no for one in together} == set(entries) else None
    )
