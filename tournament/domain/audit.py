"""Writing the log. Every verb calls `record` inside its transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournament.domain.actors import AtTable, seat_of, user_of
from tournament.models import AuditEntry
from tournament.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    said = _said(actor, verb, tournament, before, after, reason)
    return AuditEntry.objects.create(**said, **_about(on))


def record_each(
    *,
    actor: Actor,
    verb: str,
    on: Sequence[Model],
    tournament: Tournament | int | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Append one entry for each of several that had the same done to them, in their order."""
    said = _said(actor, verb, tournament, before, after, reason)
    AuditEntry.objects.bulk_create([AuditEntry(**said, **_about(one)) for one in on])


def _said(
    actor: Actor,
    verb: str,
    tournament: Tournament | int | None,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    reason: str,
) -> dict[str, Any]:
    user = user_of(actor)
    return {
        "actor_id": user.pk if user else None,
        "actor_seating_id": actor.seating_id if isinstance(actor, AtTable) else None,
        "actor_seat": seat_of(actor),
        "tournament_id": tournament if isinstance(tournament, int) or tournament is None else tournament.pk,
        "verb": verb,
        "before": before,
        "after": after,
        "reason": clean(reason, 300),
    }


def _about(on: Model) -> dict[str, Any]:
    return {"object_type": type(on).__name__.lower(), "object_id": on.pk}
