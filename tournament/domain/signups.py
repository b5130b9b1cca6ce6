"""The verb by which players register themselves: without an account, within the places there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from tournament import queries
from tournament.domain.audit import record
from tournament.domain.entries import club_by_name, last_start_no
from tournament.domain.locks import lock_tournament
from tournament.domain.registry import create_player
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Player, Tournament
from tournament.text import clean, name_key, search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

# Beyond it somebody is playing a joke: the director closes the sign-up and takes them out.
MOST_WAITING = 100
MOST_ENTRIES = 1_000


@transaction.atomic
def sign_up(*, tournament: Tournament, name: str, club_name: str, key: str) -> Entry:
    """Register whoever says he wants to play; after the last place, on the waiting list.

    `key` belongs to one form: sent twice, it is one registration. A known player is recognised only by the same name
    in the same club. Anybody else is new, and proposed to the director if he looks like somebody.
    """
    tournament = lock_tournament(tournament.pk)
    earlier = _sent_before(tournament, key)
    if earlier is not None:
        return earlier
    if not tournament.takes_signups:
        raise Refused("signup_closed")
    name, club_name = clean(name), clean(club_name)
    if not any(char.isalpha() for char in name):
        raise Refused("name_missing")
    places = queries.places(tournament)
    if len(places.waiting) >= MOST_WAITING or places.taken + len(places.waiting) >= MOST_ENTRIES:
        raise Refused("signup_overfull")
    alike = _of_this_name_and_club(name, club_name)
    _check_not_entered(tournament, alike, name)
    player = alike[0] if len(alike) == 1 else _new(tournament, name, club_name)
    state = Entry.State.WAITLISTED if places.is_full else Entry.State.REGISTERED
    number = last_start_no(tournament) + 1
    entry = Entry.objects.create(
        tournament=tournament, player=player, club_id=player.club_id, start_no=number, state=state
    )
    record(
        actor=None,
        verb="sign_up",
        on=entry,
        tournament=tournament,
        after={"player": player.pk, "start_no": number, "state": state, "key": key},
    )
    return entry


def _sent_before(tournament: Tournament, key: str) -> Entry | None:
    """What the same form was answered with, if it came before and the entry still stands."""
    sent = AuditEntry.objects.filter(tournament_id=tournament.pk, verb="sign_up", after__key=key).first()
    if sent is None:
        return None
    return (
        Entry.objects.filter(pk=sent.object_id or 0, tournament=tournament).select_related("player").first()
    )


def _of_this_name_and_club(name: str, club_name: str) -> list[Player]:
    named = Player.objects.filter(name_key=name_key(name), archived_at=None, anonymised_at=None)
    club = search_key(club_name)
    return [
        player
        for player in named.select_related("club").order_by("pk")
        if search_key(player.club.name if player.club else "") == club
    ]


def _check_not_entered(tournament: Tournament, players: Iterable[Player], name: str) -> None:
    """Refused with the name as it was typed: how it is spelt in the registry is not for everybody."""
    entry = Entry.objects.filter(tournament=tournament, player__in=players).first()
    if entry is None:
        return
    if entry.state == Entry.State.WITHDRAWN:
        raise Refused("signed_up_and_left", name=name)
    raise Refused("signed_up_already", name=name)


def _new(tournament: Tournament, name: str, club_name: str) -> Player:
    club = club_by_name(name=club_name, actor=None, is_demo=tournament.is_demo) if club_name else None
    return create_player(name=name, club=club, actor=None, is_demo=tournament.is_demo)
