"""What a change was, before and after, in the reader's words. The audit log holds ids and codes."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import RULESETS
from scoring.models import Adjustment
from scoring.words import call_word, deal_sentence, tie_break_words
from tournament.models import Entry, Player, Round, Seating, StaffRole, Tournament
from tournament.web.templatetags import points, seat_letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django_stubs_ext import StrOrPromise

# What only the machine needs, and what the sentence beside it says already.
UNSPOKEN = {
    "draw",
    "sheet_hash",
    "undoes",
    "entries",
    "player",
    "entry",
    "club",
    "number",
    "algorithm",
    "kind",
    "start_nos",
    "generation",
    "key",
    "copied_from",
    "texts",
    "snapshot",
    "substitutions",
    "filled",
    "lots",
    "drawing",
}
LABELS: dict[str, StrOrPromise] = {
    "state": _("state"),
    "role": _("role"),
    "seat": _("seat"),
    "seed": _("seed"),
    "by_hand": _("drawn in the hall"),
    "method": _("drawing"),
    "places": _("seats"),
    "seats": _("tables"),
    "moved": _("people at another table"),
    "choice": _("choice"),
    "fixed_table": _("fixed table"),
    "start_no": _("start number"),
    "points": _("points"),
    "minutes": _("minutes"),
    "extra_minutes": _("minutes more"),
    "frozen_after_round": _("results shown up to round"),
    "reason": _("reason"),
    "registered": _("registered"),
    "already": _("registered already"),
    "new_players": _("new players"),
    "new_clubs": _("new clubs"),
    "taken_out": _("start number taken out"),
    "from_round": _("from round"),
    "after_deal": _("after deal"),
    "until_round": _("until round"),
    "until_deal": _("until deal"),
    "to_substitute": _("deals that got the substitute's name"),
    "back": _("deals that got the player's own name"),
    "labels": _("categories"),
    "handicap": _("handicap"),
    "public_form": _("name shown to everybody"),
    "occasion": _("occasion"),
    "standings_hash": _("hash of the standings"),
    "kept": _("put in again"),
    "put_aside": _("put aside"),
    "scores": _("deals"),
    "address": _("address"),
    "is_director": _("may hold tournaments"),
    "is_superuser": _("administrator"),
    "is_demo": _("demonstration"),
}
# Why a snapshot was taken.
OCCASIONS: dict[str, StrOrPromise] = {
    "asked": _("asked for"),
    "uploaded": _("uploaded"),
    "restore": _("before a restoring"),
    "draw_again": _("before drawing again"),
    "discard_draws": _("before a draw was thrown away"),
    "reopen_round": _("before a round was reopened"),
    "remove_tournament": _("before it was removed"),
}
STATES: dict[str, Sequence[tuple[str, StrOrPromise]]] = {
    "tournament": Tournament.State.choices,
    "round": Round.State.choices,
    "seating": Seating.State.choices,
    "entry": Entry.State.choices,
}
CHOICES: dict[str, Sequence[tuple[str, StrOrPromise]]] = {
    "role": StaffRole.Role.choices,
    "occasion": tuple(OCCASIONS.items()),
    "reason": Adjustment.Reason.choices,
    "booking": Tournament.Booking.choices,
    "ranking": Tournament.Ranking.choices,
    "choice": (("keep", _("keep the plan")), ("replan", _("plan anew"))),
    "method": Tournament.SeatingMethod.choices,
    "seating_method": Tournament.SeatingMethod.choices,
    "public_form": Player.PublicForm.choices,
}
SETTINGS = {field.name: field for field in Tournament._meta.concrete_fields}  # noqa: SLF001 - public by its documentation


def change_words(
    codes: Mapping[str, Any] | None, object_type: str, names: Mapping[int, str] | None = None
) -> str:
    """One side of an audit entry; `object_type` tells whose state a state is, `names` who has a start number."""
    if not codes:
        return ""
    if "contract" in codes:
        return deal_words(codes)
    if "deals" in codes and isinstance(codes["deals"], list):
        return _deals_at_tables(codes["deals"])
    return ", ".join(
        f"{_label(key)}: {_tables(value, names or {}) if key == 'seats' else _value(key, value, object_type)}"
        for key, value in codes.items()
        if key not in UNSPOKEN and value not in ("", None)
    )


def _tables(tables: Any, names: Mapping[int, str]) -> str:
    """Tables with those who sit at them, N E S W: by number, or a list from table 1."""
    numbered = tables.items() if isinstance(tables, dict) else enumerate(tables, start=1)
    return "; ".join(
        f"{number}. " + ", ".join("–" if seat is None else names.get(seat, str(seat)) for seat in table)
        for number, table in numbered
    )


def _label(key: str) -> str:
    return str(LABELS.get(key) or (SETTINGS[key].verbose_name if key in SETTINGS else key))


def _value(key: str, value: Any, object_type: str) -> str:
    choices = STATES.get(object_type, []) if key == "state" else CHOICES.get(key, [])
    if choices:
        return str(dict(choices).get(value, value))
    if key == "points":
        return points(value)
    if key in {"seat", "first_dealer"}:
        return seat_letter(value)
    if key == "places":
        return ", ".join(place[:-1] + seat_letter(place[-1:]) for place in value)
    if key == "starts_on":
        return date_format(date.fromisoformat(value), "DATE_FORMAT")
    if key == "rule_set" and value in RULESETS:
        return RULESETS[value].name
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key == "labels":
        return ", ".join(value) or "–"
    if key == "tie_breaks":
        return ", ".join(tie_break_words().get(code, code) for code in value) or "–"
    return str(value)


def deal_words(codes: Mapping[str, Any]) -> str:
    """A deal from its codes, with seat and points: "E: Tourné in spades, bet, 4-4-1, −2"."""
    value = codes.get("points")
    text = deal_sentence(
        codes,
        who=seat_letter(codes["declarer"]) if codes.get("declarer") else "",
        points="" if value is None else points(value),
    )
    said = ", ".join(call_word(call) for _hand, call in codes.get("calls") or ())
    return f"{text} ({gettext('auction: {calls}').format(calls=said)})" if said else text


def _deals_at_tables(deals: Sequence[Mapping[str, Any]]) -> str:
    """Deals that were moved, sheet by sheet."""
    sheets: dict[str, list[str]] = {}
    for deal in sorted(deals, key=lambda deal: (deal["round"], deal["table"], deal["number"])):
        sheet = gettext("round {round}, table {table}").format(round=deal["round"], table=deal["table"])
        sheets.setdefault(sheet, []).append(f"{deal['number']}. {deal_words(deal)}")
    return " · ".join(f"{sheet}: {'; '.join(lines)}" for sheet, lines in sheets.items())
