"""Bringing a tournament back to what an archive says, or building it where it is not.

The log is never rolled back, versions only rise, and what came after the archive is either kept or put aside, never
lost: it is in the snapshot that is taken first, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from engine import RuleViolation
from scoring.domain.archive import OWN, PARTS, fields_of
from scoring.domain.archive_check import check_format
from scoring.domain.deals import keep_refused
from scoring.domain.lines import line_from, line_of, settle_line
from scoring.domain.personal_archives import without_anonymised
from scoring.domain.publishing import withdraw_workbook
from scoring.domain.rebuilding import Rebuilder, park, read_value
from scoring.domain.scores import rewrite_scores
from scoring.domain.snapshots import take_snapshot
from scoring.domain.standings import recompute
from scoring.models import Adjustment, Deal, RefusedEntry, Signature, Snapshot
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.domain.reasons import required
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Draw, Round, Seating, Tournament
from tournament.text import slugify_danish

if TYPE_CHECKING:
    from datetime import datetime

    from tournament.models import User

Document = dict[str, Any]
SETTINGS = {field.name: field for field in fields_of(Tournament, OWN)}
LATE = "tournament_restored"


@dataclass(frozen=True, slots=True)
class LaterDeal:
    """A deal that an archive does not know, or knows otherwise. `has_place`: its table is in the archive."""

    deal: Deal
    is_new: bool
    has_place: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restoring came to. `agrees` says whether the standings are those of the archive."""

    tournament: Tournament
    snapshot_before: Snapshot | None
    kept: int
    put_aside: int
    agrees: bool


def is_of(document: Document, tournament: Tournament) -> bool:
    """Whether an archive is of this very tournament, whatever it is called now."""
    return _made_at(document) == tournament.created_at


def _made_at(document: Document) -> datetime:
    made = parse_datetime(str(document["tournament"]["created_at"]))
    if made is None:
        raise Refused("archive_unreadable", field="created_at")
    return made


def later_deals(tournament: Tournament, document: Document) -> list[LaterDeal]:
    """The deals that stand now and that a restoring would change or take away."""
    tables = {row["uuid"] for row in document["seatings"]}
    then = {row["client_key"]: row for row in document["deals"] if row["voided_at"] is None}
    uuid_of = {row["id"]: row["uuid"] for row in document["seatings"]}
    later = []
    current = Deal.objects.filter(seating__round__tournament=tournament, voided_at__isnull=True)
    for deal in current.select_related("seating__round").order_by(
        "seating__round__number", "seating", "number"
    ):
        row = then.get(str(deal.client_key))
        there = str(deal.seating.uuid)
        stood_there = row is not None and (uuid_of[row["seating"]], row["number"]) == (there, deal.number)
        if row is not None and stood_there and _line_in(row) == line_of(deal):
            continue
        later.append(LaterDeal(deal, row is None, there in tables))
    return later


def _line_in(row: dict[str, Any]) -> Any:
    names = (
        "declarer", "contract", "trump", "tricks", "outcome", "thrown_in", "tout", "not_played_reason",
    )  # fmt: skip
    typed = {name: row[name] for name in names} | {"calls": row.get("calls") or ()}
    return line_from(typed | {"dealer": row["dealer"] if row["dealer_overridden"] else ""})


def restore(
    *, tournament: Tournament, document: Document, keep_later: bool, actor: User | None, reason: str
) -> Restored:
    """Make the tournament what the archive says; later deals are put in again, or put aside on the desk.

    A snapshot of now is taken first. Raises Refused for an archive that cannot be read or is of another tournament.
    """
    with transaction.atomic():
        document = without_anonymised(check_format(document))
        restored = _restore(tournament, document, keep_later, actor, required(reason))
    recompute(tournament_id=tournament.pk)
    restored.tournament.refresh_from_db()
    agrees = restored.tournament.standings_hash == document["standings_hash"]
    return Restored(restored.tournament, restored.snapshot_before, restored.kept, restored.put_aside, agrees)


def _restore(
    tournament: Tournament, document: Document, keep_later: bool, actor: User | None, reason: str
) -> Restored:
    list(
        Seating.objects.select_for_update(no_key=True)
        .filter(round__tournament=tournament)
        .order_by("pk")
        .values_list("pk")
    )
    tournament = lock_tournament(tournament.pk)
    if not is_of(document, tournament):
        raise Refused("archive_of_another_tournament", name=document["tournament"]["name"])
    before = take_snapshot(tournament=tournament, actor=actor, occasion="restore")
    later = [
        (one, one.deal.seating.uuid, one.deal.number, line_of(one.deal))
        for one in later_deals(tournament, document)
    ]
    builder = Rebuilder(tournament, document)
    start_nos = park(tournament)
    _write(builder)
    _clear_away(builder, start_nos, keep_later=keep_later, reason=reason)
    _restore_settings(tournament, document)
    kept = put_aside = 0
    for one, seating_uuid, number, line in later:
        seating = Seating.objects.filter(uuid=seating_uuid).select_related("round__tournament").first()
        if seating is None:
            continue
        if keep_later and _put_in_again(one.deal, seating, number, line):
            kept += 1
            continue
        aside = keep_refused(
            seating=seating, number=number, line=line, client_key=one.deal.client_key, code=LATE, actor=actor
        )
        if not keep_later:
            RefusedEntry.objects.filter(pk=aside.pk).update(state=RefusedEntry.State.DISCARDED, reason=reason)
        put_aside += 1
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="restore",
        on=tournament,
        tournament=tournament,
        before={"snapshot": before.pk, "standings_hash": before.standings_hash[:12]},
        after={"standings_hash": document["standings_hash"][:12], "kept": kept, "put_aside": put_aside},
        reason=reason,
    )
    withdraw_workbook(tournament=tournament, actor=actor)
    return Restored(tournament, before, kept, put_aside, agrees=False)


def _write(builder: Rebuilder) -> None:
    builder.people()
    for part in PARTS:
        builder.write(part)


def _restore_settings(tournament: Tournament, document: Document) -> None:
    for name, value in document["tournament"].items():
        if name in OWN or name in {"slug", "created_at"}:
            continue
        if name in SETTINGS:
            setattr(tournament, name, read_value(SETTINGS[name], value))
    tournament.results_version = max(tournament.results_version, document["results_version"])
    tournament.save()


def _clear_away(builder: Rebuilder, start_nos: dict[int, int], *, keep_later: bool, reason: str) -> None:
    """What the archive does not know: people stay without a seat, tables go, deals at tables that stay are voided."""
    tournament = builder.tournament
    left = builder.left_over
    gone = Seating.objects.filter(pk__in=left["seatings"])
    Signature.objects.filter(seating__in=gone).delete()
    RefusedEntry.objects.filter(seating__in=gone).delete()
    Deal.objects.filter(seating__in=gone).delete()
    Deal.objects.filter(pk__in=left["deals"], void_reason="").update(void_reason=reason)
    gone.delete()
    Adjustment.objects.filter(pk__in=left["adjustments"], round__in=left["rounds"]).update(round=None)
    Round.objects.filter(pk__in=left["rounds"]).delete()
    Draw.objects.filter(pk__in=left["draws"], rounds=None).delete()
    if not keep_later:
        Adjustment.objects.filter(pk__in=left["adjustments"], cancelled_at=None).update(
            cancelled_at=timezone.now(), cancel_reason=reason
        )
    used = set(tournament.entries.exclude(pk__in=left["entries"]).values_list("start_no", flat=True))
    for entry in tournament.entries.filter(pk__in=left["entries"]).order_by("start_no"):
        number = start_nos[entry.pk]
        entry.start_no = number if number not in used else max(used) + 1
        used.add(entry.start_no)
        entry.save(update_fields=["start_no"])


def _put_in_again(deal: Deal, seating: Seating, number: int, line: Any) -> bool:
    """Let a later deal stand again where it stood, if nothing else does and its round has begun."""
    if seating.round.state not in {Round.State.PLAYING, Round.State.CLOSED}:
        return False
    try:
        settled = settle_line(line=line, seating=seating, number=number, tournament=seating.round.tournament)
    except (Refused, RuleViolation):
        return False
    fresh = Deal.objects.get(pk=deal.pk)
    others = Deal.objects.filter(seating=seating, number=number, voided_at=None).exclude(pk=fresh.pk)
    if others.exists():
        return False
    # As it was now, not as it was then: every column of the deal that stood a moment ago.
    version = max(fresh.version, deal.version) + 1
    deal.version, deal.seating, deal.number, deal.dealer = version, seating, number, settled.dealer
    deal.voided_at, deal.void_reason = None, ""
    deal.save()
    rewrite_scores(seating=seating, tournament=seating.round.tournament)
    return True


@transaction.atomic
def build_from(*, document: Document, actor: User | None) -> Tournament:
    """Build a tournament that is not here: from another installation, or one that was removed."""
    document = without_anonymised(check_format(document))
    if Tournament.objects.filter(created_at=_made_at(document)).exists():
        raise Refused("archive_is_here", name=document["tournament"]["name"])
    tournament = Tournament(
        name=document["tournament"]["name"], starts_on=document["tournament"]["starts_on"]
    )
    tournament.slug = _free_slug(document["tournament"]["slug"] or slugify_danish(tournament.name))
    tournament.save()
    Tournament.objects.filter(pk=tournament.pk).update(created_at=_made_at(document))
    tournament.refresh_from_db()
    _write(Rebuilder(tournament, document))
    _restore_settings(tournament, document)
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="build_from_archive",
        on=tournament,
        tournament=tournament,
        after={"standings_hash": document["standings_hash"][:12]},
    )
    return tournament


def _free_slug(stem: str) -> str:
    slug, number = stem, 1
    while Tournament.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
