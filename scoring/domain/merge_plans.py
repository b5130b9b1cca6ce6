"""What merging two players would do, tournament by tournament: shown before it is done, and done as it was shown."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.models import Score
from tournament.models import Entry, Player, Seating, Substitution, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

# Of two registrations of one person the one that is further on is kept.
FURTHEST_FIRST = (
    Entry.State.CHECKED_IN,
    Entry.State.REGISTERED,
    Entry.State.WAITLISTED,
    Entry.State.WITHDRAWN,
)


@dataclass(frozen=True, slots=True)
class InTournament:
    """What changes in one tournament.

    `entry` is the one that is the person's afterwards, if he has one; `removed` the second registration of the same
    person, where play has not begun. `substitutions` and `deals` are how often the one who goes played for others, and
    in how many deals he is named.
    """

    tournament: Tournament
    entry: Entry | None
    removed: Entry | None
    substitutions: int
    deals: int


@dataclass(frozen=True, slots=True)
class MergePlan:
    """`drop` becomes `keep`. `both` are tournaments in which each has a part of his own, so that they cannot be one."""

    keep: Player
    drop: Player
    changes: tuple[InTournament, ...]
    both: tuple[Tournament, ...]
    filled: tuple[str, ...]

    @property
    def tournaments(self) -> list[Tournament]:
        """All in which `drop` is named, and which therefore change."""
        return [change.tournament for change in self.changes]

    @property
    def fingerprint(self) -> str:
        """Tells whether a plan is still the one that was shown."""
        told = [
            [self.keep.pk, self.drop.pk, *self.filled],
            [
                [
                    change.tournament.pk,
                    change.entry.pk if change.entry else None,
                    change.removed.pk if change.removed else None,
                    change.substitutions,
                    change.deals,
                ]
                for change in self.changes
            ],
            [tournament.pk for tournament in self.both],
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def plan_merge(*, keep: Player, drop: Player) -> MergePlan:
    """What would happen now. Nothing is changed."""
    entries = {entry.tournament_id: entry for entry in _entries(drop)}
    of_keep = {entry.tournament_id: entry for entry in _entries(keep)}
    substituted, scored = _played_for_others(drop), _deals_by_tournament(drop)
    ids = {*entries, *substituted, *scored}
    parts_of_keep = {*of_keep, *_played_for_others(keep), *_deals_by_tournament(keep)}
    changes, both = [], []
    for tournament in Tournament.objects.filter(pk__in=ids).order_by("-starts_on", "-pk"):
        pk = tournament.pk
        entry, removed, other = entries.get(pk), None, of_keep.get(pk)
        if pk in parts_of_keep:
            if entry and other and _is_only_registered_twice(tournament, entry, other):
                entry, removed = _furthest_first(entry, other)
            else:
                both.append(tournament)
        changes.append(InTournament(tournament, entry, removed, substituted.get(pk, 0), scored.get(pk, 0)))
    return MergePlan(keep, drop, tuple(changes), tuple(both), _filled(keep, drop))


def _entries(player: Player) -> Iterable[Entry]:
    return Entry.objects.filter(player=player).select_related("tournament", "player", "club")


def _played_for_others(player: Player) -> dict[int, int]:
    """By tournament, how often he was a substitute."""
    counted: dict[int, int] = {}
    for pk in Substitution.objects.filter(player=player).values_list("entry__tournament_id", flat=True):
        counted[pk] = counted.get(pk, 0) + 1
    return counted


def _deals_by_tournament(player: Player) -> dict[int, int]:
    counted: dict[int, int] = {}
    for pk in Score.objects.filter(player=player).values_list("entry__tournament_id", flat=True):
        counted[pk] = counted.get(pk, 0) + 1
    return counted


def _is_only_registered_twice(tournament: Tournament, one: Entry, other: Entry) -> bool:
    """Whether all they have there is a registration each, with nothing played: then one of the two may go."""
    if tournament.is_under_way:
        return False
    return not Substitution.objects.filter(entry__in=[one, other]).exists()


def _furthest_first(one: Entry, other: Entry) -> tuple[Entry, Entry]:
    """Of two registrations of one person the one that stays, and the one to take out."""
    first, second = sorted(
        (one, other), key=lambda entry: (FURTHEST_FIRST.index(Entry.State(entry.state)), entry.start_no)
    )
    return first, second


def _filled(keep: Player, drop: Player) -> tuple[str, ...]:
    """What `keep` lacks and `drop` has."""
    filled = []
    if keep.club_id is None and drop.club_id is not None:
        filled.append("club")
    if not keep.member_no and drop.member_no:
        filled.append("member_no")
    return tuple(filled)


def sheets_naming(player: Player) -> set[int]:
    """Ids of the score sheets on which he is or may come to be named."""
    by_score = Score.objects.filter(player=player).values_list("deal__seating_id", flat=True)
    by_seat = Seating.objects.filter(seats__entry__player=player).values_list("pk", flat=True)
    as_substitute = Seating.objects.filter(seats__entry__substitutions__player=player)
    return {*by_score, *by_seat, *as_substitute.values_list("pk", flat=True)}
