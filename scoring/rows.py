"""A sheet typed as rows: what a row of shorthand comes to at its table, and how a stored deal looks as a row."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language

from engine import RuleViolation, book, roles
from scoring.domain.lines import DealLine, line_of, ruleset_of, seats_at, settle_line
from scoring.shorthand import DANISH, ENGLISH, read, written
from scoring.words import deal_sentence
from tournament.errors import Refused

if TYPE_CHECKING:
    from engine import RuleSet
    from scoring.domain.lines import SettledLine
    from scoring.models import Deal
    from scoring.shorthand import Letters
    from tournament.models import Seating, Tournament


@dataclass(frozen=True, slots=True)
class Table:
    """What it takes to read the rows of one sheet."""

    seating: Seating
    tournament: Tournament
    ruleset: RuleSet
    names: dict[str, str]

    def say(self, line: DealLine) -> str:
        """A line in words: "Anna: Spil in hearts, won"."""
        return deal_sentence(asdict(line), who=self.names.get(line.declarer, ""))


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """What a row says. `line` is None when nothing is typed or it cannot be read, `settled` when it cannot be."""

    line: DealLine | None = None
    settled: SettledLine | None = None
    refusal: Refused | RuleViolation | None = None


def table_of(seating: Seating, *, for_staff: bool) -> Table:
    """The table of a seating whose seats have their players; with whole names for the staff only."""
    tournament = seating.round.tournament
    names = {seat.position: seat.full_name if for_staff else seat.name for seat in seating.seats.all()}
    return Table(seating, tournament, ruleset_of(tournament), names)


def check_row(table: Table, number: int, text: str, stored: Deal | None = None) -> CheckedRow:
    """Read a row and settle it. An auction that is stored stays where the row says the same player and contract."""
    line = None
    try:
        line = read(text, names=table.names, ruleset=table.ruleset)
        if line is None:
            return CheckedRow()
        line = _with_auction(line, stored)
        settled = settle_line(line=line, seating=table.seating, number=number, tournament=table.tournament)
    except (Refused, RuleViolation) as refusal:
        return CheckedRow(line, None, refusal)
    return CheckedRow(settled.line, settled)


def says_the_same(stored: Deal, settled: SettledLine) -> bool:
    """Whether a line would change nothing."""
    return line_of(stored) == replace(settled.line, outcome=settled.outcome)


def booked_by(table: Table, number: int, settled: SettledLine) -> dict[str, int]:
    """What each seat gets of a line, by seat."""
    if not settled.line.declarer or settled.points is None:
        return {}
    seats = seats_at(table.seating, number)
    sitter_out = roles(settled.dealer, seats).sitter_out
    booked = book(settled.points, settled.line.declarer, seats, sitter_out, table.tournament.booking)
    return {str(seat): points for seat, points in booked.items()}


def stored_row(table: Table, deal: Deal) -> dict[str, Any]:
    """A stored deal as a row shows it: what somebody would have typed, and what it says."""
    line = line_of(deal)
    return {
        "version": deal.version,
        "client_key": str(deal.client_key),
        "text": written(line, ruleset=table.ruleset, letters=letters_of_the_page()),
        "words": table.say(line),
        "points": deal.points,
    }


def letters_of_the_page() -> Letters:
    """The letters that seats and suits have in the language of the moment."""
    return DANISH if (get_language() or "").startswith("da") else ENGLISH


def _with_auction(line: DealLine, stored: Deal | None) -> DealLine:
    if stored is None or not stored.calls:
        return line
    before = line_of(stored)
    same = (line.declarer, line.contract, line.dealer) == (before.declarer, before.contract, before.dealer)
    return replace(line, calls=before.calls) if same and line.is_played else line
