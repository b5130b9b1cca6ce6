"""Columns and words that several sheets of a workbook have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.exports.cells import Column, Kind
from tournament.models import Position

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from scoring.exports.snapshot import Snapshot
    from scoring.models import Standing
    from tournament.models import Entry


def person_columns(snapshot: Snapshot) -> list[Column]:
    """Who somebody is."""
    return [
        Column(_("Start no."), Kind.NUMBER, 6),
        Column(_("Name"), width=name_width(snapshot)),
        Column(_("Club"), width=width_of((club_of(entry) for entry in snapshot.entries.values()), most=40)),
    ]


def seat_columns(snapshot: Snapshot) -> list[Column]:
    """Where somebody sat, and who it is."""
    return [
        Column(_("Round"), Kind.NUMBER),
        Column(_("Table"), Kind.NUMBER),
        Column(_("Seat"), width=7),
        *person_columns(snapshot),
    ]


def name_width(snapshot: Snapshot) -> int:
    """Room for the longest name."""
    return width_of((snapshot.name_of(entry) for entry in snapshot.entries.values()), most=40)


def width_of(texts: Iterable[str], *, most: int) -> int:
    """Room for the longest text, within reason: what is longer is wrapped."""
    return min(max([12, *map(len, texts)]), most)


def position_words() -> dict[str, str]:
    """The seats, written out."""
    return {position.value: str(position.label) for position in Position}


def club_of(entry: Entry) -> str:
    """The club of the entry, if it has one."""
    return entry.club.name if entry.club else ""


def danish(moment: datetime) -> datetime:
    """A moment as the clock in the hall shows it: a spreadsheet knows no time zones."""
    return timezone.localtime(moment, timezone.get_default_timezone()).replace(tzinfo=None, microsecond=0)


def round_points(row: Standing, rounds: int) -> list[int | None]:
    """One value for each published round; a round published after the row was stored has none yet."""
    points: list[int | None] = row.round_points[:rounds]
    return points + [None] * (rounds - len(points))
