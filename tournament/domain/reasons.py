"""Reasons that people must give."""

from __future__ import annotations

from tournament.errors import Refused
from tournament.text import clean

LONGEST = 200


def required(reason: str) -> str:
    """The reason as it is kept. Refused when nothing that can be read is left of it."""
    kept = clean(reason, LONGEST)
    if not kept:
        raise Refused("reason_missing")
    return kept
