"""Lots for the director: who can still be separated only by them, and what was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db.models import Count

from scoring.domain.drawn import LARGEST_DRAWING, drawing_of
from scoring.domain.lots import equals_of
from scoring.models import Standing
from tournament.models import AuditEntry
from tournament.tie_breaks import LOT

if TYPE_CHECKING:
    from tournament.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Tie:
    """Who shares a rank, by start number."""

    rank: int
    entries: tuple[Entry, ...]

    @property
    def is_too_large(self) -> bool:
        """Nearly everybody: nothing has been played that separates anybody."""
        return len(self.entries) > LARGEST_DRAWING


@dataclass(frozen=True, slots=True)
class Drawing:
    """Who drew, the first drawn first. `decides`: they are equal but for it.

    Of the log: the seed, or that it was drawn by hand; neither where the log does not know of it.
    """

    number: int
    entries: tuple[Entry, ...]
    decides: bool
    seed: int | None
    by_hand: bool


def ties(tournament: Tournament) -> list[Tie]:
    """Who can still be separated, by lot alone, best first."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player", "club")}
    return [
        Tie(group.rank, tuple(sorted((entries[pk] for pk in group.entry_ids), key=lambda one: one.start_no)))
        for group in equals_of(tournament)
    ]


def ties_left(tournament: Tournament) -> int:
    """How many places are shared that lots could separate, by the stored standings."""
    if LOT not in tournament.tie_breaks:
        return 0
    placed = Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE, rank__isnull=False)
    return placed.order_by().values("rank").annotate(count=Count("pk")).filter(count__gt=1).count()


def drawings(tournament: Tournament) -> list[Drawing]:
    """Every drawing that stands, in the order of their numbers."""
    drawn = tournament.entries.filter(lot__isnull=False).select_related("player", "club").order_by("lot")
    decided = set(
        Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE, decided_by=LOT).values_list(
            "entry_id", flat=True
        )
    )
    steps = [
        step.after
        for step in AuditEntry.objects.filter(tournament_id=tournament.pk, verb="draw_lots").order_by("-pk")
        if step.after
    ]
    found = []
    for number, group in groupby(drawn, key=lambda entry: drawing_of(entry.lot or 0)):
        entries = tuple(group)
        told = _step_of(steps, number, [entry.start_no for entry in entries])
        decides = any(one.pk in decided for one in entries)
        found.append(Drawing(number, entries, decides, told.get("seed"), bool(told.get("by_hand"))))
    return found


def _step_of(steps: list[dict[str, Any]], number: int, start_nos: list[int]) -> dict[str, Any]:
    """What the log says of a drawing: the last one of this number in which these stood in this order."""
    for step in steps:
        if step["drawing"] == number and [one for one in step["start_nos"] if one in start_nos] == start_nos:
            return step
    return {}
