"""The results of a tournament as one workbook: what each sheet says, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import words
from scoring.exports.cells import Book, Column, Kind, Table
from scoring.exports.snapshot import take_snapshot
from scoring.models import Adjustment
from scoring.queries import category_places, words_of
from tournament.models import Entry, Position, Round, Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.db.models import QuerySet

    from scoring.exports.cells import Value
    from scoring.exports.snapshot import Snapshot
    from scoring.models import Deal, Standing
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
    tables = [_standings(snapshot)]
    if not snapshot.is_final:
        tables.append(_missing(snapshot))
    return [
        *tables,
        *([_categories(snapshot)] if any(entry.labels for entry in snapshot.entries.values()) else []),
        _rounds(snapshot),
        _deals(snapshot),
        _players(snapshot),
        _seatings(snapshot),
        _adjustments(snapshot),
    ]


def _standings(snapshot: Snapshot) -> Table:
    rounds = snapshot.rounds_with_results
    decided = words.tie_break_words()
    has_handicaps = any(row.handicap_points for row in snapshot.standings)
    rows: list[list[Value]] = []
    for row in snapshot.standings:
        entry = snapshot.entries[row.entry_id]
        rows.append(
            [
                row.rank,
                entry.start_no,
                snapshot.name_of(entry),
                _club(entry),
                *_round_points(row, len(rounds)),
                # Without a rank nothing was played, which is not zero.
                None if row.rank is None else row.deal_points,
                row.adjustment_points,
                *([row.handicap_points] if has_handicaps else []),
                None if row.rank is None else row.total,
                row.deals_played,
                row.deals_missing,
                decided.get(row.decided_by, row.decided_by),
                _remark(entry, snapshot.substitutes_of(entry)),
            ]
        )
    columns = [
        Column(_("Rank"), Kind.NUMBER, 6),
        *_person_columns(snapshot),
        *(Column(_("Round %(number)d") % {"number": number}, Kind.POINTS) for number in rounds),
        Column(_("Deal points"), Kind.POINTS),
        Column(_("Adjustments"), Kind.POINTS, 11),
        *([Column(_("Handicap"), Kind.POINTS)] if has_handicaps else []),
        Column(_("Total"), Kind.POINTS),
        Column(_("Deals played"), Kind.NUMBER),
        Column(_("Deals missing"), Kind.NUMBER, 9),
        Column(_("Decided by"), width=18),
        Column(_("Remark"), width=22),
    ]
    return Table(_("Standings"), columns, rows, lines=_state_lines(snapshot), frozen=3)


def _round_points(row: Standing, rounds: int) -> list[int | None]:
    """One value for each published round; a round published after the row was stored has none yet."""
    points: list[int | None] = row.round_points[:rounds]
    return points + [None] * (rounds - len(points))


def _state_lines(snapshot: Snapshot) -> list[str]:
    tournament = snapshot.tournament
    # Translators: how a moment is written, in Django's format characters.
    moment = date_format(_danish(snapshot.read_at), pgettext("format of a moment", "j F Y, H:i"))
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


def _categories(snapshot: Snapshot) -> Table:
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
            _club(row.entry),
            None if row.rank is None else row.total,
            row.rank,
        ]
        for word in words_of(places)
        for row in snapshot.standings
        if word in places.get(row.entry_id, {})
    ]
    columns = [
        Column(_("Category"), width=16),
        Column(_("Rank"), Kind.NUMBER, 6),
        *_person_columns(snapshot),
        Column(_("Total"), Kind.POINTS),
        Column(_("Rank of all"), Kind.NUMBER, 8),
    ]
    return Table(_("Categories"), columns, rows)


def _missing(snapshot: Snapshot) -> Table:
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


def _rounds(snapshot: Snapshot) -> Table:
    index = {number: place for place, number in enumerate(snapshot.rounds_with_results)}
    points = {row.entry_id: _round_points(row, len(index)) for row in snapshot.standings}
    positions = _position_words()
    signed, still_open = str(Seating.State.SIGNED.label), str(Seating.State.OPEN.label)
    nothing: list[int | None] = [None] * len(index)
    rows: list[list[Value]] = [
        [
            seat.round_number,
            seat.table_no,
            positions[seat.position],
            seat.entry.start_no,
            snapshot.name_in(seat.entry, seat.round_number),
            _club(seat.entry),
            points.get(seat.entry.pk, nothing)[index[seat.round_number]],
            signed if seat.is_signed else still_open,
        ]
        for seat in snapshot.seats
        if seat.round_number in index
    ]
    columns = [
        *_seat_columns(snapshot),
        Column(_("Points"), Kind.POINTS),
        Column(_("Score sheet"), width=11),
    ]
    return Table(_("Rounds"), columns, rows)


def _deals(snapshot: Snapshot) -> Table:
    names = _width((snapshot.name_of(entry) for entry in snapshot.entries.values()), most=24)
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
        *(Column(word, Kind.POINTS, 6) for word in _position_words().values()),
        Column(_("Not played because"), width=24),
    ]
    return Table(_("Deals"), columns, snapshot.deals, frozen=3)


def _players(snapshot: Snapshot) -> Table:
    states = {state.value: str(state.label) for state in Entry.State}
    rows: list[list[Value]] = [
        [
            entry.start_no,
            snapshot.name_of(entry),
            _club(entry),
            # Nobody else's business.
            None if snapshot.public else entry.player.member_no,
            states[entry.state],
            entry.withdrawn_after_round,
            snapshot.substitutes_of(entry) or None,
        ]
        for entry in snapshot.entries.values()
    ]
    columns = [
        *_person_columns(snapshot),
        Column(_("Member no."), width=12),
        Column(_("State"), width=18),
        Column(_("Withdrawn after round"), Kind.NUMBER, 12),
        Column(_("Substitute"), width=_name_width(snapshot)),
    ]
    return Table(_("Players"), columns, rows, frozen=2)


def _seatings(snapshot: Snapshot) -> Table:
    positions = _position_words()
    rows: list[list[Value]] = [
        [
            seat.round_number,
            seat.table_no,
            positions[seat.position],
            seat.entry.start_no,
            snapshot.name_in(seat.entry, seat.round_number),
            _club(seat.entry),
        ]
        for seat in snapshot.seats
    ]
    return Table(_("Seatings"), _seat_columns(snapshot), rows)


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
                _danish(adjustment.given_at),
                _danish(adjustment.cancelled_at) if adjustment.cancelled_at else None,
                adjustment.cancel_reason,
            ]
        )
    columns = [
        Column(_("Start no."), Kind.NUMBER, 6),
        Column(_("Name"), width=_name_width(snapshot)),
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


def _person_columns(snapshot: Snapshot) -> list[Column]:
    return [
        Column(_("Start no."), Kind.NUMBER, 6),
        Column(_("Name"), width=_name_width(snapshot)),
        Column(_("Club"), width=_width((_club(entry) for entry in snapshot.entries.values()), most=40)),
    ]


def _seat_columns(snapshot: Snapshot) -> list[Column]:
    return [
        Column(_("Round"), Kind.NUMBER),
        Column(_("Table"), Kind.NUMBER),
        Column(_("Seat"), width=7),
        *_person_columns(snapshot),
    ]


def _name_width(snapshot: Snapshot) -> int:
    return _width((snapshot.name_of(entry) for entry in snapshot.entries.values()), most=40)


def _width(texts: Iterable[str], *, most: int) -> int:
    """Room for the longest text, within reason: what is longer is wrapped."""
    return min(max([12, *map(len, texts)]), most)


def _position_words() -> dict[str, str]:
    return {position.value: str(position.label) for position in Position}


def _club(entry: Entry) -> str:
    return entry.club.name if entry.club else ""


def _danish(moment: datetime) -> datetime:
    """A moment as the clock in the hall shows it: a spreadsheet knows no time zones."""
    return timezone.localtime(moment, timezone.get_default_timezone()).replace(tzinfo=None, microsecond=0)
