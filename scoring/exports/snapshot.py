"""Everything a workbook says about a tournament, read at one version of its results.

The sheets must agree with each other while tables go on entering deals. So all is read first, quickly, and
read again when results changed meanwhile; writing, which takes longer, needs no database.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import roles
from scoring import words
from scoring.domain.extent import of_adjustments
from scoring.domain.lines import ruleset_of
from scoring.domain.standings import compute
from scoring.models import Adjustment, Deal, Score, Standing
from scoring.queries import MissingAtTable, current_deals, hidden_after, missing_results, released_deals
from tournament.domain.locks import lock_tournament
from tournament.models import Entry, Player, Position, Round, Seat, Substitution, Tournament
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from scoring.exports.cells import Value

# Read undisturbed this often; after that nobody may change results for the second that reading takes.
TRIES = 3
SEATS = "NESW"

# Columns of a row of a deal that are filled from its scores.
DEALER, FORHAND, MELLEMHAND, BAGHAND, SITTER_OUT, DECLARER = range(4, 10)
BOOKED = 19
_COLUMN_OF_ROLE = {
    Score.Role.FORHAND.value: FORHAND,
    Score.Role.MELLEMHAND.value: MELLEMHAND,
    Score.Role.BAGHAND.value: BAGHAND,
    Score.Role.SITTER_OUT.value: SITTER_OUT,
}


@dataclass(frozen=True, slots=True)
class SeatOf:
    """Who sits where in a published round."""

    round_number: int
    table_no: int
    position: str
    entry: Entry
    seating_id: int
    is_signed: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament's results at one moment. Deals are rows of values ready for their sheet."""

    tournament: Tournament
    read_at: datetime
    entries: dict[int, Entry]
    rounds: dict[int, str]
    standings: list[Standing]
    seats: list[SeatOf]
    deals: list[list[Value]]
    adjustments: list[Adjustment]
    missing: list[MissingAtTable]
    # The last round whose results are in it; None: all are.
    shown_up_to: int | None = None
    # Whether anybody may read it, so that names are as everybody may read them.
    public: bool = False

    def name_of(self, entry: Entry) -> str:
        """As the readers of this workbook may read it."""
        return entry.name if self.public else entry.full_name

    def name_in(self, entry: Entry, round_number: int) -> str:
        """Who sits there in a round; where somebody plays for another, both."""
        return entry.name_in(round_number) if self.public else entry.full_name_in(round_number)

    def substitutes_of(self, entry: Entry) -> str:
        """Who played in an entry's place."""
        names = (one.name if self.public else one.full_name for one in entry.substitutions.all())
        return ", ".join(dict.fromkeys(names))

    @property
    def published_rounds(self) -> list[int]:
        return [number for number, state in self.rounds.items() if state != Round.State.DRAWN]

    @property
    def rounds_with_results(self) -> list[int]:
        """The public rounds whose results are in it."""
        last = self.shown_up_to
        return [number for number in self.published_rounds if last is None or number <= last]

    @property
    def is_final(self) -> bool:
        """Declared final, and nothing has been taken off a sheet since."""
        return self.tournament.is_finished and not self.missing


def take_snapshot(
    tournament: Tournament, deals: QuerySet[Deal] | None = None, *, public: bool = False
) -> Snapshot:
    """Read it all; `deals` are those that may be shown, by default every one that counts.

    `public`: only what everybody may see now.
    """
    for _attempt in range(TRIES):
        now = Tournament.objects.get(pk=tournament.pk)
        snapshot = _read(now, deals, public=public)
        if not Tournament.objects.filter(pk=now.pk).exclude(results_version=now.results_version).exists():
            return snapshot
    with transaction.atomic():
        # Every verb that changes results writes this row, so it waits.
        return _read(lock_tournament(tournament.pk), deals, public=public)


def _read(tournament: Tournament, deals: QuerySet[Deal] | None, *, public: bool) -> Snapshot:
    up_to = hidden_after(tournament) if public else None
    if public:
        deals = released_deals(tournament)
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(tournament=tournament)
        .select_related("player", "club")
        .prefetch_related(substitutes())
        .order_by("start_no")
    }
    seats = _seats(tournament, entries)
    return Snapshot(
        tournament=tournament,
        read_at=timezone.now(),
        entries=entries,
        rounds=dict(tournament.rounds.order_by("number").values_list("number", "state")),
        standings=_standings(tournament, up_to),
        seats=seats,
        deals=_deals(
            tournament,
            current_deals(tournament) if deals is None else deals,
            _Names(entries.values(), public=public),
            seats,
        ),
        adjustments=_adjustments(tournament, up_to, public=public),
        missing=missing_results(tournament, up_to),
        shown_up_to=up_to,
        public=public,
    )


def _standings(tournament: Tournament, up_to: int | None) -> list[Standing]:
    """The stored rows, or what they will be once the worker has caught up."""
    if tournament.standings_version >= tournament.results_version:
        scope = Standing.Scope.LIVE if up_to is None else Standing.Scope.PUBLIC
        return list(Standing.objects.filter(tournament=tournament, scope=scope).order_by("position"))
    return compute(tournament, up_to)


def _adjustments(tournament: Tournament, up_to: int | None, *, public: bool) -> list[Adjustment]:
    """Warnings are the staff's own."""
    given = Adjustment.objects.filter(of_adjustments(tournament, up_to), tournament=tournament)
    shown = given.exclude(points=0) if public else given
    return list(shown.select_related("round", "tournament").order_by("id"))


def _seats(tournament: Tournament, entries: dict[int, Entry]) -> list[SeatOf]:
    """Round by round, table by table, N E S W. A draw that nobody has seen yet stays unseen."""
    rows = (
        Seat.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.DRAWN)
        .select_related("seating__round")
    )
    seats = [
        SeatOf(
            seat.seating.round.number,
            seat.seating.table_no,
            seat.position,
            entries[seat.entry_id],
            seat.seating_id,
            seat.seating.is_signed,
        )
        for seat in rows
    ]
    return sorted(seats, key=lambda seat: (seat.round_number, seat.table_no, SEATS.index(seat.position)))


def _deals(
    tournament: Tournament, deals: QuerySet[Deal], names: _Names, seats: list[SeatOf]
) -> list[list[Value]]:
    """A row for each deal. Who played it and what each got is filled in from its scores."""
    at_table: dict[int, dict[str, str]] = defaultdict(dict)
    for seat in seats:
        at_table[seat.seating_id][seat.position] = names[seat.entry.player_id]
    rows: dict[int, list[Value]] = {}
    declarers: dict[int, str] = {}
    contracts = words.contract_words(ruleset_of(tournament))
    suits, outcomes, touts = words.suit_words(), words.outcome_words(), words.tout_words()
    positions = {position.value: str(position.label) for position in Position}
    yes, not_played = _("yes"), _("not played")
    found = deals.order_by("seating__round__number", "seating__table_no", "number").values_list(
        "pk",
        "seating_id",
        "seating__round__number",
        "seating__table_no",
        "number",
        "board",
        "dealer",
        "status",
        "not_played_reason",
        "declarer",
        "contract",
        "trump",
        "outcome",
        "tricks",
        "thrown_in",
        "tout",
        "points",
    )
    for (
        pk,
        seating_id,
        round_number,
        table_no,
        number,
        board,
        dealer,
        status,
        reason,
        declarer,
        contract,
        trump,
        outcome,
        tricks,
        thrown_in,
        tout,
        points,
    ) in found.iterator(chunk_size=2000):
        is_played = status == Deal.Status.PLAYED
        declarers[pk] = declarer
        rows[pk] = row = [
            round_number,
            table_no,
            number,
            board,
            positions[dealer],
            *(None, None, None, None, None),
            contracts.get(contract, contract),
            suits.get(trump, trump),
            outcomes.get(outcome, outcome) if is_played else not_played,
            *(tricks or (None, None, None)),
            yes if thrown_in else None,
            touts.get(tout, tout),
            points,
            *(None, None, None, None),
            reason,
        ]
        if not is_played:
            _name_roles(row, dealer, at_table[seating_id])
    _fill_from_scores(rows, declarers, deals, names)
    return list(rows.values())


def _name_roles(row: list[Value], dealer: str, names: dict[str, str]) -> None:
    """A deal that was not played has no scores: those who sit at the table would have played it."""
    around = roles(dealer, "".join(names))
    row[FORHAND] = names[str(around.forhand)]
    row[MELLEMHAND] = names[str(around.mellemhand)]
    row[BAGHAND] = names[str(around.baghand)]
    row[SITTER_OUT] = names[str(around.sitter_out)] if around.sitter_out else None


def _fill_from_scores(
    rows: dict[int, list[Value]],
    declarers: dict[int, str],
    deals: QuerySet[Deal],
    names: _Names,
) -> None:
    booked = {seat: BOOKED + index for index, seat in enumerate(SEATS)}
    scores = Score.objects.filter(deal__in=deals.order_by().values("pk")).values_list(
        "deal_id", "seat", "role", "player_id", "points"
    )
    for deal_id, seat, role, player_id, points in scores.iterator(chunk_size=5000):
        row = rows.get(deal_id)
        if row is None:
            # Entered since the deals were read; all will be read again.
            continue
        name = names[player_id]
        row[_COLUMN_OF_ROLE[role]] = name
        row[booked[seat]] = points
        if seat == declarers[deal_id]:
            row[DECLARER] = name


class _Names(dict[int, str]):
    """Names of players by their ids, also of those who played for another. Anybody else is looked up when he is met."""

    def __init__(self, entries: Iterable[Entry], *, public: bool) -> None:
        entries = list(entries)
        everybody: list[Substitution | Entry] = [
            *(one for entry in entries for one in entry.substitutions.all()),
            *entries,
        ]
        super().__init__({one.player_id: one.name if public else one.full_name for one in everybody})
        self._public = public

    def __missing__(self, player_id: int) -> str:
        player = Player.objects.get(pk=player_id)
        name = (player.public_name or _("name not shown")) if self._public else player.full_name
        self[player_id] = name
        return name
