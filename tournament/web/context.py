"""What every page knows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import translate_url
from django.utils.translation import get_language

from tournament.web.phones import lost_address

if TYPE_CHECKING:
    from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The version, this page's address in each language, and (asked only where it is shown) a lost address."""
    path = request.get_full_path()
    current = get_language()
    links = [
        {"code": code, "name": name, "url": translate_url(path, code), "current": code == current}
        for code, name in (("da", "Dansk"), ("en", "English"))
    ]
    return {
        "site": {"version": settings.VERSION},
        "language_links": links,
        "director_area": "/director/" in request.path,
        "lost_address": partial(lost_address, request),
    }
