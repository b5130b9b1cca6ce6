"""Whose seat is another than the one that was read out: what changed in a round after its seats went up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournament.models import AuditEntry

if TYPE_CHECKING:
    from datetime import datetime

    from tournament.models import Round

# The verbs that move somebody in a round that is public, and write down where all of them sat.
SWAPPED, REPAIRED = "swap_seats", "repair_seats"


def seats_changed(round_: Round) -> dict[int, datetime]:
    """By start number when the seat was last changed after the round was published. One query."""
    if round_.published_at is None:
        return {}
    rows = AuditEntry.objects.filter(
        object_type="round", object_id=round_.pk, verb__in=[SWAPPED, REPAIRED], at__gt=round_.published_at
    ).order_by("id")
    changed: dict[int, datetime] = {}
    for row in rows:
        changed |= dict.fromkeys(_moved(row.verb, row.before or {}, row.after or {}), row.at)
    return changed


def _moved(verb: str, before: dict[str, Any], after: dict[str, Any]) -> set[int]:
    """The start numbers that sit elsewhere afterwards."""
    if verb == SWAPPED:
        return set(after.get("start_nos", ()))
    was, now = _places(before.get("seats", ())), _places(after.get("seats", ()))
    return {start_no for start_no, place in now.items() if was.get(start_no) != place}


def _places(tables: Any) -> dict[int, tuple[int, int]]:
    """Of tables of start numbers on N, E, S, W: table and seat, by start number."""
    return {
        start_no: (table, seat)
        for table, seats in enumerate(tables, start=1)
        for seat, start_no in enumerate(seats)
        if start_no is not None
    }
