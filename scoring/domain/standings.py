"""Standings: derived from scores and adjustments, and from nothing else.

`compute` reads, `recompute` writes. A recompute that finds nothing new changes nothing, so it may come twice,
late, or at the same time as another.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from engine import RankRow
from scoring.domain.drawn import rank_with_lots
from scoring.domain.totals import read
from scoring.models import Standing
from tournament.domain.locks import lock_tournament
from tournament.models import Entry, Tournament
from tournament.tie_breaks import BY_FIELD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.domain.totals import Reading, Totals

LIVE, PUBLIC = Standing.Scope.LIVE, Standing.Scope.PUBLIC
_FIELDS = (
    "position",
    "rank",
    "rank_before",
    "deal_points",
    "adjustment_points",
    "handicap_points",
    "total",
    "against_field",
    "round_points",
    "deals_played",
    "deals_missing",
    "values",
    "decided_by",
)
# Rows written at once: columns times rows must stay within what SQLite takes.
BATCH = 500


class Place(NamedTuple):
    """Where an entry stands; without a rank it has played nothing that counts."""

    entry_id: int
    rank: int | None
    position: int
    decided_by: str | None


def compute(tournament: Tournament, up_to: int | None = None) -> list[Standing]:
    """The standings as they must be now, best first; unsaved rows. Whoever was seated or is here has one.

    With `up_to`, as of that round. Not playing is not zero: who has played nothing that counts and has no adjustment
    has no rank, and stands last. Where the list goes by the field, what can be compared is what counts.
    """
    return _standings(read(tournament, up_to), up_to)


def _standings(reading: Reading, up_to: int | None) -> list[Standing]:
    totals = reading.totals(up_to)
    rounds = [number for number in reading.rounds if up_to is None or number <= up_to]
    before = _ranks_before(reading, up_to)
    by_id = {row.entry_id: row for row in totals}
    return [
        _standing(reading.tournament, by_id[place.entry_id], place, rounds, before.get(place.entry_id))
        for place in _places(reading, totals, up_to)
    ]


def _ranks_before(reading: Reading, up_to: int | None) -> dict[int, int | None]:
    """Where everybody stood at the end of the round before the last one that has results: the list of then, anew."""
    last = reading.last_round(up_to)
    if last is None or last == 1:
        return {}
    totals = reading.totals(last - 1)
    return {place.entry_id: place.rank for place in _places(reading, totals, last - 1)}


def _places(reading: Reading, totals: Sequence[Totals], up_to: int | None) -> list[Place]:
    """Everybody in order, those without a rank last.

    Lots are drawn for the list as it is. In one of an earlier round they would tell who is equal later.
    """
    tie_breaks = tuple(reading.tournament.tie_breaks)
    placed = [row for row in totals if row.has_place]
    meetings = reading.meetings(placed, up_to) if "mutual" in tie_breaks else []
    rows = [RankRow(key=row.entry_id, total=row.ranked_by, values=row.all_values()) for row in placed]
    lots = reading.lots if up_to is None else {}
    places = [
        Place(int(str(row.key)), row.rank, row.position, row.decided_by)
        for row in rank_with_lots(rows, tie_breaks, meetings, lots)
    ]
    for row in totals:
        if not row.has_place:
            places.append(Place(row.entry_id, None, len(places) + 1, None))
    return places


def _standing(
    tournament: Tournament, row: Totals, place: Place, rounds: list[int], rank_before: int | None
) -> Standing:
    return Standing(
        tournament=tournament,
        entry_id=row.entry_id,
        position=place.position,
        rank=place.rank,
        rank_before=rank_before,
        deal_points=row.deal_points,
        adjustment_points=row.adjustment_points,
        handicap_points=row.handicap_points,
        total=row.total,
        against_field=row.against_field,
        round_points=[row.by_round.get(number) for number in rounds],
        deals_played=row.deals_played,
        deals_missing=row.deals_missing,
        values=row.values(),
        decided_by=place.decided_by or "",
    )


def standings_hash(rows: Iterable[Standing]) -> str:
    """The same results give the same hash, whenever and wherever they are computed: it names start numbers.

    Where the list goes by the field, that is a part of it.
    """
    standings = list(rows)
    by_field = bool(standings) and standings[0].tournament.ranking == BY_FIELD
    start_nos = dict(
        Entry.objects.filter(pk__in=[row.entry_id for row in standings]).values_list("pk", "start_no")
    )
    return content_hash(
        [
            start_nos[row.entry_id],
            row.rank,
            row.total,
            row.deal_points,
            row.adjustment_points,
            row.round_points,
            *([row.against_field] if by_field else []),
        ]
        for row in standings
    )


def content_hash(rows: Iterable[list[Any]]) -> str:
    """The hash of start number, rank, total, points of deals, adjustments and points by round, in their order.

    Where the list goes by the field, the hundredths against it come last.
    """
    return hashlib.sha256(json.dumps(list(rows), separators=(",", ":")).encode()).hexdigest()


def recompute(*, tournament_id: int) -> bool:
    """Bring the stored standings up to the results; says whether there was anything to do.

    The version is read before the data, so the data may be newer than it says, never older.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None or tournament.standings_version >= tournament.results_version:
        return False
    version, frozen = tournament.results_version, tournament.frozen_after_round
    reading = read(tournament)
    rows = _standings(reading, None)
    public = [] if frozen is None else _standings(reading, frozen)
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
    changed = []
    for row in rows:
        row.scope = scope
        old = stored.pop(row.entry_id, None)
        if old is None or any(getattr(old, name) != getattr(row, name) for name in _FIELDS):
            changed.append(row)
    Standing.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
    # One statement for many rows, the old and the new alike: far quicker than an update that names each.
    Standing.objects.bulk_create(
        changed,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["entry", "scope"],
        update_fields=_FIELDS,
    )
