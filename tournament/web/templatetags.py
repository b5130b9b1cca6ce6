"""Filters that every template has."""

from __future__ import annotations

from django import template

from tournament.sentences import sentence

register = template.Library()


@register.filter
def points(value: int | None) -> str:
    """Signed points with a real minus sign; a dash for not played."""
    if value is None:
        return "–"
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


@register.filter
def refusal(code: str) -> str:
    """The sentence of a code."""
    return sentence(code)
