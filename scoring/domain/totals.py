"""What everybody has made, read once by entry and round: the sums as of any round follow from it without the database.

So the list as it is, the list as others see it while it is frozen, and the list of a round ago cost one reading.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from django.db.models import Count, F, Min, Q, Sum

from engine import hundredths
from scoring.domain.extent import of_adjustments, of_rounds
from scoring.domain.field import exact_sum, parts_by_round
from scoring.domain.lines import ruleset_of
from scoring.models import Adjustment, Deal, Score
from tournament.models import Entry, Round, Seat
from tournament.tie_breaks import AGAINST_FIELD, BY_FIELD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from scoring.domain.field import Parts
    from tournament.models import Tournament


@dataclass(slots=True)
class InRound:
    """One entry in one round. `points` is None where nothing was played at its table."""

    points: int | None = None
    deals: int = 0
    missing: int = 0
    won: int = 0
    kruk: int = 0
    highest: int = 0


@dataclass(slots=True)
class Totals:
    """One entry's sums. `by_round` has only the rounds in which a deal was played at the entry's table."""

    entry_id: int
    by_round: dict[int, int] = field(default_factory=dict)
    deals_played: int = 0
    adjustment_points: int = 0
    handicap_points: int = 0
    deals_missing: int = 0
    won: int = 0
    kruk: int = 0
    highest: int = 0
    # Hundredths of points; None: no hand that can be compared.
    against_field: int | None = None
    goes_by_field: bool = False

    @property
    def deal_points(self) -> int:
        return sum(self.by_round.values())

    @property
    def total(self) -> int:
        return self.deal_points + self.adjustment_points + self.handicap_points

    @property
    def ranked_by(self) -> int:
        """What the list goes by; hundredths where it goes by the field, and then 0 for who has nothing to compare."""
        if not self.goes_by_field:
            return self.total
        return (self.against_field or 0) + 100 * (self.adjustment_points + self.handicap_points)

    @property
    def has_place(self) -> bool:
        """A handicap alone gives nobody a place: who has nothing that counts stands last. Not playing is not zero."""
        counts = self.against_field is not None if self.goes_by_field else bool(self.by_round)
        return counts or bool(self.adjustment_points)

    def values(self) -> dict[str, int]:
        return {
            "won_contracts": self.won,
            "fewest_kruk": self.kruk,
            "highest_contract": self.highest,
            "best_round": max(self.by_round.values(), default=0),
        }

    def all_values(self) -> dict[str, int]:
        """Also the value that somebody may lack."""
        if self.against_field is None:
            return self.values()
        return self.values() | {AGAINST_FIELD: self.against_field}

    def add(self, number: int, one: InRound) -> None:
        """What was made in a round."""
        if one.points is not None:
            self.by_round[number] = one.points
        self.deals_played += one.deals
        self.deals_missing += one.missing
        self.won += one.won
        self.kruk += one.kruk
        self.highest = max(self.highest, one.highest)


@dataclass(frozen=True, slots=True)
class Member:
    """An entry that may be in the list. `first_round`: the first one in which it had a seat that was made public."""

    entry_id: int
    handicap: int
    lot: int | None
    is_here: bool
    first_round: int | None

    def is_in(self, up_to: int | None) -> bool:
        """Whoever was seated or is here has a row."""
        return self.is_here or (self.first_round is not None and (up_to is None or self.first_round <= up_to))


@dataclass(frozen=True, slots=True)
class Reading:
    """What stood in the database, up to some round."""

    tournament: Tournament
    members: tuple[Member, ...]
    rounds: tuple[int, ...]
    by_round: Mapping[int, Mapping[int, InRound]]
    tables: tuple[tuple[int, Mapping[int, int]], ...]
    field: Mapping[int, Mapping[int, Parts]]

    @property
    def lots(self) -> dict[int, int]:
        """Who has drawn a lot."""
        return {one.entry_id: one.lot for one in self.members if one.lot is not None}

    def last_round(self, up_to: int | None) -> int | None:
        """The last round in which anything was played."""
        played = [
            number
            for number, rows in self.by_round.items()
            if (up_to is None or number <= up_to) and any(one.points is not None for one in rows.values())
        ]
        return max(played, default=None)

    def totals(self, up_to: int | None = None) -> list[Totals]:
        """Everybody's sums as of a round, by start number."""
        goes_by_field = self.tournament.ranking == BY_FIELD
        totals = {
            one.entry_id: Totals(one.entry_id, handicap_points=one.handicap, goes_by_field=goes_by_field)
            for one in self.members
            if one.is_in(up_to)
        }
        compared: dict[int, list[Parts]] = defaultdict(list)
        for number in sorted(self.by_round):
            if up_to is not None and number > up_to:
                continue
            for entry_id, one in self.by_round[number].items():
                totals[entry_id].add(number, one)
            for entry_id, parts in self.field.get(number, {}).items():
                compared[entry_id].append(parts)
        for entry_id, own in compared.items():
            totals[entry_id].against_field = hundredths(exact_sum(own))
        for entry_id, points in _adjusted(self.tournament, up_to):
            if entry_id in totals:
                totals[entry_id].adjustment_points = points
        return list(totals.values())

    def meetings(self, totals: list[Totals], up_to: int | None) -> list[tuple[int, int, int, int]]:
        """What entries that the list has as equals made at each table where they met."""
        ranked_by = {row.entry_id: row.ranked_by for row in totals}
        return [
            (one, other, table[one], table[other])
            for number, table in self.tables
            if up_to is None or number <= up_to
            for one, other in combinations(sorted(table), 2)
            if one in ranked_by and other in ranked_by and ranked_by[one] == ranked_by[other]
        ]


def read(tournament: Tournament, up_to: int | None = None) -> Reading:
    """Read what counts as of a round; the reading tells of every round before it as well."""
    public = tournament.rounds.exclude(state=Round.State.DRAWN).filter(of_rounds("number", up_to))
    by_round: dict[int, dict[int, InRound]] = defaultdict(lambda: defaultdict(InRound))
    tables = _add_deals(tournament, by_round, up_to)
    _add_missing(tournament, by_round, up_to)
    _add_contracts(tournament, by_round, up_to)
    return Reading(
        tournament,
        tuple(_members(tournament, up_to)),
        tuple(public.order_by("number").values_list("number", flat=True)),
        by_round,
        tuple(tables),
        parts_by_round(tournament, up_to),
    )


def _members(tournament: Tournament, up_to: int | None) -> list[Member]:
    seated = Seat.objects.filter(of_rounds("round__number", up_to), round__tournament=tournament)
    first = dict(
        seated.exclude(round__state=Round.State.DRAWN)
        .order_by()
        .values_list("entry_id")
        .annotate(Min("round__number"))
    )
    entries = Entry.objects.filter(tournament=tournament).order_by("start_no")
    return [
        Member(pk, handicap, lot, state == Entry.State.CHECKED_IN, first.get(pk))
        for pk, handicap, lot, state in entries.values_list("pk", "handicap", "lot", "state")
    ]


def _add_deals(
    tournament: Tournament, by_round: dict[int, dict[int, InRound]], up_to: int | None
) -> list[tuple[int, dict[int, int]]]:
    """Points and deals played, by round; gives the number of the round and the points of each table."""
    at_table: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    sums = (
        _scores(tournament, up_to)
        .order_by()
        .values("deal__seating__round__number", "deal__seating_id", "entry_id")
        .annotate(sum=Sum("points"), played=Count("pk", filter=~Q(role=Score.Role.SITTER_OUT)))
        .values_list("deal__seating__round__number", "deal__seating_id", "entry_id", "sum", "played")
    )
    for number, seating_id, entry_id, points, played in sums:
        one = by_round[number][entry_id]
        one.points = (one.points or 0) + points
        one.deals += played
        at_table[number, seating_id][entry_id] = points
    return [(number, at_table[number, seating_id]) for number, seating_id in sorted(at_table)]


def _add_missing(tournament: Tournament, by_round: dict[int, dict[int, InRound]], up_to: int | None) -> None:
    """Deals that a sheet still lacks."""
    entered: dict[int, set[int]] = defaultdict(set)
    current = Deal.objects.filter(
        of_rounds("seating__round__number", up_to),
        seating__round__tournament=tournament,
        voided_at__isnull=True,
    )
    for seating_id, deal_no in current.order_by().values_list("seating_id", "number"):
        entered[seating_id].add(deal_no)
    begun = Seat.objects.filter(
        of_rounds("round__number", up_to),
        round__tournament=tournament,
        round__state__in=[Round.State.PLAYING, Round.State.CLOSED],
    )
    places = begun.values_list("round__number", "entry_id", "seating_id", "seating__deals", "left_after_deal")
    for number, entry_id, seating_id, deals, left_after in places:
        last = deals if left_after is None else left_after
        missing = last - sum(1 for deal_no in entered[seating_id] if deal_no <= last)
        if missing:
            by_round[number][entry_id].missing += missing


def _add_contracts(
    tournament: Tournament, by_round: dict[int, dict[int, InRound]], up_to: int | None
) -> None:
    """What each entry won and lost as declarer."""
    ruleset = ruleset_of(tournament)
    declared = (
        _scores(tournament, up_to)
        .filter(seat=F("deal__declarer"))
        .exclude(deal__outcome="bet")
        .values_list("deal__seating__round__number", "entry_id", "deal__contract", "deal__outcome")
        .annotate(Count("pk"))
        .order_by()
    )
    for number, entry_id, contract, outcome, times in declared:
        one = by_round[number][entry_id]
        if outcome == "vundet":
            one.won += times
            one.highest = max(one.highest, ruleset.spec(contract).rank)
        elif outcome == "kruk":
            one.kruk += times


def _adjusted(tournament: Tournament, up_to: int | None) -> list[tuple[int, int]]:
    given = Adjustment.objects.filter(
        of_adjustments(tournament, up_to), tournament=tournament, cancelled_at__isnull=True
    )
    return list(given.values_list("entry_id").annotate(Sum("points")).order_by())


def _scores(tournament: Tournament, up_to: int | None) -> QuerySet[Score]:
    return Score.objects.filter(
        of_rounds("deal__seating__round__number", up_to), deal__seating__round__tournament=tournament
    )
