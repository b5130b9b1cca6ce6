"""What the part of a score sheet needs where the auction is written down: where the calls lead, and its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext

from engine import RULESETS
from scoring.auction_table import auction_table_version
from scoring.words import call_word
from tournament.sentences import sentence

if TYPE_CHECKING:
    from tournament.models import Tournament


def auction_data(tournament: Tournament) -> dict[str, Any]:
    """For the script: `url` of the table it walks, and every word it shows."""
    ruleset = RULESETS[tournament.rule_set]
    where = reverse("api-ruleset-auction", args=[ruleset.code])
    return {
        "url": f"{where}?v={auction_table_version(ruleset)}",
        "words": {
            "pas": call_word("pas"),
            "mark": gettext("with the auction"),
            "speaks": gettext("{name} speaks"),
            "optional": gettext("optional"),
            "going": gettext("not finished"),
            "written": gettext("written down"),
            "marks": {
                "pas": "",
                "open": gettext("opens"),
                "hold": gettext("holds"),
                "overbid": gettext("bids higher"),
            },
            "notices": {"unnecessary_announcement": gettext("unnecessary announcement")},
            "noticed": gettext(
                "{name}: {call} was more than had to be said. The auction goes on;"
                " the director may look at it."
            ),
            "plays": gettext("{name} won the auction and plays {contract}."),
            "playsOneOf": gettext("{name} won the auction and may play {contract}."),
            "allPassed": gettext("All three passed."),
            "takeBack": gettext("Take back {call}"),
            "fetching": gettext("The calls are on their way …"),
            "offline": gettext(
                "The calls have not arrived yet, for there is no connection. The deal can be saved without them."
            ),
            "unfinished": sentence("auction_unfinished"),
            "wasWon": sentence("auction_was_won"),
            "notPlayed": gettext("A deal that was not played has no auction: clear it first."),
        },
    }
