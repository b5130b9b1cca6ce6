"""Addresses: Danish at `/`, English at `/en/`, the API beside them. `scoring` is included by name, never imported."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("tournament.api.urls")),
    path("api/v1/", include("scoring.api.urls")),
    *i18n_patterns(
        path("", include("tournament.web.urls")),
        path("", include("scoring.web.urls")),
        prefix_default_language=False,
    ),
]
