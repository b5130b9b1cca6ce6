"""Verbs on what the rules had to say of an auction: the director may turn a notice into a strafpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

from scoring.domain.adjustments import give_adjustment
from scoring.domain.auctions import notices_of
from scoring.domain.lines import ruleset_of
from scoring.domain.locks import lock_sheet
from scoring.models import Adjustment, Deal, Score
from tournament.errors import Refused

if TYPE_CHECKING:
    from tournament.models import User

# What the director may give for a notice (DLU rules, section 4).
NOTICE_POINTS: Final = -1


@transaction.atomic
def penalise_notice(*, deal: Deal, index: int, actor: User | None) -> Adjustment:
    """One strafpoint for whoever made the call; pressed twice it is one.

    It stays when the auction is corrected afterwards: to cancel it is the director's. Raises Refused when the deal no
    longer stands, or its auction no longer has that notice.
    """
    seating = lock_sheet(deal.seating_id)
    deal = Deal.objects.get(pk=deal.pk)
    if deal.voided_at is not None:
        raise Refused("deal_voided", number=deal.number)
    ruleset = ruleset_of(seating.round.tournament)
    reason = dict(notices_of(deal, ruleset)).get(index)
    if reason is None or deal.seating_id != seating.pk:
        raise Refused("notice_gone", number=deal.number)
    hand, call = (deal.calls or [])[index]
    entry = Score.objects.select_related("entry__tournament").get(deal=deal, role=hand).entry
    return give_adjustment(
        entry=entry,
        points=NOTICE_POINTS,
        reason=reason,
        note=f"{seating.round.number}/{seating.table_no} #{deal.number}: {ruleset.spec(call).name}",
        round_=seating.round,
        client_key=notice_key(deal, index, entry.pk),
        actor=actor,
    )


def notice_key(deal: Deal, index: int, entry_id: int) -> UUID:
    """The mark of the adjustment for a notice: one for each call of each player."""
    return uuid5(deal.client_key, f"notice {index} of {entry_id}")
