"""One score sheet, filled or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import roles
from scoring.domain.lines import as_codes, dealers_of, seats_at, seats_of
from scoring.models import Deal, Signature
from tournament.models import Seating, Tournament

if TYPE_CHECKING:
    from django.db.models import QuerySet


def current_deals_of(seating: Seating) -> QuerySet[Deal]:
    """The deals that stand on one sheet, with their scores, in order."""
    return (
        Deal.objects.filter(seating=seating, voided_at__isnull=True)
        .prefetch_related("scores")
        .order_by("number")
    )


def deal_json(deal: Deal) -> dict[str, Any]:
    """A stored deal, with what each seat got of it."""
    return {
        "id": deal.pk,
        **as_codes(deal),
        "board": deal.board,
        "dealer_overridden": deal.dealer_overridden,
        "booked": {score.seat: score.points for score in deal.scores.all()},
        "client_key": str(deal.client_key),
        "version": deal.version,
        "voided": deal.voided_at is not None,
    }


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a score sheet: who has which role, and the deal if it is entered.

    Roles are seats: N, E, S or W; `sitter_out` is empty at a table of three, `absent` who has left it.
    """

    number: int
    dealer: str
    forhand: str
    mellemhand: str
    baghand: str
    sitter_out: str
    absent: str
    deal: Deal | None


def sheet(seating: Seating) -> list[SheetLine]:
    """Every line of a table's sheet, filled or not. A deal whose dealer was overridden shows its own roles."""
    tournament = seating.round.tournament
    deals = {deal.number: deal for deal in current_deals_of(seating)}
    lines = []
    for number, planned in enumerate(dealers_of(seating, tournament), start=1):
        deal = deals.get(number)
        around = roles(deal.dealer if deal else planned, seats_at(seating, number))
        lines.append(
            SheetLine(
                number,
                around.baghand.value,
                around.forhand.value,
                around.mellemhand.value,
                around.baghand.value,
                around.sitter_out.value if around.sitter_out else "",
                "".join(sorted(set(seats_of(seating)) - set(seats_at(seating, number)))),
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


def signature_of(seating: Seating) -> Signature | None:
    """The signature that stands on a sheet."""
    return Signature.objects.filter(seating=seating, withdrawn_at__isnull=True).select_related("user").first()


def neighbouring_tables(seating: Seating) -> dict[str, int | None]:
    """The table numbers before and after this one in its round."""
    others = Seating.objects.filter(round=seating.round)
    before = others.filter(table_no__lt=seating.table_no).order_by("-table_no")
    after = others.filter(table_no__gt=seating.table_no).order_by("table_no")
    return {
        "before": before.values_list("table_no", flat=True).first(),
        "after": after.values_list("table_no", flat=True).first(),
    }
