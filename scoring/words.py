"""The codes of deals and standings in the language of the moment. Every page and file takes its words from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import RuleSet


def contract_words(ruleset: RuleSet) -> dict[str, str]:
    """The contracts keep their Danish names in every language."""
    return {str(spec.code): spec.name for spec in ruleset.specs}


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
