"""What a change was, before and after, in the reader's words. The audit log holds ids and codes."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from engine import RULESETS
from scoring.models import Adjustment
from scoring.words import outcome_words, suit_words, tie_break_words
from tournament.models import Entry, Round, Seating, StaffRole, Tournament
from tournament.web.templatetags import points, seat_letter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django_stubs_ext import StrOrPromise

# What only the machine needs, and what the sentence beside it says already.
UNSPOKEN = {"draw", "sheet_hash", "player", "entry", "club", "number", "algorithm", "kind", "start_nos"}
LABELS: dict[str, StrOrPromise] = {
    "state": _("state"),
    "role": _("role"),
    "seat": _("seat"),
    "seed": _("seed"),
    "method": _("drawing"),
    "places": _("seats"),
    "seats": _("tables"),
    "moved": _("people at another table"),
    "choice": _("choice"),
    "fixed_table": _("fixed table"),
    "start_no": _("start number"),
    "points": _("points"),
    "reason": _("reason"),
    "registered": _("registered"),
    "already": _("registered already"),
    "new_players": _("new players"),
    "new_clubs": _("new clubs"),
}
STATES: dict[str, Sequence[tuple[str, StrOrPromise]]] = {
    "tournament": Tournament.State.choices,
    "round": Round.State.choices,
    "seating": Seating.State.choices,
    "entry": Entry.State.choices,
}
CHOICES: dict[str, Sequence[tuple[str, StrOrPromise]]] = {
    "role": StaffRole.Role.choices,
    "reason": Adjustment.Reason.choices,
    "booking": Tournament.Booking.choices,
    "choice": (("keep", _("keep the plan")), ("replan", _("plan anew"))),
    "method": Tournament.SeatingMethod.choices,
    "seating_method": Tournament.SeatingMethod.choices,
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
    if key == "tie_breaks":
        return ", ".join(tie_break_words().get(code, code) for code in value) or "–"
    return str(value)


def deal_words(codes: Mapping[str, Any]) -> str:
    """A deal from its codes: "E: Tourné in spades, bet, 4-4-1, -2"."""
    if codes.get("not_played_reason") or codes.get("status") == "not_played":
        reason = codes.get("not_played_reason")
        return gettext("not played") + (f": {reason}" if reason else "")
    parts = []
    if codes.get("thrown_in"):
        parts.append(gettext("thrown in"))
    elif codes.get("outcome"):
        parts.append(outcome_words().get(codes["outcome"], codes["outcome"]))
    if codes.get("contract"):
        parts.insert(0, _contract(str(codes["contract"]), str(codes.get("trump") or "")))
    if codes.get("tricks"):
        parts.append("-".join(str(trick) for trick in codes["tricks"]))
    if codes.get("tout"):
        parts.append(gettext("Tout made") if codes["tout"] == "made" else gettext("Tout failed"))
    if codes.get("points") is not None:
        parts.append(points(codes["points"]))
    text = ", ".join(parts)
    return f"{seat_letter(codes['declarer'])}: {text}" if codes.get("declarer") else text


def _contract(code: str, trump: str) -> str:
    """The contract's name, with its suit where there is a choice of suits."""
    for ruleset in RULESETS.values():
        for spec in ruleset.specs:
            if spec.code == code:
                if trump and len(spec.trumps) > 1:
                    return f"{spec.name} {pgettext('Spil in hearts', 'in')} {suit_words().get(trump, trump)}"
                return str(spec.name)
    return code
