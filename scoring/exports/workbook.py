"""The results of a tournament as one workbook: what each sheet says, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.exports.cells import Book, Column, Kind, Table
from scoring.exports.columns import (
    club_of,
    danish,
    name_width,
    person_columns,
    position_words,
    round_points,
    seat_columns,
    width_of,
)
from scoring.exports.snapshot import take_snapshot
from scoring.exports.standings_sheets import categories_sheet, missing_sheet, standings_sheet
from scoring.models import Adjustment
from tournament.models import Entry, Seating

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import QuerySet

    from scoring.exports.cells import Value
    from scoring.exports.snapshot import Snapshot
    from scoring.models import Deal
    from tournament.models import Tournament

# Reading is about the first tenth of the work, putting the file together the last.
READ, WRITTEN = 10, 90
STEP = 5


def write_workbook(
    tournament: Tournament,
    file: IO[bytes],
    on_progress: Callable[[int], None] = lambda _percent: None,
    deals: QuerySet[Deal] | None = None,
    *,
    public: bool = False,
) -> None:
    """Write the workbook into `file`, in the language that is active.

    `deals` are those that the sheet of deals shows: by default all that count, which is for the director's
    eyes. `public` writes the workbook that anybody may read: as of the round after which the results are hidden, with
    the deals that are released. `on_progress` hears per cent done.
    """
    on_progress(0)
    snapshot = take_snapshot(tournament, deals, public=public)
    tables = tables_of(snapshot)
    progress = _Progress(on_progress, rows=sum(len(table.rows) for table in tables))
    name = snapshot.tournament.name
    book = Book(
        title=name,
        footer=name,
        page=_("Page {page} of {pages}"),
        created=datetime.now(UTC).replace(tzinfo=None),
    )
    try:
        for table in tables:
            book.write(table, progress.row_written)
        book.save(file)
    except BaseException:
        book.discard()
        raise
    on_progress(100)


def workbook_name(tournament: Tournament) -> str:
    """The name under which the workbook is downloaded."""
    return f"{tournament.slug}.xlsx"


class _Progress:
    """Counts rows and speaks up every few per cent, for each word costs a write to the database."""

    def __init__(self, on_progress: Callable[[int], None], rows: int) -> None:
        self._on_progress = on_progress
        self._rows = max(rows, 1)
        self._written = 0
        self._percent = READ
        on_progress(READ)
        self._next = self._row_of(READ + STEP)

    def row_written(self) -> None:
        self._written += 1
        if self._written >= self._next:
            done = READ + (WRITTEN - READ) * self._written // self._rows
            self._percent = done - done % STEP
            self._on_progress(self._percent)
            self._next = self._row_of(self._percent + STEP)

    def _row_of(self, percent: int) -> float:
        """How many rows are written when so much is done."""
        return self._rows * (percent - READ) / (WRITTEN - READ) if percent <= WRITTEN else float("inf")


def tables_of(snapshot: Snapshot) -> list[Table]:
    """The sheets in order. What is missing has a sheet as long as something is."""
    tables = [standings_sheet(snapshot)]
    if not snapshot.is_final:
        tables.append(missing_sheet(snapshot))
    return [
        *tables,
        *([categories_sheet(snapshot)] if any(entry.labels for entry in snapshot.entries.values()) else []),
        _rounds(snapshot),
        _deals(snapshot),
        _players(snapshot),
        _seatings(snapshot),
        _adjustments(snapshot),
    ]


def _rounds(snapshot: Snapshot) -> Table:
    index = {number: place for place, number in enumerate(snapshot.rounds_with_results)}
    points = {row.entry_id: round_points(row, len(index)) for row in snapshot.standings}
    positions = position_words()
    signed, still_open = str(Seating.State.SIGNED.label), str(Seating.State.OPEN.label)
    nothing: list[int | None] = [None] * len(index)
    rows: list[list[Value]] = [
        [
            seat.round_number,
            seat.table_no,
            positions[seat.position],
            seat.entry.start_no,
            snapshot.name_in(seat.entry, seat.round_number),
            club_of(seat.entry),
            points.get(seat.entry.pk, nothing)[index[seat.round_number]],
            signed if seat.is_signed else still_open,
        ]
        for seat in snapshot.seats
        if seat.round_number in index
    ]
    columns = [
        *seat_columns(snapshot),
        Column(_("Points"), Kind.POINTS),
        Column(_("Score sheet"), width=11),
    ]
    return Table(_("Rounds"), columns, rows)


def _deals(snapshot: Snapshot) -> Table:
    names = width_of((snapshot.name_of(entry) for entry in snapshot.entries.values()), most=24)
    columns = [
        Column(_("Round"), Kind.NUMBER, 7),
        Column(_("Table"), Kind.NUMBER, 6),
        Column(_("Deal"), Kind.NUMBER, 5),
        Column(_("Board"), Kind.NUMBER, 7),
        Column(_("Dealer"), width=7),
        Column(_("Forehand"), width=names),
        Column(_("Middlehand"), width=names),
        Column(_("Rearhand"), width=names),
        Column(_("Sits out"), width=names),
        Column(_("Declarer"), width=names),
        Column(_("Contract"), width=14),
        Column(_("Trump"), width=8),
        Column(_("Result"), width=11),
        Column(_("Tricks"), Kind.NUMBER, 7),
        Column(_("Tricks, right"), Kind.NUMBER, 7),
        Column(_("Tricks, left"), Kind.NUMBER, 8),
        Column(_("Thrown in"), width=7),
        Column(_("Tout"), width=10),
        Column(_("Points"), Kind.POINTS, 7),
        *(Column(word, Kind.POINTS, 6) for word in position_words().values()),
        Column(_("Not played because"), width=24),
    ]
    return Table(_("Deals"), columns, snapshot.deals, frozen=3)


def _players(snapshot: Snapshot) -> Table:
    states = {state.value: str(state.label) for state in Entry.State}
    rows: list[list[Value]] = [
        [
            entry.start_no,
            snapshot.name_of(entry),
            club_of(entry),
            # Nobody else's business.
            None if snapshot.public else entry.player.member_no,
            states[entry.state],
            entry.withdrawn_after_round,
            snapshot.substitutes_of(entry) or None,
        ]
        for entry in snapshot.entries.values()
    ]
    columns = [
        *person_columns(snapshot),
        Column(_("Member no."), width=12),
        Column(_("State"), width=18),
        Column(_("Withdrawn after round"), Kind.NUMBER, 12),
        Column(_("Substitute"), width=name_width(snapshot)),
    ]
    return Table(_("Players"), columns, rows, frozen=2)


def _seatings(snapshot: Snapshot) -> Table:
    positions = position_words()
    rows: list[list[Value]] = [
        [
            seat.round_number,
            seat.table_no,
            positions[seat.position],
            seat.entry.start_no,
            snapshot.name_in(seat.entry, seat.round_number),
            club_of(seat.entry),
        ]
        for seat in snapshot.seats
    ]
    return Table(_("Seatings"), seat_columns(snapshot), rows)


def _reason(adjustment: Adjustment) -> str:
    reason = str(adjustment.get_reason_display())
    return _("Warning: %(reason)s") % {"reason": reason} if adjustment.is_warning else reason


def _adjustments(snapshot: Snapshot) -> Table:
    rows: list[list[Value]] = []
    for adjustment in snapshot.adjustments:
        entry = snapshot.entries[adjustment.entry_id]
        rows.append(
            [
                entry.start_no,
                snapshot.name_of(entry),
                adjustment.round.number if adjustment.round else None,
                adjustment.points,
                0 if adjustment.cancelled_at else adjustment.points,
                _reason(adjustment),
                adjustment.public_note if snapshot.public else adjustment.note,
                danish(adjustment.given_at),
                danish(adjustment.cancelled_at) if adjustment.cancelled_at else None,
                adjustment.cancel_reason,
            ]
        )
    columns = [
        Column(_("Start no."), Kind.NUMBER, 6),
        Column(_("Name"), width=name_width(snapshot)),
        Column(_("Round"), Kind.NUMBER),
        Column(_("Points"), Kind.POINTS),
        Column(_("Points that count"), Kind.POINTS),
        Column(_("Reason"), width=28),
        Column(_("Note"), width=36),
        Column(_("Given"), Kind.MOMENT),
        Column(_("Cancelled"), Kind.MOMENT),
        Column(_("Cancelled because"), width=28),
    ]
    return Table(_("Adjustments"), columns, rows, frozen=2)
