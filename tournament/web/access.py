"""Which act a page is, said once at the view: `@page(Act.DIRECT)`."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import cache_control

from tournament.models import Tournament, User
from tournament.permissions import Act, allowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase as HttpResponse

    View = Callable[..., HttpResponse]


def page(act: Act) -> Callable[[View], View]:
    """Let only those pass who may do this act. With a `slug` in the address, in that tournament.

    A view with a slug gets the tournament as its second argument. A draft is shown to its staff only.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, slug: str | None = None, **kwargs: Any) -> HttpResponse:
            if slug is None:
                _check(request, act, None)
                return view(request, *args, **kwargs)
            tournament = get_object_or_404(Tournament, slug=slug)
            _check(request, act, tournament)
            return view(request, tournament, *args, **kwargs)

        guarded = checked if act is Act.SEE else cache_control(private=True, no_store=True)(checked)
        guarded.act = act  # type: ignore[attr-defined]  # read by the permission matrix test
        return guarded

    return decorate


def _check(request: HttpRequest, act: Act, tournament: Tournament | None) -> None:
    if not allowed(request.user, act, tournament):
        if not request.user.is_authenticated:
            raise LogInFirst
        raise PermissionDenied
    if (
        tournament is not None
        and tournament.state == Tournament.State.DRAFT
        and not allowed(request.user, Act.SEE_DESK, tournament)
    ):
        raise Http404


class LogInFirst(Exception):
    """Somebody who is not logged in asked for a page that needs it."""


class LogInMiddleware:
    """Sends those who must log in first to the log-in page, and back after it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, LogInFirst):
            return redirect_to_login(_page_to_return_to(request))
        return None


def _page_to_return_to(request: HttpRequest) -> str:
    """Where to go after logging in: what was asked for, or, when a form was sent, the page it stood on."""
    return request.get_full_path() if request.method in {"GET", "HEAD"} else page_before(request)


def page_before(request: HttpRequest) -> str:
    """The page of ours that led here, else the director's."""
    came_from = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure()):
        parts = urlsplit(came_from)
        if parts.path != request.path:
            return f"{parts.path}?{parts.query}" if parts.query else parts.path
    return reverse("director-home")


def person(request: HttpRequest) -> User:
    """The user of a page that only people with an account reach."""
    assert isinstance(request.user, User)  # noqa: S101 - `page` has seen to it
    return request.user
