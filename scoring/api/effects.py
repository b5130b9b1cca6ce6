"""API route for the director: what a correction would come to, before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.api.lines import CorrectionSerializer
from scoring.api.views import DealDetail
from scoring.queries.effects import effect_of
from tournament.models import User
from tournament.permissions import Act

if TYPE_CHECKING:
    from rest_framework.request import Request

    from scoring.queries.effects import Affected


class EffectSerializer(CorrectionSerializer):
    """A correction; `off`: the deal is taken off the sheet instead."""

    off = serializers.BooleanField(required=False, default=False)


@extend_schema(request=EffectSerializer, responses={200: dict, 409: dict, 422: dict})
class DealEffect(DealDetail):
    """Whose points and places would change. Nothing is stored."""

    act: ClassVar[Act] = Act.DIRECT
    http_method_names = ("post", "options")
    keeps_late: ClassVar[bool] = False

    def post(self, request: Request, deal: int) -> Response:
        form = EffectSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        affected = effect_of(
            deal=self.deal(),
            line=None if form.validated_data["off"] else form.line(),
            actor=request.user if isinstance(request.user, User) else None,
            reason=form.validated_data["reason"],
        )
        return Response({"affected": [_json(one) for one in affected]})


def _json(one: Affected) -> dict[str, Any]:
    return {
        "start_no": one.entry.start_no,
        "name": one.entry.full_name,
        "total_before": one.total_before,
        "total_after": one.total_after,
        "rank_before": one.rank_before,
        "rank_after": one.rank_after,
    }
