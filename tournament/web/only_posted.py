"""An address that only takes forms, opened as a page: by a reload, a bookmark, or the browser's list of old pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponseNotAllowed
from django.shortcuts import render

from tournament.web.access import page_before

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase as HttpResponse


class OnlyPostedMiddleware:
    """Says so and shows the way back, where Django would answer with an empty page. Nothing was done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method != "GET" or not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        said = render(request, "405.html", {"back": page_before(request)}, status=405)
        said["Allow"] = response["Allow"]
        return said
