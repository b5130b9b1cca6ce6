"""What was moved on the score sheets, and whether it can still be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.domain.moves import MOVED, is_undone, touched_by, undo_problem
from tournament.models import AuditEntry

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from engine import RuleViolation
    from tournament.errors import Refused
    from tournament.models import Seating, Tournament


@dataclass(frozen=True, slots=True)
class MoveMade:
    """One move, whether it was taken back, and else why it cannot be (None: it can)."""

    entry: AuditEntry
    is_undone: bool
    problem: Refused | RuleViolation | None


def moves_made(tournament: Tournament, limit: int = 5) -> list[MoveMade]:
    """The last moves of deals, newest first."""
    made = []
    for entry in _moves(tournament)[:limit]:
        undone = is_undone(entry)
        made.append(MoveMade(entry, undone, None if undone else undo_problem(entry)))
    return made


def move_to_undo(seating: Seating) -> AuditEntry | None:
    """The newest move that touched this sheet and was not taken back, if it still can be."""
    for entry in _moves(seating.round.tournament):
        if seating.pk in touched_by(entry) and not is_undone(entry):
            return entry if undo_problem(entry) is None else None
    return None


def _moves(tournament: Tournament) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(tournament_id=tournament.pk, verb=MOVED).order_by("-pk")
