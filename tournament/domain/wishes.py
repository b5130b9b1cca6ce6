"""Verbs on wishes: who should not meet, and who always sits at one table. They count from the next draw on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.models import ApartPair, Entry, Tournament

if TYPE_CHECKING:
    from tournament.models import User

LARGEST_TABLE = 250  # a thousand players
PLACES = 4


@transaction.atomic
def keep_apart(*, tournament: Tournament, one: Entry, other: Entry, actor: User | None) -> ApartPair:
    """These two should not meet. Asking twice changes nothing."""
    tournament = _lock(tournament)
    if one == other:
        raise Refused("same_player_twice", name=one.full_name)
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    pair, is_new = ApartPair.objects.get_or_create(tournament=tournament, one=first, other=second)
    if is_new:
        record(
            actor=actor,
            verb="keep_apart",
            on=pair,
            tournament=tournament,
            after={"start_nos": [first.start_no, second.start_no]},
        )
    return pair


@transaction.atomic
def no_longer_apart(*, pair: ApartPair, actor: User | None) -> None:
    """These two may meet again."""
    tournament = _lock(pair.tournament)
    record(
        actor=actor,
        verb="no_longer_apart",
        on=pair,
        tournament=tournament,
        before={"start_nos": [pair.one.start_no, pair.other.start_no]},
    )
    pair.delete()


@transaction.atomic
def fix_table(*, entry: Entry, table_no: int | None, actor: User | None) -> Entry:
    """This player always sits at one table; None lets him go. A table has four places."""
    tournament = _lock(entry.tournament)
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    if entry.fixed_table == table_no:
        return entry
    if table_no is not None:
        _check_room(tournament, entry, table_no)
    before, entry.fixed_table = entry.fixed_table, table_no
    entry.save(update_fields=["fixed_table"])
    record(
        actor=actor,
        verb="fix_table",
        on=entry,
        tournament=tournament,
        before={"fixed_table": before},
        after={"fixed_table": table_no},
    )
    return entry


def _check_room(tournament: Tournament, entry: Entry, table_no: int) -> None:
    if not 1 <= table_no <= LARGEST_TABLE:
        raise Refused("impossible_table_number", largest=LARGEST_TABLE)
    others = tournament.entries.filter(fixed_table=table_no).exclude(
        state__in=[Entry.State.WITHDRAWN, Entry.State.WAITLISTED]
    )
    names = [other.full_name for other in others.exclude(pk=entry.pk).select_related("player")]
    if len(names) >= PLACES:
        raise Refused("fixed_table_full", table=table_no, names=names)


def _lock(tournament: Tournament) -> Tournament:
    tournament = lock_tournament(tournament.pk)
    if tournament.is_finished:
        raise Refused("tournament_finished")
    return tournament
