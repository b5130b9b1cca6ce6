"""Reads of the registry, the tournaments and their entries, each named for the page or list it serves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Case, Count, IntegerField, Q, Value, When

from engine.seating.tables import layout
from tournament.models import Club, Entry, Player, StaffRole, Tournament, User
from tournament.text import clean, name_key, search_key

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

# Who never sat down does not count as a player; who left after a round does.
_PLAYERS = Count(
    "entries", filter=Q(entries__withdrawn_after_round__isnull=True) | Q(entries__withdrawn_after_round__gt=0)
)
_ORDER_OF_STATES = Case(
    When(state=Tournament.State.RUNNING, then=Value(0)),
    When(state=Tournament.State.OPEN, then=Value(1)),
    When(state=Tournament.State.DRAFT, then=Value(2)),
    default=Value(3),
    output_field=IntegerField(),
)


def tournaments_shown_to(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """All tournaments with `players`, without the drafts of other people."""
    tournaments = Tournament.objects.annotate(players=_PLAYERS)
    if isinstance(user, User) and user.is_superuser:
        return tournaments
    shown = ~Q(state=Tournament.State.DRAFT)
    if isinstance(user, User):
        shown |= Q(pk__in=StaffRole.objects.filter(user=user).values("tournament"))
    return tournaments.filter(shown)


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """Those the user directs or keeps scores in (an administrator: all), the most urgent first."""
    tournaments = Tournament.objects.annotate(players=_PLAYERS, urgency=_ORDER_OF_STATES)
    if not user.is_superuser:
        tournaments = tournaments.filter(pk__in=StaffRole.objects.filter(user=user).values("tournament"))
    return tournaments.order_by("urgency", "-starts_on", "-id")


def directed_ids(user: User) -> frozenset[int]:
    """The tournaments in which the user is a director, by name and not as an administrator."""
    roles = StaffRole.objects.filter(user=user, role=StaffRole.Role.DIRECTOR)
    return frozenset(roles.values_list("tournament_id", flat=True))


def clubs_found(words: str) -> QuerySet[Club]:
    """Clubs whose name holds every word, with `members`, in Danish order."""
    clubs = Club.objects.filter(archived_at=None).annotate(members=Count("players"))
    for word in search_key(words).split():
        clubs = clubs.filter(search_key__contains=word)
    return clubs.order_by("sort_key", "id")


def players_found(words: str) -> QuerySet[Player]:
    """Players whose name or club holds every word, in Danish order."""
    players = Player.objects.filter(archived_at=None).select_related("club")
    for word in search_key(words).split():
        players = players.filter(Q(search_key__contains=word) | Q(club__search_key__contains=word))
    return players.order_by("sort_key", "id")


def players_for_door(words: str) -> QuerySet[Player]:
    """The same, those found by their name alone before those found by their club; nobody for mere signs."""
    in_name = Q()
    for word in search_key(words).split():
        in_name &= Q(search_key__contains=word)
    if not in_name:
        return Player.objects.none()
    by_name = Case(When(in_name, then=Value(0)), default=Value(1), output_field=IntegerField())
    return players_found(words).order_by(by_name, "sort_key", "id")


def namesakes(name: str) -> QuerySet[Player]:
    """Players of this name, whichever way round it is written."""
    return Player.objects.filter(name_key=name_key(clean(name))).select_related("club").order_by("id")


def entries_found(tournament: Tournament, words: str = "") -> QuerySet[Entry]:
    """The entries by start number; with words, those whose name, club or number holds each of them."""
    entries = tournament.entries.select_related("player", "club").order_by("start_no")
    for word in search_key(words).split():
        found = Q(player__search_key__contains=word) | Q(club__search_key__contains=word)
        entries = entries.filter(found | Q(start_no=int(word)) if _is_start_no(word) else found)
    return entries


def _is_start_no(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 4


def entered_player_ids(tournament: Tournament) -> frozenset[int]:
    """The players who have an entry, whatever its state."""
    return frozenset(tournament.entries.values_list("player_id", flat=True))


@dataclass(frozen=True)
class Attendance:
    """How many are signed up, here and gone, and the tables those here would fill."""

    registered: int
    checked_in: int
    withdrawn: int

    @property
    def expected(self) -> int:
        """Everybody who has not left."""
        return self.registered + self.checked_in

    @property
    def can_be_seated(self) -> bool:
        return self.checked_in not in {0, 1, 2, 5}

    @property
    def fours(self) -> int:
        return layout(self.checked_in).fours if self.can_be_seated else 0

    @property
    def threes(self) -> int:
        return layout(self.checked_in).threes if self.can_be_seated else 0


def attendance(tournament: Tournament) -> Attendance:
    """Counted from the database; those on the waiting list are not expected."""
    states = Counter(tournament.entries.values_list("state", flat=True))
    return Attendance(
        registered=states[Entry.State.REGISTERED],
        checked_in=states[Entry.State.CHECKED_IN],
        withdrawn=states[Entry.State.WITHDRAWN],
    )


def newest_player_id() -> int:
    """The highest id of a player, 0 when there is none: what has a higher one later, came later."""
    return Player.objects.order_by("-id").values_list("id", flat=True).first() or 0


def all_players() -> QuerySet[Player]:
    """Every player with the club, for comparing a list with."""
    return Player.objects.select_related("club").order_by("id")
