"""Verbs on a table while it plays: a table of four that loses a player goes on as three."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from scoring.domain.locks import lock_sheet
from scoring.domain.scores import current_deals
from tournament.domain.audit import record
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Round, Seat, Seating

if TYPE_CHECKING:
    from tournament.models import User


@transaction.atomic
def lose_player(*, seating: Seating, position: str, after_deal: int, actor: User | None, reason: str) -> Seat:
    """Somebody leaves a table of four after a deal; from the next nobody sits out.

    What was played stands. Refused when a later deal is entered already, for it had four at the table.
    """
    reason = required(reason)
    seating = _playing(seating)
    seats = list(seating.seats.select_related("entry__player"))
    leaver = next((seat for seat in seats if seat.position == position), None)
    if leaver is None:
        raise Refused("seat_not_at_table", seat=position)
    if len(seats) < 4 or any(seat.left_after_deal is not None for seat in seats):
        raise Refused("table_of_three_stays", table=seating.table_no)
    if not 0 <= after_deal < seating.deals:
        raise Refused("unknown_deal_number", number=after_deal, deals=seating.deals)
    later = [deal.number for deal in current_deals(seating) if deal.number > after_deal]
    if later:
        raise Refused("later_deals_entered", deals=later)
    leaver.left_after_deal = after_deal
    leaver.save(update_fields=["left_after_deal"])
    raise_results_version(seating.round.tournament_id)
    record(
        actor=actor,
        verb="lose_player",
        on=seating,
        tournament=seating.round.tournament,
        after={"seat": position, "after_deal": after_deal},
        reason=reason,
    )
    return leaver


@transaction.atomic
def take_player_back(*, seating: Seating, actor: User | None, reason: str) -> Seating:
    """He has not left after all: the table is of four again. Refused when a deal of three is entered."""
    reason = required(reason)
    seating = _playing(seating)
    gone = seating.seats.filter(left_after_deal__isnull=False).first()
    if gone is None:
        return seating
    later = [deal.number for deal in current_deals(seating) if deal.number > (gone.left_after_deal or 0)]
    if later:
        raise Refused("later_deals_entered", deals=later)
    record(
        actor=actor,
        verb="take_player_back",
        on=seating,
        tournament=seating.round.tournament,
        before={"seat": gone.position, "after_deal": gone.left_after_deal},
        reason=reason,
    )
    gone.left_after_deal = None
    gone.save(update_fields=["left_after_deal"])
    raise_results_version(seating.round.tournament_id)
    return seating


def _playing(seating: Seating) -> Seating:
    locked = lock_sheet(seating.pk)
    if locked.round.state != Round.State.PLAYING:
        raise Refused("round_not_open", round=locked.round.number)
    if locked.is_signed:
        raise Refused("sheet_signed_reopen", table=locked.table_no)
    return locked
