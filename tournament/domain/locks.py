"""The order in which rows are locked, so that no two verbs wait for each other.

    score sheet (seating)  ->  tournament  ->  round  ->  entry  ->  player

A verb may skip a lock, never take one that stands before one it holds. The locks leave keys alone (FOR NO KEY UPDATE):
a deal that refers to an entry does not wait for somebody who is being checked in.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import transaction

from tournament.errors import Refused
from tournament.models import Entry, Player, Round, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament as it is now; until the transaction ends nobody else changes it."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def lock_round(round_: Round) -> Round:
    """The round as it is now, its tournament locked before it. Refused when it was thrown away meanwhile."""
    tournament = lock_tournament(round_.tournament_id)
    locked = Round.objects.select_for_update(no_key=True).filter(pk=round_.pk).first()
    if locked is None:
        raise Refused("round_is_gone", round=round_.number)
    locked.tournament = tournament
    return locked


def lock_entry(entry: Entry) -> Entry:
    """The entry as it is now, its tournament locked before it. Refused when it was removed meanwhile."""
    tournament = lock_tournament(entry.tournament_id)
    locked = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player")
        .filter(pk=entry.pk)
        .first()
    )
    if locked is None:
        raise Refused("entry_is_gone", name=entry.full_name)
    locked.tournament = tournament
    return locked


def lock_players(player_ids: Iterable[int]) -> dict[int, Player]:
    """Players as they are now, by id, in one order for everybody: none of them is merged into another meanwhile."""
    locked = (
        Player.objects.select_for_update(of=("self",), no_key=True)
        .select_related("merged_into", "club")
        .filter(pk__in=set(player_ids))
        .order_by("pk")
    )
    return {player.pk: player for player in locked}


@contextmanager
def holding(tournament: Tournament) -> Iterator[Tournament]:
    """Look and then act, with nobody in between: for pages that check what they were based on."""
    with transaction.atomic():
        yield lock_tournament(tournament.pk)
