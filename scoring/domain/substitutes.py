"""Verbs on substitutes: somebody plays on in an entry's place, and each score keeps the player who made it.

The entry stays one participant: its start number, its seats and the plan are untouched.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max

from scoring.domain.locks import lock_sheets_of
from scoring.domain.scores import name_substitute
from scoring.models import Score
from tournament.domain.audit import record
from tournament.domain.locks import lock_entry, lock_players
from tournament.domain.reasons import required
from tournament.domain.registry import create_player, survivor_of
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Entry, Player, Round, Seat, Seating, Substitution, Tournament

if TYPE_CHECKING:
    from tournament.models import User


@transaction.atomic
def substitute(
    *, entry: Entry, player: Player, from_round: int, after_deal: int, actor: User | None, reason: str
) -> Substitution:
    """From the deal after `after_deal` of a round on, `player` plays for the entry, until it is ended.

    Deals of that time that are entered already are his, too. Refused for somebody who plays himself.
    """
    reason = required(reason)
    entry = _locked(entry, from_round)
    player = _living(player)
    new = Substitution(
        entry=entry, player=player, from_round=from_round, after_deal=after_deal, reason=reason
    )
    if not entry.is_playing:
        raise Refused("wrong_entry_state", name=entry.full_name, state=entry.state)
    if entry.substitutions.filter(until_round=None).exists():
        raise Refused("has_substitute", name=entry.full_name)
    _check_period(new)
    new.save()
    _log("substitute", new, None, name_substitute(**_deals(new), was=None, is_now=new.covers), actor, reason)
    return new


@transaction.atomic
def substitute_new_player(
    *, entry: Entry, name: str, from_round: int, after_deal: int, actor: User | None, reason: str
) -> Substitution:
    """The same with somebody who is not in the registry yet."""
    # Sheets and tournament are locked before anything of the registry is written.
    _locked(entry, from_round)
    player = create_player(name=name, actor=actor, is_demo=entry.tournament.is_demo)
    return substitute(
        entry=entry,
        player=player,
        from_round=from_round,
        after_deal=after_deal,
        actor=actor,
        reason=reason,
    )


@transaction.atomic
def end_substitution(
    *,
    substitution: Substitution,
    until_round: int,
    until_deal: int | None,
    actor: User | None,
    reason: str,
) -> Substitution:
    """Until then he plays, `until_deal` of that round included; without one, to its end. It can be put right later.

    Deals that are his no longer, or now are, change the player they name; all others stay.
    """
    reason = required(reason)
    entry = _locked(substitution.entry, substitution.from_round)
    before = _fresh(substitution, entry)
    after = copy(before)
    after.until_round, after.until_deal = until_round, until_deal
    if until_deal is not None and until_deal == _deals_at(entry, until_round):
        after.until_deal = None
    if before.ends == after.ends:
        return before
    _check_period(after)
    after.save(update_fields=["until_round", "until_deal"])
    deals = name_substitute(**_deals(after), was=before.covers, is_now=after.covers)
    _log("end_substitution", after, before, deals, actor, reason)
    return after


@transaction.atomic
def cancel_substitution(*, substitution: Substitution, actor: User | None, reason: str = "") -> None:
    """He does not play after all. Refused once a deal names him: then it is ended. Twice changes nothing."""
    entry = _locked(substitution.entry, substitution.from_round)
    stored = Substitution.objects.filter(pk=substitution.pk).select_related("player").first()
    if stored is None:
        return
    stored.entry = entry
    if has_played(stored):
        raise Refused("substitute_has_played", name=stored.full_name)
    _log("cancel_substitution", stored, stored, {}, actor, reason)
    stored.delete()


def has_played(substitution: Substitution) -> bool:
    """Whether a deal names him as the one who played it for the entry."""
    return Score.objects.filter(entry=substitution.entry_id, player=substitution.player_id).exists()


def _locked(entry: Entry, from_round: int) -> Entry:
    """The entry of a running tournament with the sheets of its tables, so that no deal is entered meanwhile."""
    sheets = Seating.objects.filter(seats__entry=entry, round__number__gte=from_round)
    lock_sheets_of(sheets.values_list("pk", flat=True))
    entry = lock_entry(entry)
    if entry.tournament.is_finished:
        raise Refused("tournament_finished")
    if entry.tournament.state != Tournament.State.RUNNING:
        raise Refused("tournament_not_running")
    return entry


def _fresh(substitution: Substitution, entry: Entry) -> Substitution:
    stored = Substitution.objects.filter(pk=substitution.pk).select_related("player").first()
    if stored is None:
        raise Refused("substitution_is_gone")
    stored.entry = entry
    return stored


def _living(player: Player) -> Player:
    """The player as he is now; whoever was merged into another is that other."""
    now = lock_players([player.pk]).get(player.pk)
    player = survivor_of(now) if now is not None else player
    if now is None or player.archived_at is not None:
        raise Refused("player_archived", name=player.full_name)
    return player


def _check_period(new: Substitution) -> None:
    """Whether these deals exist, and both can be where they then are."""
    entry, tournament = new.entry, new.entry.tournament
    if new.player_id == entry.player_id:
        raise Refused("substitutes_himself", name=new.full_name)
    _check_place(entry, new.from_round, new.after_deal, most=_deals_at(entry, new.from_round) - 1)
    if new.until_round is not None:
        deals = _deals_at(entry, new.until_round)
        _check_place(entry, new.until_round, new.until_deal or 0, most=deals)
        if new.ends <= new.begins:
            raise Refused("substitution_ends_too_early")
    for other in entry.substitutions.exclude(pk=new.pk):
        if new.begins < other.ends and other.begins < new.ends:
            raise Refused("has_substitute", name=entry.full_name)
    elsewhere = Substitution.objects.filter(player=new.player_id, entry__tournament=tournament)
    for other in elsewhere.exclude(entry=entry):
        if new.begins < other.ends and other.begins < new.ends:
            raise Refused("substitutes_elsewhere", name=new.full_name)
    _check_does_not_play(new)


def _check_place(entry: Entry, round_number: int, deal: int, *, most: int) -> None:
    tournament = entry.tournament
    drawn = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    if not 1 <= round_number <= max(drawn, tournament.rounds_planned):
        raise Refused("unknown_round", round=round_number)
    if not 0 <= deal <= max(most, 0):
        raise Refused("deal_out_of_range", number=deal, most=max(most, 0))


def _deals_at(entry: Entry, round_number: int) -> int:
    """How many deals his table has in a round; none where he has no seat that anybody has seen."""
    seats = Seat.objects.filter(entry=entry, round__number=round_number).exclude(
        round__state=Round.State.DRAWN
    )
    return seats.values_list("seating__deals", flat=True).first() or 0


def _check_does_not_play(new: Substitution) -> None:
    """Nobody sits on two chairs: neither in these rounds, nor in a round that is still to be drawn."""
    own = Entry.objects.filter(tournament=new.entry.tournament, player=new.player_id).first()
    if own is None:
        return
    public = own.seats.exclude(round__state=Round.State.DRAWN)
    seats = public.values_list("round__number", flat=True)
    if (own.is_playing and not new.is_over) or any(new.plays_in(number) for number in seats):
        raise Refused("plays_himself", name=new.full_name)


def _deals(substitution: Substitution) -> dict[str, Any]:
    return {"entry": substitution.entry, "substitute_id": substitution.player_id}


def _log(
    verb: str,
    substitution: Substitution,
    before: Substitution | None,
    deals: dict[str, int],
    actor: User | None,
    reason: str,
) -> None:
    """Who sits there is shown to everybody, so the version rises."""
    entry = substitution.entry
    raise_results_version(entry.tournament_id)
    record(
        actor=actor,
        verb=verb,
        on=entry,
        tournament=entry.tournament,
        before=_period(before) if before is not None else None,
        after={**_period(substitution), **deals} if verb != "cancel_substitution" else None,
        reason=reason,
    )


def _period(substitution: Substitution) -> dict[str, Any]:
    return {
        "player": substitution.player_id,
        "from_round": substitution.from_round,
        "after_deal": substitution.after_deal,
        "until_round": substitution.until_round,
        "until_deal": substitution.until_deal,
    }
