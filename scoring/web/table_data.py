"""What the script of the table's own phone needs beside what every score sheet needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from scoring import queries
from scoring.web.sheet_data import sheet_data

if TYPE_CHECKING:
    from tournament.models import Seating, Tournament


def table_data(
    seating: Seating, tournament: Tournament, lines: list[queries.SheetLine], *, code: str, etag: str
) -> dict[str, Any]:
    """The sheet, its state with the ETag of the moment, the code that opens it, and the words of the page."""
    data = sheet_data(seating, tournament, lines, may_direct=False)
    state = queries.sheet_state(seating)
    return {
        **data,
        # Signed or closed, it is the director's: the phone asks for no reasons.
        "needsReason": False,
        "code": code,
        "etag": etag,
        "state": {key: value for key, value in state.items() if key != "lines"},
        "timeZone": settings.TIME_ZONE,
        "urls": {
            **data["urls"],
            "sign": reverse("api-seating-sign", args=[seating.uuid]),
            "call": reverse("api-seating-call", args=[seating.uuid]),
            "board": reverse("api-seating-board", args=[seating.uuid, 0]),
            "boardPage": reverse("board", args=[tournament.slug, seating.round.number, 0]),
            "worker": reverse("service-worker"),
            "scope": reverse("code-box"),
        },
        "words": {**data["words"], **_people_words(), **_end_words(), **_board_words()},
    }


def _people_words() -> dict[str, str]:
    return {
        "youAre": gettext("You are {name}"),
        "youHelp": gettext("You only help"),
        "shut": gettext("This code opens the table no more. Scan the card on the table again."),
        "called": gettext("The director was called at {time}."),
        "changedLast": gettext("changed the sheet last"),
        "chooseSigner": gettext("Choose who signs."),
    }


def _end_words() -> dict[str, str]:
    return {
        "signedBy": gettext("Signed by {name} at {time}."),
        "signedByDesk": gettext("Signed by the scorekeeper at {time}."),
        "signFirst": gettext("The sheet can be signed when every deal has been sent."),
        "overtaken": gettext("The sheet is signed meanwhile. If you press Save, this goes to the director."),
    }


def _board_words() -> dict[str, str]:
    return {
        "board": gettext("Board {board}"),
        "boardSecret": gettext(
            "Board {board}: what the others made is shown when every table has played it."
        ),
        "boardFrozen": gettext("Board {board}: the results of this round are shown later."),
        "boardToComeOne": gettext("1 table has it to come."),
        "boardToCome": gettext("{count} tables have it to come."),
        "boardOwn": gettext("Board {board} at every table"),
        "table": gettext("Table {table}"),
        "here": gettext("here"),
        "asking": gettext("Asking …"),
    }
