"""Deals, who may see them, and what is missing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from scoring.domain.extent import of_adjustments, of_rounds
from scoring.domain.secrets import current_deals, secret_boards
from scoring.models import Adjustment, Deal
from tournament.models import Entry, Round, Seating, Tournament
from tournament.permissions import Act, allowed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from tournament.models import User


def released_deals(tournament: Tournament) -> QuerySet[Deal]:
    """The deals that anybody may see: the one place of the rule about shared boards and frozen results.

    Boards travel from table to table, so a deal stays secret while some table of its round can still play
    the same board. Tables of their own boards hide nothing, and a closed round has no secrets. When the results
    after some round are hidden, so are its deals.
    """
    deals = current_deals(tournament).filter(
        of_rounds("seating__round__number", tournament.frozen_after_round)
    )
    if not tournament.shared_boards:
        return deals
    secret = Q()
    for round_id, boards in secret_boards(tournament).items():
        secret |= Q(seating__round_id=round_id, board__in=boards)
    return deals.exclude(secret) if secret else deals


def visible_deals(tournament: Tournament, user: User | AnonymousUser) -> QuerySet[Deal]:
    """The deals this person may see: all for those who keep the scores, the released ones for the rest."""
    if allowed(user, Act.ENTER_DEALS, tournament):
        return current_deals(tournament)
    return released_deals(tournament)


@dataclass(frozen=True, slots=True)
class MissingAtTable:
    """What a table still owes: deals that are not entered, or only the signature."""

    round_number: int
    table_no: int
    seating_id: int
    missing: tuple[int, ...]
    is_signed: bool


def missing_results(tournament: Tournament, up_to: int | None = None) -> list[MissingAtTable]:
    """Every table of an opened round that lacks deals or the signature, in order; with `up_to`, to that round."""
    seatings = (
        Seating.objects.filter(
            of_rounds("round__number", up_to),
            round__tournament=tournament,
            round__state__in=[Round.State.PLAYING, Round.State.CLOSED],
        )
        .select_related("round")
        .order_by("round__number", "table_no")
    )
    entered: dict[int, set[int]] = defaultdict(set)
    for seating_id, number in current_deals(tournament).values_list("seating_id", "number"):
        entered[seating_id].add(number)
    rows = [
        MissingAtTable(
            seating.round.number,
            seating.table_no,
            seating.pk,
            tuple(number for number in range(1, seating.deals + 1) if number not in entered[seating.pk]),
            seating.is_signed,
        )
        for seating in seatings
    ]
    return [row for row in rows if row.missing or not row.is_signed]


def unsigned_before(round_: Round) -> list[str]:
    """Round and table of every sheet of earlier rounds that is not signed, such as "2/7"."""
    seatings = (
        Seating.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
        .exclude(state=Seating.State.SIGNED)
        .order_by("round__number", "table_no")
    )
    return [f"{number}/{table}" for number, table in seatings.values_list("round__number", "table_no")]


def adjustments_given(tournament: Tournament) -> QuerySet[Adjustment]:
    """Every adjustment, cancelled ones too, newest first."""
    return (
        Adjustment.objects.filter(tournament=tournament)
        .select_related("entry__player", "round", "given_by")
        .order_by("-id")
    )


@dataclass(frozen=True, slots=True)
class GivenToPlayer:
    """What one player has been given in all, cancelled ones aside."""

    entry: Entry
    penalties: int
    bonuses: int
    warnings: int

    @property
    def points(self) -> int:
        return self.penalties + self.bonuses


def adjustments_by_player(given: Iterable[Adjustment]) -> list[GivenToPlayer]:
    """Player by player, by start number."""
    of_entry: dict[int, list[Adjustment]] = defaultdict(list)
    for one in given:
        if one.cancelled_at is None:
            of_entry[one.entry_id].append(one)
    players = [
        GivenToPlayer(
            ones[0].entry,
            sum(one.points for one in ones if one.points < 0),
            sum(one.points for one in ones if one.points > 0),
            sum(one.is_warning for one in ones),
        )
        for ones in of_entry.values()
    ]
    return sorted(players, key=lambda player: player.entry.start_no)


def adjustments_of(entry: Entry, up_to: int | None = None) -> QuerySet[Adjustment]:
    """Every adjustment ever given to an entry, cancelled ones too, oldest first; no warnings, which are the staff's.

    With `up_to`, those that count as of that round.
    """
    return (
        Adjustment.objects.filter(of_adjustments(entry.tournament, up_to), entry=entry)
        .exclude(points=0)
        .select_related("round", "tournament")
        .order_by("given_at", "pk")
    )
