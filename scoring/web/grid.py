"""Whole sheets typed by keyboard: one table's, or every table's of a round one below the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET

from scoring import queries
from scoring.domain.lines import ruleset_of
from scoring.rows import letters_of_the_page, stored_row, table_of
from scoring.shorthand import code_of
from scoring.web.desk import desk_context
from scoring.words import outcome_words, role_words, suit_words
from tournament.models import Round
from tournament.permissions import Act, allowed
from tournament.web.access import page
from tournament.web.templatetags import seat_letter

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournament.models import Seating, Tournament

ROLES = ("forhand", "mellemhand", "baghand", "sitter_out")


@dataclass(frozen=True, slots=True)
class Place:
    """Who has a role in one deal: the seat's letter, and a name as short as the table allows."""

    role: str
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line of the sheet: its places, the board where it has another number, and what is stored as a row shows it."""

    number: int
    board: int | None
    places: tuple[Place, ...]
    stored: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class GridTable:
    """One sheet as rows. Who may not change it reads it."""

    seating: Seating
    rows: tuple[GridRow, ...]
    may_type: bool
    needs_reason: bool


@page(Act.ENTER_DEALS)
@require_GET
def sheet_grid(request: HttpRequest, tournament: Tournament, number: int, table_no: int) -> HttpResponse:
    """One sheet as rows to type."""
    seating = queries.seating_at(tournament, number, table_no)
    if seating is None:
        raise Http404
    return _page(request, tournament, seating.round, [(seating, queries.sheet(seating))], seating)


@page(Act.ENTER_DEALS)
@require_GET
def round_grid(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Every sheet of a round, one below the other."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise Http404
    return _page(request, tournament, round_, queries.sheets_of_round(round_), None)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    sheets: list[tuple[Seating, list[queries.SheetLine]]],
    only: Seating | None,
) -> HttpResponse:
    may_direct = allowed(request.user, Act.DIRECT, tournament)
    tables = [_table(seating, lines, may_direct=may_direct) for seating, lines in sheets]
    context = desk_context(request, tournament, "rounds")
    context.update(
        round=round_,
        only=only,
        tables=tables,
        neighbours=queries.neighbouring_tables(only) if only else {},
        has_begun=round_.state in {Round.State.PLAYING, Round.State.CLOSED},
        may_type=any(table.may_type for table in tables),
        needs_reason=any(table.may_type and table.needs_reason for table in tables),
        roles=[role_words()[role] for role in ROLES],
        legend=_legend(tournament),
        grid_data=_data(tables),
    )
    return render(request, "scoring/sheet/grid.html", context)


def _table(seating: Seating, lines: list[queries.SheetLine], *, may_direct: bool) -> GridTable:
    state = seating.round.state
    is_open = state == Round.State.PLAYING and not seating.is_signed
    table = table_of(seating, for_staff=True)
    names = _short(table.names)
    words = role_words()
    return GridTable(
        seating,
        tuple(
            GridRow(
                line.number,
                line.board if line.board != line.number else None,
                tuple(
                    Place(words[role], seat_letter(seat), names.get(seat, "")) if seat else Place("", "", "")
                    for role, seat in zip(ROLES, _seats(line), strict=True)
                ),
                stored_row(table, line.deal) if line.deal else None,
            )
            for line in lines
        ),
        may_type=is_open or (may_direct and state in {Round.State.PLAYING, Round.State.CLOSED}),
        needs_reason=not is_open,
    )


def _seats(line: queries.SheetLine) -> tuple[str, str, str, str]:
    return line.forhand, line.mellemhand, line.baghand, line.sitter_out


def _short(names: dict[str, str]) -> dict[str, str]:
    """First names; the whole name where two at the table share one."""
    first = {seat: name.split()[0] for seat, name in names.items()}
    shared = {name for name in first.values() if list(first.values()).count(name) > 1}
    return {seat: names[seat] if name in shared else name for seat, name in first.items()}


def _legend(tournament: Tournament) -> dict[str, Any]:
    """What can be typed, in the letters of the page."""
    letters, suits = letters_of_the_page(), suit_words()
    return {
        "seats": [letters.seats[seat] for seat in "NESW"],
        "contracts": [(code_of(str(spec.code)), str(spec.name)) for spec in ruleset_of(tournament).specs],
        "suits": [(letters.suits[suit], suits[suit]) for suit in "HDCS"],
        "results": [
            *((code[0], outcome_words()[code]) for code in ("vundet", "bet", "kruk")),
            ("s", gettext("thrown in")),
        ],
    }


def _data(tables: list[GridTable]) -> dict[str, Any]:
    """What the page's script needs. Every word it shows comes from here, so it has no language of its own."""
    return {
        "language": get_language(),
        "tables": [
            {
                "seating": str(table.seating.uuid),
                "number": table.seating.table_no,
                "mayType": table.may_type,
                "needsReason": table.needs_reason,
                "urls": {
                    "check": reverse("api-seating-rows-check", args=[table.seating.uuid]),
                    "save": reverse("api-seating-rows", args=[table.seating.uuid]),
                },
                "rows": [{"number": row.number, "stored": row.stored} for row in table.rows],
            }
            for table in tables
        ],
        "words": {
            "saveAll": gettext("Save all"),
            "saveRight": gettext("Save the {count} right ones"),
            "saveOneRight": gettext("Save the one that is right"),
            "saving": gettext("Saving …"),
            "saved": gettext("saved"),
            "notSaved": gettext("not saved yet"),
            "unchecked": gettext("not saved yet; cannot be checked now"),
            "stays": gettext("The stored deal stays: take it off the sheet itself."),
            "countSaved": gettext("Saved: {count}"),
            "countNotSaved": gettext("Not saved yet: {count}"),
            "countWrong": gettext("Wrong: {count}"),
            "countConflicts": gettext("Somebody else was here: {count}"),
            "allSaved": gettext("Everything typed is saved."),
            "kept": gettext("Not saved yet, from before: {count}. Look at them, then save."),
            "didNotFit": gettext("Lines that did not fit below deal {number}: {count}"),
            "noSuchTable": gettext("There is no table {number} in this round."),
            "writeReason": gettext("Write the reason for changing a signed sheet."),
            "noConnection": gettext(
                "Not saved: there is no connection. What you typed is still here; press Save again."
            ),
            "loggedOut": gettext(
                "Not saved: you are logged out. Log in in another tab, then press Save again here."
            ),
            "serverTrouble": gettext("Not saved: the server did not answer properly. Press Save again."),
        },
    }
