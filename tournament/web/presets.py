"""Settings that go together, to start a tournament from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Preset:
    """One way to play, for whom it is, and the settings that it fills in. All presets fill in the same ones."""

    kind: StrOrPromise
    whom: StrOrPromise
    rounds: int
    deals: int
    shared_boards: bool = False
    board_sets: int | None = None
    clubs_apart: bool = False
    protest_minutes: int = 0

    @property
    def all_deals(self) -> int:
        """How many deals a table of four plays."""
        return self.rounds * self.deals

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "rounds_planned": self.rounds,
            "deals_per_round": self.deals,
            "shared_boards": self.shared_boards,
            "board_sets": self.board_sets,
            "clubs_apart": self.clubs_apart,
            "protest_minutes": self.protest_minutes,
        }


# An evening is about 40 deals, a national final weekend 280. At a club the cards are usually shuffled at the table, and
# who disagrees says so at once.
PRESETS = {
    "evening-2x20": Preset(
        _("Club evening"), _("The usual evening: two long rounds, and little getting up."), 2, 20
    ),
    "evening-3x12": Preset(_("Club evening"), _("A short evening with more people to meet."), 3, 12),
    "evening-3x16": Preset(_("Club evening"), _("A long evening with more people to meet."), 3, 16),
    "individual-3x16": Preset(
        _("Individual tournament"),
        _("One day for players of several clubs, who all play the same cards."),
        3,
        16,
        shared_boards=True,
        clubs_apart=True,
        protest_minutes=30,
    ),
    "championship-14x20": Preset(
        _("Championship"),
        _("A national final over a weekend, seven rounds a day."),
        14,
        20,
        shared_boards=True,
        board_sets=3,
        clubs_apart=True,
        protest_minutes=60,
    ),
}
