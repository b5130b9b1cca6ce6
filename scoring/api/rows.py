"""API routes for whole sheets typed as rows: what each row comes to, and saving those that can be saved.

A request is not one transaction: each row is a verb call of its own, so that one that is wrong stops no other.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from engine import RuleViolation
from scoring.api.row_effects import effect_in_words
from scoring.api.views import SeatingView, actor_of
from scoring.domain.deals import KEPT, apply_refused, correct_deal, record_deal
from scoring.models import Deal, RefusedEntry
from scoring.rows import booked_by, check_row, says_the_same, stored_row, table_of
from tournament.api.table_code import TablePass
from tournament.domain.reasons import LONGEST
from tournament.errors import NotAllowed, Refused, Taken
from tournament.models import User
from tournament.permissions import Act, allowed
from tournament.sentences import sentence

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from scoring.domain.lines import SettledLine
    from scoring.rows import Table
    from tournament.domain.actors import Actor

MOST_ROWS = 100
LONGEST_TEXT = 1000
# The row is right, but the sheet does not take it now.
NOT_NOW = KEPT | {"reason_missing_after_signing", "tournament_finished", "already_decided"}


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row to be saved: its text, the key its page made for it, and the version of the deal it changes."""

    number: int
    text: str
    client_key: UUID
    version: int | None


class RowSerializer(serializers.Serializer[Any]):
    """A row as it was typed."""

    number = serializers.IntegerField(min_value=1, max_value=1000)
    text = serializers.CharField(allow_blank=True, max_length=LONGEST_TEXT)


class RowToSaveSerializer(RowSerializer):
    """A row with the key its page made for it, and the version it changes; null where nothing is stored."""

    client_key = serializers.UUIDField()
    version = serializers.IntegerField(min_value=1, allow_null=True, required=False, default=None)


class RowsSerializer(serializers.Serializer[Any]):
    """Rows to look at."""

    rows = serializers.ListField(child=RowSerializer(), max_length=MOST_ROWS)


class RowsToSaveSerializer(serializers.Serializer[Any]):
    """Rows to save. The reason is for a sheet that is signed."""

    rows = serializers.ListField(child=RowToSaveSerializer(), max_length=MOST_ROWS)
    reason = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST, default="")


@extend_schema(request=RowsSerializer, responses={200: dict})
class RowsCheck(SeatingView):
    """What each row says, what it is worth, or what is wrong with it. Stores nothing."""

    act: ClassVar[Act] = Act.ENTER_DEALS

    def post(self, request: Request, seating: Any) -> Response:
        form = RowsSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        table = table_of(self.seating(), for_staff=not isinstance(request.auth, TablePass))
        return Response(
            {"rows": [checked_json(table, request.user, **row) for row in form.validated_data["rows"]]}
        )


@extend_schema(request=RowsToSaveSerializer, responses={200: dict})
class Rows(SeatingView):
    """Save every row that can be saved, and say of each what became of it."""

    act: ClassVar[Act] = Act.ENTER_DEALS

    def post(self, request: Request, seating: Any) -> Response:
        form = RowsToSaveSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        table = table_of(self.seating(), for_staff=not isinstance(request.auth, TablePass))
        actor, reason = actor_of(request, table.seating), form.validated_data["reason"]
        rows = [TypedRow(**row) for row in form.validated_data["rows"]]
        return Response({"rows": [save_row(table, row, actor=actor, reason=reason) for row in rows]})


def checked_json(table: Table, user: object, number: int, text: str) -> dict[str, Any]:
    """One row looked at, by this person."""
    checked = check_row(table, number, text)
    settled = checked.settled
    return {
        "number": number,
        "state": "wrong" if checked.refusal else "ok" if settled else "empty",
        "line": asdict(checked.line) if checked.line else None,
        "words": table.say(checked.line) if checked.line else "",
        "points": settled.points if settled else None,
        "booked": booked_by(table, number, settled) if settled else {},
        "effect": effect_in_words(table, number, settled, user),
        **told(checked.refusal),
    }


def save_row(table: Table, row: TypedRow, *, actor: Actor, reason: str) -> dict[str, Any]:
    """One row saved by its own verb, if it can be."""
    stored = Deal.objects.filter(seating=table.seating, number=row.number, voided_at__isnull=True).first()
    checked = check_row(table, row.number, row.text, stored)
    if checked.refusal:
        return saved_json(table, row.number, "wrong", refusal=checked.refusal)
    if checked.settled is None:
        return saved_json(table, row.number, "empty")
    if stored is not None and says_the_same(stored, checked.settled):
        state = "saved" if stored.client_key == row.client_key else "unchanged"
        return saved_json(table, row.number, state, deal=stored)
    try:
        deal = _save(table, row, checked.settled, stored, actor, reason)
    except Taken as taken:
        return saved_json(table, row.number, "conflict", refusal=taken)
    except (Refused, RuleViolation) as refusal:
        not_now = isinstance(refusal, NotAllowed) or refusal.code in NOT_NOW
        return saved_json(table, row.number, "refused" if not_now else "wrong", refusal=refusal)
    return saved_json(table, row.number, "saved", deal=deal)


def _save(
    table: Table, row: TypedRow, settled: SettledLine, stored: Deal | None, actor: Actor, reason: str
) -> Deal:
    number, line = row.number, settled.line
    if stored is not None:
        if row.version is None:
            raise Taken("place_taken", stored=stored, number=number)
        return correct_deal(deal=stored, version=row.version, line=line, actor=actor, reason=reason)
    if row.version is not None:
        raise Taken("deal_voided", number=number)
    try:
        deal = record_deal(
            seating=table.seating, number=number, line=line, client_key=row.client_key, actor=actor
        ).deal
    except Refused as refusal:
        late = _kept(table, row, refusal, actor) if reason.strip() else None
        if late is None:
            raise
        # A deal that a signed sheet lacks: the director who gives a reason decides on it at once.
        return apply_refused(refused=late, actor=actor, reason=reason)
    if deal.voided_at is not None:
        raise Taken("deal_voided", number=number)
    if not says_the_same(deal, settled):
        raise Taken("version_is_old", stored=deal, number=number)
    return deal


def _kept(table: Table, row: TypedRow, refusal: Refused, actor: Actor) -> RefusedEntry | None:
    """What a verb has just kept for the director, if this is him."""
    if refusal.code not in KEPT or not isinstance(actor, User):
        return None
    if not allowed(actor, Act.DIRECT, table.tournament):
        return None
    return (
        RefusedEntry.objects.filter(
            seating=table.seating,
            number=row.number,
            client_key=row.client_key,
            code=refusal.code,
            state=RefusedEntry.State.WAITING,
        )
        .order_by("-pk")
        .first()
    )


def saved_json(
    table: Table,
    number: int,
    state: str,
    *,
    deal: Deal | None = None,
    refusal: Refused | RuleViolation | None = None,
) -> dict[str, Any]:
    """What became of a row: the deal that stands now, or, in a conflict, what is stored in its place."""
    other = refusal.stored if isinstance(refusal, Taken) else None
    in_place = isinstance(other, Deal) and other.number == number and other.voided_at is None
    return {
        "number": number,
        "state": state,
        "deal": stored_row(table, deal) if deal else None,
        "stored": stored_row(table, other) if in_place and isinstance(other, Deal) else None,
        "kept": isinstance(refusal, Refused) and refusal.kept,
        **told(refusal),
    }


def told(refusal: Refused | RuleViolation | None) -> dict[str, str]:
    """A refusal's code and its sentence."""
    if refusal is None:
        return {"code": "", "detail": ""}
    return {"code": refusal.code, "detail": sentence(refusal.code, refusal.params)}
