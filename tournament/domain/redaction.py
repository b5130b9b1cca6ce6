"""The verb that takes free text out of the log. The log's rows stay as they are: what is taken out is not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournament.domain.audit import record
from tournament.queries import REDACTED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from django.db.models import Model

    from tournament.models import AuditEntry, Tournament, User

REASON = "reason"


def redact(
    *,
    texts: Mapping[int, Collection[str]],
    on: Model,
    tournament: Tournament | int | None,
    actor: User | None,
) -> AuditEntry | None:
    """By id of an entry of the log the keys whose text is shown no more; `on` is whom it is about. Logged itself."""
    if not texts:
        return None
    told: dict[str, Any] = {str(pk): sorted(keys) for pk, keys in texts.items()}
    return record(actor=actor, verb=REDACTED, on=on, tournament=tournament, after={"texts": told})
