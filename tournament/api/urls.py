"""API routes that need no deals, and the description of them all."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from .views import TournamentDetail, TournamentList

urlpatterns = [
    path(
        "schema/",
        SpectacularAPIView.as_view(permission_classes=[], authentication_classes=[]),
        name="api-schema",
    ),
    path("tournaments/", TournamentList.as_view(), name="api-tournaments"),
    path("tournaments/<slug:slug>/", TournamentDetail.as_view(), name="api-tournament"),
]
