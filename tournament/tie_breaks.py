"""Ways to separate who has the same points, as data: what each is called, how it works, and orders to start from.

The engine knows how each is computed; an organiser chooses which are asked, and in which order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django_stubs_ext import StrOrPromise

AGAINST_FIELD, LOT = "against_field", "lot"
# The list goes by what all made of the same cards (`Tournament.Ranking.FIELD`).
BY_FIELD = "field"


@dataclass(frozen=True, slots=True)
class Offered:
    """A tie-break that can be chosen: its name on a form, and a sentence for the players."""

    label: StrOrPromise
    sentence: StrOrPromise


# In the order in which they are usually asked.
OFFERED: dict[str, Offered] = {
    "mutual": Offered(
        _("Mutual result"),
        _(
            "Whoever made more points at the tables where they met comes first."
            " It counts only when all who are equal have met each other."
        ),
    ),
    "won_contracts": Offered(
        _("Most contracts won"), _("Whoever has won more contracts as declarer comes first.")
    ),
    "fewest_kruk": Offered(_("Fewest kruk"), _("Whoever was kruk fewer times as declarer comes first.")),
    "highest_contract": Offered(
        _("Highest contract won"), _("Whoever has won the contract of the highest rank comes first.")
    ),
    "best_round": Offered(
        _("Best single round"), _("Whoever made more points in the best of his rounds comes first.")
    ),
    AGAINST_FIELD: Offered(
        _("Points against the field"),
        _("Whoever made more of the same cards than the other tables did comes first."),
    ),
    LOT: Offered(
        _("Drawing lots"), _("Who is still equal at the end draws lots. Until then they share the place.")
    ),
}


@dataclass(frozen=True, slots=True)
class Order:
    """An order to start from. They are ours: no federation has laid down one."""

    name: StrOrPromise
    sentence: StrOrPromise
    codes: tuple[str, ...]


_STANDARD = ("mutual", "won_contracts", "fewest_kruk", "highest_contract", "best_round")
ORDERS: dict[str, Order] = {
    "shared": Order(
        _("Only shared places"), _("Equal points are an equal place; nothing separates them."), ()
    ),
    "standard": Order(
        _("Standard"),
        _("First what they made at the same tables, then the contracts, then the best round."),
        _STANDARD,
    ),
    "contracts": Order(
        _("By contracts"),
        _("Most contracts won, fewest kruk, highest contract won."),
        ("won_contracts", "fewest_kruk", "highest_contract"),
    ),
    "lot": Order(
        _("Standard, and lots at last"),
        _("As the standard; who is still equal then draws lots."),
        (*_STANDARD, LOT),
    ),
}


def order_of(codes: Sequence[str]) -> str | None:
    """The key of the order that these are; None: it is one of the organiser's own."""
    return next((key for key, order in ORDERS.items() if order.codes == tuple(codes)), None)


def misfit(codes: Sequence[str], *, ranking: str, shared_boards: bool) -> str | None:
    """The code of the sentence that says why these cannot be chosen; None: they can."""
    if ranking == BY_FIELD and not shared_boards:
        return "field_needs_shared_boards"
    if AGAINST_FIELD in codes and not shared_boards:
        return "field_tie_needs_shared_boards"
    if AGAINST_FIELD in codes and ranking == BY_FIELD:
        return "field_is_the_ranking"
    return "lot_comes_last" if LOT in codes[:-1] else None
