"""What is printed, piece by piece: lists of seats, sheets, lists of people, diplomas, and all of a day together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.queries import paper as reads
from scoring.web.paper_pages import Part, booking_of, by_name, legend_of, pages_of, pages_of_list, place_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.models import Standing
    from scoring.queries.paper import PaperSheet
    from tournament.models import Round, Tournament

# How large the names are on the wall, by how many there are: the style sheet says what each means.
SIZES = ((22, "is-one"), (44, "is-two"))
NAMES_TO_A_PAGE = 64
TABLES_TO_A_PAGE = 12
LINES_TO_A_PAGE = 26


def seat_parts(round_: Round) -> list[Part]:
    """Who sits where, by name and by table."""
    seatings = queries.seatings_of_round(round_)
    names = by_name(seatings)
    tables = [
        (seating.table_no, {seat.position: seat.name for seat in seating.seats.all()}) for seating in seatings
    ]
    size = next((size for most, size in SIZES if len(names) <= most), "is-many")
    return [
        Part(
            "scoring/paper/names.html",
            {"number": round_.number, "is_secret": not round_.is_public, "names": names, "size": size},
            pages_of_list(names, NAMES_TO_A_PAGE),
        ),
        Part(
            "scoring/paper/tables.html",
            {"number": round_.number, "is_secret": not round_.is_public, "tables": tables},
            pages_of_list(tables, TABLES_TO_A_PAGE),
        ),
    ]


def sheet_parts(
    tournament: Tournament, sheets: Iterable[PaperSheet], *, is_secret: bool = False
) -> list[Part]:
    """Each page of each sheet, with what the contracts are worth."""
    ruleset = ruleset_of(tournament)
    worth = legend_of(ruleset)
    half = -(-len(worth) // 2)
    legend = [worth[:half], worth[half:]]
    booking = {seats: booking_of(ruleset, seats) for seats in (reads.FOUR, reads.THREE)}
    return [
        Part(
            "scoring/paper/sheet.html",
            {
                "page": page,
                "legend": legend,
                "booking": booking[reads.FOUR if page.has_sitter_out else reads.THREE],
                "is_secret": is_secret,
            },
        )
        for sheet in sheets
        for page in pages_of(sheet, has_boards=tournament.shared_boards)
    ]


def door_part(tournament: Tournament) -> Part:
    """The list to tick at the door."""
    people = reads.people_of(tournament)
    return Part("scoring/paper/people.html", {"people": people}, pages_of_list(people, LINES_TO_A_PAGE))


def points_part(tournament: Tournament) -> Part:
    """A column for each round. A round that is over stands there; the others are added up by hand."""
    so_far = reads.points_so_far(tournament)
    closed = {round_.number for round_ in tournament.rounds.all() if round_.is_closed}
    numbers = range(1, max([tournament.rounds_planned, *closed]) + 1)
    rows = [
        (entry, _by_round(so_far.get(entry.pk), closed, numbers), _beside(so_far.get(entry.pk)))
        for entry in reads.people_of(tournament)
    ]
    return Part(
        "scoring/paper/points.html", {"numbers": numbers, "rows": rows}, pages_of_list(rows, LINES_TO_A_PAGE)
    )


def diploma_parts(tournament: Tournament) -> list[Part]:
    """A page for each place that is honoured."""
    return [
        Part(
            "scoring/paper/diploma.html",
            {"diploma": one, "place": place_words(one.place, is_shared=one.is_shared)},
        )
        for one in reads.diplomas(tournament)
    ]


def parts_of_day(tournament: Tournament, *, with_drawn: bool, with_door: bool) -> list[Part]:
    """The lists, for each round that is not over its seats and its sheets, and some sheets in reserve.

    A round that is not published has names only `with_drawn`.
    """
    parts = [door_part(tournament)] if with_door else []
    parts.append(points_part(tournament))
    drawn = {round_.number: round_ for round_ in tournament.rounds.all()}
    for number in range(1, max([tournament.rounds_planned, *drawn]) + 1):
        round_ = drawn.get(number)
        if round_ is None:
            parts += _to_write(tournament, reads.sheets_of_undrawn(tournament, number))
        elif not round_.is_closed:
            parts += _round_of_day(tournament, round_, with_names=round_.is_public or with_drawn)
    spare = [reads.empty_sheet(tournament, seats) for seats in (reads.FOUR, reads.FOUR, reads.THREE)]
    parts += sheet_parts(tournament, spare)
    pages = 1 + sum(part.pages for part in parts)
    return [Part("scoring/paper/cover.html", {"pages": pages}), *parts]


def _round_of_day(tournament: Tournament, round_: Round, *, with_names: bool) -> list[Part]:
    tables = reads.sheets_to_write(round_, with_names=with_names)
    if not with_names:
        return _to_write(tournament, tables)
    return [*seat_parts(round_), *sheet_parts(tournament, tables, is_secret=not round_.is_public)]


def _to_write(tournament: Tournament, sheets: list[PaperSheet]) -> list[Part]:
    """The tables of a round and their sheets with room for names."""
    if not sheets:
        return []
    tables = [(sheet.table_no, dict.fromkeys(sheet.seats, "")) for sheet in sheets]
    seats = Part(
        "scoring/paper/tables.html",
        {"number": sheets[0].round_number, "tables": tables, "is_blank": True},
        pages_of_list(tables, TABLES_TO_A_PAGE),
    )
    return [seats, *sheet_parts(tournament, sheets)]


def _by_round(row: Standing | None, closed: set[int], numbers: range) -> list[tuple[bool, int | None]]:
    """For each round whether it is over, and what it gave; None for who did not play."""
    points = row.round_points if row else []
    return [(number in closed, points[number - 1] if number <= len(points) else None) for number in numbers]


def _beside(row: Standing | None) -> int:
    """Penalties and handicap: what is in the total and in no round."""
    return row.adjustment_points + row.handicap_points if row else 0
