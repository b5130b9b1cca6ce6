"""A brake on forms that anybody may send. A hall is one address, so it is wide, and nobody is locked out for long."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from django.core.cache import cache

from tournament.guesses import address_of

if TYPE_CHECKING:
    from django.http import HttpRequest

# A full hall signs up when it is told to; a program that floods the list is far quicker.
MOST_A_MINUTE = 120
MINUTE = 60


def is_too_quick(request: HttpRequest, what: str) -> bool:
    """Count one more of these from this address; whether that is more in a minute than a hall can send."""
    key = f"pace-{what}-{sha256(address_of(request).encode()).hexdigest()[:24]}"
    cache.add(key, 0, MINUTE)
    try:
        return int(cache.incr(key)) > MOST_A_MINUTE
    except ValueError:
        # It expired in between.
        cache.set(key, 1, MINUTE)
        return False
