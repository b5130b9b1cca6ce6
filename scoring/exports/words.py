"""Words for the codes that stand in deals and standings, in the language of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

if TYPE_CHECKING:
    from engine import RuleSet


def contract_words(ruleset: RuleSet) -> dict[str, str]:
    """The contracts keep their Danish names in every language."""
    return {str(spec.code): spec.name for spec in ruleset.specs}


def suit_words() -> dict[str, str]:
    return {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": pgettext("suit", "clubs")}


def outcome_words() -> dict[str, str]:
    return {"vundet": _("won"), "bet": _("bet"), "kruk": _("kruk"), "pas": _("pass")}


def tout_words() -> dict[str, str]:
    return {"made": pgettext("Tout", "made"), "failed": pgettext("Tout", "failed")}


def tie_break_words() -> dict[str, str]:
    return {
        "mutual": _("points at the tables where they met"),
        "won_contracts": _("most contracts won"),
        "fewest_kruk": _("fewest kruk"),
        "highest_contract": _("highest contract won"),
        "best_round": _("best round"),
        "against_field": _("points against the field"),
        "lot": _("lot"),
    }
