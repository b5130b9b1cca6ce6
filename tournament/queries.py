"""Reads of the registry, the tournaments and their entries, each named for the page or list it serves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Case, Count, IntegerField, Prefetch, Q, Value, When
from django.utils import timezone

from engine.seating.tables import layout
from tournament import lan
from tournament.alike import Likeness, Person, likely_pairs
from tournament.models import (
    AuditEntry,
    Club,
    DifferentPeople,
    Entry,
    Installation,
    Invitation,
    Player,
    StaffRole,
    Substitution,
    Tournament,
    User,
)
from tournament.text import clean, name_key, search_index, search_key, sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

# The verb by which text was taken out of the log.
REDACTED = "redact"
# Who never sat down or only waits does not count as a player; who left after a round does.
_PLAYERS = Count(
    "entries",
    filter=(Q(entries__withdrawn_after_round__isnull=True) | Q(entries__withdrawn_after_round__gt=0))
    & ~Q(entries__state=Entry.State.WAITLISTED),
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


def tournaments_on(shown: QuerySet[Tournament]) -> list[Tournament]:
    """Of these, those being played, with their rounds; one whose result became final today is still among them."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    on = Q(state=Tournament.State.RUNNING) | Q(state=Tournament.State.FINISHED, finished_at__gte=today)
    return list(
        shown.filter(on)
        .annotate(urgency=_ORDER_OF_STATES)
        .prefetch_related("rounds")
        .order_by("urgency", "-starts_on", "-id")
    )


def tournaments_named(words: str) -> list[int]:
    """The ids of those whose name, place or year holds every word, or the club of somebody who played in them."""
    wanted = search_key(words).split()
    found = []
    for pk, name, place, starts_on in Tournament.objects.values_list("pk", "name", "place", "starts_on"):
        text = search_index(f"{name} {place} {starts_on.year}")
        if all(word in text for word in wanted):
            found.append(pk)
    clubs = Club.objects.all()
    for word in wanted:
        clubs = clubs.filter(search_key__contains=word)
    if wanted:
        entered = Entry.objects.filter(club__in=clubs).values_list("tournament_id", flat=True)
        found += entered.distinct()
    return found


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


def open_invitations(tournament: Tournament) -> QuerySet[Invitation]:
    """Links to the staff that somebody can still take, with who made them, the newest first."""
    still_good = tournament.invitations.filter(
        taken_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    )
    return still_good.select_related("made_by")


def clubs_found(words: str) -> QuerySet[Club]:
    """Clubs whose name holds every word, with `members`, in Danish order."""
    clubs = Club.objects.filter(archived_at=None).annotate(
        members=Count("players", filter=Q(players__archived_at=None))
    )
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
    same_name = Player.objects.filter(archived_at=None, name_key=name_key(clean(name)))
    return same_name.select_related("club").order_by("id")


def entries_found(tournament: Tournament, words: str = "") -> QuerySet[Entry]:
    """The entries by start number; with words, those whose name, club or number holds each of them."""
    entries = tournament.entries.select_related("player", "club").order_by("start_no")
    entries = entries.prefetch_related(substitutes())
    for word in search_key(words).split():
        found = Q(player__search_key__contains=word) | Q(club__search_key__contains=word)
        entries = entries.filter(found | Q(start_no=int(word)) if _is_start_no(word) else found)
    return entries


def _is_start_no(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 4


def redacted_texts(rows: Iterable[AuditEntry]) -> dict[int, frozenset[str]]:
    """By id of these entries of the log the keys whose text was taken out of it: nobody may read it any more."""
    asked = list(rows)
    ids, tournaments = {row.pk for row in asked}, {row.tournament_id for row in asked}
    made = AuditEntry.objects.filter(verb=REDACTED).filter(
        Q(tournament_id__in=tournaments - {None}) | Q(tournament_id=None)
    )
    found: dict[int, frozenset[str]] = {}
    for after in made.values_list("after", flat=True):
        for pk, keys in ((after or {}).get("texts") or {}).items():
            if int(pk) in ids:
                found[int(pk)] = found.get(int(pk), frozenset()) | frozenset(keys)
    return found


def tournaments_naming(player: Player) -> QuerySet[Tournament]:
    """Those in which he plays or has played, for himself or for another."""
    named = Q(entries__player=player) | Q(entries__substitutions__player=player)
    return Tournament.objects.filter(named).distinct()


def labels_used(tournament: Tournament) -> list[str]:
    """The categories that somebody is in, in Danish order."""
    used = {label for labels in tournament.entries.values_list("labels", flat=True) for label in labels}
    return sorted(used, key=sort_key)


def substitutes(path: str = "") -> Prefetch[str, QuerySet[Substitution], str]:
    """For `prefetch_related`: who plays in an entry's place, with names, by one query. `path` leads to the entry."""
    lookup = f"{path}__substitutions" if path else "substitutions"
    return Prefetch(lookup, Substitution.objects.select_related("player"))


def entered_player_ids(tournament: Tournament) -> frozenset[int]:
    """The players who have an entry, whatever its state."""
    return frozenset(tournament.entries.values_list("player_id", flat=True))


def entries_by_player(tournament: Tournament, players: Iterable[Player]) -> dict[int, Entry]:
    """The entries these players have here, by id of the player."""
    entries = tournament.entries.filter(player__in=players).select_related("player")
    return {entry.player_id: entry for entry in entries}


@dataclass(frozen=True)
class Attendance:
    """How many are signed up, here and gone, and the tables those here would fill."""

    registered: int
    checked_in: int
    withdrawn: int
    waitlisted: int = 0

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
        waitlisted=states[Entry.State.WAITLISTED],
    )


@dataclass(frozen=True)
class Places:
    """How many places there are (`limit`, None: no limit), how many are taken, and who waits, first come first."""

    limit: int | None
    taken: int
    waiting: tuple[Entry, ...]

    @property
    def free(self) -> int | None:
        """Places that nobody has; None when there is no limit."""
        return None if self.limit is None else max(self.limit - self.taken, 0)

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait: all places are taken, or others wait for one already."""
        return bool(self.waiting) or self.free == 0

    @property
    def next_in_line(self) -> Entry | None:
        """Who is to be given the place that is free, if one is."""
        return self.waiting[0] if self.waiting and self.free != 0 else None


def places(tournament: Tournament) -> Places:
    """Those registered and those here have a place; whoever left has none."""
    entries = tournament.entries.select_related("player", "club").order_by("start_no")
    taken = tournament.entries.filter(state__in=[Entry.State.REGISTERED, Entry.State.CHECKED_IN]).count()
    return Places(tournament.signup_limit, taken, tuple(entries.filter(state=Entry.State.WAITLISTED)))


@dataclass(frozen=True)
class Fees:
    """What is paid and what is to come, in kroner, and who owes."""

    paid: int
    expected: int
    owing: tuple[Entry, ...]


def fees(tournament: Tournament) -> Fees:
    """Whoever has a place or has played pays; what somebody paid who left without playing counts as paid."""
    entries = tournament.entries.select_related("player", "club").order_by("start_no")
    owes = Q(state__in=[Entry.State.REGISTERED, Entry.State.CHECKED_IN]) | Q(withdrawn_after_round__gt=0)
    owing = tuple(entries.filter(owes, fee_paid_at=None))
    paid = tournament.fee * entries.filter(fee_paid_at__isnull=False).count()
    return Fees(paid, paid + tournament.fee * len(owing), owing)


def newest_player_id() -> int:
    """The highest id of a player, 0 when there is none: what has a higher one later, came later."""
    return Player.objects.order_by("-id").values_list("id", flat=True).first() or 0


def all_players() -> QuerySet[Player]:
    """Every player with the club, for comparing a list with."""
    return Player.objects.filter(archived_at=None).select_related("club").order_by("id")


@dataclass(frozen=True)
class PossibleDuplicate:
    """Two players who may be one person, each with the number of `tournaments`."""

    one: Player
    other: Player
    likeness: Likeness


def possible_duplicates() -> list[PossibleDuplicate]:
    """Pairs to look at, the surest first; without those of whom somebody said that they are two people."""
    players = {
        player.pk: player
        for player in Player.objects.filter(archived_at=None, anonymised_at=None)
        .select_related("club")
        .annotate(tournaments=Count("entries"))
        .order_by("id")
    }
    people = (
        Person.of(player.pk, player.name, player.club.name if player.club else "", player.member_no)
        for player in players.values()
    )
    different = set(DifferentPeople.objects.values_list("one_id", "other_id"))
    return [
        PossibleDuplicate(players[pair.one], players[pair.other], pair.likeness)
        for pair in likely_pairs(people)
        if (pair.one, pair.other) not in different
        # The demonstration's people are invented.
        and players[pair.one].is_demo == players[pair.other].is_demo
    ]


def said_different() -> QuerySet[DifferentPeople]:
    """Pairs of whom somebody said that they are two people, the last first."""
    return DifferentPeople.objects.select_related("one__club", "other__club")


def fixed_address() -> str:
    """The address that the settings name (PUBLIC_URL), if it is one that others can come by."""
    address = lan.site_address(settings.PUBLIC_URL) if settings.PUBLIC_URL else ""
    return "" if address and lan.is_loopback(lan.host_and_port(address)[0]) else address


def public_address() -> str:
    """`scheme://host:port` for links that leave this machine. Empty while nobody has chosen one."""
    return fixed_address() or Installation.objects.values_list("address", flat=True).first() or ""


def lost_address(port: int) -> str:
    """The chosen address, if this machine had it and no longer has; else empty. `port` is the one it listens on."""
    chosen = None if fixed_address() else Installation.objects.filter(is_own=True).first()
    if chosen is None:
        return ""
    host, chosen_port = lan.host_and_port(chosen.address)
    is_here = chosen_port == port and host in {own.host for own in lan.addresses()}
    return "" if is_here else chosen.address
