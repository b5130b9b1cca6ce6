"""Rewriting the scores of one table from its current deals: the only place that writes Score rows."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from engine import roles, score_table
from scoring.domain.lines import as_codes, ruleset_of, seats_at, seats_of, table_deal
from scoring.models import Deal, Score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournament.models import Seating, Tournament


def current_deals(seating: Seating) -> list[Deal]:
    """The deals of a sheet that count, in order."""
    return list(Deal.objects.filter(seating=seating, voided_at__isnull=True).order_by("number"))


def rewrite_scores(*, seating: Seating, tournament: Tournament) -> None:
    """Make the seating's Score rows what `score_table` says; rows that are right already stay untouched.

    A row keeps the entry and player it was written with: whoever sat there then has the points.
    """
    entries = {seat.position: seat.entry for seat in seating.seats.select_related("entry")}
    stored = {(score.deal_id, score.seat): score for score in Score.objects.filter(deal__seating=seating)}
    new, changed = [], []
    for deal, seat, role, points in _expected(seating, tournament):
        score = stored.pop((deal.pk, seat), None)
        if score is None:
            entry = entries[seat]
            new.append(
                Score(deal=deal, entry=entry, player_id=entry.player_id, seat=seat, role=role, points=points)
            )
        elif (score.role, score.points) != (role, points):
            score.role, score.points = role, points
            changed.append(score)
    if stored:
        Score.objects.filter(pk__in=[score.pk for score in stored.values()]).delete()
    Score.objects.bulk_create(new)
    Score.objects.bulk_update(changed, ["role", "points"])


def _expected(seating: Seating, tournament: Tournament) -> Iterator[tuple[Deal, str, Score.Role, int]]:
    """Deal, seat, role and points of every score that the sheet gives."""
    deals = current_deals(seating)
    around = [table_deal(deal, seats_at(seating, deal.number)) for deal in deals]
    booked = score_table(ruleset_of(tournament), seats_of(seating), around)
    for deal, points in zip(deals, booked, strict=True):
        if points is None:
            continue
        who = roles(deal.dealer, seats_at(seating, deal.number))
        role_of = {
            who.forhand: Score.Role.FORHAND,
            who.mellemhand: Score.Role.MELLEMHAND,
            who.baghand: Score.Role.BAGHAND,
        }
        for seat, value in points.items():
            yield deal, seat.value, role_of.get(seat, Score.Role.SITTER_OUT), value


def sheet_hash(deals: list[Deal]) -> str:
    """What a signature vouches for: the hash of the sheet's current deals."""
    text = json.dumps([as_codes(deal) for deal in deals], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
