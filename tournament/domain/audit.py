"""Writing the log. Every verb calls `record` inside its transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournament.domain.actors import AtTable, seat_of, user_of
from tournament.models import AuditEntry
from tournament.text import clean

if TYPE_CHECKING:
    from django.db.models import Model

    from tournament.domain.actors import Actor
    from tournament.models import Tournament


def record(
    *,
    actor: Actor,
    verb: str,
    on: Model,
    tournament: Tournament | int | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Append one entry. `before` and `after` hold ids and codes, never names."""
    user = user_of(actor)
    return AuditEntry.objects.create(
        actor_id=user.pk if user else None,
        actor_seating_id=actor.seating_id if isinstance(actor, AtTable) else None,
        actor_seat=seat_of(actor),
        tournament_id=tournament if isinstance(tournament, int) or tournament is None else tournament.pk,
        verb=verb,
        object_type=type(on).__name__.lower(),
        object_id=on.pk,
        before=before,
        after=after,
        reason=clean(reason, 300),
    )
