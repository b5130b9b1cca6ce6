"""A brake on guessing table codes that never locks a hall out.

A hall is one address, and people mistype. So only failed guesses count, and a right code always opens its table, with
one exception: from an address that has failed more often than any hall can (MANY), guesses are looked at one a
second. There are 23 to the power of 8 codes, some 78 thousand million: a whole day of guessing at that speed finds
one of fifty open tables with a chance of one in ten thousand.
"""

from __future__ import annotations

from hashlib import sha256
from ipaddress import AddressValueError, IPv6Address
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache

if TYPE_CHECKING:
    from django.http import HttpRequest

WINDOW = 600
FEW = 30
MANY = 1000
PAUSE = 1


def address_of(request: HttpRequest) -> str:
    """The address a guess comes from: behind our proxy, the one that the proxy itself has seen."""
    if settings.BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def network_of(address: str) -> str:
    """What one guesser has for himself: an address of the old kind, or all that begin with the same 64 bits."""
    try:
        whole = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    return str(whole.ipv4_mapped or whole.packed[:8].hex())


def _key(request: HttpRequest, kind: str) -> str:
    return f"guess-{kind}-{sha256(network_of(address_of(request)).encode()).hexdigest()[:24]}"


def failures(request: HttpRequest) -> int:
    """How often this address failed in the last minutes."""
    return int(cache.get(_key(request, "count"), 0))


def note_failure(request: HttpRequest) -> int:
    """Count one failed guess."""
    key = _key(request, "count")
    cache.add(key, 0, WINDOW)
    try:
        return int(cache.incr(key))
    except ValueError:
        # It expired in between.
        cache.set(key, 1, WINDOW)
        return 1


def must_wait(request: HttpRequest) -> bool:
    """Whether this guess is not even looked at: only after a great many failures, and then one a second is."""
    return failures(request) > MANY and not cache.add(_key(request, "turn"), 1, PAUSE)


def too_many(request: HttpRequest) -> bool:
    """Whether a wrong guess is answered with "slow down" instead of "no such code"."""
    return failures(request) > FEW
