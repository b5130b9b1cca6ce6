"""Verbs on calls for the director."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import DirectorCall
from tournament.domain.actors import seat_of, user_of
from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import Round, Seating

if TYPE_CHECKING:
    from tournament.domain.actors import Actor
    from tournament.models import User


@transaction.atomic
def call_director(*, seating: Seating, actor: Actor, number: int | None = None) -> DirectorCall:
    """Ask the director to come to a table. Calling again while nobody has answered is the same call."""
    round_ = Round.objects.select_related("tournament").get(pk=seating.round_id)
    if round_.state not in {Round.State.PUBLISHED, Round.State.PLAYING}:
        raise Refused("round_not_open", round=round_.number)
    waiting = DirectorCall.objects.filter(seating=seating, answered_at__isnull=True)
    standing = waiting.first()
    if standing is not None:
        return standing
    try:
        with transaction.atomic():
            call = DirectorCall.objects.create(seating=seating, seat=seat_of(actor), number=number)
    except IntegrityError:
        return waiting.get()
    record(
        actor=actor,
        verb="call_director",
        on=seating,
        tournament=round_.tournament,
        after={"seat": call.seat} | ({"number": number} if number else {}),
    )
    return call


@transaction.atomic
def take_call_back(*, seating: Seating, actor: Actor) -> None:
    """The table found out by itself."""
    if DirectorCall.objects.filter(seating=seating, answered_at__isnull=True).update(
        answered_at=timezone.now(), answered_by=user_of(actor)
    ):
        record(
            actor=actor,
            verb="take_call_back",
            on=seating,
            tournament=seating.round.tournament_id,
        )


@transaction.atomic
def answer_call(*, call: DirectorCall, actor: User | None) -> DirectorCall:
    """The director has been at the table. Answering twice changes nothing."""
    call = (
        DirectorCall.objects.select_for_update(of=("self",), no_key=True)
        .select_related("seating__round")
        .get(pk=call.pk)
    )
    if call.answered_at is not None:
        return call
    call.answered_at = timezone.now()
    call.answered_by = user_of(actor)
    call.save(update_fields=["answered_at", "answered_by"])
    record(
        actor=actor,
        verb="answer_call",
        on=call.seating,
        tournament=call.seating.round.tournament_id,
    )
    return call
