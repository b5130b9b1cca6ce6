"""The verb on the list of prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournament.models import Tournament, User

MOST: Final = 200
LARGEST_PLACE: Final = 999
LONGEST_TEXT: Final = 120
LONGEST_CATEGORY: Final = 40


@transaction.atomic
def set_prizes(
    *, tournament: Tournament, prizes: Iterable[tuple[str, int, str]], actor: User | None
) -> Tournament:
    """The whole list of prizes: category (empty: everybody), place and what it is. They touch no result."""
    tournament = lock_tournament(tournament.pk)
    rows = sorted((_row(*prize) for prize in prizes), key=lambda row: (row["category"], row["place"]))
    if len(rows) > MOST:
        raise Refused("too_many_prizes", most=MOST)
    if rows == tournament.prizes:
        return tournament
    before, tournament.prizes = tournament.prizes, rows
    tournament.save(update_fields=["prizes"])
    record(
        actor=actor,
        verb="set_prizes",
        on=tournament,
        tournament=tournament,
        before={"prizes": len(before)},
        after={"prizes": len(rows)},
    )
    return tournament


def _row(category: str, place: int, text: str) -> dict[str, Any]:
    if not 1 <= place <= LARGEST_PLACE:
        raise Refused("impossible_place", largest=LARGEST_PLACE)
    text = clean(text, LONGEST_TEXT)
    if not text:
        raise Refused("prize_without_text", place=place)
    return {"category": clean(category, LONGEST_CATEGORY), "place": place, "text": text}
