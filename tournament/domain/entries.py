"""Verbs on entries: register, check in, take out, withdraw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max, ProtectedError
from django.utils import timezone

from tournament.domain.audit import record, record_each
from tournament.domain.locks import lock_entry, lock_players, lock_tournament
from tournament.domain.registry import create_club, create_player, survivor_of
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Club, Entry, Player, Round, Seat, Substitution, Tournament
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
    """Register several in the order given; nobody is registered if one cannot be.

    For somebody who was merged into another meanwhile it is that other who is registered.
    """
    locked = lock_tournament(tournament.pk)
    if locked.is_finished:
        raise Refused("tournament_finished")
    already = set(Entry.objects.filter(tournament=locked).values_list("player_id", flat=True))
    last = last_start_no(locked)
    chosen = [player.pk for player in players]
    now = lock_players(chosen)
    entries = []
    for player_id in chosen:
        player = survivor_of(now[player_id])
        if player.anonymised_at is not None:
            raise Refused("player_was_anonymised")
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


def last_start_no(tournament: Tournament) -> int:
    """The highest number given: the next one gets one more, and none is given again."""
    return Entry.objects.filter(tournament=tournament).aggregate(last=Max("start_no"))["last"] or 0


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
        raise Refused("has_played", name=entry.full_name)
    return _set_state(entry, actor, "undo_check_in", {Entry.State.CHECKED_IN}, Entry.State.REGISTERED)


@transaction.atomic
def check_in_all(*, tournament: Tournament, actor: User | None) -> int:
    """Check in everybody who is registered; returns how many that were."""
    tournament = lock_tournament(tournament.pk)
    elsewhere = Substitution.objects.filter(entry__tournament=tournament, until_round=None)
    entries = list(
        Entry.objects.select_for_update(no_key=True)
        .filter(tournament=tournament, state=Entry.State.REGISTERED)
        .exclude(player__in=elsewhere.values("player"))
        .order_by("start_no")
    )
    if entries:
        if tournament.is_finished:
            raise Refused("tournament_finished")
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(state=Entry.State.CHECKED_IN)
        record_each(
            actor=actor,
            verb="check_in",
            on=entries,
            tournament=tournament,
            before={"state": Entry.State.REGISTERED},
            after={"state": Entry.State.CHECKED_IN},
        )
        if tournament.is_under_way:
            raise_results_version(tournament.pk)
        # One step that can be taken back as one.
        record(
            actor=actor,
            verb="check_in_all",
            on=tournament,
            tournament=tournament,
            after={"entries": [entry.pk for entry in entries]},
        )
    return len(entries)


@transaction.atomic
def give_place(*, entry: Entry, actor: User | None) -> Entry:
    """From the waiting list into the tournament. Doing it twice changes nothing."""
    return _set_state(entry, actor, "give_place", {Entry.State.WAITLISTED}, Entry.State.REGISTERED)


@transaction.atomic
def set_fee_paid(*, entry: Entry, paid: bool, actor: User | None) -> Entry:
    """Note that the fee is paid, or that it is not after all. Doing it twice changes nothing."""
    entry = lock_entry(entry)
    if not entry.tournament.fee:
        raise Refused("no_fee")
    if (entry.fee_paid_at is not None) == paid:
        return entry
    entry.fee_paid_at = timezone.now() if paid else None
    entry.save(update_fields=["fee_paid_at"])
    record(
        actor=actor,
        verb="fee_paid" if paid else "fee_not_paid",
        on=entry,
        tournament=entry.tournament,
        after={"fee": entry.tournament.fee} if paid else None,
    )
    return entry


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
        raise Refused("has_adjustments", name=entry.full_name) from None


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


@transaction.atomic
def withdraw_absent(
    *, tournament: Tournament, start_nos: Iterable[int], actor: User | None, reason: str = ""
) -> list[Entry]:
    """Withdraw those of these who have not come; whoever was checked in meanwhile stays. Returns who left."""
    tournament = lock_tournament(tournament.pk)
    absent = Entry.objects.filter(
        tournament=tournament, state=Entry.State.REGISTERED, start_no__in=set(start_nos)
    )
    return [
        withdraw_entry(entry=entry, actor=actor, reason=reason) for entry in list(absent.order_by("start_no"))
    ]


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


def _check_plays_for_nobody(entry: Entry) -> None:
    """Whoever plays in another's place cannot have a seat of his own."""
    playing = Substitution.objects.filter(
        player=entry.player_id, entry__tournament=entry.tournament_id, until_round=None
    )
    other = playing.select_related("entry__player").first()
    if other is not None:
        raise Refused("plays_for_another", name=entry.full_name, other=other.entry.full_name)


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
        raise Refused("wrong_entry_state", name=entry.full_name, state=entry.state)
    if target == Entry.State.CHECKED_IN:
        _check_plays_for_nobody(entry)
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
