"""Verbs on rounds that need no deals: publish. Drawing is in `draws`, opening and closing need the deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from tournament.domain.audit import record
from tournament.domain.locks import lock_round
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Entry, Round, Seat

if TYPE_CHECKING:
    from tournament.models import User

POSITIONS = "NESW"
LARGEST_SEED = 2**31 - 1


@transaction.atomic
def publish_round(*, round_: Round, actor: User | None) -> Round:
    """Let everybody see the seats. Refused when the draw no longer fits who is here."""
    round_ = lock_round(round_)
    if round_.state != Round.State.DRAWN:
        raise Refused("round_already_published", round=round_.number)
    earlier = round_.tournament.rounds.filter(number__lt=round_.number, state=Round.State.DRAWN)
    if earlier.exists():
        raise Refused("earlier_round_unpublished", round=round_.number)
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    here = set(round_.tournament.entries.filter(state=Entry.State.CHECKED_IN).values_list("pk", flat=True))
    if seated != here:
        raise Refused(
            "draw_out_of_date",
            gone=_names(seated - here),
            missing=_names(here - seated),
        )
    round_.state = Round.State.PUBLISHED
    round_.published_at = timezone.now()
    round_.save(update_fields=["state", "published_at"])
    # The standings have a column for every public round.
    raise_results_version(round_.tournament_id)
    record(
        actor=actor,
        verb="publish_round",
        on=round_,
        tournament=round_.tournament,
        before={"state": "drawn"},
        after={"state": "published", "number": round_.number},
    )
    return round_


def _names(entry_ids: set[int]) -> list[str]:
    return [
        entry.full_name
        for entry in Entry.objects.filter(pk__in=entry_ids).select_related("player").order_by("start_no")
    ]
