"""API routes for a phone at a table: its whole sheet, signing it, calling the director, and what others made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring import queries
from scoring.api.views import SeatingView, actor_of
from scoring.domain.calls import call_director, take_call_back
from scoring.domain.signatures import sign_seating
from scoring.queries.now import SECONDS_LEFT
from tournament.permissions import Act

if TYPE_CHECKING:
    from rest_framework.request import Request

    from tournament.models import Seating


class SignSerializer(serializers.Serializer[Any]):
    """Whose signature it is, and of what: id and version of every deal that he has before him."""

    seat = serializers.CharField(required=False, allow_blank=True, max_length=1, default="")
    seen = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        required=False,
        allow_null=True,
        max_length=1000,
        default=None,
    )


class CallSerializer(serializers.Serializer[Any]):
    """The deal the call is about, or nothing; `waiting: false` takes the call back."""

    number = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=1000, default=None
    )
    waiting = serializers.BooleanField(required=False, default=True)


def _state(seating: Seating) -> Response:
    headers = {"ETag": queries.sheet_etag(seating), "Cache-Control": "no-store"}
    return Response(queries.sheet_state(seating), headers=headers | clock_headers(seating))


def clock_headers(seating: Seating) -> dict[str, str]:
    """The time that is left goes with every answer, also when nothing else is new: phones set their count by it."""
    clock = queries.now_of_table(seating, timezone.now()).clock
    return {SECONDS_LEFT: str(clock.seconds_left)} if clock else {}


@extend_schema(responses={200: dict, 304: None})
class SeatingSheet(SeatingView):
    """A table's sheet with its state: every line with its roles, and the deals that stand."""

    act: ClassVar[Act] = Act.ENTER_DEALS

    def get(self, request: Request, seating: Any) -> Response:
        at = self.seating()
        etag = queries.sheet_etag(at)
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag} | clock_headers(at))
        return _state(at)


@extend_schema(request=SignSerializer, responses={200: dict, 409: dict, 422: dict})
class SeatingSign(SeatingView):
    """Sign the sheet: from the table's phone for a seat that did not change it last."""

    act: ClassVar[Act] = Act.SIGN

    def post(self, request: Request, seating: Any) -> Response:
        form = SignSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        at = self.seating()
        seat, seen = form.validated_data["seat"].upper(), form.validated_data["seen"]
        sign_seating(
            seating=at,
            actor=actor_of(request, at),
            seat=seat,
            seen=None if seen is None else [(pk, version) for pk, version in seen],
        )
        return _state(self.seating())


@extend_schema(request=CallSerializer, responses={200: dict, 422: dict})
class SeatingCall(SeatingView):
    """Call the director to the table, or say that he is no longer needed."""

    act: ClassVar[Act] = Act.CALL_DIRECTOR

    def post(self, request: Request, seating: Any) -> Response:
        form = CallSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        at = self.seating()
        if form.validated_data["waiting"]:
            call_director(seating=at, actor=actor_of(request, at), number=form.validated_data["number"])
        else:
            take_call_back(seating=at, actor=actor_of(request, at))
        return _state(self.seating())


@extend_schema(responses={200: dict})
class SeatingBoard(SeatingView):
    """What the other tables made on the board of one of this table's deals, once no table can still play it."""

    act: ClassVar[Act] = Act.ENTER_DEALS

    def get(self, request: Request, seating: Any, number: int) -> Response:
        at = self.seating()
        line = next((line for line in queries.sheet(at) if line.number == number), None)
        if line is None or line.board is None:
            return Response({"board": None, "released": False, "tables_to_come": 0, "results": []})
        board = queries.board_results(at.round, line.board, request.user)
        return Response(
            {
                "board": board.board,
                "released": board.is_released,
                "frozen": board.is_frozen,
                "tables_to_come": board.tables_to_come,
                "results": [
                    {
                        "table": result.table_no,
                        "own": result.table_no == at.table_no,
                        "hand": result.hand,
                        "contract": result.deal.contract,
                        "trump": result.deal.trump,
                        "outcome": result.deal.outcome,
                        "thrown_in": result.deal.thrown_in,
                        "tout": result.deal.tout,
                        "not_played": not result.deal.is_played,
                        "points": result.deal.points,
                    }
                    for result in board.results
                ],
            }
        )
