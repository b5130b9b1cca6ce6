"""What guards a form that anybody may send: public pages set no cookie, so Django's own token cannot be used.

The form carries a token, signed and dated, that makes one form one act; where it was sent from is told by the browser.
No log-in is behind such a form, so another site could do no more with it than anybody can by hand.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing

if TYPE_CHECKING:
    from django.http import HttpRequest

# Somebody reads the page in the morning and fills it in at night.
GOOD_FOR = 24 * 60 * 60


def new_token(purpose: str, subject: int) -> str:
    """A token for one form about one thing."""
    return signing.dumps([subject, secrets.token_urlsafe(12)], salt=f"spadille.{purpose}")


def key_of(token: str, purpose: str, subject: int) -> str | None:
    """The key of the form that a token belongs to; None when it is too old, or not for this."""
    try:
        about, key = signing.loads(token, salt=f"spadille.{purpose}", max_age=GOOD_FOR)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return str(key) if about == subject else None


def is_sent_from_here(request: HttpRequest) -> bool:
    """Whether the form stood on a page of ours, as far as the browser tells."""
    origin = request.headers.get("Origin") or request.headers.get("Referer")
    if origin is None:
        return True
    try:
        sender = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    ours = {request.get_host().lower(), urlsplit(settings.PUBLIC_URL).netloc.lower()} - {""}
    return sender in ours
