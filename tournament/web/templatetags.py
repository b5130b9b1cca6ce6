"""Filters that every template has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

from tournament.models import Position

if TYPE_CHECKING:
    from datetime import datetime

register = template.Library()


@register.filter
def points(value: int | None) -> str:
    """Signed points with a real minus sign; a dash for not played."""
    if value is None:
        return "–"
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


@register.filter
def seat_letter(position: str) -> str:
    """The letter of a seat as the language writes it: east is Ø in Danish."""
    letters = {
        "N": pgettext("seat letter", "N"),
        "E": pgettext("seat letter", "E"),
        "S": pgettext("seat letter", "S"),
        "W": pgettext("seat letter", "W"),
    }
    return letters.get(position, position)


@register.filter
def seat_name(position: str) -> str:
    """A seat in words: North."""
    return str(dict(Position.choices).get(position, position))


@register.filter
def stamp(at: datetime) -> str:
    """Day and time in a list: 1. dec. 05:09."""
    return _local(at, pgettext("format of a moment", "j M H:i"))


@register.filter
def stamp_to_the_second(at: datetime) -> str:
    """The same in the log, where many things happen in a minute."""
    return _local(at, pgettext("format of a moment", "j M H:i:s"))


@register.filter
def stamp_with_year(at: datetime) -> str:
    """The same of what may be old."""
    return _local(at, pgettext("format of a moment", "j M Y H:i"))


@register.filter
def day_and_time(at: datetime) -> str:
    """Day and time in running text: 1. december 05:09."""
    return _local(at, pgettext("format of a moment", "j F H:i"))


def _local(at: datetime, written: str) -> str:
    return date_format(timezone.localtime(at), written)
