"""Standings: derived from scores and adjustments, and from nothing else.

`compute` reads, `recompute` writes. A recompute that finds nothing new changes nothing, so it may come twice,
late, or at the same time as another.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q, Sum
from django.utils import timezone

from engine import RankRow, rank
from scoring.domain.lines import ruleset_of
from scoring.models import Adjustment, Deal, Score, Standing
from tournament.domain.locks import lock_tournament
from tournament.models import Entry, Round, Seat, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

# Tie-breaks that `compute` can give values for; a tournament may choose among these.
OFFERED_TIE_BREAKS = ("mutual", "won_contracts", "fewest_kruk", "highest_contract", "best_round")
_FIELDS = (
    "position",
    "rank",
    "deal_points",
    "adjustment_points",
    "total",
    "round_points",
    "deals_played",
    "deals_missing",
    "values",
    "decided_by",
)


@dataclass(slots=True)
class Totals:
    """One entry's sums. `by_round` has only the rounds in which a deal was played at the entry's table."""

    entry_id: int
    by_round: dict[int, int] = field(default_factory=dict)
    deals_played: int = 0
    adjustment_points: int = 0
    deals_missing: int = 0
    won: int = 0
    kruk: int = 0
    highest: int = 0

    @property
    def deal_points(self) -> int:
        return sum(self.by_round.values())

    @property
    def total(self) -> int:
        return self.deal_points + self.adjustment_points

    def values(self) -> dict[str, int]:
        return {
            "won_contracts": self.won,
            "fewest_kruk": self.kruk,
            "highest_contract": self.highest,
            "best_round": max(self.by_round.values(), default=0),
        }


class Place(NamedTuple):
    """Where an entry stands; without a rank it has played nothing."""

    entry_id: int
    rank: int | None
    position: int
    decided_by: str | None


def compute(tournament: Tournament) -> list[Standing]:
    """The standings as they must be now, best first; unsaved rows. Whoever was seated or is here has one.

    Not playing is not zero: who has played nothing and has no adjustment has no rank, and stands last.
    """
    totals = _totals(tournament)
    placed = [row for row in totals if row.by_round or row.adjustment_points]
    ranked: list[Place] = [*_ranked(tournament, placed)]
    for row in totals:
        if not row.by_round and not row.adjustment_points:
            ranked.append(Place(row.entry_id, None, len(ranked) + 1, None))
    rounds = list(tournament.rounds.exclude(state=Round.State.DRAWN).values_list("number", flat=True))
    by_id = {row.entry_id: row for row in totals}
    return [_standing(tournament, by_id[place.entry_id], place, rounds) for place in ranked]


def _standing(tournament: Tournament, row: Totals, place: Place, rounds: list[int]) -> Standing:
    return Standing(
        tournament=tournament,
        entry_id=row.entry_id,
        position=place.position,
        rank=place.rank,
        deal_points=row.deal_points,
        adjustment_points=row.adjustment_points,
        total=row.total,
        round_points=[row.by_round.get(number) for number in rounds],
        deals_played=row.deals_played,
        deals_missing=row.deals_missing,
        values=row.values(),
        decided_by=place.decided_by or "",
    )


def _totals(tournament: Tournament) -> list[Totals]:
    seated = Seat.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAWN)
    entries = (
        Entry.objects.filter(tournament=tournament)
        .filter(Q(state=Entry.State.CHECKED_IN) | Q(pk__in=seated.values("entry_id")))
        .order_by("start_no")
    )
    totals = {pk: Totals(pk) for pk in entries.values_list("pk", flat=True)}
    _add_deals(tournament, totals)
    _add_contracts(tournament, totals)
    adjustments = Adjustment.objects.filter(tournament=tournament, cancelled_at__isnull=True)
    for entry_id, points in adjustments.values_list("entry_id").annotate(Sum("points")).order_by():
        if entry_id in totals:
            totals[entry_id].adjustment_points = points
    return list(totals.values())


def _add_deals(tournament: Tournament, totals: dict[int, Totals]) -> None:
    """Points by round, deals played, and deals that a sheet still lacks."""
    scores = Score.objects.filter(deal__seating__round__tournament=tournament)
    sums = (
        scores.order_by()
        .values("entry_id", "deal__seating__round__number")
        .annotate(sum=Sum("points"), played=Count("pk", filter=~Q(role=Score.Role.SITTER_OUT)))
        .values_list("entry_id", "deal__seating__round__number", "sum", "played")
    )
    for entry_id, number, points, played in sums:
        totals[entry_id].by_round[number] = points
        totals[entry_id].deals_played += played
    entered: dict[int, set[int]] = defaultdict(set)
    current = Deal.objects.filter(seating__round__tournament=tournament, voided_at__isnull=True)
    for seating_id, deal_no in current.values_list("seating_id", "number"):
        entered[seating_id].add(deal_no)
    begun = Seat.objects.filter(
        round__tournament=tournament, round__state__in=[Round.State.PLAYING, Round.State.CLOSED]
    )
    places = begun.values_list("entry_id", "seating_id", "seating__deals", "left_after_deal")
    for entry_id, seating_id, deals, left_after in places:
        last = deals if left_after is None else left_after
        totals[entry_id].deals_missing += last - sum(1 for deal_no in entered[seating_id] if deal_no <= last)


def _add_contracts(tournament: Tournament, totals: dict[int, Totals]) -> None:
    """What each entry won and lost as declarer."""
    ruleset = ruleset_of(tournament)
    declared = (
        Score.objects.filter(deal__seating__round__tournament=tournament, seat=F("deal__declarer"))
        .values_list("entry_id", "deal__contract", "deal__outcome")
        .annotate(Count("pk"))
        .order_by()
    )
    for entry_id, contract, outcome, times in declared:
        row = totals[entry_id]
        if outcome == "vundet":
            row.won += times
            row.highest = max(row.highest, ruleset.spec(contract).rank)
        elif outcome == "kruk":
            row.kruk += times


def _ranked(tournament: Tournament, totals: list[Totals]) -> list[Place]:
    rows = [RankRow(key=row.entry_id, total=row.total, values=row.values()) for row in totals]
    meetings: Iterable[tuple[int, int, int, int]] = ()
    if "mutual" in tournament.tie_breaks:
        meetings = _meetings(tournament, totals)
    ranked = rank(rows, tuple(tournament.tie_breaks), meetings)
    return [Place(int(str(row.key)), row.rank, row.position, row.decided_by) for row in ranked]


def _meetings(tournament: Tournament, totals: list[Totals]) -> list[tuple[int, int, int, int]]:
    """What entries with equal totals made at each table where they met."""
    total_of = {row.entry_id: row.total for row in totals}
    at_table: dict[int, dict[int, int]] = defaultdict(dict)
    sums = (
        Score.objects.filter(deal__seating__round__tournament=tournament)
        .values_list("deal__seating_id", "entry_id")
        .annotate(Sum("points"))
        .order_by("deal__seating_id", "entry_id")
    )
    for seating_id, entry_id, points in sums:
        at_table[seating_id][entry_id] = points
    return [
        (one, other, table[one], table[other])
        for table in at_table.values()
        for one, other in combinations(table, 2)
        if one in total_of and other in total_of and total_of[one] == total_of[other]
    ]


def standings_hash(rows: Iterable[Standing]) -> str:
    """The same results give the same hash, whenever and wherever they are computed."""
    content: list[list[Any]] = [
        [row.entry_id, row.rank, row.total, row.deal_points, row.adjustment_points, row.round_points]
        for row in rows
    ]
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def recompute(*, tournament_id: int) -> bool:
    """Bring the stored standings up to the results; says whether there was anything to do.

    The version is read before the data, so the data may be newer than it says, never older.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None or tournament.standings_version >= tournament.results_version:
        return False
    version = tournament.results_version
    rows = compute(tournament)
    with transaction.atomic():
        locked = lock_tournament(tournament_id)
        if locked.standings_version >= version:
            return False
        _store(tournament, rows)
        Tournament.objects.filter(pk=tournament_id).update(
            standings_version=version,
            standings_hash=standings_hash(rows),
            standings_computed_at=timezone.now(),
        )
    return True


def _store(tournament: Tournament, rows: list[Standing]) -> None:
    """Write what changed, and only that."""
    stored = {row.entry_id: row for row in Standing.objects.filter(tournament=tournament)}
    new, changed = [], []
    for row in rows:
        old = stored.pop(row.entry_id, None)
        if old is None:
            new.append(row)
        elif any(getattr(old, name) != getattr(row, name) for name in _FIELDS):
            row.pk = old.pk
            changed.append(row)
    Standing.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
    Standing.objects.bulk_update(changed, _FIELDS, batch_size=200)
    Standing.objects.bulk_create(new, batch_size=500)
