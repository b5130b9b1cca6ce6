"""API routes for deals and standings."""

from django.urls import path

from .boards import RoundBoard
from .effects import DealEffect
from .rows import Rows, RowsCheck
from .rulesets import RuleSetAuction
from .tables import SeatingBoard, SeatingCall, SeatingSheet, SeatingSign
from .views import AuctionCheck, DealDetail, DealPreview, DealVoid, SeatingDeals, Standings

urlpatterns = [
    path("tournaments/<slug:slug>/standings/", Standings.as_view(), name="api-standings"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/boards/<int:board>/",
        RoundBoard.as_view(),
        name="api-board",
    ),
    path("seatings/<uuid:seating>/deals/", SeatingDeals.as_view(), name="api-seating-deals"),
    path("seatings/<uuid:seating>/rows/", Rows.as_view(), name="api-seating-rows"),
    path("seatings/<uuid:seating>/rows/check/", RowsCheck.as_view(), name="api-seating-rows-check"),
    path("seatings/<uuid:seating>/sheet/", SeatingSheet.as_view(), name="api-seating-sheet"),
    path("seatings/<uuid:seating>/sign/", SeatingSign.as_view(), name="api-seating-sign"),
    path("seatings/<uuid:seating>/call/", SeatingCall.as_view(), name="api-seating-call"),
    path("seatings/<uuid:seating>/boards/<int:number>/", SeatingBoard.as_view(), name="api-seating-board"),
    path("deals/preview/", DealPreview.as_view(), name="api-deal-preview"),
    path("deals/<int:deal>/", DealDetail.as_view(), name="api-deal"),
    path("deals/<int:deal>/void/", DealVoid.as_view(), name="api-deal-void"),
    path("deals/<int:deal>/effect/", DealEffect.as_view(), name="api-deal-effect"),
    path("rulesets/<slug:ruleset>/auction/", RuleSetAuction.as_view(), name="api-ruleset-auction"),
    path("auctions/check/", AuctionCheck.as_view(), name="api-auction-check"),
]
