"""The log as somebody asks for it: by whom, about whom, at which table, what kind of step, why and when.

What was taken out of the log for an anonymous player is not found either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from scoring.domain.moves import MOVED, UNDONE
from scoring.models import Adjustment, Deal, RefusedEntry
from tournament.models import AuditEntry, Entry, Player, Round, Seating, Tournament, User
from tournament.queries import redacted_texts
from tournament.text import search_key

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from datetime import datetime

    from django.db.models import QuerySet

MOVES = frozenset({MOVED, UNDONE})
# These hold start numbers, registrations, seats or places of several people in their texts.
OF_SEVERAL = frozenset(
    {"keep_apart", "no_longer_apart", "swap_seats", "repair_seats", "check_in_all", "undo_check_in_all"}
)
SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a log; what is None or empty is not asked for. `actor`: `user-3`, `table-7` or `system`."""

    actor: str = ""
    about: str = ""
    round_no: int | None = None
    table: int | None = None
    deal: int | None = None
    verbs: frozenset[str] = frozenset()
    words: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Actors:
    """Who did something that is in a log: accounts, and tables by number."""

    users: tuple[User, ...]
    tables: tuple[int, ...]


def audit_entries(tournament: Tournament, asked: Asked | None = None) -> QuerySet[AuditEntry]:
    """The log of one tournament, newest first."""
    asked = asked or Asked()
    rows = _steps(AuditEntry.objects.filter(tournament_id=tournament.pk), asked, tournament)
    if asked.about:
        rows = rows.filter(_about_player(tournament, asked.about))
    if asked.round_no is not None or asked.table is not None or asked.deal is not None:
        rows = rows.filter(_at_place(tournament, asked))
    return _with_words(rows, asked.words).order_by("-id")


def audit_entries_outside(asked: Asked | None = None) -> QuerySet[AuditEntry]:
    """What was done to the registry, accounts and the installation, and in tournaments that are gone."""
    asked = asked or Asked()
    gone = ~Q(tournament_id__in=Tournament.objects.values("pk"))
    rows = _steps(AuditEntry.objects.filter(Q(tournament_id=None) | gone), asked, None)
    if asked.about:
        people = list(_named(Player.objects.all(), asked.about, "search_key").values_list("pk", flat=True))
        rows = rows.filter(_names_player(people))
    return _with_words(rows, asked.words).order_by("-id")


def actors_in(rows: QuerySet[AuditEntry]) -> Actors:
    """Everybody who did something in these rows."""
    users = User.objects.filter(pk__in=_distinct(rows, "actor_id")).order_by("full_name", "pk")
    seatings = Seating.objects.filter(pk__in=_distinct(rows, "actor_seating_id"))
    tables = seatings.order_by("table_no").values_list("table_no", flat=True).distinct()
    return Actors(tuple(users), tuple(tables))


def _distinct(rows: QuerySet[AuditEntry], name: str) -> list[int]:
    return list(rows.order_by().exclude(**{name: None}).values_list(name, flat=True).distinct())


def _steps(rows: QuerySet[AuditEntry], asked: Asked, tournament: Tournament | None) -> QuerySet[AuditEntry]:
    """By whom, what kind, and when."""
    kind, _, number = asked.actor.partition("-")
    if kind == SYSTEM:
        rows = rows.filter(actor_id=None, actor_seating_id=None)
    elif kind == "table":
        at_table = Seating.objects.filter(round__tournament=tournament, table_no=int(number))
        rows = rows.filter(actor_seating_id__in=at_table.values("pk"))
    elif kind == "user":
        rows = rows.filter(actor_id=int(number))
    if asked.verbs:
        rows = rows.filter(verb__in=asked.verbs)
    if asked.since is not None:
        rows = rows.filter(at__gte=asked.since)
    return rows if asked.until is None else rows.filter(at__lt=asked.until)


def _with_words(rows: QuerySet[AuditEntry], words: str) -> QuerySet[AuditEntry]:
    """Those whose reason holds every word. Compared here: the database does not know that Å is å."""
    wanted = search_key(words).split()
    if not wanted:
        return rows
    told = list(rows.exclude(reason="").only("pk", "tournament_id", "reason"))
    gone = {pk for pk, keys in redacted_texts(told).items() if "reason" in keys}
    found = [row.pk for row in told if row.pk not in gone and _holds(row.reason, wanted)]
    return rows.filter(pk__in=found)


def _holds(text: str, wanted: Iterable[str]) -> bool:
    key = search_key(text)
    return all(word in key for word in wanted)


# About a player


def _about_player(tournament: Tournament, words: str) -> Q:
    """By start number or name: his registration, penalties, substitutes, and the sheets of tables where he sat."""
    here = Entry.objects.filter(tournament=tournament)
    by_name = _named(here, words, "player__search_key")
    entries = {
        entry.pk: entry for entry in (here.filter(start_no=int(words)) if _is_number(words) else by_name)
    }
    others = Player.objects.filter(substitutions__entry__tournament=tournament)
    people = {entry.player_id for entry in entries.values()}
    people |= set(_named(others, words, "search_key").values_list("pk", flat=True))
    numbers = {entry.start_no for entry in entries.values()}
    of_several = _matching(tournament, OF_SEVERAL, lambda row: _names_one_of(row, numbers, set(entries)))
    sat = Seating.objects.filter(seats__entry__in=entries)
    sheets = set(sat.values_list("pk", flat=True))
    moves = _moves_touching(tournament, lambda deal: deal.get("seating") in sheets)
    played = Deal.objects.filter(seating__round__tournament=tournament, scores__player__in=people)
    return (
        Q(object_type="entry", object_id__in=list(entries))
        | Q(object_type="adjustment", object_id__in=Adjustment.objects.filter(entry__in=entries).values("pk"))
        | _names_player(people)
        | _on_sheets(sat)
        | Q(object_type="deal", object_id__in=played.values("pk"))
        | Q(pk__in=[*of_several, *moves])
    )


def _named(rows: QuerySet[Any], words: str, field: str) -> QuerySet[Any]:
    """Those whose name holds every word; nobody for mere signs."""
    wanted = search_key(words).split()
    if not wanted or _is_number(words):
        return rows.none()
    for word in wanted:
        rows = rows.filter(**{f"{field}__contains": word})
    return rows


def _is_number(words: str) -> bool:
    return words.strip().isascii() and words.strip().isdecimal() and len(words.strip()) <= 9


def _names_player(people: Collection[int]) -> Q:
    """About players of the registry, or about a registration that names one: a substitute, somebody merged."""
    ids = list(people)
    named = Q(object_type="player", object_id__in=ids)
    in_texts = Q(before__player__in=ids) | Q(after__player__in=ids)
    return named | (Q(object_type__in=["player", "entry"]) & in_texts) if ids else Q(pk__in=[])


def _names_one_of(row: AuditEntry, numbers: set[int], entries: set[int]) -> bool:
    before, after = row.before or {}, row.after or {}
    for side in (before, after):
        if numbers & set(side.get("start_nos") or ()) or entries & set(side.get("entries") or ()):
            return True
    return any(numbers & set(table) for table in _other_tables(before, after))


def _other_tables(before: dict[str, Any], after: dict[str, Any]) -> list[list[int | None]]:
    """The tables, before and after, at which not the same people sit."""
    there, here = before.get("seats") or [], after.get("seats") or []
    return [table for table in there if table not in here] + [table for table in here if table not in there]


# At a place


def _at_place(tournament: Tournament, asked: Asked) -> Q:
    """What was done to one deal, a table, a round, or any of them: the same table in every round."""
    sheets = Seating.objects.filter(round__tournament=tournament)
    rounds = Round.objects.filter(tournament=tournament)
    if asked.round_no is not None:
        sheets, rounds = sheets.filter(round__number=asked.round_no), rounds.filter(number=asked.round_no)
    if asked.table is not None:
        sheets = sheets.filter(table_no=asked.table)
    moved = Q(pk__in=_moves_touching(tournament, lambda row: _is_at(row, asked)))
    if asked.deal is not None:
        called = Q(object_type="seating", object_id__in=sheets.values("pk"), after__number=asked.deal)
        return _deals_of(sheets, asked.deal) | called | moved
    if asked.table is not None:
        return _on_sheets(sheets) | moved | Q(pk__in=_changes_of_seats(tournament, asked))
    given = Adjustment.objects.filter(round__in=rounds)
    # A draw that was thrown away has no round any more, and says itself which it was.
    said = Q(object_type="round") & (Q(before__number=asked.round_no) | Q(after__number=asked.round_no))
    return (
        _on_sheets(sheets)
        | moved
        | said
        | Q(object_type="round", object_id__in=rounds.values("pk"))
        | Q(object_type="adjustment", object_id__in=given.values("pk"))
    )


def _on_sheets(sheets: QuerySet[Seating]) -> Q:
    """Done to these sheets or to deals on them."""
    return Q(object_type="seating", object_id__in=sheets.values("pk")) | _deals_of(sheets, None)


def _deals_of(sheets: QuerySet[Seating], number: int | None) -> Q:
    only = {} if number is None else {"number": number}
    deals = Deal.objects.filter(seating__in=sheets, **only)
    late = RefusedEntry.objects.filter(seating__in=sheets, **only)
    return Q(object_type="deal", object_id__in=deals.values("pk")) | Q(
        object_type="refusedentry", object_id__in=late.values("pk")
    )


def _is_at(row: dict[str, Any], asked: Asked) -> bool:
    """Whether a deal that was moved stood, or stands, where it is asked for."""
    wanted = {"round": asked.round_no, "table": asked.table, "number": asked.deal}
    return all(value is None or row.get(key) == value for key, value in wanted.items())


def _changes_of_seats(tournament: Tournament, asked: Asked) -> list[int]:
    """Exchanges of seats and repairs that touched a table."""
    return _matching(tournament, {"swap_seats", "repair_seats"}, lambda row: _touches_table(row, asked))


def _touches_table(row: AuditEntry, asked: Asked) -> bool:
    before, after = row.before or {}, row.after or {}
    if asked.round_no is not None and after.get("number") != asked.round_no:
        return False
    if any(str(place)[:-1] == str(asked.table) for place in after.get("places") or ()):
        return True
    index = (asked.table or 0) - 1
    sides = [(side.get("seats") or [])[index : index + 1] for side in (before, after)]
    return sides[0] != sides[1]


# Entries that speak of several things; there are few of them


def _matching(
    tournament: Tournament, verbs: Collection[str], matches: Callable[[AuditEntry], bool]
) -> list[int]:
    rows = AuditEntry.objects.filter(tournament_id=tournament.pk, verb__in=verbs)
    return [row.pk for row in rows if matches(row)]


def _moves_touching(tournament: Tournament, matches: Callable[[dict[str, Any]], bool]) -> list[int]:
    """Moves of deals of which one matches, before or after."""

    def touches(row: AuditEntry) -> bool:
        return any(
            matches(deal) for side in (row.before, row.after) for deal in (side or {}).get("deals") or ()
        )

    return _matching(tournament, MOVES, touches)
