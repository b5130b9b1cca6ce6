"""Filters for pages that need deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from scoring.words import in_ranges, outcome_words

if TYPE_CHECKING:
    from collections.abc import Sequence

register = template.Library()


@register.filter
def ranges(numbers: Sequence[int]) -> str:
    """Deal numbers as people write them: 1–4, 6."""
    return in_ranges(numbers)


@register.filter
def outcome(code: str) -> str:
    """A result class in words."""
    return outcome_words().get(code, code)
