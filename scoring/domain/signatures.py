"""Verbs on signatures: a sheet is signed when all its deals stand on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.domain.locks import lock_sheet
from scoring.domain.scores import current_deals, sheet_hash
from scoring.models import Deal, Signature
from tournament.domain.actors import AtTable, user_of
from tournament.domain.audit import record
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Round, Seating

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournament.domain.actors import Actor
    from tournament.models import User


@transaction.atomic
def sign_seating(
    *, seating: Seating, actor: Actor, seat: str = "", seen: Collection[tuple[int, int]] | None = None
) -> Signature:
    """Sign a complete sheet, in the name of a seat or (no seat) of whoever keeps the scores.

    From the table's own phone a seat must be named, and not the one that changed the sheet last: two have then seen
    it. `seen` is id and version of every deal the signer has before him: a sheet that says otherwise is not signed.
    Signing a signed sheet again gives the signature that stands.
    """
    seating = lock_sheet(seating.pk)
    if seating.round.state != Round.State.PLAYING:
        raise Refused("round_not_open", round=seating.round.number)
    if seating.is_signed:
        return Signature.objects.get(seating=seating, withdrawn_at__isnull=True)
    if seat and seat not in {place.position for place in seating.seats.all()}:
        raise Refused("seat_not_at_table", seat=seat)
    if isinstance(actor, AtTable):
        if not seat:
            raise Refused("signer_missing")
        if seat == last_changer(seating):
            raise Refused("signer_changed_last", seat=seat)
    deals = current_deals(seating)
    missing = sorted(set(range(1, seating.deals + 1)) - {deal.number for deal in deals})
    if missing:
        raise Refused("sheet_incomplete", missing=missing, table=seating.table_no)
    if seen is not None and set(seen) != {(deal.pk, deal.version) for deal in deals}:
        raise Refused("sheet_changed_since")
    signature = Signature.objects.create(
        seating=seating, seat=seat, user=user_of(actor), sheet_hash=sheet_hash(deals)
    )
    _set_state(seating, Seating.State.SIGNED)
    record(
        actor=actor,
        verb="sign_seating",
        on=seating,
        tournament=seating.round.tournament,
        after={"seat": seat, "sheet_hash": signature.sheet_hash},
    )
    return signature


def last_changer(seating: Seating) -> str:
    """The seat that changed the sheet last from the table's phone; empty when it was somebody else."""
    last = Deal.objects.filter(seating=seating).order_by("-changed_at", "-pk").first()
    return last.changed_by_seat if last else ""


@transaction.atomic
def reopen_seating(*, seating: Seating, actor: User | None, reason: str) -> Seating:
    """Take a signature back so that the table can go on. Not after the round is closed."""
    reason = required(reason)
    seating = lock_sheet(seating.pk)
    if seating.round.is_closed:
        raise Refused("round_closed", round=seating.round.number)
    if not seating.is_signed:
        return seating
    Signature.objects.filter(seating=seating, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())
    _set_state(seating, Seating.State.OPEN)
    record(
        actor=actor,
        verb="reopen_seating",
        on=seating,
        tournament=seating.round.tournament,
        before={"state": "signed"},
        after={"state": "open"},
        reason=reason.strip(),
    )
    return seating


def _set_state(seating: Seating, state: Seating.State) -> None:
    """The list of what is unsigned stands on the public page, so its version rises too."""
    seating.state = state
    seating.save(update_fields=["state"])
    raise_results_version(seating.round.tournament_id)
