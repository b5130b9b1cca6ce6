"""What is told to everybody now, beside the results: the message, the clock of the round, the time for protests."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.core.cache import cache

from scoring.domain.rounds import last_close
from scoring.queries.cards import public_rounds
from tournament.domain.clock import Clock, clock_of
from tournament.models import Round, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

# The header that an answer says it by.
SECONDS_LEFT: Final = "Spadille-Seconds-Left"
# A hall of phones asks at the same moment: the database is asked once for each version.
SECONDS_CACHED: Final = 60


@dataclass(frozen=True, slots=True)
class Now:
    """`rounds` are the public ones, `round` the one being played.

    `extra` are the tables with time of their own: number and minutes. `mark` changes with all that is told, but for
    the seconds that go by.
    """

    banner: str
    round: Round | None
    clock: Clock | None
    extra: tuple[tuple[int, int], ...]
    protests_until: datetime | None
    mark: str
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What stands in other tables than the tournament's own: it changes only together with the results' version."""

    rounds: tuple[Round, ...]
    round: Round | None
    extra: tuple[tuple[int, int], ...]
    last_close: datetime | None


def now_of(tournament: Tournament, at: datetime, rounds: Sequence[Round] | None = None) -> Now:
    """For the public pages, the wall and the desk. `rounds` are the public ones, if they are read already."""
    facts = _facts(tournament, rounds)
    clock = _shown(clock_of(facts.round, at)) if facts.round else None
    until = None
    if tournament.state == Tournament.State.RUNNING and facts.last_close is not None:
        until = facts.last_close + timedelta(minutes=tournament.protest_minutes)
    return Now(tournament.banner, facts.round, clock, facts.extra, until, _mark(tournament), facts.rounds)


def now_of_table(seating: Seating, at: datetime) -> Now:
    """For the phone at one table: its own time, while its round is being played."""
    round_, tournament = seating.round, seating.round.tournament
    playing = round_ if round_.state == Round.State.PLAYING else None
    clock = _shown(clock_of(round_, at, seating.extra_minutes)) if playing else None
    return Now(tournament.banner, playing, clock, (), None, _mark(tournament))


def _shown(clock: Clock | None) -> Clock | None:
    """A time that nobody has started yet is the desk's alone."""
    return clock if clock and clock.is_started else None


def _mark(tournament: Tournament) -> str:
    told = (
        tournament.results_version,
        tournament.state,
        tournament.banner,
        tournament.banner_at,
        tournament.protest_minutes,
        tournament.rounds_planned,
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()[:12]


def _facts(tournament: Tournament, rounds: Sequence[Round] | None) -> Facts:
    # The time tells apart what has the same number: a restored tournament, or a test's.
    versions = f"{tournament.pk}-{tournament.results_version}-{tournament.rounds_planned}"
    key = f"now-{versions}-{tournament.results_changed_at}-{tournament.created_at}"
    key = hashlib.sha256(key.encode()).hexdigest()
    facts: Facts | None = cache.get(key)
    if facts is None:
        facts = _read(tournament, public_rounds(tournament) if rounds is None else rounds)
        cache.set(key, facts, SECONDS_CACHED)
    return facts


def _read(tournament: Tournament, rounds: Sequence[Round]) -> Facts:
    playing = next((round_ for round_ in rounds if round_.state == Round.State.PLAYING), None)
    extra: tuple[tuple[int, int], ...] = ()
    if playing is not None and playing.clock_started_at is not None:
        tables = Seating.objects.filter(round=playing, extra_minutes__gt=0).order_by("table_no")
        extra = tuple(tables.values_list("table_no", "extra_minutes"))
    return Facts(tuple(rounds), playing, extra, last_close(tournament, rounds))
