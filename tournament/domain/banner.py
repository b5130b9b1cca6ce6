"""Verbs on the message to everybody: it stands on every phone and on the wall until it is taken down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.text import clean

if TYPE_CHECKING:
    from tournament.models import Tournament, User

LONGEST: Final = 200


@transaction.atomic
def show_banner(*, tournament: Tournament, text: str, actor: User | None) -> Tournament:
    """Put a message up in place of the one that stands. The same text again changes nothing.

    The log keeps the text where it keeps reasons: it is as free as they are, and may name somebody.
    """
    text = clean(text)
    if not text:
        raise Refused("banner_missing")
    if len(text) > LONGEST:
        raise Refused("banner_too_long", length=len(text), largest=LONGEST)
    tournament = lock_tournament(tournament.pk)
    if tournament.banner == text:
        return tournament
    return _put(tournament, text, actor, "show_banner")


@transaction.atomic
def take_banner_down(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Nothing is said any more. Twice is once."""
    tournament = lock_tournament(tournament.pk)
    return _put(tournament, "", actor, "take_banner_down") if tournament.banner else tournament


def _put(tournament: Tournament, text: str, actor: User | None, verb: str) -> Tournament:
    tournament.banner = text
    # Also when it is taken down: pages know by the time that there is something else to show.
    tournament.banner_at = timezone.now()
    tournament.save(update_fields=["banner", "banner_at"])
    record(actor=actor, verb=verb, on=tournament, tournament=tournament, reason=text)
    return tournament
