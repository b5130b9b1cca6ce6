"""A phone at a table: `Authorization: Table ABCDEFGH E`. The code opens one table; the seat says who speaks.

There is no session and no cookie, so nothing expires in the middle of a deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.authentication import BaseAuthentication

from tournament.domain.actors import AtTable
from tournament.domain.codes import as_typed, seating_of_code, was_code_of
from tournament.guesses import must_wait, note_failure, note_success, too_many
from tournament.models import Position

if TYPE_CHECKING:
    from rest_framework.request import Request

    from tournament.models import Seating

KEYWORD = "table"


@dataclass(frozen=True, slots=True)
class TablePass:
    """What came with a request: a code, the table it opens now (None: it opens none), and the seat named."""

    code: str
    seating: Seating | None
    seat: str

    def opens(self, seating: Seating | None) -> bool:
        """Whether the code is the one of this table."""
        return self.seating is not None and seating is not None and self.seating.pk == seating.pk

    def opened(self, seating: Seating | None) -> bool:
        """Whether it was, until the director made a new one."""
        return seating is not None and was_code_of(seating, self.code)

    def actor(self, seating: Seating) -> AtTable:
        """Who does it, for the log."""
        return AtTable(seating.pk, self.seat)


class UnknownCode(exceptions.APIException):
    """The code opens no table, or not this one."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "unknown_table_code"
    default_detail = _("No table has this code. Look at the card on the table.")


class SlowDown(exceptions.Throttled):
    """Too many wrong codes came from this address."""

    default_code = "too_many_guesses"
    default_detail = _("Too many wrong codes. Wait a little, and try again.")
    extra_detail_singular = extra_detail_plural = ""


class TableCodeAuthentication(BaseAuthentication):
    """Reads the code. Whether it opens the table of the address is for the permission to say."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TablePass] | None:
        keyword, _blank, rest = request.headers.get("Authorization", "").partition(" ")
        if keyword.lower() != KEYWORD:
            return None
        code, _blank, seat = rest.strip().partition(" ")
        typed = as_typed(code)
        if must_wait(request._request, typed):  # noqa: SLF001 - the counter is shared with the pages
            raise SlowDown(wait=1)
        named = seat.strip().upper()
        return AnonymousUser(), TablePass(
            typed, seating_of_code(typed), named if named in Position.values else ""
        )


def welcome(request: Request) -> None:
    """Remember a code that has opened its table."""
    note_success(request._request, request.auth.code)  # type: ignore[union-attr]  # noqa: SLF001 - only a TablePass gets here


def refuse(request: Request) -> None:
    """Count a code that opens nothing here, and say so."""
    note_failure(request._request)  # noqa: SLF001 - the counter is shared with the pages
    if too_many(request._request):  # noqa: SLF001
        raise SlowDown(wait=10)
    raise UnknownCode
