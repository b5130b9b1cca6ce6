"""One board at every table, as the public page tells it: nothing while a table can still play it, or after a freeze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring import queries
from tournament.api.views import ActView
from tournament.models import Round
from tournament.permissions import Act

if TYPE_CHECKING:
    from fractions import Fraction

    from rest_framework.request import Request


class HolderSerializer(serializers.Serializer[queries.Holder]):
    """Who held a hand, or sat out."""

    role = serializers.CharField()
    start_no = serializers.IntegerField(source="entry.start_no")
    name = serializers.CharField(help_text="whoever sat there, who may be a substitute")
    points = serializers.IntegerField()
    difference_hundredths = serializers.SerializerMethodField(
        help_text="against the average of the hand; null: nothing to compare with"
    )

    def get_difference_hundredths(self, holder: queries.Holder) -> int | None:
        return _hundredths(holder.difference)


class HandSerializer(serializers.Serializer[queries.HandOverTables]):
    """What a hand was worth over all tables."""

    role = serializers.CharField()
    mean_hundredths = serializers.SerializerMethodField(help_text="null: fewer than two tables played it")
    tables = serializers.IntegerField()
    lowest = serializers.IntegerField()
    highest = serializers.IntegerField()

    def get_mean_hundredths(self, hand: queries.HandOverTables) -> int | None:
        return _hundredths(hand.mean)


class BoardTableSerializer(serializers.Serializer[queries.AtTable]):
    """The board at one table. `result` is null where nothing was entered."""

    table = serializers.IntegerField(source="table_no")
    result = serializers.SerializerMethodField()
    hands = HolderSerializer(many=True)
    sitter_out = HolderSerializer(allow_null=True)

    def get_result(self, at: queries.AtTable) -> dict[str, Any] | None:
        """What was played and what came of it, in the codes of a deal."""
        if at.deal is None:
            return None
        return {
            "not_played_reason": at.deal.not_played_reason,
            "declarer": at.declarer.role if at.declarer else "",
            "contract": at.deal.contract,
            "trump": at.deal.trump,
            "outcome": at.deal.outcome,
            "tricks": at.deal.tricks,
            "thrown_in": at.deal.thrown_in,
            "tout": at.deal.tout,
            "calls": at.deal.calls or [],
        }


class TravellerSerializer(serializers.Serializer[queries.Traveller]):
    """A board at every table of its round. `hands` and `tables` are empty until it is released."""

    board = serializers.IntegerField()
    released = serializers.BooleanField(source="is_released")
    frozen = serializers.BooleanField(source="is_frozen")
    tables_done = serializers.IntegerField()
    tables_to_come = serializers.IntegerField()
    hands = HandSerializer(many=True)
    tables = BoardTableSerializer(many=True)


class RoundBoard(ActView):
    """One board at every table of a round, once no table can play it any more. 404 where tables shuffle themselves."""

    act: ClassVar[Act] = Act.SEE

    @extend_schema(responses={200: TravellerSerializer})
    def get(self, request: Request, slug: str, number: int, board: int) -> Response:
        tournament = self.tournament()
        assert tournament is not None  # noqa: S101 - the address has a slug
        round_ = get_object_or_404(
            tournament.rounds.exclude(state=Round.State.DRAWN).select_related("tournament"), number=number
        )
        if not tournament.shared_boards or not 1 <= board <= round_.deals:
            raise Http404
        hidden_from = queries.hidden_after(tournament, request.user)
        etag = queries.standings_etag(tournament, "api", hidden_from, f"board-{number}-{board}")
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag})
        found = queries.traveller(round_, board, request.user)
        return Response(TravellerSerializer(found).data, headers={"ETag": etag, "Cache-Control": "no-cache"})


def _hundredths(value: Fraction | None) -> int | None:
    return None if value is None else round(value * 100)
