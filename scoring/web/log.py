"""The audit log as sentences. Names are looked up when it is read, so an anonymous player stays anonymous."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.web.changes import change_words
from scoring.web.log_links import page_of, slugs_of
from scoring.web.log_names import Known, former_of, other_of
from tournament.queries import redacted_texts
from tournament.web.templatetags import points

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django_stubs_ext import StrOrPromise

    from tournament.models import AuditEntry


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
    "copy_tournament": _("made the tournament from an earlier one"),
    "sign_up": _("took the sign-up of {who}"),
    "give_place": _("gave {who} a place from the waiting list"),
    "fee_paid": _("noted that {who} has paid"),
    "fee_not_paid": _("took back that {who} has paid"),
    "merge_players": _("merged {former} into {who}"),
    "appoint": _("appointed {user}"),
    "dismiss": _("took the role from {user}"),
    "invite": _("made a link that invites to the staff"),
    "withdraw_invitation": _("withdrew a link that invites to the staff"),
    "accept_invitation": _("took the role that {user} invited to"),
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
    "move_deals": _("moved deals of {place}"),
    "undo_move": _("took back a move of deals"),
    "keep_refused": _("sent {place} too late; it is kept"),
    "refused_applied": _("let the late {place} count"),
    "refused_discarded": _("did not let the late {place} count"),
    "sign_seating": _("signed {place}"),
    "reopen_seating": _("reopened {place}"),
    "lose_player": _("let {place} go on as three"),
    "take_player_back": _("took back that {place} goes on as three"),
    "renew_code": _("made a new table code for {place}"),
    "call_director": _("called the director to {place}"),
    "take_call_back": _("took back the call from {place}"),
    "answer_call": _("answered the call from {place}"),
    "take_snapshot": _("kept a snapshot of the tournament"),
    "upload_archive": _("uploaded an archive"),
    "restore": _("restored the tournament from a snapshot"),
    "build_from_archive": _("built the tournament from an archive"),
    "remove_tournament": _("removed the tournament {name}"),
    "remove_demo": _("removed the demonstration"),
    "set_clock": _("set the time of round {round}"),
    "start_clock": _("started the clock of round {round}"),
    "stop_clock": _("stopped the clock of round {round}"),
    "go_on_clock": _("let the clock of round {round} go on"),
    "reset_clock": _("set the clock of round {round} back"),
    "extra_time": _("changed the time of round {round}"),
    "table_extra_time": _("changed the extra time of {place}"),
    "show_banner": _("put up a message to everybody"),
    "take_banner_down": _("took the message to everybody down"),
    "freeze_standings": _("hid the results after round {round}"),
    "release_standings": _("released the results"),
    "draw_lots": _("drew lots among {names}"),
    "take_back_lots": _("took back the lots of {names}"),
    "set_prizes": _("changed the prizes"),
    "check_in_all": _("checked in everybody who was registered"),
    "unpublish_round": _("took back the publishing of round {round}"),
    "unopen_round": _("took back the beginning of round {round}"),
    "reopen_round": _("reopened round {round}"),
    "take_back_final": _("took back that the result is final"),
    "undo_check_in_all": _("took back that everybody was checked in"),
    "undo_withdrawal": _("took back the withdrawal of {who}"),
    "call_again": _("took back the answer to {place}"),
    "give_warning": _("gave {who} a warning"),
    "give_adjustment": _("gave {who} {points} points"),
    "cancel_adjustment": _("cancelled {points} points of {who}"),
    "substitute": _("let {substitute} play for {who}"),
    "end_substitution": _("noted until when {substitute} plays for {who}"),
    "cancel_substitution": _("took back that {substitute} plays for {who}"),
    "set_labels": _("changed the categories of {who}"),
    "set_handicap": _("changed the handicap of {who}"),
    "create_account": _("made an account for {user}"),
    "give_password": _("gave {user} a new password"),
    "create_club": _("added the club {club}"),
    "change_club": _("changed the club {club}"),
    "say_different": _("said that {who} and {substitute} are two people"),
    "propose_again": _("took back that {who} and {substitute} are two people"),
    "create_player": _("added {who} to the registry"),
    "change_player": _("changed {who} in the registry"),
    "anonymise": _("made a player anonymous"),
    "redact": _("took texts about an anonymous player out of the log"),
    "choose_address": _("chose the address that phones come by"),
    "request_export": _("asked for the spreadsheet"),
    "publish_workbook": _("published the spreadsheet"),
    "withdraw_workbook": _("withdrew the published spreadsheet"),
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
    # The page of what it speaks of, for who directs; empty when there is none any more.
    url: str = ""


def readable_entries(entries: Iterable[AuditEntry]) -> list[LogLine]:
    """The entries with names and places, by a fixed number of queries."""
    rows = list(entries)
    known, slugs = Known(rows), slugs_of(rows)
    gone = redacted_texts(rows)
    for row in rows:
        if row.pk in gone:
            _take_out(row, gone[row.pk])
    return [
        LogLine(
            at=row.at,
            actor=known.actor(row),
            text=_text(row, known),
            before=change_words(_tables_changed(row.before, row.after), row.object_type, known.names_in(row)),
            after=change_words(_tables_changed(row.after, row.before), row.object_type, known.names_in(row)),
            reason=row.reason,
            url=page_of(row, known, slugs.get(row.tournament_id)),
        )
        for row in rows
    ]


def _text(row: AuditEntry, known: Known) -> str:
    verb = VERBS.get(row.verb)
    if verb is None:
        return row.verb
    values = {**(row.before or {}), **(row.after or {})}
    return str(verb).format(
        who=known.who(row),
        former=known.player(former_of(row)),
        substitute=known.player(other_of(row)),
        user=known.user(row),
        club=known.club(row),
        name=(known.removed(row) or ("",))[0],
        place=known.place(row),
        round=values.get("number") or known.rounds.get(row.object_id or 0, "?"),
        names=known.names(row, values.get("start_nos") or []),
        points=points((row.before or row.after or {}).get("points")),
    )


def _take_out(row: AuditEntry, keys: frozenset[str]) -> None:
    """Leave out of a row, which is never saved, what is not to be read any more."""
    row.before, row.after = _without(row.before, keys), _without(row.after, keys)
    if "reason" in keys:
        row.reason = gettext("(removed because a player is anonymous)")


def _without(side: Any, keys: frozenset[str]) -> Any:
    if isinstance(side, dict):
        return {key: _without(value, keys) for key, value in side.items() if key not in keys}
    return [_without(value, keys) for value in side] if isinstance(side, list) else side


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
