"""Filters that every template has."""

from __future__ import annotations

from django import template
from django.utils.translation import pgettext

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
