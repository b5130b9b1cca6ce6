"""The sheets of a workbook that say who stands where: the list, its categories, and why it is provisional."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import words
from scoring.exports.cells import Column, Kind, Table
from scoring.exports.columns import club_of, danish, person_columns, round_points
from scoring.queries import category_places, words_of
from tournament.models import Entry, Round
from tournament.tie_breaks import BY_FIELD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.exports.cells import Value
    from scoring.exports.snapshot import Snapshot


def standings_sheet(snapshot: Snapshot) -> Table:
    """The list, best first, with the points of each round."""
    rounds = len(snapshot.rounds_with_results)
    extra = _extra_columns(snapshot)
    decided = words.tie_break_words()
    rows: list[list[Value]] = []
    for row in snapshot.standings:
        entry = snapshot.entries[row.entry_id]
        rows.append(
            [
                row.rank,
                entry.start_no,
                snapshot.name_of(entry),
                club_of(entry),
                *round_points(row, rounds),
                row.deal_points if row.has_result else None,
                row.adjustment_points,
                *([row.handicap_points] if "handicap" in extra else []),
                row.total if row.has_result else None,
                *([_points(row.against_field)] if "field" in extra else []),
                *([_points(row.field_total)] if "field_total" in extra else []),
                row.deals_played,
                row.deals_missing,
                decided.get(row.decided_by, row.decided_by),
                _remark(entry, snapshot.substitutes_of(entry)),
            ]
        )
    columns = _standings_columns(snapshot, extra)
    return Table(_("Standings"), columns, rows, lines=_state_lines(snapshot), frozen=3)


def _extra_columns(snapshot: Snapshot) -> frozenset[str]:
    """What only some tournaments have."""
    there = {
        "handicap": any(row.handicap_points for row in snapshot.standings),
        "field": snapshot.tournament.shared_boards,
        "field_total": snapshot.tournament.ranking == BY_FIELD,
    }
    return frozenset(name for name, is_there in there.items() if is_there)


def _standings_columns(snapshot: Snapshot, extra: frozenset[str]) -> list[Column]:
    return [
        Column(_("Rank"), Kind.NUMBER, 6),
        *person_columns(snapshot),
        *(
            Column(_("Round %(number)d") % {"number": number}, Kind.POINTS)
            for number in snapshot.rounds_with_results
        ),
        Column(_("Deal points"), Kind.POINTS),
        Column(_("Adjustments"), Kind.POINTS, 11),
        *([Column(_("Handicap"), Kind.POINTS)] if "handicap" in extra else []),
        Column(_("Total"), Kind.POINTS),
        *([Column(_("Against the field"), Kind.HUNDREDTHS, 9)] if "field" in extra else []),
        *([Column(_("Field total"), Kind.HUNDREDTHS, 9)] if "field_total" in extra else []),
        Column(_("Deals played"), Kind.NUMBER),
        Column(_("Deals missing"), Kind.NUMBER, 9),
        Column(_("Decided by"), width=18),
        Column(_("Remark"), width=22),
    ]


def _points(hundredths: int | None) -> float | None:
    """As a number of points, which is how a spreadsheet reckons on."""
    return None if hundredths is None else hundredths / 100


def _state_lines(snapshot: Snapshot) -> list[str]:
    tournament = snapshot.tournament
    # Translators: how a moment is written, in Django's format characters.
    moment = date_format(danish(snapshot.read_at), pgettext("format of a moment", "j F Y, H:i"))
    if snapshot.shown_up_to is not None:
        state = _("Standings as of round %(number)d, %(moment)s. Results version %(version)d.")
    elif snapshot.is_final:
        state = _("Final result as of %(moment)s. Results version %(version)d.")
    else:
        state = _("Provisional standings as of %(moment)s. Results version %(version)d.")
    values = {
        "moment": moment,
        "version": tournament.results_version,
        "number": snapshot.shown_up_to,
    }
    return [tournament.name, state % values]


def _remark(entry: Entry, substitutes: str) -> str:
    """Who played in this place, and whether it is empty now."""
    remarks = [_("substitute: %(name)s") % {"name": substitutes}] if substitutes else []
    if entry.state == Entry.State.WITHDRAWN:
        number = entry.withdrawn_after_round
        remarks.append(
            _("withdrawn after round %(number)d") % {"number": number} if number else _("withdrawn")
        )
    return "; ".join(remarks)


def categories_sheet(snapshot: Snapshot) -> Table:
    """The ranking of each category, one below the other: the order and the ties are those of the standings."""
    for row in snapshot.standings:
        row.entry = snapshot.entries[row.entry_id]
    places = category_places(snapshot.standings)
    rows: list[list[Value]] = [
        [
            word,
            places[row.entry_id][word],
            row.entry.start_no,
            snapshot.name_of(row.entry),
            club_of(row.entry),
            row.total if row.has_result else None,
            row.rank,
        ]
        for word in words_of(places)
        for row in snapshot.standings
        if word in places.get(row.entry_id, {})
    ]
    columns = [
        Column(_("Category"), width=16),
        Column(_("Rank"), Kind.NUMBER, 6),
        *person_columns(snapshot),
        Column(_("Total"), Kind.POINTS),
        Column(_("Rank of all"), Kind.NUMBER, 8),
    ]
    return Table(_("Categories"), columns, rows)


def missing_sheet(snapshot: Snapshot) -> Table:
    """Why the standings are provisional: tables that owe something, rounds to come, the last word."""
    rows: list[list[Value]] = []
    for table in snapshot.missing:
        what = (
            ngettext("%(count)d deal", "%(count)d deals", len(table.missing)) % {"count": len(table.missing)}
            if table.missing
            else _("the signature")
        )
        rows.append(
            [table.round_number, table.table_no, what, len(table.missing) or None, _list(table.missing)]
        )
    begun = {Round.State.PLAYING, Round.State.CLOSED}
    last = max([snapshot.tournament.rounds_planned, *snapshot.rounds])
    rows.extend(
        [number, None, _("the round has not begun"), None, None]
        for number in range(1, last + 1)
        if snapshot.rounds.get(number) not in begun
    )
    if not snapshot.tournament.is_finished:
        rows.append([None, None, _("the result has not been declared final"), None, None])
    columns = [
        Column(_("Round"), Kind.NUMBER),
        Column(_("Table"), Kind.NUMBER),
        Column(_("What is missing"), width=40),
        Column(_("Deals missing"), Kind.NUMBER, 9),
        Column(_("Which deals"), width=40),
    ]
    return Table(_("Missing"), columns, rows)


def _list(numbers: Iterable[int]) -> str:
    """Numbers with runs drawn together: 3, 5–8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)
