"""What a hall of phones asks for at the same moment is made once: the others wait for it.

A new result is a new version of the list, and within a second eight threads would each render it. They share one core,
so all of them would be late, and so would the tables that save meanwhile.
"""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Final, TypeVar, cast

from django.core.cache import cache

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made")
# Whatever is asked for, there are no more locks than these; two things that share one only wait for each other.
_LOCKS: Final = tuple(RLock() for _ in range(64))


def made_once(
    key: str, seconds: int, make: Callable[[], Made], keep: Callable[[Made], bool] = lambda _made: True
) -> Made:
    """What is kept under this key, or else what `make` gives; only one thread of this process makes it at a time.

    Nothing that `keep` denies is kept.
    """
    found = cache.get(key)
    if found is None:
        with _LOCKS[hash(key) % len(_LOCKS)]:
            found = cache.get(key)
            if found is None:
                found = make()
                if keep(found):
                    cache.set(key, found, seconds)
    return cast("Made", found)
