"""The standings as they are stored, and how fresh they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import F, Q, Sum
from django.utils import timezone
from django.utils.translation import get_language

from scoring.models import Adjustment, Score, Standing
from tournament.models import Entry, Tournament

if TYPE_CHECKING:
    from django.db.models import QuerySet

from scoring.queries.deals import MissingAtTable


def lagging_tournaments(*, seconds: int) -> list[int]:
    """Tournaments whose standings have been behind their results for longer than this."""
    before = timezone.now() - timedelta(seconds=seconds)
    return list(
        Tournament.objects.filter(standings_version__lt=F("results_version"))
        .filter(Q(results_changed_at__lt=before) | Q(results_changed_at__isnull=True))
        .values_list("pk", flat=True)
    )


def standings_rows(tournament: Tournament) -> QuerySet[Standing]:
    """The stored standings with names, in order."""
    return (
        Standing.objects.filter(tournament=tournament)
        .select_related("entry__player", "entry__club")
        .order_by("position")
    )


def entries_without_result(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that have no place: not checked in, and never seated."""
    return Entry.objects.filter(tournament=tournament, standing__isnull=True).select_related("player", "club")


def standings_state(tournament: Tournament, missing: list[MissingAtTable]) -> str:
    """`none` before anything is played, `provisional`, or `final` once the tournament is declared finished."""
    if tournament.is_finished and not missing and tournament.standings_version >= tournament.results_version:
        return "final"
    return "provisional" if tournament.is_under_way else "none"


def standings_etag(tournament: Tournament, role: str) -> str:
    """Changes whenever the page of standings does, for this kind of reader in this language."""
    versions = (
        f"{tournament.pk}-{tournament.results_version}-{tournament.standings_version}-{tournament.state}"
    )
    return f'"{versions}-{get_language()}-{role}-{settings.VERSION}"'


@dataclass(frozen=True, slots=True)
class SumCheck:
    """Deal points and adjustments added up from their own tables, beside the totals of the standings."""

    deal_points: int
    adjustment_points: int
    totals: int

    @property
    def agrees(self) -> bool:
        return self.deal_points + self.adjustment_points == self.totals


def sum_check(tournament: Tournament) -> SumCheck:
    """Whether deal points and adjustments make the totals that stand in the list."""
    deals = Score.objects.filter(deal__seating__round__tournament=tournament).aggregate(
        sum=Sum("points", default=0)
    )
    given = Adjustment.objects.filter(
        tournament=tournament, cancelled_at__isnull=True, entry__standing__isnull=False
    ).aggregate(sum=Sum("points", default=0))
    totals = Standing.objects.filter(tournament=tournament).aggregate(sum=Sum("total", default=0))
    return SumCheck(deals["sum"], given["sum"], totals["sum"])
