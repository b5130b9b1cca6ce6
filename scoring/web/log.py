"""The audit log as sentences. Names are looked up when it is read, so an anonymous player stays anonymous."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import Adjustment, Deal, RefusedEntry
from scoring.web.changes import change_words
from tournament.models import AuditEntry, Entry, Round, Seating, User
from tournament.web.templatetags import points

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django_stubs_ext import StrOrPromise


VERBS: dict[str, StrOrPromise] = {
    "create_tournament": _("created the tournament"),
    "change_settings": _("changed the settings"),
    "open_registration": _("opened the registration"),
    "start_tournament": _("started the tournament"),
    "finish_tournament": _("declared the result final"),
    "register_entry": _("registered {who}"),
    "check_in": _("checked in {who}"),
    "undo_check_in": _("took back the check-in of {who}"),
    "remove_entry": _("removed the registration of {who}"),
    "withdraw_entry": _("withdrew {who}"),
    "return_entry": _("let {who} return"),
    "import_players": _("imported a list of players"),
    "appoint": _("appointed {user}"),
    "dismiss": _("took the role from {user}"),
    "draw_round": _("drew round {round}"),
    "discard_draw": _("threw away the draw of round {round}"),
    "draw_before_signed": _("drew round {round} before every table had signed"),
    "replan_round": _("fitted round {round} to those who are here"),
    "repair_seats": _("mended the seats of round {round}"),
    "swap_seats": _("exchanged the seats of {names} in round {round}"),
    "keep_apart": _("asked that {names} do not meet"),
    "no_longer_apart": _("let {names} meet again"),
    "fix_table": _("changed the fixed table of {who}"),
    "publish_round": _("published round {round}"),
    "open_round": _("began round {round}"),
    "close_round": _("closed round {round}"),
    "record_deal": _("entered {place}"),
    "correct_deal": _("corrected {place}"),
    "void_deal": _("took {place} off the sheet"),
    "keep_refused": _("sent {place} too late; it is kept"),
    "refused_applied": _("let the late {place} count"),
    "refused_discarded": _("did not let the late {place} count"),
    "sign_seating": _("signed {place}"),
    "reopen_seating": _("reopened {place}"),
    "lose_player": _("let {place} go on as three"),
    "take_player_back": _("took back that {place} goes on as three"),
    "give_adjustment": _("gave {who} {points} points"),
    "cancel_adjustment": _("cancelled {points} points of {who}"),
    "request_export": _("asked for the spreadsheet"),
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as people read it."""

    at: datetime
    actor: str
    text: str
    before: str
    after: str
    reason: str


def readable_entries(entries: Iterable[AuditEntry]) -> list[LogLine]:
    """The entries with names and places, by a fixed number of queries."""
    rows = list(entries)
    known = _Known(rows)
    return [
        LogLine(
            at=row.at,
            actor=known.users.get(row.actor_id or 0, gettext("the system") if row.actor_id is None else "–"),
            text=_text(row, known),
            before=change_words(_tables_changed(row.before, row.after), row.object_type, known.names_in(row)),
            after=change_words(_tables_changed(row.after, row.before), row.object_type, known.names_in(row)),
            reason=row.reason,
        )
        for row in rows
    ]


def _text(row: AuditEntry, known: _Known) -> str:
    verb = VERBS.get(row.verb)
    if verb is None:
        return row.verb
    values = {**(row.before or {}), **(row.after or {})}
    return str(verb).format(
        who=known.who(row),
        user=known.users.get(row.object_id or 0, gettext("somebody")) if row.object_type == "user" else "",
        place=known.place(row),
        round=values.get("number") or known.rounds.get(row.object_id or 0, "?"),
        names=known.names(row, values.get("start_nos") or []),
        points=points((row.before or row.after or {}).get("points")),
    )


def _tables_changed(side: dict[str, Any] | None, other: dict[str, Any] | None) -> dict[str, Any] | None:
    """One side of an entry, of whole seatings only the tables that are not the same on the other side."""
    if not side or "seats" not in side:
        return side
    there = (other or {}).get("seats")
    told = {key: value for key, value in side.items() if key != "seats"}
    if there is None:
        return told
    changed = {
        str(table_no): table
        for table_no, table in enumerate(side["seats"], start=1)
        if table_no > len(there) or there[table_no - 1] != table
    }
    return told | {"seats": changed}


class _Known:
    """Names and places of what a page of the log speaks of."""

    def __init__(self, rows: list[AuditEntry]) -> None:
        def ids(kind: str) -> set[int]:
            return {row.object_id for row in rows if row.object_type == kind and row.object_id}

        self.users = {
            user.pk: str(user)
            for user in User.objects.filter(
                pk__in={row.actor_id for row in rows if row.actor_id} | ids("user")
            )
        }
        self.adjustments = dict(
            Adjustment.objects.filter(pk__in=ids("adjustment")).values_list("pk", "entry__player__name")
        )
        self.entries = dict(Entry.objects.filter(pk__in=ids("entry")).values_list("pk", "player__name"))
        places = ("pk", "seating__round__number", "seating__table_no", "number")
        self.deals = {row[0]: row[1:] for row in Deal.objects.filter(pk__in=ids("deal")).values_list(*places)}
        self.refused = {
            row[0]: row[1:]
            for row in RefusedEntry.objects.filter(pk__in=ids("refusedentry")).values_list(*places)
        }
        self.seatings = {
            row[0]: row[1:]
            for row in Seating.objects.filter(pk__in=ids("seating")).values_list(
                "pk", "round__number", "table_no"
            )
        }
        numbers = {(row.tournament_id, number) for row in rows for number in _start_nos(row)}
        self.people: dict[tuple[int | None, int], str] = {
            (tournament, start_no): name
            for tournament, start_no, name in Entry.objects.filter(
                tournament_id__in={tournament for tournament, _ in numbers},
                start_no__in={start_no for _, start_no in numbers},
            ).values_list("tournament_id", "start_no", "player__name")
        }
        self.rounds = dict(Round.objects.filter(pk__in=ids("round")).values_list("pk", "number"))

    def who(self, row: AuditEntry) -> str:
        names = self.adjustments if row.object_type == "adjustment" else self.entries
        return names.get(row.object_id or 0, gettext("a player"))

    def names(self, row: AuditEntry, start_nos: Iterable[int]) -> str:
        """Those with these start numbers, by name."""
        known, nobody = self.names_in(row), gettext("a player")
        names = [known.get(start_no, nobody) for start_no in start_nos]
        if len(names) == 2:
            return gettext("{one} and {other}").format(one=names[0], other=names[1])
        return ", ".join(names)

    def names_in(self, row: AuditEntry) -> dict[int, str]:
        """Names by start number, in the tournament of the entry."""
        return {
            start_no: name
            for (tournament, start_no), name in self.people.items()
            if tournament == row.tournament_id
        }

    def place(self, row: AuditEntry) -> str:
        pk = row.object_id or 0
        if row.object_type == "seating":
            round_no, table = self.seatings.get(pk, ("?", "?"))
            return gettext("round {round}, table {table}").format(round=round_no, table=table)
        found = self.deals if row.object_type == "deal" else self.refused
        round_no, table, number = found.get(pk, ("?", "?", "?"))
        return gettext("round {round}, table {table}, deal {number}").format(
            round=round_no, table=table, number=number
        )


def _start_nos(row: AuditEntry) -> set[int]:
    """The start numbers an entry speaks of."""
    found: set[int] = set()
    for side in (row.before or {}, row.after or {}):
        found |= set(side.get("start_nos") or [])
        found |= {seat for table in side.get("seats") or [] for seat in table if seat is not None}
    return found
