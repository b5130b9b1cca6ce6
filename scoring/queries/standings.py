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
from tournament.queries import substitutes

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from tournament.models import User

from scoring.queries.deals import MissingAtTable
from scoring.queries.release import hidden_after


def lagging_tournaments(*, seconds: int) -> list[int]:
    """Tournaments whose standings have been behind their results for longer than this."""
    before = timezone.now() - timedelta(seconds=seconds)
    return list(
        Tournament.objects.filter(standings_version__lt=F("results_version"))
        .filter(Q(results_changed_at__lt=before) | Q(results_changed_at__isnull=True))
        .values_list("pk", flat=True)
    )


def standings_scope(tournament: Tournament, user: User | AnonymousUser | None = None) -> Standing.Scope:
    """Which of the stored lists a reader gets; without a user, what everybody may see."""
    return Standing.Scope.LIVE if hidden_after(tournament, user) is None else Standing.Scope.PUBLIC


def standings_rows(tournament: Tournament, user: User | AnonymousUser | None = None) -> QuerySet[Standing]:
    """The stored standings with names, in order, as this reader may see them."""
    return (
        Standing.objects.filter(tournament=tournament, scope=standings_scope(tournament, user))
        .select_related("entry__player", "entry__club")
        .prefetch_related(substitutes("entry"))
        .order_by("position")
    )


def entries_without_result(
    tournament: Tournament, user: User | AnonymousUser | None = None
) -> QuerySet[Entry]:
    """Entries that have no place in the list of this reader: not checked in, and never seated."""
    return (
        Entry.objects.filter(tournament=tournament)
        .exclude(standings__scope=standings_scope(tournament, user))
        .select_related("player", "club")
        .prefetch_related(substitutes())
    )


def standings_state(
    tournament: Tournament, missing: list[MissingAtTable], hidden_from: int | None = None
) -> str:
    """`none` before anything is played, `provisional`, or `final` once the tournament is declared finished.

    `frozen` for a reader from whom the results after some round are hidden.
    """
    if hidden_from is not None:
        return "frozen"
    if tournament.is_finished and not missing and tournament.standings_version >= tournament.results_version:
        return "final"
    return "provisional" if tournament.is_under_way else "none"


def standings_etag(tournament: Tournament, role: str, hidden_from: int | None = None, now: str = "") -> str:
    """Changes whenever the page of standings does, for this kind of reader in this language.

    `hidden_from` is the round after which this reader sees nothing, `now` the mark of what is told beside the list.
    """
    versions = (
        f"{tournament.pk}-{tournament.results_version}-{tournament.standings_version}-{tournament.state}"
    )
    frozen = "" if hidden_from is None else f"-until{hidden_from}"
    return f'"{versions}{frozen}-{get_language()}-{role}-{now}-{settings.VERSION}"'


@dataclass(frozen=True, slots=True)
class SumCheck:
    """Deal points, adjustments and handicaps added up from their own tables, beside the totals of the standings."""

    deal_points: int
    adjustment_points: int
    handicap_points: int
    totals: int

    @property
    def agrees(self) -> bool:
        return self.deal_points + self.adjustment_points + self.handicap_points == self.totals


def sum_check(tournament: Tournament) -> SumCheck:
    """Whether deal points, adjustments and handicaps make the totals in the list."""
    deals = Score.objects.filter(deal__seating__round__tournament=tournament).aggregate(
        sum=Sum("points", default=0)
    )
    given = Adjustment.objects.filter(
        tournament=tournament, cancelled_at__isnull=True, entry__standings__scope=Standing.Scope.LIVE
    ).aggregate(sum=Sum("points", default=0))
    totals = Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE).aggregate(
        sum=Sum("total", default=0)
    )
    handicaps = Entry.objects.filter(tournament=tournament, standings__scope=Standing.Scope.LIVE).aggregate(
        sum=Sum("handicap", default=0)
    )
    return SumCheck(deals["sum"], given["sum"], handicaps["sum"], totals["sum"])
