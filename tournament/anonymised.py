"""The list of those who were made anonymous: a file beside the database, so that a restored backup is told again.

It holds a mark (uuid) a line and no names. It is written before anything is said to be done, and only ever grows.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterable


def remembered() -> set[UUID]:
    """The marks in the file; what cannot be read in it is passed over."""
    try:
        lines = _path().read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return set()
    return {mark for mark in map(_mark, lines) if mark is not None}


def remember(marks: Iterable[UUID]) -> None:
    """Add those that are not in the file, so that they outlive a power cut."""
    new = sorted(set(marks) - remembered())
    if not new:
        return
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="ascii") as file:
        file.write("".join(f"{mark}\n" for mark in new))
        file.flush()
        os.fsync(file.fileno())


def _path() -> Path:
    return Path(settings.ANONYMISED_FILE)


def _mark(line: str) -> UUID | None:
    try:
        return UUID(line.strip())
    except ValueError:
        return None
