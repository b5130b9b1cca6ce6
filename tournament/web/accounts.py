"""Logging in and out. Only directors and scorekeepers do; everybody else reads without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import LoginView, LogoutView
from django.shortcuts import render

from tournament.permissions import Act
from tournament.web.access import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

login = page(Act.LOG_IN)(
    LoginView.as_view(template_name="tournament/login.html", redirect_authenticated_user=True)
)
logout = page(Act.LOG_IN)(LogoutView.as_view())


def locked_out(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
    """Too many wrong passwords for one user name from one address."""
    return render(request, "429.html", status=429)
