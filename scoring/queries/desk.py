"""What the director's desk shows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Q, Sum
from django.utils import timezone

from scoring.domain.rounds import last_close
from scoring.domain.scores import sheet_hash
from scoring.models import Deal, DirectorCall, RefusedEntry, Signature
from tournament.domain.tournaments import IMPOSSIBLE_NUMBERS
from tournament.models import Entry, Round, Seat, Seating, Tournament
from tournament.queries import substitutes

if TYPE_CHECKING:
    from datetime import datetime

from scoring.domain.secrets import current_deals
from scoring.queries.deals import MissingAtTable, missing_results
from scoring.queries.drawing import Changes, changes_in
from scoring.queries.standings import standings_state


@dataclass(frozen=True, slots=True)
class DeskState:
    """Where a tournament stands. `step` is a code for the one next step, `round` the round it is about.

    `changes` are the people for whom the step is `repair` or `replan`, `absent` those registered who have not come.
    `protests_until`: the result can be declared final by itself from then on; None when that is so already.
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
    absent: tuple[Entry, ...] = ()
    protests_until: datetime | None = None

    @property
    def owing(self) -> list[MissingAtTable]:
        """The tables of the round in play that are not finished."""
        return [row for row in self.missing if self.round and row.round_number == self.round.number]


def desk_state(tournament: Tournament) -> DeskState:
    """What the director's overview leads with."""
    states = dict(tournament.entries.values_list("state").annotate(Count("pk")).order_by())
    checked_in = states.get(Entry.State.CHECKED_IN, 0)
    not_coming = (Entry.State.WITHDRAWN, Entry.State.WAITLISTED)
    entries = sum(states.values()) - sum(states.get(state, 0) for state in not_coming)
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
        _absent(tournament),
        _protests_until(tournament) if step == "finish" else None,
    )


def _protests_until(tournament: Tournament) -> datetime | None:
    closed_at = last_close(tournament, tournament.rounds.all())
    until = closed_at + timedelta(minutes=tournament.protest_minutes) if closed_at else None
    return until if until is not None and timezone.now() < until else None


def _absent(tournament: Tournament) -> tuple[Entry, ...]:
    if tournament.is_finished:
        return ()
    registered = tournament.entries.filter(state=Entry.State.REGISTERED)
    return tuple(registered.select_related("player", "club").order_by("start_no"))


def _next_step(
    tournament: Tournament, entries: int, checked_in: int, missing: tuple[MissingAtTable, ...]
) -> tuple[str, Round | None]:
    if tournament.is_finished:
        return ("export" if tournament.frozen_after_round is None else "release"), None
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
        names = {seat.position: seat.full_name for seat in self.seats}
        return [(position, names.get(position, "")) for position in "NESW"]


def tables_of_desk(round_: Round) -> list[TableProgress]:
    """The tables of a round with names and progress."""
    seatings = (
        round_.seatings.order_by("table_no")
        .select_related("round")
        .prefetch_related("seats__entry__player", "seats__entry__club", substitutes("seats__entry"))
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


def waiting_calls(tournament: Tournament) -> list[DirectorCall]:
    """The calls for the director that nobody has answered, oldest first."""
    return list(
        DirectorCall.objects.filter(seating__round__tournament=tournament, answered_at__isnull=True)
        .select_related("seating__round")
        .order_by("pk")
    )


def late_deals_waiting(tournament: Tournament) -> int:
    """How many lines that came too late the director has not decided on."""
    return RefusedEntry.objects.filter(
        seating__round__tournament=tournament, state=RefusedEntry.State.WAITING
    ).count()
