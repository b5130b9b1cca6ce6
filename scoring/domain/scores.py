"""Rewriting the scores of one table from its current deals: the only place that writes Score rows."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from engine import roles, score_table
from scoring.domain.lines import as_codes, ruleset_of, seats_of, table_deal
from scoring.models import Deal, Score

if TYPE_CHECKING:
    from tournament.models import Seating, Tournament


def current_deals(seating: Seating) -> list[Deal]:
    """The deals of a sheet that count, in order."""
    return list(Deal.objects.filter(seating=seating, voided_at__isnull=True).order_by("number"))


def rewrite_scores(*, seating: Seating, tournament: Tournament) -> None:
    """Make the seating's Score rows what `score_table` says; rows that are right already stay untouched.

    A row keeps the entry and player it was written with: whoever sat there then has the points.
    """
    seats = {seat.position: seat.entry for seat in seating.seats.select_related("entry")}
    deals = current_deals(seating)
    booked = score_table(ruleset_of(tournament), seats_of(seating), [table_deal(deal) for deal in deals])
    stored = {(score.deal_id, score.seat): score for score in Score.objects.filter(deal__seating=seating)}
    new, changed = [], []
    for deal, points in zip(deals, booked, strict=True):
        if points is None:
            continue
        around = roles(deal.dealer, seats_of(seating))
        role_of = {
            str(around.forhand): Score.Role.FORHAND,
            str(around.mellemhand): Score.Role.MELLEMHAND,
            str(around.baghand): Score.Role.BAGHAND,
        }
        for seat, value in points.items():
            role = role_of.get(str(seat), Score.Role.SITTER_OUT)
            score = stored.pop((deal.pk, str(seat)), None)
            if score is None:
                entry = seats[str(seat)]
                new.append(
                    Score(
                        deal=deal,
                        entry=entry,
                        player_id=entry.player_id,
                        seat=str(seat),
                        role=role,
                        points=value,
                    )
                )
            elif (score.role, score.points) != (role, value):
                score.role, score.points = role, value
                changed.append(score)
    if stored:
        Score.objects.filter(pk__in=[score.pk for score in stored.values()]).delete()
    Score.objects.bulk_create(new)
    Score.objects.bulk_update(changed, ["role", "points"])


def sheet_hash(deals: list[Deal]) -> str:
    """What a signature vouches for: the hash of the sheet's current deals."""
    text = json.dumps([as_codes(deal) for deal in deals], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
