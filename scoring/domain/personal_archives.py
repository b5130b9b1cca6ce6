"""Archives without those who were made anonymous: stored snapshots, and whatever file is brought back later."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils import timezone

from scoring.domain.archive import hash_of_content
from scoring.domain.personal_texts import (
    ANONYMOUS,
    TEXTS,
    NameFinder,
    cleaned,
    cleaned_settings,
)
from scoring.domain.scores import sheet_hash
from scoring.domain.snapshots import packed, unpacked
from scoring.models import Deal, Snapshot
from tournament import anonymised
from tournament.models import Player

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Document = dict[str, Any]
# What `as_codes` reads of a deal.
CODES = (
    "number", "dealer", "status", "not_played_reason", "declarer", "contract", "trump", "outcome", "tricks",
    "thrown_in", "tout", "points", "calls",
)  # fmt: skip


def without_anonymised(document: Document) -> Document:
    """The document as it would be had it been made today: for a file of before somebody was made anonymous."""
    marks = anonymised.remembered()
    marks |= set(Player.objects.exclude(anonymised_at=None).values_list("uuid", flat=True))
    return clean_document(document, marks)


def clean_snapshots(people: Iterable[Player]) -> None:
    """Every stored snapshot in which one of them stands."""
    marks = {player.uuid for player in people}
    for snapshot in Snapshot.objects.order_by("pk").iterator(chunk_size=1):
        document = unpacked(snapshot)
        clean = clean_document(document, marks)
        if clean is not document:
            Snapshot.objects.filter(pk=snapshot.pk).update(
                content=packed(clean), content_hash=hash_of_content(clean)
            )


def clean_document(document: Document, marks: Collection[UUID]) -> Document:
    """Those with these marks are nobody in it. The very same document when none of them stands in it by name."""
    rows = [
        row for row in document["players"] if UUID(str(row["uuid"])) in marks and row["name"] != ANONYMOUS
    ]
    if not rows:
        return document
    clean: Document = json.loads(json.dumps(document))
    finder = NameFinder(row["name"] for row in rows)
    players = {row["id"] for row in rows}
    for row in clean["players"]:
        if row["id"] in players:
            row.update(
                name=ANONYMOUS,
                member_no="",
                club=None,
                public_form=Player.PublicForm.FULL.value,
                anonymised_at=timezone.now().isoformat(),
            )
    his_clubs = {row["club"] for row in rows} | {
        row["club"] for row in clean["entries"] if row["player"] in players
    }
    _clean_parts(clean, players, finder)
    used = {row["club"] for part in ("players", "entries") for row in clean[part]}
    clean["clubs"] = [row for row in clean["clubs"] if row["id"] in used or row["id"] not in his_clubs]
    clean["tournament"] |= cleaned_settings({"banner": "", "prizes": []} | clean["tournament"], finder)
    return clean


def _clean_parts(document: Document, players: set[int], finder: NameFinder) -> None:
    his = {row["id"] for row in document["entries"] if row["player"] in players}
    before = _sheet_hashes(document)
    for part in ("entries", *TEXTS):
        for row in document[part]:
            is_about = row.get("player") in players or row.get("entry") in his
            row.update(cleaned(part, {"labels": [], "body": {}} | row, finder, is_his=is_about))
    for row in document["entries"]:
        if row["id"] in his:
            row["club"] = None
    after = _sheet_hashes(document)
    for row in document["signatures"]:
        if row["sheet_hash"] == before[row["seating"]]:
            row["sheet_hash"] = after[row["seating"]]


def _sheet_hashes(document: Document) -> dict[int, str]:
    """What a signature of each sheet vouches for."""
    deals: dict[int, list[Deal]] = {row["id"]: [] for row in document["seatings"]}
    for row in sorted(document["deals"], key=lambda row: int(row["number"])):
        if row["voided_at"] is None:
            deals[row["seating"]].append(Deal(**{name: row.get(name) for name in CODES}))
    return {pk: sheet_hash(sheet) for pk, sheet in deals.items()}
