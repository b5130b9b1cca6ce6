"""Refusals of verbs: a code and its parameters. Sentences are made at the edge (`sentences.py`)."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A verb was asked for something that is not possible now. Nothing was stored.

    But for one thing: `kept` says that what was typed is with the director.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
        self.kept = False

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


class NotAllowed(Refused):
    """The actor may not do this, whatever the state."""


class Taken(Refused):
    """Somebody was there first: `stored` is what stands, `typed` what was sent."""

    def __init__(self, code: str, *, stored: Any = None, **params: Any) -> None:
        super().__init__(code, **params)
        self.stored = stored


class Stale(Taken):
    """The change was based on a version that is no longer the current one."""
