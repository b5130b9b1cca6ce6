"""All that is stored about one person, for him to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import F, Q

from scoring.models import Adjustment, Score, Standing
from tournament.models import ApartPair, AuditEntry, Entry, Player, Seat, Substitution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

Row = dict[str, Any]


def stored_about(player: Player) -> dict[str, list[Row]]:
    """By kind, the rows that name him, or somebody who was merged into him; without the log (`log_about`)."""
    people = _people(player)
    return {
        "registry": [_registered(one) for one in people],
        "entries": _entries(people),
        "seats": _seats(people),
        "scores": _scores(people),
        "substitutions": _substitutions(people),
        "adjustments": _adjustments(people),
        "wishes": _wishes(people),
    }


def log_about(player: Player) -> QuerySet[AuditEntry]:
    """What was done to him or by him at a table, newest first."""
    people = _people(player)
    ids = [one.pk for one in people]
    entries = list(Entry.objects.filter(player__in=people).values_list("pk", flat=True))
    given = Adjustment.objects.filter(entry__in=entries).values_list("pk", flat=True)
    about = (
        Q(object_type="player", object_id__in=ids)
        | Q(object_type="entry", object_id__in=entries)
        | Q(object_type="adjustment", object_id__in=list(given))
    )
    for pk in ids:
        about |= Q(object_type="entry", after__player=pk) | Q(object_type="entry", before__player=pk)
    for seating, position in Seat.objects.filter(entry__in=entries).values_list("seating_id", "position"):
        about |= Q(actor_seating_id=seating, actor_seat=position)
    return AuditEntry.objects.filter(about).order_by("-id")


def _people(player: Player) -> list[Player]:
    return [player, *player.merged.order_by("pk")]


def _registered(player: Player) -> Row:
    return {
        "name": player.full_name,
        "public_form": player.public_form,
        "club": player.club.name if player.club else "",
        "member_no": player.member_no,
        "mark": str(player.uuid),
        "created_at": player.created_at,
        "anonymised_at": player.anonymised_at,
    }


def _entries(people: Sequence[Player]) -> list[Row]:
    entries = Entry.objects.filter(player__in=people).select_related("tournament", "club")
    standings = {
        row.entry_id: row
        for row in Standing.objects.filter(entry__player__in=people, scope=Standing.Scope.LIVE)
    }
    return [
        {
            "tournament": entry.tournament.name,
            "date": entry.tournament.starts_on,
            "start_no": entry.start_no,
            "club": entry.club.name if entry.club else "",
            "state": entry.state,
            "categories": entry.labels,
            "handicap": entry.handicap,
            "fixed_table": entry.fixed_table,
            "fee_paid_at": entry.fee_paid_at,
            "registered_at": entry.registered_at,
            "withdrawn_after_round": entry.withdrawn_after_round,
            "rank": standings[entry.pk].rank if entry.pk in standings else None,
            "total": standings[entry.pk].total if entry.pk in standings else None,
        }
        for entry in entries.order_by("tournament__starts_on", "pk")
    ]


def _seats(people: Sequence[Player]) -> list[Row]:
    seats = Seat.objects.filter(entry__player__in=people).exclude(round__state="drawn")
    named = seats.annotate(
        tournament=F("round__tournament__name"),
        number=F("round__number"),
        table=F("seating__table_no"),
        seat=F("position"),
    )
    rows = named.order_by("round__tournament__starts_on", "round__tournament", "round__number")
    return [{**row} for row in rows.values("tournament", "number", "table", "seat", "left_after_deal")]


def _scores(people: Sequence[Player]) -> list[Row]:
    """Deals he played, for himself or in another's place, and those somebody played in his."""
    named = Score.objects.filter(Q(player__in=people) | Q(entry__player__in=people)).annotate(
        tournament=F("entry__tournament__name"),
        number=F("deal__seating__round__number"),
        table=F("deal__seating__table_no"),
        deal_number=F("deal__number"),
        start_no=F("entry__start_no"),
    )
    rows = named.order_by(
        "entry__tournament__starts_on", "entry__tournament", "number", "table", "deal_number"
    )
    ids = {one.pk for one in people}
    return [
        {key: row[key] for key in ("tournament", "number", "table", "deal_number", "seat", "role", "points")}
        | {"start_no": row["start_no"], "himself": row["player_id"] in ids}
        for row in rows.values(
            "tournament",
            "number",
            "table",
            "deal_number",
            "seat",
            "role",
            "points",
            "start_no",
            "player_id",
        )
    ]


def _substitutions(people: Sequence[Player]) -> list[Row]:
    found = Substitution.objects.filter(Q(player__in=people) | Q(entry__player__in=people))
    ids = {one.pk for one in people}
    return [
        {
            "tournament": one.entry.tournament.name,
            "start_no": one.entry.start_no,
            "himself": one.player_id in ids,
            "from_round": one.from_round,
            "after_deal": one.after_deal,
            "until_round": one.until_round,
            "until_deal": one.until_deal,
            "reason": one.reason,
            "made_at": one.made_at,
        }
        for one in found.select_related("entry__tournament").order_by("pk")
    ]


def _adjustments(people: Sequence[Player]) -> list[Row]:
    given = Adjustment.objects.filter(entry__player__in=people).select_related("tournament", "round")
    return [
        {
            "tournament": one.tournament.name,
            "number": one.round.number if one.round else None,
            "points": one.points,
            "reason": one.reason,
            "note": one.note,
            "given_at": one.given_at,
            "cancelled_at": one.cancelled_at,
            "cancel_reason": one.cancel_reason,
        }
        for one in given.order_by("pk")
    ]


def _wishes(people: Sequence[Player]) -> list[Row]:
    """Whom he should not meet: by start number, for the other's name is not his."""
    pairs = ApartPair.objects.filter(Q(one__player__in=people) | Q(other__player__in=people))
    ids = {one.pk for one in people}
    return [
        {
            "tournament": pair.tournament.name,
            "apart_from": pair.other.start_no if pair.one.player_id in ids else pair.one.start_no,
        }
        for pair in pairs.select_related("tournament", "one", "other").order_by("pk")
    ]
