"""Errors as RFC 9457 problem documents, with the code of the engine or verb that refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from engine import RuleViolation
from tournament.errors import NotAllowed, Refused, Stale, Taken
from tournament.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTENT_TYPE = "application/problem+json"
# Refusals that come from somebody else having been there first, not from what was sent.
CONFLICTS = frozenset(
    {
        "sheet_signed",
        "round_closed",
        "round_not_open",
        "deal_voided",
        "tournament_finished",
        "code_renewed",
        "deal_moved",
        "sheet_changed_since",
        "sheet_incomplete",
    }
)


def status_of(refusal: Refused | RuleViolation) -> int:
    """409 when the place is taken or closed, 412 when the version is old, 422 when it cannot be."""
    if isinstance(refusal, Stale):
        return 412
    if isinstance(refusal, Taken) or refusal.code in CONFLICTS:
        return 409
    if isinstance(refusal, NotAllowed):
        return 403
    if refusal.code == "version_missing":
        return 428
    return 422


def problem(status: int, code: str, detail: str, **members: Any) -> Response:
    """A problem document. `type` is the code as a URN; further members are the caller's."""
    body = {"type": f"urn:spadille:{code}", "title": detail, "status": status, "code": code, **members}
    return Response(body, status=status, content_type=CONTENT_TYPE)


def refusal_problem(refusal: Refused | RuleViolation, **members: Any) -> Response:
    """The problem document of a refusal, in the reader's language."""
    detail = sentence(refusal.code, refusal.params)
    params = {key: str(value) for key, value in refusal.params.items()}
    if isinstance(refusal, Refused) and refusal.kept:
        members["kept"] = True
    return problem(status_of(refusal), refusal.code, detail, params=params, **members)


def as_problem(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """REST framework's exception handler. What is not known here becomes an ordinary 500."""
    if isinstance(exc, (Refused, RuleViolation)):
        set_rollback()
        return refusal_problem(exc)
    if isinstance(exc, Http404):
        exc = exceptions.NotFound(gettext("There is nothing at this address."))
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    if not isinstance(exc, exceptions.APIException):
        return None
    set_rollback()
    if isinstance(exc, exceptions.ValidationError):
        return problem(
            exc.status_code, "malformed", gettext("Some of what was sent cannot be read."), errors=exc.detail
        )
    code = exc.default_code if not isinstance(exc.detail, exceptions.ErrorDetail) else exc.detail.code
    response = problem(exc.status_code, str(code), str(exc.detail))
    wait = getattr(exc, "wait", None)
    if wait:
        response["Retry-After"] = str(int(wait) + 1)
    return response
