"""Verbs on clubs and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from tournament.domain.audit import record
from tournament.domain.locks import lock_players
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Club, DifferentPeople, Player
from tournament.queries import tournaments_naming
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
    *,
    name: str,
    actor: User | None,
    club: Club | None = None,
    member_no: str = "",
    public_form: str = Player.PublicForm.FULL,
    is_demo: bool = False,
) -> Player:
    """A new player. That somebody has this name already is for the caller to point out."""
    player = Player(
        name=clean(name), club=club, member_no=clean(member_no), public_form=public_form, is_demo=is_demo
    )
    if not player.name:
        raise Refused("name_missing")
    if player.public_form not in Player.PublicForm.values:
        raise Refused("unknown_setting")
    player.save()
    record(actor=actor, verb="create_player", on=player, after={"club": club.pk if club else None})
    return player


@transaction.atomic
def change_player(
    *,
    player: Player,
    name: str,
    club: Club | None,
    member_no: str,
    actor: User | None,
    public_form: str | None = None,
) -> Player:
    """Correct a name, club or number, or how everybody may read the name. Old entries keep their club.

    Pages with another name than before are made anew at once.
    """
    stored = Player.objects.get(pk=player.pk)
    before = {"club": stored.club_id, "public_form": stored.public_form}
    player.name, player.club, player.member_no = clean(name), club, clean(member_no)
    player.public_form = public_form or stored.public_form
    if not player.name:
        raise Refused("name_missing")
    if player.public_form not in Player.PublicForm.values:
        raise Refused("unknown_setting")
    if (player.name, player.public_form) != (stored.name, stored.public_form):
        _raise_versions(player)
    if lock_players([player.pk])[player.pk].anonymised_at is not None:
        raise Refused("player_was_anonymised")
    player.save()
    after = {"club": club.pk if club else None, "public_form": player.public_form}
    record(actor=actor, verb="change_player", on=player, before=before, after=after)
    return player


def _raise_versions(player: Player) -> None:
    """Whoever looks at a tournament in which he is named is shown it anew. Before the player is written: lock order."""
    for tournament in tournaments_naming(player).order_by("pk"):
        raise_results_version(tournament.pk)


def survivor_of(player: Player) -> Player:
    """Who stands for this player now: himself, or whom he was merged into."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


@transaction.atomic
def say_different(*, one: Player, other: Player, actor: User | None) -> None:
    """These are two people, however alike: they are proposed as one no more. Said twice it is said once."""
    if one.pk == other.pk:
        raise Refused("same_player_twice", name=one.name)
    first, second = sorted((one, other), key=lambda player: player.pk)
    _pair, is_new = DifferentPeople.objects.get_or_create(one=first, other=second)
    if is_new:
        record(actor=actor, verb="say_different", on=first, after={"player": second.pk})


@transaction.atomic
def propose_again(*, one: Player, other: Player, actor: User | None) -> None:
    """They may be one person after all."""
    first, second = sorted((one, other), key=lambda player: player.pk)
    gone, _by_model = DifferentPeople.objects.filter(one=first, other=second).delete()
    if gone:
        record(actor=actor, verb="propose_again", on=first, after={"player": second.pk})
