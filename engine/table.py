"""Points at a table: booking one deal, scoring all of them in order (DLU rules, sections 2, 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.codes import items, plain, shown, whole
from engine.contracts import Outcome
from engine.errors import RuleViolation
from engine.rulesets import BOOKING_MODES, DLU, RuleSet, ruleset_of
from engine.seats import MAX_DEALS, Roles, Seat, roles, seat_among, seats_of
from engine.settlement import Settlement, settle


@dataclass(frozen=True, slots=True)
class TableDeal:
    """What a score sheet says of one deal.

    A deal all three passed has outcome `pas` and neither declarer nor contract. `played` False: the deal was
    not played, which is not zero. `seats` differs from the table's only where a player was lost on the way.
    The other fields are those of `settle`.
    """

    dealer: str
    declarer: str | None = None
    contract: str | None = None
    trump: str | None = None
    tricks: Sequence[int] | None = None
    outcome: str | None = None
    thrown_in: bool = False
    tout: str | None = None
    played: bool = True
    seats: Iterable[str] | None = None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal settled and booked; `settlement` and `points` are None when it does not count as played."""

    roles: Roles
    settlement: Settlement | None
    points: dict[Seat, int] | None


@dataclass(frozen=True, slots=True)
class Carried:
    """What one deal of a table leaves to the next: nothing with DLU. A game with a pool keeps it here."""


def book(
    points: int,
    declarer: str,
    seats: Iterable[str],
    sitter_out: str | None = None,
    mode: str = "declarer",
) -> dict[Seat, int]:
    """Points of every occupied seat for one deal, in the order N E S W.

    `points` are the declarer's from `settle`. Mode `declarer`: he alone gets them. `opponents`: he gets them
    twice, each active opponent loses them. `table`: everybody else loses them, also the sitter-out. Raises
    `not_a_whole_number`, `unknown_mode`, `unknown_seat`, `duplicate_seat`, `wrong_number_of_seats`,
    `sitter_out_missing` (four seats), `nobody_sits_out` (three seats) and `declarer_sits_out`.
    """
    amount = whole(points)
    how = plain(mode)
    if how not in BOOKING_MODES:
        raise RuleViolation("unknown_mode", value=shown(mode))
    occupied = seats_of(seats)
    player = seat_among(declarer, occupied)
    idle = None if sitter_out is None else seat_among(sitter_out, occupied)
    if idle is None and len(occupied) == 4:
        raise RuleViolation("sitter_out_missing")
    if idle is not None and len(occupied) == 3:
        raise RuleViolation("nobody_sits_out")
    if idle is player:
        raise RuleViolation("declarer_sits_out", seat=player.value)
    booked = dict.fromkeys(occupied, 0)
    if how == "declarer":
        booked[player] = amount
        return booked
    for seat in occupied:
        if seat is not player and (how == "table" or seat is not idle):
            booked[seat] = -amount
            booked[player] += amount
    return booked


def compares_mixed_tables(mode: str) -> bool:
    """Whether totals booked this way compare between tables of three and of four. Raises `unknown_mode`."""
    how = plain(mode)
    if how not in BOOKING_MODES:
        raise RuleViolation("unknown_mode", value=shown(mode))
    return how != "table"


def deals_at_table(deals_per_round: int, seats: Iterable[str], ruleset: RuleSet | str = DLU) -> int:
    """How many of a round's deals a table plays: at three it is three quarters of them, by default.

    So everybody plays the same number. Raises `not_a_whole_number`, `deals_must_be_a_multiple_of_four` and
    the codes of wrong seats.
    """
    rules = ruleset_of(ruleset)
    deals = whole(deals_per_round)
    occupied = seats_of(seats)
    if not 0 < deals <= MAX_DEALS or deals % 4:
        raise RuleViolation("deals_must_be_a_multiple_of_four")
    if len(occupied) == 3 and rules.three_handed_deals == "three_quarters":
        return deals // 4 * 3
    return deals


def score_deal(ruleset: RuleSet | str, seats: Iterable[str], deal: TableDeal) -> ScoredDeal:
    """Roles, settlement and booked points of one deal that nothing was carried into.

    Raises what `settle`, `book` and `roles` raise, `not_a_deal`, `declarer_missing`, `unknown_played`, and
    for contradictions `pas_with_contract` and `not_played_with_result`.
    """
    return _score(ruleset_of(ruleset), seats_of(seats), deal, Carried())[0]


def score_table(
    ruleset: RuleSet | str, seats: Iterable[str], deals: Iterable[TableDeal]
) -> tuple[dict[Seat, int] | None, ...]:
    """Points per seat for each deal of a table, in order; None for a deal that was not played.

    A fold: what a deal carries over is handed to the next, so a deal's points may depend on those before it,
    never on those after. Raises what `score_deal` raises, with the index of the deal as `deal`.
    """
    rules = ruleset_of(ruleset)
    occupied = seats_of(seats)
    carried = Carried()
    points = []
    for index, deal in enumerate(items(deals, "not_a_deal", MAX_DEALS)):
        try:
            scored, carried = _score(rules, occupied, deal, carried)
        except RuleViolation as violation:
            raise violation.with_params(deal=index) from None
        points.append(scored.points)
    return tuple(points)


def _score(
    rules: RuleSet, seats: tuple[Seat, ...], deal: object, carried: Carried
) -> tuple[ScoredDeal, Carried]:
    if type(deal) is not TableDeal:
        raise RuleViolation("not_a_deal", value=shown(deal))
    occupied = seats if deal.seats is None else seats_of(deal.seats)
    who = roles(deal.dealer, occupied)
    if deal.played is not True:
        _check_not_played(deal)
        return ScoredDeal(who, None, None), carried
    if plain(deal.outcome) == Outcome.PAS:
        if not _says_nothing_of_play(deal):
            raise RuleViolation("pas_with_contract")
        if not rules.all_pass_counts:
            return ScoredDeal(who, None, None), carried
        return ScoredDeal(who, Settlement(Outcome.PAS, 0), dict.fromkeys(occupied, 0)), carried
    settlement = settle(
        contract=deal.contract,  # type: ignore[arg-type]  # None is refused there as an unknown contract
        trump=deal.trump,
        tricks=deal.tricks,
        outcome=deal.outcome,
        thrown_in=deal.thrown_in,
        tout=deal.tout,
        ruleset=rules,
    )
    if deal.declarer is None:
        raise RuleViolation("declarer_missing")
    points = book(settlement.points, deal.declarer, occupied, who.sitter_out, rules.booking)
    return ScoredDeal(who, settlement, points), carried


def _check_not_played(deal: TableDeal) -> None:
    if deal.played is not False:
        raise RuleViolation("unknown_played", value=shown(deal.played))
    if deal.outcome is not None or not _says_nothing_of_play(deal):
        raise RuleViolation("not_played_with_result")


def _says_nothing_of_play(deal: TableDeal) -> bool:
    said = (deal.declarer, deal.contract, deal.trump, deal.tricks, deal.tout)
    return deal.thrown_in is False and all(value is None for value in said)
