"""Filters for pages that need deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.formats import get_format

from scoring.models import Adjustment
from scoring.words import call_word, in_ranges, outcome_words, role_words
from tournament.sentences import moment_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from fractions import Fraction

    from tournament.domain.clock import Clock

register = template.Library()


@register.filter
def ranges(numbers: Sequence[int]) -> str:
    """Deal numbers as people write them: 1–4, 6."""
    return in_ranges(numbers)


@register.filter
def clock_time(clock: Clock) -> str:
    """What a clock shows before the script counts: minutes and seconds, and +1:00 when the time is over."""
    minutes, seconds = divmod(abs(clock.seconds_left), 60)
    return f"{'+' if clock.seconds_left < 0 else ''}{minutes}:{seconds:02}"


@register.filter
def moment(at: datetime) -> str:
    """A time of day; of another day with its date."""
    return moment_words(at)


@register.filter
def outcome(code: str) -> str:
    """A result class in words."""
    return outcome_words().get(code, code)


@register.filter
def role(code: str) -> str:
    """A role in one deal, in words."""
    return role_words().get(code, code)


@register.filter
def call(code: str) -> str:
    """What was said in an auction."""
    return call_word(code)


@register.filter
def penalty_reason(code: str) -> str:
    """What an adjustment is given for."""
    return str(dict(Adjustment.Reason.choices).get(code, code))


@register.filter
def hundredths(value: int | None) -> str:
    """Signed points with two decimals as the language writes them, +1,25; a dash for what cannot be compared."""
    if value is None:
        return "–"
    whole, part = divmod(abs(value), 100)
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{part:02}"


@register.filter
def difference(value: Fraction | None) -> str:
    """The same of exact points, to the nearest hundredth, half to even."""
    return hundredths(None if value is None else round(value * 100))
