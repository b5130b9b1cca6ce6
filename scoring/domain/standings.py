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
from scoring.domain.extent import of_adjustments, of_rounds
from scoring.domain.lines import ruleset_of
from scoring.models import Adjustment, Deal, Score, Standing
from tournament.domain.locks import lock_tournament
from tournament.models import Entry, Round, Seat, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

LIVE, PUBLIC = Standing.Scope.LIVE, Standing.Scope.PUBLIC
# Tie-breaks that `compute` can give values for; a tournament may choose among these.
OFFERED_TIE_BREAKS = ("mutual", "won_contracts", "fewest_kruk", "highest_contract", "best_round")
_FIELDS = (
    "position",
    "rank",
    "deal_points",
    "adjustment_points",
    "handicap_points",
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
    handicap_points: int = 0
    deals_missing: int = 0
    won: int = 0
    kruk: int = 0
    highest: int = 0

    @property
    def deal_points(self) -> int:
        return sum(self.by_round.values())

    @property
    def total(self) -> int:
        return self.deal_points + self.adjustment_points + self.handicap_points

    @property
    def has_place(self) -> bool:
        """A handicap alone gives nobody a place: who has played nothing stands last."""
        return bool(self.by_round or self.adjustment_points)

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


def compute(tournament: Tournament, up_to: int | None = None) -> list[Standing]:
    """The standings as they must be now, best first; unsaved rows. Whoever was seated or is here has one.

    With `up_to`, as of that round. Not playing is not zero: who has played nothing and has no adjustment has no
    rank, and stands last.
    """
    totals = _totals(tournament, up_to)
    placed = [row for row in totals if row.has_place]
    ranked: list[Place] = [*_ranked(tournament, placed, up_to)]
    for row in totals:
        if not row.has_place:
            ranked.append(Place(row.entry_id, None, len(ranked) + 1, None))
    public = tournament.rounds.exclude(state=Round.State.DRAWN).filter(of_rounds("number", up_to))
    rounds = list(public.values_list("number", flat=True))
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
        handicap_points=row.handicap_points,
        total=row.total,
        round_points=[row.by_round.get(number) for number in rounds],
        deals_played=row.deals_played,
        deals_missing=row.deals_missing,
        values=row.values(),
        decided_by=place.decided_by or "",
    )


def _totals(tournament: Tournament, up_to: int | None) -> list[Totals]:
    seated = Seat.objects.filter(of_rounds("round__number", up_to), round__tournament=tournament).exclude(
        round__state=Round.State.DRAWN
    )
    entries = (
        Entry.objects.filter(tournament=tournament)
        .filter(Q(state=Entry.State.CHECKED_IN) | Q(pk__in=seated.values("entry_id")))
        .order_by("start_no")
    )
    totals = {
        pk: Totals(pk, handicap_points=handicap) for pk, handicap in entries.values_list("pk", "handicap")
    }
    _add_deals(tournament, totals, up_to)
    _add_contracts(tournament, totals, up_to)
    adjustments = Adjustment.objects.filter(
        of_adjustments(tournament, up_to), tournament=tournament, cancelled_at__isnull=True
    )
    for entry_id, points in adjustments.values_list("entry_id").annotate(Sum("points")).order_by():
        if entry_id in totals:
            totals[entry_id].adjustment_points = points
    return list(totals.values())


def _add_deals(tournament: Tournament, totals: dict[int, Totals], up_to: int | None) -> None:
    """Points by round, deals played, and deals that a sheet still lacks."""
    scores = _scores(tournament, up_to)
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
        of_rounds("round__number", up_to),
        round__tournament=tournament,
        round__state__in=[Round.State.PLAYING, Round.State.CLOSED],
    )
    places = begun.values_list("entry_id", "seating_id", "seating__deals", "left_after_deal")
    for entry_id, seating_id, deals, left_after in places:
        last = deals if left_after is None else left_after
        totals[entry_id].deals_missing += last - sum(1 for deal_no in entered[seating_id] if deal_no <= last)


def _scores(tournament: Tournament, up_to: int | None) -> QuerySet[Score]:
    return Score.objects.filter(
        of_rounds("deal__seating__round__number", up_to), deal__seating__round__tournament=tournament
    )


def _add_contracts(tournament: Tournament, totals: dict[int, Totals], up_to: int | None) -> None:
    """What each entry won and lost as declarer."""
    ruleset = ruleset_of(tournament)
    declared = (
        _scores(tournament, up_to)
        .filter(seat=F("deal__declarer"))
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


def _ranked(tournament: Tournament, totals: list[Totals], up_to: int | None) -> list[Place]:
    rows = [RankRow(key=row.entry_id, total=row.total, values=row.values()) for row in totals]
    meetings: Iterable[tuple[int, int, int, int]] = ()
    if "mutual" in tournament.tie_breaks:
        meetings = _meetings(tournament, totals, up_to)
    ranked = rank(rows, tuple(tournament.tie_breaks), meetings)
    return [Place(int(str(row.key)), row.rank, row.position, row.decided_by) for row in ranked]


def _meetings(
    tournament: Tournament, totals: list[Totals], up_to: int | None
) -> list[tuple[int, int, int, int]]:
    """What entries with equal totals made at each table where they met."""
    total_of = {row.entry_id: row.total for row in totals}
    at_table: dict[int, dict[int, int]] = defaultdict(dict)
    sums = (
        _scores(tournament, up_to)
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
    """The same results give the same hash, whenever and wherever they are computed: it names start numbers."""
    standings = list(rows)
    start_nos = dict(
        Entry.objects.filter(pk__in=[row.entry_id for row in standings]).values_list("pk", "start_no")
    )
    return content_hash(
        (
            start_nos[row.entry_id],
            row.rank,
            row.total,
            row.deal_points,
            row.adjustment_points,
            row.round_points,
        )
        for row in standings
    )


def content_hash(
    rows: Iterable[tuple[int, int | None, int, int, int, list[int | None]]],
) -> str:
    """The hash of start number, rank, total, points of deals, adjustments and points by round, in their order."""
    content: list[list[Any]] = [list(row) for row in rows]
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def recompute(*, tournament_id: int) -> bool:
    """Bring the stored standings up to the results; says whether there was anything to do.

    The version is read before the data, so the data may be newer than it says, never older.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None or tournament.standings_version >= tournament.results_version:
        return False
    version, frozen = tournament.results_version, tournament.frozen_after_round
    rows = compute(tournament)
    public = [] if frozen is None else compute(tournament, frozen)
    with transaction.atomic():
        locked = lock_tournament(tournament_id)
        if locked.standings_version >= version:
            return False
        _store(tournament, rows, LIVE)
        if locked.frozen_after_round == frozen:
            # Else somebody froze or released the list meanwhile, and the next run is on its way.
            _store(tournament, public, PUBLIC)
        Tournament.objects.filter(pk=tournament_id).update(
            standings_version=version,
            standings_hash=standings_hash(rows),
            standings_computed_at=timezone.now(),
        )
    return True


def store_frozen(tournament: Tournament) -> None:
    """Write what others than the staff see, at once. The caller holds the tournament and has set where it is frozen."""
    _store(tournament, compute(tournament, tournament.frozen_after_round), PUBLIC)


def _store(tournament: Tournament, rows: list[Standing], scope: Standing.Scope) -> None:
    """Write what changed, and only that."""
    stored = {row.entry_id: row for row in Standing.objects.filter(tournament=tournament, scope=scope)}
    new, changed = [], []
    for row in rows:
        row.scope = scope
        old = stored.pop(row.entry_id, None)
        if old is None:
            new.append(row)
        elif any(getattr(old, name) != getattr(row, name) for name in _FIELDS):
            row.pk = old.pk
            changed.append(row)
    Standing.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
    Standing.objects.bulk_update(changed, _FIELDS, batch_size=200)
    Standing.objects.bulk_create(new, batch_size=500)
