"""API routes for deals and standings."""

from django.urls import path

from .views import AuctionCheck, DealDetail, DealPreview, DealVoid, SeatingDeals, Standings

urlpatterns = [
    path("tournaments/<slug:slug>/standings/", Standings.as_view(), name="api-standings"),
    path("seatings/<uuid:seating>/deals/", SeatingDeals.as_view(), name="api-seating-deals"),
    path("deals/preview/", DealPreview.as_view(), name="api-deal-preview"),
    path("deals/<int:deal>/", DealDetail.as_view(), name="api-deal"),
    path("deals/<int:deal>/void/", DealVoid.as_view(), name="api-deal-void"),
    path("auctions/check/", AuctionCheck.as_view(), name="api-auction-check"),
]
