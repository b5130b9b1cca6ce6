"""API routes for the rules of a game, as far as a phone needs them when it has no connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from engine import RULESETS
from scoring.auction_table import auction_table, auction_table_version
from tournament.api.views import ActView
from tournament.permissions import Act

if TYPE_CHECKING:
    from rest_framework.request import Request

A_YEAR = "public, max-age=31536000, immutable"


@extend_schema(
    parameters=[
        OpenApiParameter("v", str, description="the version; with the one that is current it may be kept")
    ],
    responses={200: dict, 304: None},
)
class RuleSetAuction(ActView):
    """Every state of the auction with the legal calls and where they lead, worked out beforehand."""

    act: ClassVar[Act] = Act.SEE

    def get(self, request: Request, ruleset: str) -> Response:
        known = RULESETS.get(ruleset)
        if known is None:
            raise Http404
        version = auction_table_version(known)
        headers = {
            "ETag": f'"{version}"',
            "Cache-Control": A_YEAR if request.query_params.get("v") == version else "no-cache",
        }
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status=304, headers=headers)
        return Response(auction_table(known), headers=headers)
