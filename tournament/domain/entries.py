"""Verbs on entries: register, check in, take out, withdraw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max, ProtectedError

from tournament.domain.audit import record
from tournament.domain.locks import lock_entry, lock_tournament
from tournament.domain.registry import create_club, create_player
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Club, Entry, Player, Round, Seat, Tournament
from tournament.text import clean, search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournament.models import User


@transaction.atomic
def register_entry(*, tournament: Tournament, player: Player, actor: User | None) -> Entry:
    """Register one player. He gets the next start number, and keeps today's club in this tournament."""
    return register_entries(tournament=tournament, players=[player], actor=actor)[0]


@transaction.atomic
def register_entries(*, tournament: Tournament, players: Iterable[Player], actor: User | None) -> list[Entry]:
    """Register several in the order given; nobody is registered if one cannot be."""
    locked = lock_tournament(tournament.pk)
    if locked.is_finished:
        raise Refused("tournament_finished")
    already = set(Entry.objects.filter(tournament=locked).values_list("player_id", flat=True))
    last = Entry.objects.filter(tournament=locked).aggregate(last=Max("start_no"))["last"] or 0
    entries = []
    for player in players:
        if player.pk in already:
            raise Refused("already_registered", name=player.name)
        already.add(player.pk)
        last += 1
        entry = Entry.objects.create(tournament=locked, player=player, club_id=player.club_id, start_no=last)
        record(
            actor=actor,
            verb="register_entry",
            on=entry,
            tournament=locked,
            after={"player": player.pk, "start_no": last},
        )
        entries.append(entry)
    return entries


@transaction.atomic
def register_new_player(
    *, tournament: Tournament, name: str, club_name: str, actor: User | None, member_no: str = ""
) -> Entry:
    """Create the player, and the club if nobody has it yet, and register him: one step at the door."""
    club = (
        club_by_name(name=club_name, actor=actor, is_demo=tournament.is_demo) if club_name.strip() else None
    )
    player = create_player(name=name, club=club, member_no=member_no, actor=actor, is_demo=tournament.is_demo)
    return register_entry(tournament=tournament, player=player, actor=actor)


def club_by_name(*, name: str, actor: User | None, is_demo: bool = False) -> Club:
    """The club of this name, made if it is not there."""
    found = Club.objects.filter(name_key=search_key(clean(name))).first()
    return found or create_club(name=name, actor=actor, is_demo=is_demo)


@transaction.atomic
def check_in(*, entry: Entry, actor: User | None) -> Entry:
    """The player is in the room. Doing it twice changes nothing."""
    return _set_state(entry, actor, "check_in", {Entry.State.REGISTERED}, Entry.State.CHECKED_IN)


@transaction.atomic
def undo_check_in(*, entry: Entry, actor: User | None) -> Entry:
    """He is not, after all. Not for somebody who has a published seat: he is withdrawn instead."""
    entry = lock_entry(entry)
    if Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAWN).exists():
        raise Refused("has_played", name=entry.name)
    return _set_state(entry, actor, "undo_check_in", {Entry.State.CHECKED_IN}, Entry.State.REGISTERED)


@transaction.atomic
def check_in_all(*, tournament: Tournament, actor: User | None) -> int:
    """Check in everybody who is registered; returns how many that were."""
    tournament = lock_tournament(tournament.pk)
    entries = list(
        Entry.objects.filter(tournament=tournament, state=Entry.State.REGISTERED).order_by("start_no")
    )
    for entry in entries:
        check_in(entry=entry, actor=actor)
    return len(entries)


@transaction.atomic
def remove_entry(*, entry: Entry, actor: User | None) -> None:
    """Take back a registration. Once play began nobody is removed, only withdrawn."""
    entry = lock_entry(entry)
    if entry.tournament.is_under_way:
        raise Refused("play_has_begun")
    record(
        actor=actor,
        verb="remove_entry",
        on=entry,
        tournament=entry.tournament,
        before={"player": entry.player_id, "start_no": entry.start_no},
    )
    try:
        with transaction.atomic():
            entry.delete()
    except ProtectedError:
        raise Refused("has_adjustments", name=entry.name) from None


@transaction.atomic
def withdraw_entry(*, entry: Entry, actor: User | None, reason: str = "") -> Entry:
    """He leaves: never seated again, what he has played stands. Doing it twice changes nothing."""
    entry = lock_entry(entry)
    if entry.state == Entry.State.WITHDRAWN:
        return entry
    entry = _set_state(
        entry,
        actor,
        "withdraw_entry",
        {Entry.State.REGISTERED, Entry.State.CHECKED_IN, Entry.State.WAITLISTED},
        Entry.State.WITHDRAWN,
        reason=reason,
    )
    note_last_round(entry)
    return entry


def note_last_round(entry: Entry) -> None:
    """After which round he left: the last public one in which he still has a seat."""
    seats = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAWN)
    entry.withdrawn_after_round = seats.aggregate(last=Max("round__number"))["last"] or 0
    entry.save(update_fields=["withdrawn_after_round"])


@transaction.atomic
def return_entry(*, entry: Entry, actor: User | None, reason: str = "") -> Entry:
    """He is back, and is seated from the next draw on."""
    entry = _set_state(
        entry, actor, "return_entry", {Entry.State.WITHDRAWN}, Entry.State.CHECKED_IN, reason=reason
    )
    entry.withdrawn_after_round = None
    entry.save(update_fields=["withdrawn_after_round"])
    return entry


def _set_state(
    entry: Entry,
    actor: User | None,
    verb: str,
    allowed: set[Entry.State],
    target: Entry.State,
    reason: str = "",
) -> Entry:
    entry = lock_entry(entry)
    if entry.tournament.is_finished:
        raise Refused("tournament_finished")
    if entry.state == target:
        return entry
    if entry.state not in allowed:
        raise Refused("wrong_entry_state", name=entry.name, state=entry.state)
    before = entry.state
    entry.state = target
    entry.save(update_fields=["state"])
    record(
        actor=actor,
        verb=verb,
        on=entry,
        tournament=entry.tournament,
        before={"state": before},
        after={"state": target},
        reason=reason,
    )
    if entry.tournament.is_under_way:
        # Whoever is here stands in the list, with or without points.
        raise_results_version(entry.tournament_id)
    return entry
