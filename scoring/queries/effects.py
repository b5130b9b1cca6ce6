"""What a correction would come to: tried, counted, and taken back before anybody sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.standings import compute
from tournament.models import Entry

if TYPE_CHECKING:
    from scoring.domain.lines import DealLine
    from scoring.models import Deal
    from tournament.models import Tournament, User


@dataclass(frozen=True, slots=True)
class Affected:
    """One player's total and place before and after; no place (None) while nothing was played."""

    entry: Entry
    total_before: int
    total_after: int
    rank_before: int | None
    rank_after: int | None

    @property
    def gets_other_points(self) -> bool:
        return self.total_before != self.total_after


def effect_of(*, deal: Deal, line: DealLine | None, actor: User | None, reason: str) -> list[Affected]:
    """Whose points or place would change if this line stood there, or (None) if the deal were taken off the sheet.

    Those whose points change come first. Raises what the correction itself would raise; stores nothing.
    """
    tournament = deal.seating.round.tournament
    with transaction.atomic():
        before = _places(tournament)
        if line is None:
            void_deal(deal=deal, version=deal.version, actor=actor, reason=reason)
        else:
            correct_deal(deal=deal, version=deal.version, line=line, actor=actor, reason=reason)
        after = _places(tournament)
        transaction.set_rollback(True)
    changed = [pk for pk in after if before.get(pk) != after[pk]]
    entries = Entry.objects.filter(pk__in=changed).select_related("player").in_bulk()
    nothing = (0, None)
    affected = [Affected(entries[pk], *_pair(before.get(pk, nothing), after[pk])) for pk in changed]
    return sorted(affected, key=lambda one: (not one.gets_other_points, one.rank_after or 9999))


def _places(tournament: Tournament) -> dict[int, tuple[int, int | None]]:
    return {row.entry_id: (row.total, row.rank) for row in compute(tournament)}


def _pair(
    before: tuple[int, int | None], after: tuple[int, int | None]
) -> tuple[int, int, int | None, int | None]:
    return before[0], after[0], before[1], after[1]
