"""What the director's desk shows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q, Sum

from scoring.domain.scores import sheet_hash
from scoring.models import Deal, Signature
from tournament.domain.tournaments import IMPOSSIBLE_NUMBERS
from tournament.models import AuditEntry, Entry, Round, Seat, Seating, Tournament

if TYPE_CHECKING:
    from django.db.models import QuerySet

from scoring.queries.deals import MissingAtTable, current_deals, missing_results
from scoring.queries.drawing import Changes, changes_in
from scoring.queries.standings import standings_state


@dataclass(frozen=True, slots=True)
class DeskState:
    """Where a tournament stands. `step` is a code for the one next step, `round` the round it is about.

    `changes` are the people for whom the step is `repair` or `replan`.
    """

    entries: int
    checked_in: int
    drawn: int
    step: str
    round: Round | None
    missing: tuple[MissingAtTable, ...]
    standings: str
    lags: bool
    changes: Changes | None = None


def desk_state(tournament: Tournament) -> DeskState:
    """What the director's overview leads with."""
    states = dict(tournament.entries.values_list("state").annotate(Count("pk")).order_by())
    checked_in = states.get(Entry.State.CHECKED_IN, 0)
    entries = sum(states.values()) - states.get(Entry.State.WITHDRAWN, 0)
    missing = tuple(missing_results(tournament))
    step, round_ = _next_step(tournament, entries, checked_in, missing)
    # A round whose seats no longer fit who is here is mended before it goes on.
    mending = {"publish": "replan", "open": "repair"}
    changes = changes_in(round_) if round_ is not None and step in mending else None
    if changes is not None:
        step = mending[step]
    return DeskState(
        entries,
        checked_in,
        tournament.rounds.count(),
        step,
        round_,
        missing,
        standings_state(tournament, list(missing)),
        tournament.standings_version < tournament.results_version,
        changes,
    )


def _next_step(
    tournament: Tournament, entries: int, checked_in: int, missing: tuple[MissingAtTable, ...]
) -> tuple[str, Round | None]:
    if tournament.is_finished:
        return "export", None
    if tournament.state != Tournament.State.RUNNING:
        if entries in IMPOSSIBLE_NUMBERS:
            return "add_players", None
        return ("check_in" if checked_in in IMPOSSIBLE_NUMBERS else "start"), None
    rounds = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        if round_.state == Round.State.PLAYING:
            owes = any(row.round_number == round_.number for row in missing)
            return ("enter" if owes else "close"), round_
        if round_.state == Round.State.PUBLISHED:
            return "open", round_
        if round_.state == Round.State.DRAWN:
            return "publish", round_
    return ("draw" if len(rounds) < tournament.rounds_planned else "finish"), None


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """One round on the desk: how many of its tables and deals are done."""

    round: Round
    tables: int
    signed: int
    deals: int
    entered: int


def rounds_of_desk(tournament: Tournament) -> list[RoundProgress]:
    """Every round drawn so far, with its progress."""
    rounds = tournament.rounds.order_by("number").annotate(
        tables=Count("seatings"),
        signed=Count("seatings", filter=Q(seatings__state=Seating.State.SIGNED)),
        planned=Sum("seatings__deals", default=0),
    )
    entered = dict(
        current_deals(tournament).values_list("seating__round_id").annotate(Count("pk")).order_by()
    )
    return [
        RoundProgress(round_, round_.tables, round_.signed, round_.planned, entered.get(round_.pk, 0))
        for round_ in rounds
    ]


@dataclass(frozen=True, slots=True)
class TableProgress:
    """One table on the desk: who sits there, in the order N, E, S, W, and how far its sheet is."""

    seating: Seating
    seats: tuple[Seat, ...]
    entered: int
    changed_after_signing: bool

    @property
    def is_complete(self) -> bool:
        return self.entered == self.seating.deals

    @property
    def places(self) -> list[tuple[str, str]]:
        """All four seats with their names, an empty one without."""
        names = {seat.position: seat.entry.name for seat in self.seats}
        return [(position, names.get(position, "")) for position in "NESW"]


def tables_of_desk(round_: Round) -> list[TableProgress]:
    """The tables of a round with names and progress."""
    seatings = round_.seatings.order_by("table_no").prefetch_related(
        "seats__entry__player", "seats__entry__club"
    )
    deals: dict[int, list[Deal]] = defaultdict(list)
    current = Deal.objects.filter(seating__round=round_, voided_at__isnull=True).order_by("number")
    for deal in current:
        deals[deal.seating_id].append(deal)
    signed = dict(
        Signature.objects.filter(seating__round=round_, withdrawn_at__isnull=True).values_list(
            "seating_id", "sheet_hash"
        )
    )
    return [
        TableProgress(
            seating,
            tuple(sorted(seating.seats.all(), key=lambda seat: "NESW".index(seat.position))),
            len(deals[seating.pk]),
            seating.pk in signed and signed[seating.pk] != sheet_hash(deals[seating.pk]),
        )
        for seating in seatings
    ]


def audit_entries(tournament: Tournament) -> QuerySet[AuditEntry]:
    """The log of one tournament, newest first."""
    return AuditEntry.objects.filter(tournament_id=tournament.pk).order_by("-id")
