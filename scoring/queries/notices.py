"""What the rules had to say of the auctions that were written down, and what the director made of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from scoring.domain.auctions import notices_of
from scoring.domain.lines import ruleset_of
from scoring.domain.notices import notice_key
from scoring.domain.secrets import current_deals
from scoring.models import Adjustment, Deal, Score
from tournament.models import Round

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournament.models import Entry, Seating, Tournament


@dataclass(frozen=True, slots=True)
class Notice:
    """A call the director may judge: whose it was, in which role, what was said; the adjustment if one was given."""

    deal: Deal
    index: int
    code: str
    entry: Entry
    hand: str
    call: str
    adjustment: Adjustment | None


def notices_of_sheet(seating: Seating) -> list[Notice]:
    """Every notice of a table's auctions, in order."""
    deals = Deal.objects.filter(seating=seating, voided_at__isnull=True)
    return _notices(deals, seating.round.tournament)


def penalties_beside(seating: Seating, notices: Iterable[Notice]) -> list[Adjustment]:
    """What the players of a table were given in its round for such calls, and no notice tells of any more."""
    told = {notice.adjustment.pk for notice in notices if notice.adjustment}
    return list(
        Adjustment.objects.filter(
            round=seating.round,
            entry__in=[seat.entry_id for seat in seating.seats.all()],
            reason=Adjustment.Reason.UNNECESSARY_ANNOUNCEMENT,
            cancelled_at__isnull=True,
        )
        .exclude(pk__in=told)
        .select_related("entry__player")
        .order_by("pk")
    )


def notices_at_tables(tournament: Tournament) -> list[tuple[Round, int, int]]:
    """Round, table and number of the notices nobody was given a penalty for, in the rounds that are being played."""
    deals = current_deals(tournament).filter(seating__round__state=Round.State.PLAYING)
    counted: Counter[tuple[int, int]] = Counter()
    rounds: dict[int, Round] = {}
    for notice in _notices(deals.select_related("seating__round"), tournament):
        if notice.adjustment is None:
            round_ = notice.deal.seating.round
            rounds[round_.number] = round_
            counted[round_.number, notice.deal.seating.table_no] += 1
    return [(rounds[number], table_no, count) for (number, table_no), count in sorted(counted.items())]


def _notices(deals: QuerySet[Deal], tournament: Tournament) -> list[Notice]:
    """The notices of these deals, by a fixed number of queries."""
    ruleset = ruleset_of(tournament)
    scores = Prefetch("scores", Score.objects.select_related("entry__player"))
    written = deals.filter(calls__isnull=False).prefetch_related(scores).order_by("seating_id", "number")
    found = []
    for deal in written:
        entries = {score.role: score.entry for score in deal.scores.all()}
        calls = deal.calls or []
        for index, code in notices_of(deal, ruleset):
            hand, call = calls[index]
            found.append((deal, index, code, entries[hand], hand, call))
    keys = [notice_key(deal, index, entry.pk) for deal, index, _, entry, _, _ in found]
    given = {row.client_key: row for row in Adjustment.objects.filter(client_key__in=keys)}
    return [Notice(*parts, given.get(key)) for parts, key in zip(found, keys, strict=True)]
