"""One score sheet, filled or not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from engine import roles
from scoring.domain.lines import as_codes, board_of, dealers_of, seats_at, seats_of
from scoring.domain.signatures import last_changer
from scoring.models import Deal, DirectorCall, Signature
from scoring.queries.now import now_of_table
from tournament.models import Seating, Tournament
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournament.domain.clock import Clock
    from tournament.models import Round


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

    Roles are seats: N, E, S or W; `sitter_out` is empty at a table of three, `absent` who has left it. `planned` is who
    should have dealt. `board` is None where the table deals its own cards.
    """

    number: int
    board: int | None
    dealer: str
    forhand: str
    mellemhand: str
    baghand: str
    sitter_out: str
    absent: str
    planned: str
    deal: Deal | None


def sheet(seating: Seating) -> list[SheetLine]:
    """Every line of a table's sheet, filled or not. A deal whose dealer was overridden shows its own roles."""
    return _lines(seating, current_deals_of(seating))


def sheets_of_round(round_: Round) -> list[tuple[Seating, list[SheetLine]]]:
    """Every table of a round with the lines of its sheet, in order."""
    seatings = (
        Seating.objects.filter(round=round_)
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player", substitutes("seats__entry"))
    )
    deals: dict[int, list[Deal]] = defaultdict(list)
    for deal in Deal.objects.filter(seating__round=round_, voided_at__isnull=True):
        deals[deal.seating_id].append(deal)
    return [(seating, _lines(seating, deals[seating.pk])) for seating in seatings]


def _lines(seating: Seating, entered: Iterable[Deal]) -> list[SheetLine]:
    tournament = seating.round.tournament
    deals = {deal.number: deal for deal in entered}
    lines = []
    for number, planned in enumerate(dealers_of(seating, tournament), start=1):
        deal = deals.get(number)
        around = roles(deal.dealer if deal else planned, seats_at(seating, number))
        lines.append(
            SheetLine(
                number,
                board_of(seating, number, tournament),
                around.baghand.value,
                around.forhand.value,
                around.mellemhand.value,
                around.baghand.value,
                around.sitter_out.value if around.sitter_out else "",
                "".join(sorted(set(seats_of(seating)) - set(seats_at(seating, number)))),
                planned,
                deal,
            )
        )
    return lines


def lines_json(lines: list[SheetLine]) -> list[dict[str, Any]]:
    """The lines of a sheet for a script."""
    return [
        {
            "number": line.number,
            "board": line.board,
            "dealer": line.dealer,
            "forhand": line.forhand,
            "mellemhand": line.mellemhand,
            "baghand": line.baghand,
            "sitter_out": line.sitter_out,
            "absent": line.absent,
            "planned": line.planned,
            "deal": deal_json(line.deal) if line.deal else None,
        }
        for line in lines
    ]


def clock_json(clock: Clock | None) -> dict[str, Any] | None:
    """The clock for a script: it counts on from here by itself."""
    if clock is None:
        return None
    return {"seconds_left": clock.seconds_left, "running": clock.is_running, "extra": clock.extra}


def sheet_state(seating: Seating) -> dict[str, Any]:
    """All that a phone at the table needs to know of its sheet, as it stands now."""
    now = now_of_table(seating, timezone.now())
    signature = signature_of(seating)
    call = waiting_call(seating)
    return {
        "version": seating.round.tournament.results_version,
        "round": seating.round.number,
        "table": seating.table_no,
        "round_state": seating.round.state,
        "signed": {"seat": signature.seat, "at": signature.signed_at} if signature else None,
        "last_changer": last_changer(seating),
        "call": {"seat": call.seat, "at": call.called_at} if call else None,
        "banner": now.banner,
        "clock": clock_json(now.clock),
        "seats": {seat.position: seat.name for seat in seating.seats.all()},
        "lines": lines_json(sheet(seating)),
    }


def sheet_etag(seating: Seating) -> str:
    """Changes with everything that `sheet_state` tells."""
    call = waiting_call(seating)
    version = seating.round.tournament.results_version
    mark = now_of_table(seating, timezone.now()).mark
    return f'"{seating.uuid.hex[:8]}-{version}-{seating.round.state}-{call.pk if call else 0}-{mark}"'


def waiting_call(seating: Seating) -> DirectorCall | None:
    """The call for the director that nobody has answered yet."""
    return DirectorCall.objects.filter(seating=seating, answered_at__isnull=True).first()


def seating_at(tournament: Tournament, round_number: int, table_no: int) -> Seating | None:
    """One table with its round and seats, or None."""
    return (
        Seating.objects.filter(round__tournament=tournament, round__number=round_number, table_no=table_no)
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player", "seats__entry__club", substitutes("seats__entry"))
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
