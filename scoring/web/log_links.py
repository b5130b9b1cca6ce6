"""The page of what an entry of the log speaks of, when it is still there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from tournament.models import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.web.log_names import Known
    from tournament.models import AuditEntry

# Steps on a tournament as a whole, and pages of the desk that show what they did.
PAGES = {
    "change_settings": "tournament-settings",
    "import_players": "entries",
    "check_in_all": "entries",
    "undo_check_in_all": "entries",
    "set_prizes": "edit-prizes",
    "freeze_standings": "release",
    "release_standings": "release",
    "draw_lots": "lots",
    "take_back_lots": "lots",
    "restore": "snapshots",
}
KINDS = {
    "user": "staff",
    "invitation": "staff",
    "apartpair": "wishes",
    "job": "exports",
    "snapshot": "snapshots",
}


def slugs_of(rows: Iterable[AuditEntry]) -> dict[int | None, str]:
    """The short names of the tournaments there are, by id."""
    ids = {row.tournament_id for row in rows if row.tournament_id is not None}
    return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "slug"))


def page_of(row: AuditEntry, known: Known, slug: str | None) -> str:
    """Where to look; empty when what it speaks of is gone, or has no page."""
    if slug is None:
        return _outside_tournaments(row, known)
    sheet = known.sheet(row)
    if sheet is not None:
        return reverse("sheet", args=[slug, *sheet])
    if row.object_type == "round":
        number = known.rounds.get(row.object_id or 0)
        return reverse("desk-round", args=[slug, number]) if number else ""
    entry = known.entry(row)
    if entry is not None:
        return reverse("player-card", args=[slug, entry[1]])
    page = PAGES.get(row.verb) or KINDS.get(row.object_type)
    return reverse(page, args=[slug]) if page else ""


def _outside_tournaments(row: AuditEntry, known: Known) -> str:
    """In the registry, or what a removed tournament can be built from."""
    player = known.players.get(row.object_id or 0) if row.object_type == "player" else None
    if player is not None and player.anonymised_at is None:
        return reverse("player-edit", args=[player.uuid])
    club = known.clubs.get(row.object_id or 0) if row.object_type == "club" else None
    if club is not None:
        return reverse("club-edit", args=[club.uuid])
    if row.verb == "remove_tournament" and known.removed(row):
        return reverse("archive-upload")
    return reverse("try-phone") if row.verb == "choose_address" else ""
