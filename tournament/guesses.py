"""A brake on guessing table codes that never locks a hall out.

A hall is one address, and people mistype. So only failed guesses count, and a right code always opens its table, with
one exception: from an address that has failed more often than any hall can (MANY), guesses are looked at one a
second. What has opened its table from there before is no guess: phones that are in go on. There are 23 to the power
of 8 codes, some 78 thousand million: a whole day of guessing at that speed finds one of fifty open tables with a
chance of one in ten thousand.
"""

from __future__ import annotations

from hashlib import sha256
from ipaddress import AddressValueError, IPv6Address
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from django.http import HttpRequest

WINDOW = 600
FEW = 30
MANY = 1000
PAUSE = 1
A_DAY = 24 * 60 * 60


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


def note_success(request: HttpRequest, code: str) -> None:
    """Remember that this code opens its table, so that it is no guess when it comes from here again."""
    cache.add(_known(request, code), 1, A_DAY)


def _known(request: HttpRequest, code: str) -> str:
    mark = salted_hmac("spadille.known-code", code, algorithm="sha256").hexdigest()
    return _key(request, f"known-{mark[:24]}")


def must_wait(request: HttpRequest, code: str = "") -> bool:
    """Whether this guess is not even looked at: only after a great many failures, and then one a second is."""
    if failures(request) <= MANY or (code and cache.get(_known(request, code))):
        return False
    return not cache.add(_key(request, "turn"), 1, PAUSE)


def too_many(request: HttpRequest) -> bool:
    """Whether a wrong guess is answered with "slow down" instead of "no such code"."""
    return failures(request) > FEW
