"""The verb that puts a seating by hand in the place of a draw nobody has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from tournament.domain.draws import discard_draws
from tournament.domain.seatings import seat_by_hand
from tournament.errors import Refused
from tournament.models import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournament.models import Tournament, User


@transaction.atomic
def rewrite_round(
    *, round_: Round, tables: Sequence[Sequence[int | None]], actor: User | None, reason: str = ""
) -> Round:
    """Seat the only unpublished round by hand instead; when it is refused the draw stays."""
    tournament: Tournament = round_.tournament
    drawn = tournament.rounds.filter(state=Round.State.DRAWN)
    if [item.pk for item in drawn] != [round_.pk]:
        raise Refused("not_the_only_draw", round=round_.number)
    discard_draws(tournament=tournament, actor=actor, reason=reason)
    return seat_by_hand(tournament=tournament, tables=tables, actor=actor)
