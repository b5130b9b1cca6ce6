"""The clock of a round: it shows what the time that is passed in says, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scoring.domain.rounds import close_round
from tests.scenes import begin, play, playing, table
from tournament.domain.clock import (
    clock_of,
    give_round_time,
    give_table_time,
    go_on_clock,
    proposed_minutes,
    reset_clock,
    set_clock,
    start_clock,
    stop_clock,
)
from tournament.errors import Refused
from tournament.models import AuditEntry, Round, Seating

pytestmark = pytest.mark.django_db
START = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # half an hour before summer time ends


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


@pytest.fixture
def round_() -> Round:
    return playing(8).rounds.get(number=1)


def seconds(round_: Round, minutes: float, extra: int = 0) -> tuple[int, bool]:
    clock = clock_of(Round.objects.get(pk=round_.pk), at(minutes), extra)
    assert clock is not None
    return clock.seconds_left, clock.is_running


def verbs() -> list[str]:
    names = {
        "start_clock",
        "stop_clock",
        "go_on_clock",
        "set_clock",
        "reset_clock",
        "extra_time",
        "table_extra_time",
    }
    return [entry.verb for entry in AuditEntry.objects.filter(verb__in=names).order_by("pk")]


def test_a_round_without_a_time_has_no_clock(round_: Round) -> None:
    assert clock_of(round_, START) is None
    with pytest.raises(Refused, match="clock_without_minutes"):
        start_clock(round_=round_, actor=None, at=START)


def test_it_counts_down_and_beyond_across_the_change_of_summer_time(round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=START)
    assert [seconds(round_, minute)[0] for minute in (0, 45, 60, 61.5)] == [3600, 900, 0, -90]


def test_a_second_that_has_begun_is_still_there(round_: Round) -> None:
    start_clock(round_=round_, minutes=1, actor=None, at=START)
    assert seconds(round_, 0.5 / 60) == (60, True)
    assert seconds(round_, 59.5 / 60) == (1, True)


def test_standing_still_costs_no_time(round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=START)
    stop_clock(round_=round_, actor=None, at=at(10))
    assert seconds(round_, 25) == (3000, False)
    go_on_clock(round_=round_, actor=None, at=at(30))
    assert seconds(round_, 31) == (2940, True)
    stop_clock(round_=round_, actor=None, at=at(40))
    assert seconds(round_, 90) == (2400, False)


def test_pressing_twice_does_nothing_twice(round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=START)
    start_clock(round_=round_, minutes=30, actor=None, at=at(5))
    assert seconds(round_, 5) == (3300, True)
    stop_clock(round_=round_, actor=None, at=at(10))
    stop_clock(round_=round_, actor=None, at=at(20))
    assert seconds(round_, 20) == (3000, False)
    go_on_clock(round_=round_, actor=None, at=at(20))
    go_on_clock(round_=round_, actor=None, at=at(30))
    assert seconds(round_, 30) == (2400, True)
    assert verbs() == ["start_clock", "stop_clock", "go_on_clock"]


def test_the_time_can_be_set_while_it_runs_and_set_back(round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=START)
    set_clock(round_=round_, minutes=45, actor=None)
    assert seconds(round_, 15) == (1800, True)
    reset_clock(round_=round_, actor=None)
    assert seconds(round_, 99) == (2700, False)
    reset_clock(round_=round_, actor=None)
    assert verbs() == ["start_clock", "set_clock", "reset_clock"]


def test_more_time_for_every_table_is_given_once(round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=START)
    give_round_time(round_=round_, minutes=5, had=60, actor=None)
    with pytest.raises(Refused, match="clock_changed_meanwhile"):
        give_round_time(round_=round_, minutes=5, had=60, actor=None)
    assert seconds(round_, 0) == (3900, True)
    give_round_time(round_=round_, minutes=-5, had=65, actor=None)
    assert seconds(round_, 0) == (3600, True)


def test_more_time_for_one_table_is_its_own(round_: Round) -> None:
    start_clock(round_=round_, minutes=60, actor=None, at=START)
    one, other = table(round_.tournament, 1, 1), table(round_.tournament, 1, 2)
    give_table_time(seating=one, minutes=7, had=0, actor=None)
    with pytest.raises(Refused, match="clock_changed_meanwhile"):
        give_table_time(seating=one, minutes=7, had=0, actor=None)
    with pytest.raises(Refused, match="impossible_minutes"):
        give_table_time(seating=one, minutes=-8, had=7, actor=None)
    extras = Seating.objects.in_bulk([one.pk, other.pk])
    assert [extras[seating.pk].extra_minutes for seating in (one, other)] == [7, 0]
    assert seconds(round_, 60, extra=7) == (420, True)
    entry = AuditEntry.objects.get(verb="table_extra_time")
    assert (entry.object_id, entry.before, entry.after) == (
        one.pk,
        {"extra_minutes": 0},
        {"extra_minutes": 7},
    )


def test_the_next_round_is_proposed_the_time_of_the_last() -> None:
    tournament = playing(8)
    first, second = tournament.rounds.order_by("number")
    assert proposed_minutes(second) is None
    start_clock(round_=first, minutes=75, actor=None, at=START)
    assert proposed_minutes(second) == 75
    assert proposed_minutes(first) is None


@pytest.mark.parametrize("minutes", [0, -1, 721])
def test_a_time_that_cannot_be_is_refused(round_: Round, minutes: int) -> None:
    with pytest.raises(Refused, match="impossible_minutes"):
        start_clock(round_=round_, minutes=minutes, actor=None, at=START)
    with pytest.raises(Refused, match="impossible_minutes"):
        set_clock(round_=round_, minutes=minutes, actor=None)


def test_only_a_round_that_is_played_has_a_running_clock() -> None:
    tournament = playing(8)
    second = tournament.rounds.get(number=2)
    with pytest.raises(Refused, match="round_not_open"):
        start_clock(round_=second, minutes=60, actor=None, at=START)
    assert set_clock(round_=second, minutes=50, actor=None).minutes == 50
    first = play(tournament, 1, close=False)
    start_clock(round_=first, minutes=60, actor=None, at=START)
    close_round(round_=first, actor=None)
    begin(tournament, 2)
    for verb in (stop_clock, go_on_clock):
        with pytest.raises(Refused, match="round_not_open"):
            verb(round_=first, actor=None, at=at(1))
    with pytest.raises(Refused, match="round_not_open"):
        set_clock(round_=first, minutes=50, actor=None)


def test_pages_are_told_that_the_clock_has_changed(round_: Round) -> None:
    versions = []
    for verb in (
        lambda: start_clock(round_=round_, minutes=60, actor=None, at=START),
        lambda: stop_clock(round_=round_, actor=None, at=at(1)),
        lambda: give_table_time(seating=table(round_.tournament), minutes=1, had=0, actor=None),
    ):
        verb()
        round_.tournament.refresh_from_db()
        versions.append(round_.tournament.results_version)
    assert versions == sorted(set(versions))
