"""Reads that need deals, each named for its use."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import get_language

from engine import roles
from scoring.domain.lines import dealers_of, seats_of
from scoring.models import Deal, Standing
from tournament.models import Entry, Round, Seating, Tournament
from tournament.permissions import Act, allowed

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from tournament.models import User


def lagging_tournaments(*, seconds: int) -> list[int]:
    """Tournaments whose standings have been behind their results for longer than this."""
    before = timezone.now() - timedelta(seconds=seconds)
    return list(
        Tournament.objects.filter(standings_version__lt=F("results_version"))
        .filter(Q(results_changed_at__lt=before) | Q(results_changed_at__isnull=True))
        .values_list("pk", flat=True)
    )


def current_deals(tournament: Tournament) -> QuerySet[Deal]:
    """Every deal of the tournament that counts."""
    return Deal.objects.filter(seating__round__tournament=tournament, voided_at__isnull=True)


def released_deals(tournament: Tournament) -> QuerySet[Deal]:
    """The deals that anybody may see: the one place of the rule about shared boards.

    Boards travel from table to table, so a deal stays secret while some table of its round can still play
    the same board. Tables of their own boards hide nothing, and a closed round has no secrets.
    """
    deals = current_deals(tournament)
    if not tournament.shared_boards:
        return deals
    secret = Q()
    for round_id, boards in secret_boards(tournament).items():
        secret |= Q(seating__round_id=round_id, board__in=boards)
    return deals.exclude(secret) if secret else deals


def secret_boards(tournament: Tournament) -> dict[int, set[int]]:
    """By id of a round that is not closed: the boards that some of its tables can still play."""
    if not tournament.shared_boards:
        return {}
    seatings = list(
        Seating.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.CLOSED)
        .values_list("pk", "round_id", "deals")
    )
    entered: dict[int, set[int]] = defaultdict(set)
    of_open_rounds = current_deals(tournament).exclude(seating__round__state=Round.State.CLOSED)
    for seating_id, board in of_open_rounds.values_list("seating_id", "board"):
        entered[seating_id].add(board)
    secret: dict[int, set[int]] = defaultdict(set)
    for seating_id, round_id, deals in seatings:
        secret[round_id] |= set(range(1, deals + 1)) - entered[seating_id]
    return {round_id: boards for round_id, boards in secret.items() if boards}


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


def missing_results(tournament: Tournament) -> list[MissingAtTable]:
    """Every table of an opened round that lacks deals or the signature, in order."""
    seatings = (
        Seating.objects.filter(
            round__tournament=tournament, round__state__in=[Round.State.PLAYING, Round.State.CLOSED]
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
    versions = f"{tournament.pk}-{tournament.results_version}-{tournament.standings_version}-{tournament.state}"
    return f'"{versions}-{get_language()}-{role}-{settings.VERSION}"'


def current_deals_of(seating: Seating) -> QuerySet[Deal]:
    """The deals that stand on one sheet, with their scores, in order."""
    return (
        Deal.objects.filter(seating=seating, voided_at__isnull=True).prefetch_related("scores").order_by("number")
    )


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a score sheet: who has which role, and the deal if it is entered.

    Roles are seats: N, E, S or W; `sitter_out` is empty at a table of three.
    """

    number: int
    dealer: str
    forhand: str
    mellemhand: str
    baghand: str
    sitter_out: str
    deal: Deal | None


def sheet(seating: Seating) -> list[SheetLine]:
    """Every line of a table's sheet, filled or not. A deal whose dealer was overridden shows its own roles."""
    tournament = seating.round.tournament
    deals = {deal.number: deal for deal in current_deals_of(seating)}
    lines = []
    for number, planned in enumerate(dealers_of(seating, tournament), start=1):
        deal = deals.get(number)
        around = roles(deal.dealer if deal else planned, seats_of(seating))
        lines.append(
            SheetLine(
                number,
                around.baghand.value,
                around.forhand.value,
                around.mellemhand.value,
                around.baghand.value,
                around.sitter_out.value if around.sitter_out else "",
                deal,
            )
        )
    return lines


def seating_at(tournament: Tournament, round_number: int, table_no: int) -> Seating | None:
    """One table with its round and seats, or None."""
    return (
        Seating.objects.filter(round__tournament=tournament, round__number=round_number, table_no=table_no)
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player", "seats__entry__club")
        .first()
    )
