"""How much of the results a reader may see: the one place that knows of a frozen list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournament.permissions import Act, allowed

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Tournament, User


def hidden_after(tournament: Tournament, user: User | AnonymousUser | None = None) -> int | None:
    """The round after which results are hidden from this reader; None: nothing is. Without a user, from everybody else.

    Those who keep the scores see all of it, wherever they look; but the wall shows what everybody may see.
    """
    frozen = tournament.frozen_after_round
    if frozen is None or (user is not None and allowed(user, Act.SEE_DESK, tournament)):
        return None
    return frozen
