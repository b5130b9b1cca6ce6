"""How long personal data is kept: who has not played for so many years is made anonymous, if that is set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import Max, Q
from django.utils import timezone

from scoring.domain.anonymise import anonymise_player
from tournament.models import Player

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet

SECONDS_BETWEEN: Final = 6 * 60 * 60
AT_ONCE: Final = 50
REASON: Final = "SPADILLE_PERSONAL_DATA_YEARS"


def players_due(today: date, years: int) -> QuerySet[Player]:
    """Those whose last tournament, or whose registration if they never played, is longer ago than that."""
    before = _years_ago(today, years)
    players = Player.objects.filter(anonymised_at=None, merged_into=None, is_demo=False).annotate(
        played=Max("entries__tournament__starts_on"),
        substituted=Max("substitutions__entry__tournament__starts_on"),
    )
    return players.filter(
        Q(played=None) | Q(played__lt=before),
        Q(substituted=None) | Q(substituted__lt=before),
        created_at__date__lt=before,
    ).order_by("pk")


def forget_old() -> int:
    """Make some of those who are due anonymous; returns how many. The rest has its turn the next time."""
    years = settings.PERSONAL_DATA_YEARS
    if not years:
        return 0
    due = list(players_due(timezone.localdate(), years)[:AT_ONCE])
    for player in due:
        anonymise_player(player=player, actor=None, reason=REASON)
    return len(due)


def sweep() -> None:
    """The same from the sweep, a few times a day."""
    if settings.PERSONAL_DATA_YEARS and cache.add("retention", 1, SECONDS_BETWEEN):
        forget_old()


def _years_ago(today: date, years: int) -> date:
    try:
        return today.replace(year=today.year - years)
    except ValueError:
        # The 29th of February.
        return today.replace(year=today.year - years, day=28)
