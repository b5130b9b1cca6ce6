"""What the draw pages show: how good a draw is, who has come and gone since, and what a change would do."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine import RuleViolation, check_manual
from engine.seating import EVEN_THREES
from tournament.domain.draws import POSITIONS, seats_by_number
from tournament.domain.seatings import people_changed
from tournament.models import Entry, Round, Seat, Seating, Tournament
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.seating import Report
    from tournament.models import Draw


def names_of(tournament: Tournament, round_: Round | None = None) -> dict[int, str]:
    """Names by start number, for the staff; with a round, of those who sit there in it."""
    entries = tournament.entries.select_related("player")
    if round_ is None:
        return {entry.start_no: entry.full_name for entry in entries}
    return {
        entry.start_no: entry.full_name_in(round_.number) for entry in entries.prefetch_related(substitutes())
    }


@dataclass(frozen=True, slots=True)
class Plan:
    """One of two plans that cost differently: repeat meetings, and how uneven the tables of three are."""

    repeats: int
    is_even: bool
    is_this: bool
    prefer: str


@dataclass(frozen=True, slots=True)
class Quality:
    """A draw's report with names in it. Counts include the rounds before the draw."""

    players: int
    rounds: tuple[int, ...]
    repeats: int
    repeats_bound: int
    max_meetings: int
    max_meetings_bound: int
    pairs: tuple[tuple[str, str, int], ...]
    state: str
    threes_least: int
    threes_most: int
    threes_who: tuple[str, ...]
    apart: tuple[tuple[int, int], ...]
    apart_wished: bool
    table_repeats: int
    seat_spread: int
    seed: int
    algorithm: str
    iterations: int
    stopped_early: bool
    plans: tuple[Plan, ...]
    is_reseated: bool
    is_recounted: bool

    @property
    def apart_total(self) -> int:
        """Meetings of those who should stay apart."""
        return sum(meetings for _, meetings in self.apart)

    @property
    def repeats_proven(self) -> bool:
        """Whether fewer repeat meetings are impossible, whatever the tables of three do."""
        return (self.repeats, self.max_meetings) == (self.repeats_bound, self.max_meetings_bound)


def quality_of(draw: Draw) -> Quality:
    """The report of a draw. When somebody was moved afterwards, it is counted again from the seats."""
    tournament = draw.tournament
    rounds = list(draw.rounds.order_by("number"))
    names = names_of(tournament)
    report, start_nos = draw.report, list(draw.inputs["start_nos"])
    reseated = any(round_.is_reseated for round_ in rounds)
    counted = _counted_again(draw, rounds) if reseated else None
    if counted is not None:
        report, start_nos = counted
    who = [names.get(start_no, str(start_no)) for start_no in start_nos]
    threes = report["threes"]
    most = max(threes, default=0)
    return Quality(
        players=report["players"],
        rounds=tuple(round_.number for round_ in rounds),
        repeats=report["repeats"],
        repeats_bound=report["repeats_bound"],
        max_meetings=report["max_meetings"],
        max_meetings_bound=report["max_meetings_bound"],
        pairs=tuple(sorted((who[one], who[other], times) for one, other, times in report["repeated_pairs"])),
        state=report["state"],
        threes_least=min(threes, default=0),
        threes_most=most,
        threes_who=tuple(name for name, times in zip(who, threes, strict=True) if most and times == most),
        apart=tuple((round_.number, report["apart_meetings"][_place(draw, round_)]) for round_ in rounds),
        apart_wished=bool(draw.inputs.get("apart")),
        table_repeats=report["table_repeats"],
        seat_spread=report["seat_counts_spread"],
        seed=draw.seed,
        algorithm=draw.algorithm,
        iterations=draw.report["iterations"],
        stopped_early=draw.report["stopped_early"],
        plans=_plans(draw.report) if not reseated else (),
        is_reseated=reseated,
        is_recounted=counted is not None,
    )


def _place(draw: Draw, round_: Round) -> int:
    return min(round_.round_of_draw, len(draw.report["apart_meetings"])) - 1


def _plans(report: Mapping[str, Any]) -> tuple[Plan, ...]:
    """Where fewest repeats and even tables of three conflict, both; the one drawn is `is_this`."""
    cost = report.get("even_threes_cost")
    if cost is None:
        return ()
    even = report["prefer"] == EVEN_THREES
    fewest = report["repeats"] - cost if even else report["repeats"]
    return (
        Plan(fewest, is_even=False, is_this=not even, prefer="fewest_repeats"),
        Plan(fewest + cost, is_even=True, is_this=even, prefer=EVEN_THREES),
    )


def _counted_again(draw: Draw, rounds: Sequence[Round]) -> tuple[dict[str, Any], list[int]] | None:
    """The report on the seats as they are now; None if they are no plan of their own any more."""
    tables = [seats_by_number(round_) for round_ in rounds]
    start_nos = sorted({seat for table in tables[0] for seat in table if seat is not None})
    earlier = draw.tournament.rounds.filter(number__lt=rounds[0].number).order_by("number")
    number = {start_no: place for place, start_no in enumerate(start_nos)}

    def placed(tables: Iterable[Sequence[int | None]]) -> list[list[int | None]]:
        return [[None if seat is None else _number(number, seat) for seat in table] for table in tables]

    try:
        plan = check_manual(
            [placed(item) for item in tables],
            players=len(start_nos),
            history=[placed(seats_by_number(round_)) for round_ in earlier],
            apart=_apart_by_place(draw, number),
        )
    except RuleViolation:
        return None
    return plan.report.as_dict(), start_nos


def _number(number: dict[int, int], start_no: int) -> int:
    return number.setdefault(start_no, len(number))


def _apart_by_place(draw: Draw, number: Mapping[int, int]) -> list[tuple[int, int]]:
    """The draw's pairs: stored by start number after a change of people, else by place in the draw."""
    start_nos, by_number = draw.inputs["start_nos"], "kind" in draw.inputs
    pairs = [
        (one, other) if by_number else (start_nos[one], start_nos[other])
        for one, other in draw.inputs.get("apart", [])
    ]
    return [(number[one], number[other]) for one, other in pairs if one in number and other in number]


@dataclass(frozen=True, slots=True)
class Changes:
    """Who has a seat in a round and is gone, and who is here without a seat."""

    round: Round
    gone: tuple[str, ...]
    missing: tuple[str, ...]


def changes_in(round_: Round) -> Changes | None:
    """None when the round seats just those who are here."""
    gone, missing = people_changed(round_)
    if not gone and not missing:
        return None
    names = names_of(round_.tournament)
    return Changes(
        round_, tuple(names[number] for number in gone), tuple(names[number] for number in missing)
    )


def outdated_round(tournament: Tournament) -> Changes | None:
    """The next unpublished round, if it no longer fits who is here."""
    if not _is_running(tournament):
        return None
    round_ = tournament.rounds.filter(state=Round.State.DRAWN).order_by("number").first()
    return changes_in(round_) if round_ else None


def broken_round(tournament: Tournament) -> Changes | None:
    """The public round that has not begun, if its seats no longer fit who is here."""
    if not _is_running(tournament):
        return None
    round_ = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("number").first()
    return changes_in(round_) if round_ else None


def _is_running(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.RUNNING


def people_since_public(tournament: Tournament) -> Changes | None:
    """Who has come and gone since the latest public round, which a new draw will differ in."""
    latest = tournament.rounds.exclude(state=Round.State.DRAWN).order_by("-number").first()
    return changes_in(latest) if latest else None


def differs_from_public(round_: Round) -> Changes | None:
    """Whom an unpublished round leaves out, and seats anew, against the latest public round."""
    latest = round_.tournament.rounds.exclude(state=Round.State.DRAWN).order_by("-number").first()
    if latest is None or round_.is_public:
        return None
    before, now = (
        {seat.entry.start_no: seat.entry.full_name for seat in seats.select_related("entry__player")}
        for seats in (Seat.objects.filter(round=latest), Seat.objects.filter(round=round_))
    )
    gone, new = sorted(before.keys() - now.keys()), sorted(now.keys() - before.keys())
    if not gone and not new:
        return None
    return Changes(latest, tuple(before[number] for number in gone), tuple(now[number] for number in new))


def drawn_rounds(tournament: Tournament) -> list[Round]:
    """Rounds nobody has seen yet."""
    return list(tournament.rounds.filter(state=Round.State.DRAWN).order_by("number").select_related("draw"))


def unsigned_tables(tournament: Tournament) -> list[str]:
    """Round and table of every sheet that is not signed, such as "2/7"."""
    rows = (
        Seating.objects.filter(round__tournament=tournament)
        .exclude(state=Seating.State.SIGNED)
        .order_by("round__number", "table_no")
    )
    return [f"{number}/{table}" for number, table in rows.values_list("round__number", "table_no")]


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a page of tables: the letter's code, who sits there, and whether it is new to him."""

    position: str
    start_no: int | None
    name: str
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a page."""

    number: int
    places: tuple[Place, ...]

    @property
    def is_changed(self) -> bool:
        return any(place.is_new for place in self.places)


def tables_with_names(
    tables: Sequence[Sequence[int | None]],
    names: Mapping[int, str],
    before: Sequence[Sequence[int | None]] | None = None,
) -> list[Table]:
    """Tables of start numbers with names; against `before`, seats are marked that somebody else has now."""

    def is_new(table: int, seat: int, who: int | None) -> bool:
        if before is None:
            return False
        return not (table < len(before) and before[table][seat] == who)

    return [
        Table(
            number + 1,
            tuple(
                Place(
                    POSITIONS[seat],
                    who,
                    names.get(who, str(who)) if who is not None else "",
                    is_new(number, seat, who),
                )
                for seat, who in enumerate(table)
            ),
        )
        for number, table in enumerate(tables)
    ]


@dataclass(frozen=True, slots=True)
class WishedPair:
    """Two who should not meet, and in how many drawn rounds they do all the same."""

    pk: int
    one: Entry
    other: Entry
    rounds: tuple[int, ...]


def wished_pairs(tournament: Tournament) -> list[WishedPair]:
    """The named pairs in the order of start numbers."""
    pairs = (
        tournament.apart_pairs.select_related("one__player", "other__player")
        .order_by("one__start_no", "other__start_no")
    )  # fmt: skip
    tables = [
        (round_.number, [set(table) for table in seats_by_number(round_)])
        for round_ in (tournament.rounds.order_by("number") if pairs else ())
    ]
    return [
        WishedPair(
            pair.pk,
            pair.one,
            pair.other,
            tuple(
                number
                for number, sets in tables
                if any({pair.one.start_no, pair.other.start_no} <= table for table in sets)
            ),
        )
        for pair in pairs
    ]


def fixed_entries(tournament: Tournament) -> list[Entry]:
    """Players with a table of their own."""
    return list(
        tournament.entries.filter(fixed_table__isnull=False)
        .exclude(state=Entry.State.WITHDRAWN)
        .select_related("player")
        .order_by("fixed_table", "start_no")
    )


def number_of_tables(tournament: Tournament) -> int:
    """How many tables there are with those who are checked in, or registered before the start."""
    states = [Entry.State.CHECKED_IN]
    if not tournament.is_under_way:
        states.append(Entry.State.REGISTERED)
    return -(-tournament.entries.filter(state__in=states).count() // 4)


def round_as_text(round_: Round) -> str:
    """The seats as the page for seating by hand reads them: one table a line, N E S W, - for an empty seat."""
    names = names_of(round_.tournament)
    often = Counter(names.values())

    def written(start_no: int | None) -> str:
        if start_no is None:
            return "-"
        name = names[start_no]
        return str(start_no) if often[name] > 1 or any(sign in name for sign in ";\t") else name

    return "\n".join("; ".join(written(seat) for seat in table) for table in seats_by_number(round_))


def fingerprint(rounds: Sequence[Round]) -> str:
    """A short mark of the seats of these rounds: what is typed about one draw must not be taken for another."""
    seats = [(round_.number, round_.draw_id, seats_by_number(round_)) for round_ in rounds]
    return hashlib.sha256(json.dumps(seats).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of a report that two answers are compared by."""

    repeats: int
    max_meetings: int
    threes_least: int
    threes_most: int
    apart: int
    table_repeats: int

    @property
    def threes(self) -> str:
        """How often people sit at a table of three: "0–2", or "1" when all do alike."""
        ends = dict.fromkeys((self.threes_least, self.threes_most))
        return "–".join(str(times) for times in ends)


def summary_of(report: Report) -> Summary:
    """Of a report of the engine."""
    return Summary(
        report.repeats,
        report.max_meetings,
        min(report.threes, default=0),
        max(report.threes, default=0),
        sum(report.apart_meetings),
        report.table_repeats,
    )
