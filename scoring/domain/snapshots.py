"""Verbs on snapshots: archives kept in the database, taken before everything dangerous."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scoring.domain.archive import archive_of, as_text, hash_of_content
from scoring.domain.archive_check import check_format
from scoring.models import Snapshot
from tournament.domain.actors import user_of
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament

if TYPE_CHECKING:
    from tournament.models import Tournament, User


@transaction.atomic
def take_snapshot(*, tournament: Tournament, actor: User | None, occasion: str) -> Snapshot:
    """Keep the tournament as it is now. If the newest snapshot says the same already, that one is given."""
    tournament = lock_tournament(tournament.pk)
    document = archive_of(tournament)
    content_hash = hash_of_content(document)
    newest = Snapshot.objects.filter(tournament=tournament).order_by("-id").first()
    if newest is not None and newest.content_hash == content_hash:
        return newest
    snapshot = Snapshot.objects.create(
        tournament=tournament,
        slug=tournament.slug,
        occasion=occasion,
        made_by=user_of(actor),
        results_version=tournament.results_version,
        standings_hash=document["standings_hash"],
        content=packed(document),
        content_hash=content_hash,
    )
    record(
        actor=actor,
        verb="take_snapshot",
        on=snapshot,
        tournament=tournament,
        after={"occasion": occasion, "standings_hash": snapshot.standings_hash[:12]},
    )
    return snapshot


@transaction.atomic
def keep_uploaded(*, tournament: Tournament, document: dict[str, Any], actor: User | None) -> Snapshot:
    """Keep an archive that came as a file among the tournament's snapshots."""
    content_hash = hash_of_content(document)
    known = Snapshot.objects.filter(tournament=tournament, content_hash=content_hash).first()
    if known is not None:
        return known
    snapshot = Snapshot.objects.create(
        tournament=tournament,
        slug=tournament.slug,
        occasion="uploaded",
        made_by=user_of(actor),
        results_version=document["results_version"],
        standings_hash=document["standings_hash"],
        content=packed(document),
        content_hash=content_hash,
    )
    record(actor=actor, verb="upload_archive", on=snapshot, tournament=tournament)
    return snapshot


def packed(document: dict[str, Any]) -> bytes:
    """A document as it lies in the database and in a file."""
    return gzip.compress(as_text(document).encode(), mtime=0)


def document_of(snapshot: Snapshot) -> dict[str, Any]:
    """The archive that a snapshot holds."""
    return check_format(unpacked(snapshot))


def unpacked(snapshot: Snapshot) -> dict[str, Any]:
    """What a snapshot holds, whatever version it is of."""
    document: dict[str, Any] = json.loads(gzip.decompress(bytes(snapshot.content)))
    return document
