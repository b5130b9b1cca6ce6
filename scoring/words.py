"""The codes of deals and standings in the language of the moment. Every page and file takes its words from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine import PAS, RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import RuleSet


def contract_words(ruleset: RuleSet) -> dict[str, str]:
    """The contracts keep their Danish names in every language."""
    return {str(spec.code): spec.name for spec in ruleset.specs}


def call_word(call: str) -> str:
    """What was said in an auction."""
    specs = (spec for ruleset in RULESETS.values() for spec in ruleset.specs)
    return next((str(spec.name) for spec in specs if spec.code == call), _("Pas") if call == PAS else call)


def suit_words() -> dict[str, str]:
    """Suits in running text."""
    return {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": pgettext("suit", "clubs")}


def outcome_words() -> dict[str, str]:
    """Result classes."""
    return {"vundet": _("won"), "bet": _("bet"), "kruk": _("kruk"), "pas": _("all pass")}


def tout_words() -> dict[str, str]:
    """How an announced Tout went."""
    return {"made": pgettext("Tout", "made"), "failed": pgettext("Tout", "failed")}


def role_words() -> dict[str, str]:
    """Roles in one deal."""
    return {
        "forhand": _("forehand"),
        "mellemhand": _("middlehand"),
        "baghand": _("rearhand"),
        "sitter_out": _("sits out"),
    }


def tie_break_words() -> dict[str, str]:
    """What separates equal totals."""
    return {
        "mutual": _("points at the tables where they met"),
        "won_contracts": _("most contracts won"),
        "fewest_kruk": _("fewest kruk"),
        "highest_contract": _("highest contract won"),
        "best_round": _("best round"),
        "against_field": _("points against the field"),
        "lot": _("lot"),
    }


def in_ranges(numbers: Sequence[int]) -> str:
    """Rising numbers as people write them: 1–4, 6, 9–16."""
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], number)
        else:
            spans.append((number, number))
    return ", ".join(
        str(first) if first == last else f"{first}, {last}" if last == first + 1 else f"{first}–{last}"
        for first, last in spans
    )


def deal_sentence(codes: Mapping[str, Any], *, who: str = "", points: str = "") -> str:
    """A deal from its codes: "Anna: Tourné in spades, bet, 4-4-1". `points` are added as they are written."""
    if codes.get("not_played_reason") or codes.get("status") == "not_played":
        reason = codes.get("not_played_reason")
        return _("not played") + (f": {reason}" if reason else "")
    parts = []
    if codes.get("contract"):
        parts.append(_contract(str(codes["contract"]), str(codes.get("trump") or "")))
    if codes.get("thrown_in"):
        parts.append(_("thrown in"))
    elif codes.get("outcome"):
        parts.append(outcome_words().get(codes["outcome"], codes["outcome"]))
    if codes.get("tricks"):
        parts.append("-".join(str(trick) for trick in codes["tricks"]))
    if codes.get("tout"):
        parts.append(_("Tout made") if codes["tout"] == "made" else _("Tout failed"))
    text = ", ".join([*parts, points] if points else parts)
    return f"{who}: {text}" if who else text


def _contract(code: str, trump: str) -> str:
    """The contract's name, with its suit where there is a choice of suits."""
    specs = (spec for ruleset in RULESETS.values() for spec in ruleset.specs)
    spec = next((spec for spec in specs if spec.code == code), None)
    if spec is None:
        return code
    name = str(spec.name)
    if len(spec.trumps) < 2:
        return name
    if not trump:
        return f"{name} ({_('suit not noted')})"
    return f"{name} {pgettext('Spil in hearts', 'in')} {suit_words().get(trump, trump)}"
