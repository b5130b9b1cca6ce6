"""Days and times as each language writes them, in Danish time."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

SUMMER = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
WINTER = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
DAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("written", "value", "danish", "english"),
    [
        ('date:"DATE_FORMAT"', DAY, "1. december 2026", "1 December 2026"),
        ('date:"MONTH_DAY_FORMAT"', DAY, "1. december", "1 December"),
        ("stamp", WINTER, "25. okt. 02:30", "25 Oct 02:30"),
        ("stamp_to_the_second", WINTER, "25. okt. 02:30:00", "25 Oct 02:30:00"),
        ("stamp_with_year", WINTER, "25. okt. 2026 02:30", "25 Oct 2026 02:30"),
        ("day_and_time", WINTER, "25. oktober 02:30", "25 October 02:30"),
    ],
)
def test_a_moment_reads_naturally(written, value, danish, english):
    template = Template("{{ at|" + written + " }}")

    for language, expected in (("da", danish), ("en", english)):
        with translation.override(language):
            assert template.render(Context({"at": value})) == expected


def test_the_hour_that_comes_twice_in_october_is_told_by_the_clock_on_the_wall():
    template = Template("{{ at|stamp }}")

    assert template.render(Context({"at": SUMMER})) == template.render(Context({"at": WINTER}))
