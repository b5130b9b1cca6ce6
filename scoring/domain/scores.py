"""Rewriting the scores of one table from its current deals: the only place that writes Score rows."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from engine import roles, score_table
from scoring.domain.lines import as_codes, ruleset_of, seats_at, seats_of, table_deal
from scoring.models import Deal, Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tournament.models import Entry, Player, Seat, Seating, Tournament


def current_deals(seating: Seating) -> list[Deal]:
    """The deals of a sheet that count, in order."""
    return list(Deal.objects.filter(seating=seating, voided_at__isnull=True).order_by("number"))


def rewrite_scores(*, seating: Seating, tournament: Tournament, seats: Iterable[Seat] = ()) -> None:
    """Make the seating's Score rows what `score_table` says; rows that are right already stay untouched.

    A row keeps the entry and player it was written with: whoever sat there then has the points. A new one names the
    player who plays for the entry in that deal. `seats` are those of the sheet, if they were read while it was locked.
    """
    seats = seats or seating.seats.select_related("entry").prefetch_related("entry__substitutions")
    entries = {seat.position: seat.entry for seat in seats}
    stored = {(score.deal_id, score.seat): score for score in Score.objects.filter(deal__seating=seating)}
    new, changed = [], []
    deals = current_deals(seating)
    for deal, seat, role, points in expected_scores(deals, seating=seating, tournament=tournament):
        score = stored.pop((deal.pk, seat), None)
        if score is None:
            entry = entries[seat]
            player_id = entry.player_id_at(seating.round.number, deal.number)
            new.append(
                Score(deal=deal, entry=entry, player_id=player_id, seat=seat, role=role, points=points)
            )
        elif (score.role, score.points) != (role, points):
            score.role, score.points = role, points
            changed.append(score)
    if stored:
        Score.objects.filter(pk__in=[score.pk for score in stored.values()]).delete()
    Score.objects.bulk_create(new)
    Score.objects.bulk_update(changed, ["role", "points"])


def expected_scores(
    deals: list[Deal], *, seating: Seating, tournament: Tournament
) -> Iterator[tuple[Deal, str, Score.Role, int]]:
    """Deal, seat, role and points of every score that a sheet with these deals, in their order, gives."""
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


def name_substitute(
    *,
    entry: Entry,
    substitute_id: int,
    was: Callable[[int, int], bool] | None,
    is_now: Callable[[int, int], bool] | None,
) -> dict[str, int]:
    """A substitute plays other deals than before: just their scores change the player they name.

    `was` and `is_now` say of a round and a deal whether it is his. The sheets are locked by the caller.
    """
    to_him, back = [], []
    scores = Score.objects.filter(entry=entry)
    for pk, round_number, number in scores.values_list("pk", "deal__seating__round__number", "deal__number"):
        before = was is not None and was(round_number, number)
        after = is_now is not None and is_now(round_number, number)
        if after and not before:
            to_him.append(pk)
        elif before and not after:
            back.append(pk)
    Score.objects.filter(pk__in=to_him).update(player_id=substitute_id)
    Score.objects.filter(pk__in=back).update(player_id=entry.player_id)
    return {"to_substitute": len(to_him), "back": len(back)}


def hand_over_scores(*, former: Player, player: Player) -> int:
    """Scores that name `former` name `player` from now on: they are one person. Returns how many that were."""
    return Score.objects.filter(player=former).update(player=player)
