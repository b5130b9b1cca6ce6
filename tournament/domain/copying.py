"""The verb "same again": a new tournament with the settings and players of an earlier one, and no result of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.entries import register_entries
from tournament.domain.locks import lock_tournament
from tournament.domain.tournaments import SETTINGS, create_tournament
from tournament.models import AuditEntry, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from uuid import UUID

    from tournament.models import Entry, User

NEW = frozenset({"name", "starts_on"})
# Beside the settings: what was decided for the tournament on pages of its own.
DECIDED = ("protest_minutes", "prizes")


@transaction.atomic
def copy_tournament(
    *,
    source: Tournament,
    name: str,
    starts_on: date,
    entries: Iterable[Entry],
    actor: User | None,
    key: UUID | None = None,
) -> Tournament:
    """A new draft with the settings of `source`, in which the players of these entries are registered.

    They keep categories and handicap, and have the club they are in today. `key` belongs to one form: sent twice, it
    makes one tournament.
    """
    source = lock_tournament(source.pk)
    earlier = _made_before(source, key)
    if earlier is not None:
        return earlier
    settings = {setting: getattr(source, setting) for setting in SETTINGS - NEW}
    tournament = create_tournament(
        name=name, starts_on=starts_on, actor=actor, is_demo=source.is_demo, **settings
    )
    for decided in DECIDED:
        setattr(tournament, decided, getattr(source, decided))
    tournament.save(update_fields=DECIDED)
    chosen = sorted(entries, key=lambda entry: entry.start_no)
    registered = register_entries(
        tournament=tournament, players=[entry.player for entry in chosen], actor=actor
    )
    for old, new in zip(chosen, registered, strict=True):
        new.labels, new.handicap = old.labels, old.handicap
        new.save(update_fields=["labels", "handicap"])
    record(
        actor=actor,
        verb="copy_tournament",
        on=tournament,
        tournament=tournament,
        after={"copied_from": source.pk, "key": str(key) if key else None, "registered": len(registered)},
    )
    return tournament


def _made_before(source: Tournament, key: UUID | None) -> Tournament | None:
    if key is None:
        return None
    made = AuditEntry.objects.filter(
        verb="copy_tournament", after__copied_from=source.pk, after__key=str(key)
    ).first()
    return Tournament.objects.filter(pk=made.object_id or 0).first() if made else None
