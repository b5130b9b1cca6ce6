"""Verbs on clubs and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import Club, Player
from tournament.text import clean

if TYPE_CHECKING:
    from tournament.models import User


@transaction.atomic
def create_club(*, name: str, actor: User | None, place: str = "", is_demo: bool = False) -> Club:
    """A new club; its name must not be in use, however it is spelt."""
    club = Club(name=clean(name), place=clean(place), is_demo=is_demo)
    if not club.name:
        raise Refused("name_missing")
    _save_club(club)
    record(actor=actor, verb="create_club", on=club, after={"club": club.pk})
    return club


@transaction.atomic
def change_club(*, club: Club, name: str, place: str, actor: User | None) -> Club:
    """Rename a club or move it; results follow the new name."""
    club.name, club.place = clean(name), clean(place)
    if not club.name:
        raise Refused("name_missing")
    _save_club(club)
    record(actor=actor, verb="change_club", on=club, after={"club": club.pk})
    return club


def _save_club(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise Refused("club_exists", name=club.name) from None


@transaction.atomic
def create_player(
    *, name: str, actor: User | None, club: Club | None = None, member_no: str = "", is_demo: bool = False
) -> Player:
    """A new player. That somebody has this name already is for the caller to point out."""
    player = Player(name=clean(name), club=club, member_no=clean(member_no), is_demo=is_demo)
    if not player.name:
        raise Refused("name_missing")
    player.save()
    record(actor=actor, verb="create_player", on=player, after={"club": club.pk if club else None})
    return player


@transaction.atomic
def change_player(
    *, player: Player, name: str, club: Club | None, member_no: str, actor: User | None
) -> Player:
    """Correct a name, club or number. Old entries keep the club they were registered with."""
    before = {"club": player.club_id}
    player.name, player.club, player.member_no = clean(name), club, clean(member_no)
    if not player.name:
        raise Refused("name_missing")
    player.save()
    record(
        actor=actor, verb="change_player", on=player, before=before, after={"club": club.pk if club else None}
    )
    return player
