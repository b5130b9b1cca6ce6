"""How the standings come about, told to those who are in them: what the list goes by and what separates equals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournament.tie_breaks import AGAINST_FIELD, BY_FIELD, OFFERED

if TYPE_CHECKING:
    from tournament.models import Tournament


def tie_break_context(tournament: Tournament) -> dict[str, Any]:
    """What `scoring/public/tie_breaks.html` needs; data alone decides what it says."""
    return {
        "goes_by_field": tournament.ranking == BY_FIELD,
        "separated_by": [OFFERED[code] for code in tournament.tie_breaks if code in OFFERED],
        "tells_field": tournament.shared_boards,
        "field_decides": tournament.ranking == BY_FIELD or AGAINST_FIELD in tournament.tie_breaks,
    }
