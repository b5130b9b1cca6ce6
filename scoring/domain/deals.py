"""Verbs on deals: record, correct, void, and what becomes of a save that came too late."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils import timezone

from engine import Outcome, settle
from scoring.domain.lines import (
    DealLine,
    SettledLine,
    as_codes,
    board_of,
    line_from,
    line_of,
    ruleset_of,
    settle_line,
)
from scoring.domain.locks import lock_sheet
from scoring.domain.moves import once_stood_at
from scoring.domain.scores import rewrite_scores
from scoring.models import Deal, RefusedEntry
from tournament.domain.actors import AtTable, seat_of, user_of
from tournament.domain.audit import record
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import NotAllowed, Refused, Stale, Taken
from tournament.models import Round, Seating, User
from tournament.permissions import Act, allowed
from tournament.text import clean

if TYPE_CHECKING:
    from uuid import UUID

    from tournament.domain.actors import Actor
    from tournament.models import Tournament

# Refusals that come too late to be the typist's fault: what was typed is kept on the desk.
KEPT = frozenset({"sheet_signed", "round_closed", "round_not_open"})


@dataclass(frozen=True, slots=True)
class Recorded:
    """The deal that now stands at the place, and whether this call wrote it."""

    deal: Deal
    created: bool


def record_deal(*, seating: Seating, number: int, line: DealLine, client_key: UUID, actor: Actor) -> Recorded:
    """Enter one deal. The same key with the same line is the same deal, however often it is sent.

    Raises RuleViolation or Refused for an impossible line, Taken when another deal stands there, and Refused
    when the sheet is signed or its round not open: then the line is kept as a RefusedEntry.
    """
    try:
        with transaction.atomic():
            return _record(seating, number, line, client_key, actor)
    except Refused as refusal:
        # Before a round has begun nothing can have been played in it.
        if (
            refusal.code in KEPT
            and Round.objects.filter(pk=seating.round_id, opened_at__isnull=False).exists()
        ):
            keep_refused(
                seating=seating,
                number=number,
                line=line,
                client_key=client_key,
                code=refusal.code,
                actor=actor,
            )
            refusal.kept = True
        raise


def _record(seating: Seating, number: int, line: DealLine, client_key: UUID, actor: Actor) -> Recorded:
    # Who sits here is asked for each deal of the sheet: read once, while the lock keeps others waiting.
    seating = lock_sheet(seating.pk, with_seats=True)
    tournament = seating.round.tournament
    fingerprint = line.fingerprint()
    known = Deal.objects.filter(client_key=client_key).first()
    if known is not None:
        return _replayed(known, seating, number, fingerprint)
    _check_open(seating)
    _check_suit(line, actor, tournament)
    settled = settle_line(line=line, seating=seating, number=number, tournament=tournament)
    standing = _current(seating, number)
    if standing is not None:
        raise Taken("place_taken", stored=standing, number=number)
    deal = Deal(
        seating=seating,
        number=number,
        board=board_of(seating, number, tournament),
        client_key=client_key,
        request_hash=fingerprint,
        entered_by=user_of(actor),
    )
    _write(deal, settled, actor)
    try:
        with transaction.atomic():
            deal.save()
    except IntegrityError:
        other = Deal.objects.filter(client_key=client_key).first()
        if other is not None:
            raise Taken("key_used_for_another_line", stored=other, number=number) from None
        standing = _current(seating, number)
        if standing is None:
            raise
        raise Taken("place_taken", stored=standing, number=number) from None
    _after_change(deal, seating, actor, "record_deal", before=None)
    return Recorded(deal, created=True)


def _replayed(known: Deal, seating: Seating, number: int, fingerprint: str) -> Recorded:
    """A key seen before: the deal as it stands today, if it was the same line for the same place."""
    # Where the director has moved it since, the phone does not know of.
    same_place = (known.seating_id, known.number) == (seating.pk, number) or once_stood_at(
        known, seating.pk, number
    )
    if not same_place or known.request_hash != fingerprint:
        raise Taken("key_used_for_another_line", stored=known, number=number)
    current = known if known.voided_at is None else _current(seating, number) or known
    return Recorded(current, created=False)


def correct_deal(*, deal: Deal, version: int, line: DealLine, actor: Actor, reason: str = "") -> Deal:
    """Put another line in a deal's place. `version` is the one the change was based on.

    A line that says the same changes nothing. After signing or closing it takes the director and a reason; the
    signature stays and shows that the sheet was changed after it. A scorekeeper's correction that comes after
    the signature is refused and kept as a RefusedEntry.
    """
    try:
        with transaction.atomic():
            return _correct(deal, version, line, actor, reason)
    except NotAllowed as refusal:
        keep_refused(
            seating=deal.seating,
            number=deal.number,
            line=line,
            client_key=deal.client_key,
            code=refusal.code,
            actor=actor,
        )
        refusal.kept = True
        raise


def _correct(deal: Deal, version: int, line: DealLine, actor: Actor, reason: str) -> Deal:
    seating = lock_sheet(deal.seating_id, with_seats=True)
    deal = Deal.objects.get(pk=deal.pk)
    if deal.voided_at is not None:
        raise Taken("deal_voided", stored=_current(seating, deal.number), number=deal.number)
    if line == line_of(deal):
        # Nothing to change; or the phone sends again what it was never told had arrived.
        return deal
    if deal.version != version:
        raise Stale("version_is_old", stored=deal, number=deal.number)
    _check_may_change(seating, actor, reason)
    _check_suit(line, actor, seating.round.tournament)
    settled = settle_line(line=line, seating=seating, number=deal.number, tournament=seating.round.tournament)
    before = as_codes(deal)
    _write(deal, settled, actor)
    if as_codes(deal) == before:
        return deal
    deal.version += 1
    deal.save()
    _after_change(deal, seating, actor, "correct_deal", before=before, reason=reason)
    return deal


@transaction.atomic
def void_deal(*, deal: Deal, version: int, actor: Actor, reason: str) -> Deal:
    """Take a deal off the sheet. It stays in the database with the reason; its place is free."""
    seating = lock_sheet(deal.seating_id, with_seats=True)
    deal = Deal.objects.get(pk=deal.pk)
    if deal.voided_at is not None:
        return deal
    if deal.version != version:
        raise Stale("version_is_old", stored=deal, number=deal.number)
    reason = required(reason)
    _check_may_change(seating, actor, reason)
    before = as_codes(deal)
    deal.voided_at = timezone.now()
    deal.void_reason = reason
    deal.changed_by_seat = seat_of(actor)
    deal.version += 1
    deal.save()
    _after_change(deal, seating, actor, "void_deal", before=before, reason=reason)
    return deal


def keep_refused(
    *, seating: Seating, number: int, line: DealLine, client_key: UUID, code: str, actor: Actor
) -> RefusedEntry:
    """Keep what came too late; the same line sent again is kept once."""
    with transaction.atomic():
        kept, is_new = RefusedEntry.objects.get_or_create(
            seating=seating,
            number=number,
            client_key=client_key,
            code=code,
            request_hash=line.fingerprint(),
            defaults={
                "body": asdict(line),
                "received_from": user_of(actor),
                "received_seat": seat_of(actor),
            },
        )
        if is_new:
            record(
                actor=actor,
                verb="keep_refused",
                on=kept,
                tournament=seating.round.tournament,
                after={"number": number, "code": code, **kept.body},
            )
    return kept


@transaction.atomic
def discard_refused(*, refused: RefusedEntry, actor: Actor, reason: str) -> RefusedEntry:
    """The director decides that a late line does not count."""
    reason = required(reason)
    return _resolve(refused, RefusedEntry.State.DISCARDED, actor, reason)


@transaction.atomic
def apply_refused(*, refused: RefusedEntry, actor: Actor, reason: str) -> Deal:
    """The director lets a late line count, as a new deal or as a correction of the one that stands."""
    reason = required(reason)
    seating = lock_sheet(refused.seating_id)
    line = line_from(refused.body)
    standing = _current(seating, refused.number)
    if standing is not None:
        deal = correct_deal(deal=standing, version=standing.version, line=line, actor=actor, reason=reason)
    else:
        settled = settle_line(
            line=line, seating=seating, number=refused.number, tournament=seating.round.tournament
        )
        _check_may_change(seating, actor, reason)
        deal = Deal(
            seating=seating,
            number=refused.number,
            board=board_of(seating, refused.number, seating.round.tournament),
            request_hash=line.fingerprint(),
            entered_by=user_of(actor),
        )
        if not Deal.objects.filter(client_key=refused.client_key).exists():
            # The phone may send it again: then it finds its own deal.
            deal.client_key = refused.client_key
        _write(deal, settled, actor)
        deal.save()
        _after_change(deal, seating, actor, "record_deal", before=None, reason=reason)
    _resolve(refused, RefusedEntry.State.APPLIED, actor, reason)
    return deal


def _resolve(refused: RefusedEntry, state: RefusedEntry.State, actor: Actor, reason: str) -> RefusedEntry:
    refused = RefusedEntry.objects.select_for_update(no_key=True).get(pk=refused.pk)
    if refused.state != RefusedEntry.State.WAITING:
        raise Refused("already_decided")
    refused.state, refused.reason = state, reason
    refused.save(update_fields=["state", "reason"])
    record(
        actor=actor,
        verb=f"refused_{state}",
        on=refused,
        tournament=refused.seating.round.tournament_id,
        after={"number": refused.number},
        reason=reason,
    )
    return refused


def _current(seating: Seating, number: int) -> Deal | None:
    return Deal.objects.filter(seating=seating, number=number, voided_at__isnull=True).first()


def _check_open(seating: Seating) -> None:
    state = seating.round.state
    if state == Round.State.CLOSED:
        raise Refused("round_closed", round=seating.round.number)
    if seating.is_signed:
        raise Refused("sheet_signed", table=seating.table_no)
    if state != Round.State.PLAYING:
        raise Refused("round_not_open", round=seating.round.number)


def _check_may_change(seating: Seating, actor: Actor, reason: str) -> None:
    """An open sheet is anybody's who may enter; a signed or closed one takes the director and a reason."""
    if not seating.is_signed and seating.round.state == Round.State.PLAYING:
        return
    if not seating.round.is_public or seating.round.state == Round.State.PUBLISHED:
        raise Refused("round_not_open", round=seating.round.number)
    if not _may_direct(actor, seating.round.tournament):
        raise NotAllowed("director_only_after_signing")
    if not clean(reason):
        raise Refused("reason_missing_after_signing")


def _may_direct(actor: Actor, tournament: Tournament) -> bool:
    return actor is None or (isinstance(actor, User) and allowed(actor, Act.DIRECT, tournament))


def _check_suit(line: DealLine, actor: Actor, tournament: Tournament) -> None:
    """A sheet on paper may lack the suit; who sits at the table knows it."""
    if isinstance(actor, AtTable) and line.contract and not line.trump:
        strict = ruleset_of(tournament).replace(suit_noted="required")
        settle(contract=line.contract, trump=None, outcome=Outcome.VUNDET, ruleset=strict)


def _write(deal: Deal, settled: SettledLine, actor: Actor) -> None:
    line = settled.line
    deal.changed_by_seat = seat_of(actor)
    deal.dealer = settled.dealer
    deal.dealer_overridden = bool(line.dealer)
    deal.status = Deal.Status.PLAYED if line.is_played else Deal.Status.NOT_PLAYED
    deal.not_played_reason = line.not_played_reason
    deal.declarer = line.declarer
    deal.contract = line.contract
    deal.trump = line.trump
    deal.outcome = settled.outcome
    deal.tricks = list(line.tricks) if line.tricks else None
    deal.thrown_in = line.thrown_in
    deal.tout = line.tout
    deal.points = settled.points
    deal.calls = [list(pair) for pair in line.calls] or None


def _after_change(
    deal: Deal,
    seating: Seating,
    actor: Actor,
    verb: str,
    before: dict[str, object] | None,
    reason: str = "",
) -> None:
    tournament = seating.round.tournament
    rewrite_scores(seating=seating, tournament=tournament, seats=seating.seats.all())
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb=verb,
        on=deal,
        tournament=tournament,
        before=before,
        after=None if deal.voided_at else as_codes(deal),
        reason=reason.strip(),
    )


__all__ = [
    "KEPT",
    "DealLine",
    "Recorded",
    "apply_refused",
    "correct_deal",
    "discard_refused",
    "keep_refused",
    "line_of",
    "record_deal",
    "void_deal",
]
