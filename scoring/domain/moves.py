"""Verbs that move deals to the right table, number or seats, all together or none, and that take it back.

What was played stays; where it stands is mended. The log entry of a move holds each deal before and after, which is
what it is undone by.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F

from engine import RuleViolation
from scoring.domain.lines import line_of, seats_at, settle_line
from scoring.domain.locks import lock_sheets_of
from scoring.domain.moved_lines import (
    Move,
    MovedLine,
    PointsMoved,
    check_moves,
    moved_lines,
    placed_codes,
    points_moved,
    raise_taken,
    sheets_of,
)
from scoring.domain.scores import rewrite_scores
from scoring.models import Deal, Score
from tournament.domain.audit import record
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import NotAllowed, Refused
from tournament.models import AuditEntry, Seating
from tournament.permissions import Act, allowed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from tournament.models import Tournament, User

MOVED = "move_deals"
UNDONE = "undo_move"
# Beyond every number a sheet can have, within what the column holds.
PARKED = 10_000
# What a move may change of a deal, besides its sheet and its auction.
PLACE = ("number", "board", "dealer", "dealer_overridden", "declarer")


@transaction.atomic
def move_deals(*, moves: Sequence[Move], actor: User | None, reason: str) -> AuditEntry:
    """Put every deal where it belongs, or none; the log entry is what `undo_move` takes.

    Raises what is against the first line that cannot stand at its new place: Stale when the deal was changed
    meanwhile, Taken when another stands there that does not move away. A signed sheet keeps its signature, which
    then shows that it was changed after it.
    """
    reason = required(reason)
    sheets = lock_sheets_of(sheets_of(moves))
    for seating in sheets.values():
        _check_director(actor, seating.round.tournament)
    lines = check_moves(moves, sheets)
    for line in lines:
        if line.problem is not None:
            raise line.problem
    changed = [(line.before, line.after) for line in lines if line.changes and line.after]
    if not changed:
        raise Refused("nothing_to_move")
    before = _logged(deal for deal, _ in changed)
    _put(changed)
    first = changed[0][0].seating
    return record(
        actor=actor,
        verb=MOVED,
        on=first,
        tournament=first.round.tournament,
        before=before,
        after=_logged(deal for _, deal in changed),
        reason=reason,
    )


@transaction.atomic
def undo_move(*, audit_id: int, actor: User | None, reason: str) -> AuditEntry:
    """Put the deals of a move back exactly as they stood. Refused when one of them was changed since."""
    reason = required(reason)
    moved = AuditEntry.objects.filter(pk=audit_id, verb=MOVED).first()
    if moved is None:
        raise Refused("unknown_move")
    sheets = lock_sheets_of(touched_by(moved))
    for seating in sheets.values():
        _check_director(actor, seating.round.tournament)
    changed = _put_back(moved, sheets)
    before = _logged(deal for deal, _ in changed)
    _put(changed)
    return record(
        actor=actor,
        verb=UNDONE,
        on=moved,
        tournament=moved.tournament_id,
        before=before,
        after=_logged(deal for _, deal in changed),
        reason=reason,
    )


def undo_problem(moved: AuditEntry) -> Refused | RuleViolation | None:
    """Why a move cannot be taken back now; None when it can. Stores nothing."""
    sheets = Seating.objects.filter(pk__in=touched_by(moved)).select_related("round__tournament")
    try:
        _put_back(moved, {seating.pk: seating for seating in sheets.prefetch_related("seats")})
    except (Refused, RuleViolation) as problem:
        return problem
    return None


def is_undone(moved: AuditEntry) -> bool:
    """Whether somebody has taken the move back."""
    return AuditEntry.objects.filter(
        verb=UNDONE, object_type=AuditEntry.__name__.lower(), object_id=moved.pk
    ).exists()


def already_moved(moves: Sequence[Move]) -> bool:
    """Whether just this was done before, and nothing since: the button was pressed twice."""
    if not moves:
        return False
    wanted = {move.deal.pk: (move.version, move.place) for move in moves}
    for moved in _moves_of(moves[0].to_seating.round.tournament_id):
        told = {row["deal"] for row in (moved.after or {})["deals"]}
        if not told.isdisjoint(wanted):
            standing = Deal.objects.filter(pk__in=wanted, voided_at__isnull=True)
            stands = {
                deal.pk: (deal.version - (deal.pk in told), (deal.seating_id, deal.number))
                for deal in standing
            }
            return stands == wanted and told <= wanted.keys()
    return False


def once_stood_at(deal: Deal, seating_id: int, number: int) -> bool:
    """Whether a move took the deal away from this place: a phone that sends it again there means this deal."""
    place = (deal.pk, seating_id, number)
    return any(
        (row["deal"], row["seating"], row["number"]) == place
        for moved in _moves_of(deal.seating.round.tournament_id)
        for row in (moved.before or {})["deals"]
    )


def left_place(deal: Deal, seating_id: int) -> int | None:
    """Which number the deal had on this sheet before a move took it to another; None if it never left it."""
    if deal.seating_id == seating_id:
        return None
    return next(
        (
            row["number"]
            for moved in _moves_of(deal.seating.round.tournament_id)
            for row in (moved.before or {})["deals"]
            if (row["deal"], row["seating"]) == (deal.pk, seating_id)
        ),
        None,
    )


def _moves_of(tournament_id: int) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(verb=MOVED, tournament_id=tournament_id).order_by("-pk")


def touched_by(moved: AuditEntry) -> set[int]:
    """The ids of the sheets that a move touched."""
    sides = (moved.before or {}, moved.after or {})
    return {row["seating"] for side in sides for row in side["deals"]}


def _check_director(actor: User | None, tournament: Tournament) -> None:
    """Moving deals is the director's, whatever the state of the sheets."""
    if actor is not None and not allowed(actor, Act.DIRECT, tournament):
        raise NotAllowed("director_moves_deals")


def _logged(deals: Iterable[Deal]) -> dict[str, Any]:
    return {
        "deals": [
            {**placed_codes(deal), "seats": seats_at(deal.seating, deal.number), "version": deal.version}
            for deal in deals
        ]
    }


def _put(changed: Sequence[tuple[Deal, Deal]]) -> None:
    """Store deals at their new places with new versions, and the scores of every sheet they leave or come to.

    They are parked first: unique indexes are checked at once, so two that change places would meet.
    """
    Deal.objects.filter(pk__in=[after.pk for _, after in changed]).update(number=F("number") + PARKED)
    for _, after in changed:
        after.version += 1
        after.changed_by_seat = ""
        after.save()
    elsewhere = [after.pk for before, after in changed if before.seating_id != after.seating_id]
    Score.objects.filter(deal__in=elsewhere).delete()
    sheets = {deal.seating_id: deal.seating for pair in changed for deal in pair}
    for _, seating in sorted(sheets.items()):
        rewrite_scores(seating=seating, tournament=seating.round.tournament)
    raise_results_version(changed[0][1].seating.round.tournament_id)


def _put_back(moved: AuditEntry, sheets: Mapping[int, Seating]) -> list[tuple[Deal, Deal]]:
    """Each deal as it stands and as it stood before the move. Raises Refused when that is no longer possible."""
    if is_undone(moved):
        raise Refused("move_undone_already")
    before, after = ((side or {})["deals"] for side in (moved.before, moved.after))
    if touched_by(moved) - sheets.keys():
        raise Refused("unknown_move")
    deals = Deal.objects.filter(pk__in=[row["deal"] for row in after], voided_at__isnull=True).in_bulk()
    for deal in deals.values():
        deal.seating = sheets.get(deal.seating_id) or deal.seating
    changed = [row["number"] for row in after if _stands_otherwise(deals.get(row["deal"]), row)]
    if changed:
        raise Refused("moved_deals_changed_since", deals=changed)
    for deal in Deal.objects.filter(seating__in=sheets, voided_at__isnull=True).exclude(pk__in=deals):
        if any((row["seating"], row["number"]) == (deal.seating_id, deal.number) for row in before):
            raise_taken(deal)
    return [
        (deals[row["deal"]], _as_it_stood(deals[row["deal"]], row, sheets[row["seating"]])) for row in before
    ]


def _stands_otherwise(deal: Deal | None, row: Mapping[str, Any]) -> bool:
    """What it says counts, not the version: a move that was made and undone since is no obstacle."""
    said = {key: value for key, value in row.items() if key not in {"seats", "version"}}
    return deal is None or placed_codes(deal) != said


def _as_it_stood(deal: Deal, row: Mapping[str, Any], seating: Seating) -> Deal:
    """The deal of before, checked again: the table may have lost a player since, or got him back."""
    if seats_at(seating, row["number"]) != row["seats"]:
        raise Refused("table_changed_since", table=seating.table_no)
    old = copy(deal)
    old.seating = seating
    for name in PLACE:
        setattr(old, name, row[name])
    old.calls = row.get("calls")
    settle_line(line=line_of(old), seating=seating, number=old.number, tournament=seating.round.tournament)
    return old


__all__ = [
    "MOVED",
    "UNDONE",
    "Move",
    "MovedLine",
    "PointsMoved",
    "already_moved",
    "is_undone",
    "left_place",
    "move_deals",
    "moved_lines",
    "once_stood_at",
    "points_moved",
    "touched_by",
    "undo_move",
    "undo_problem",
]
