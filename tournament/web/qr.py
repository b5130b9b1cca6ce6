"""Squares that a phone's camera reads, as the shape of one path: no image, no style, nothing for a policy to forbid."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import segno

# What the standard asks for around the square, in modules.
QUIET = 4


@dataclass(frozen=True, slots=True)
class QrCode:
    """What `partials/qr.html` draws: the side in modules, quiet zone included, and the dark modules as a path."""

    text: str
    side: int
    path: str


def qr_code(text: str) -> QrCode:
    """The square for an address. A quarter of it may be smudged."""
    rows = segno.make_qr(text, error="q", boost_error=False).matrix
    parts = []
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return QrCode(text=text, side=len(rows) + 2 * QUIET, path="".join(parts))
