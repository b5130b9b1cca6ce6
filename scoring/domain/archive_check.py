"""The standings of an archive, worked out from its deals alone, without the database: a second opinion.

Only the engine and the document are asked. If this and the standings that were stored do not agree, one of them is
wrong.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine import RULESETS, RankRow, TableDeal, score_table
from scoring.domain.archive import FORMAT, VERSION, hash_of_standings
from scoring.domain.archive_field import HeldHands
from scoring.domain.drawn import rank_with_lots
from tournament.errors import Refused
from tournament.tie_breaks import BY_FIELD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import RuleSet

Document = dict[str, Any]


@dataclass(slots=True)
class Sums:
    """One entry's sums."""

    start_no: int
    handicap: int
    by_round: dict[int, int] = field(default_factory=dict)
    adjustments: int = 0
    won: int = 0
    kruk: int = 0
    highest: int = 0
    against_field: int | None = None
    goes_by_field: bool = False

    @property
    def deal_points(self) -> int:
        return sum(self.by_round.values())

    @property
    def total(self) -> int:
        return self.deal_points + self.adjustments + self.handicap

    @property
    def ranked_by(self) -> int:
        if not self.goes_by_field:
            return self.total
        return (self.against_field or 0) + 100 * (self.adjustments + self.handicap)

    @property
    def has_place(self) -> bool:
        counts = self.against_field is not None if self.goes_by_field else bool(self.by_round)
        return counts or bool(self.adjustments)

    @property
    def values(self) -> dict[str, int]:
        values = {
            "won_contracts": self.won,
            "fewest_kruk": self.kruk,
            "highest_contract": self.highest,
            "best_round": max(self.by_round.values(), default=0),
        }
        return values if self.against_field is None else values | {"against_field": self.against_field}


def check_format(document: Any) -> Document:
    """The document, if it is one of ours in a version that is known. Raises Refused."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused("not_an_archive")
    if document.get("version") != VERSION:
        raise Refused("archive_version_unknown", version=document.get("version"))
    return document


def recomputed_hash(document: Document) -> str:
    """The standings hash that the deals and adjustments of a document give."""
    return hash_of_standings(recomputed_standings(document))


def recomputed_standings(document: Document) -> list[dict[str, Any]]:
    """The rows of the standings, best first."""
    ruleset = _ruleset(document["tournament"])
    sums, at_tables = _sums(document, ruleset)
    for given in document["adjustments"]:
        if given["cancelled_at"] is None and given["entry"] in sums:
            sums[given["entry"]].adjustments += given["points"]
    placed = {pk: row for pk, row in sums.items() if row.has_place}
    ties = tuple(document["tournament"]["tie_breaks"])
    meetings = _meetings(placed, at_tables) if "mutual" in ties else ()
    lots = {entry["id"]: entry["lot"] for entry in document["entries"] if entry.get("lot") is not None}
    rows_to_rank = [RankRow(key=pk, total=row.ranked_by, values=row.values) for pk, row in placed.items()]
    ranked = rank_with_lots(rows_to_rank, ties, meetings, lots)
    rounds = [item["number"] for item in _public_rounds(document)]
    rows = [_as_row(sums[int(str(place.key))], place.rank, rounds) for place in ranked]
    return rows + [_as_row(row, None, rounds) for pk, row in sums.items() if pk not in placed]


def _as_row(row: Sums, place: int | None, rounds: list[int]) -> dict[str, Any]:
    return {
        "start_no": row.start_no,
        "rank": place,
        "total": row.total,
        "deal_points": row.deal_points,
        "adjustment_points": row.adjustments,
        "round_points": [row.by_round.get(number) for number in rounds],
        **({"against_field": row.against_field} if row.goes_by_field else {}),
    }


def _ruleset(tournament: Mapping[str, Any]) -> RuleSet:
    return RULESETS[tournament["rule_set"]].replace(
        booking=tournament["booking"],
        first_dealer=tournament["first_dealer"],
        suit_noted="optional" if tournament["suit_may_be_missing"] else "required",
    )


def _public_rounds(document: Document) -> list[Mapping[str, Any]]:
    return sorted(
        (item for item in document["rounds"] if item["state"] != "drawn"),
        key=lambda item: int(item["number"]),
    )


def _sums(document: Document, ruleset: RuleSet) -> tuple[dict[int, Sums], list[dict[int, int]]]:
    """Sums by entry in order of start number, and what each table gave each entry."""
    public = {item["id"]: item["number"] for item in _public_rounds(document)}
    seated = {seat["entry"] for seat in document["seats"] if seat["round"] in public}
    by_field = document["tournament"].get("ranking") == BY_FIELD
    sums = {
        entry["id"]: Sums(entry["start_no"], entry["handicap"], goes_by_field=by_field)
        for entry in sorted(document["entries"], key=lambda entry: int(entry["start_no"]))
        if entry["state"] == "checked_in" or entry["id"] in seated
    }
    # Who sat there when the deal was written: somebody may have been moved since.
    entry_at = {(score["deal"], score["seat"]): score["entry"] for score in document["scores"]}
    seats_of: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for seat in document["seats"]:
        seats_of[seat["seating"]].append(seat)
    deals_of: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for deal in sorted(document["deals"], key=lambda deal: int(deal["number"])):
        if deal["voided_at"] is None:
            deals_of[deal["seating"]].append(deal)
    at_tables = []
    hands = HeldHands(document)
    for seating in document["seatings"]:
        number = public.get(seating["round"])
        if number is None:
            continue
        table: dict[int, int] = defaultdict(int)
        for deal, points in _scored(deals_of[seating["id"]], seats_of[seating["id"]], ruleset):
            for position, value in points.items():
                entry = entry_at[deal["id"], position]
                sums[entry].by_round[number] = sums[entry].by_round.get(number, 0) + value
                table[entry] += value
            hands.add(
                deal,
                {position: (entry_at[deal["id"], position], value) for position, value in points.items()},
            )
            _count_contract(deal, sums, entry_at, ruleset)
        at_tables.append(dict(table))
    for entry, hundredths in hands.by_entry().items():
        sums[entry].against_field = hundredths
    return sums, at_tables


def _scored(
    deals: list[Mapping[str, Any]], seats: list[Mapping[str, Any]], ruleset: RuleSet
) -> list[tuple[Mapping[str, Any], dict[str, int]]]:
    """Each played deal of one table with the points of its seats."""

    def occupied(number: int) -> str:
        return "".join(
            sorted(
                seat["position"]
                for seat in seats
                if seat["left_after_deal"] is None or number <= seat["left_after_deal"]
            )
        )

    table = [
        TableDeal(
            seats=occupied(deal["number"]),
            dealer=deal["dealer"],
            declarer=deal["declarer"] or None,
            contract=deal["contract"] or None,
            trump=deal["trump"] or None,
            tricks=tuple(deal["tricks"]) if deal["tricks"] else None,
            outcome=deal["outcome"] or None,
            thrown_in=deal["thrown_in"],
            tout=deal["tout"] or None,
            played=deal["status"] == "played",
        )
        for deal in deals
    ]
    drawn = "".join(sorted(seat["position"] for seat in seats))
    booked = score_table(ruleset, drawn, table)
    return [
        (deal, {str(seat.value): value for seat, value in points.items()})
        for deal, points in zip(deals, booked, strict=True)
        if points is not None
    ]


def _count_contract(
    deal: Mapping[str, Any], sums: dict[int, Sums], entry_at: Mapping[tuple[int, str], int], ruleset: RuleSet
) -> None:
    if not deal["declarer"]:
        return
    row = sums[entry_at[deal["id"], deal["declarer"]]]
    if deal["outcome"] == "vundet":
        row.won += 1
        row.highest = max(row.highest, ruleset.spec(deal["contract"]).rank)
    elif deal["outcome"] == "kruk":
        row.kruk += 1


def _meetings(placed: dict[int, Sums], at_tables: list[dict[int, int]]) -> list[tuple[int, int, int, int]]:
    return [
        (one, other, table[one], table[other])
        for table in at_tables
        for one, other in combinations(sorted(table), 2)
        if one in placed and other in placed and placed[one].ranked_by == placed[other].ranked_by
    ]
