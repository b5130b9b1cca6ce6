"""Reading a seating that somebody typed or pasted: one table a line, names or start numbers, N E S W."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from engine import RuleViolation
from tournament.domain.draws import inputs_for
from tournament.domain.seatings import manual_plan
from tournament.models import Entry
from tournament.sentences import reason_sentences, sentence
from tournament.text import clean, name_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournament.models import Tournament

SEATS = 4
LONGEST_NAME = 200
EMPTY = {"-", "–", "—", ""}
# Somebody who is not here gets a number below these, so that the engine counts his chair as taken.
UNREADABLE = -1_000_000


@dataclass(frozen=True, slots=True)
class Written:
    """What was read: tables of start numbers, and everything that is wrong with them, by line."""

    tables: list[list[int | None]]
    reasons: list[str]


def read_tables(text: str, tournament: Tournament) -> Written:
    """Names are looked up among those who are checked in. All that is wrong is said at once."""
    reader = _Reader(tournament)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    tables = [reader.table(number, line) for number, line in lines]
    reasons = reader.reasons + reader.judged(tables, [number for number, _ in lines])
    reasons.sort(key=lambda reason: (reason[0] is None, reason[0] or 0))
    return Written(tables, [_told(line, text) for line, text in reasons])


def _told(line: int | None, text: str) -> str:
    return text if line is None else gettext("Line {line}: {text}").format(line=line, text=text)


class _Reader:
    """Looks names up, and keeps what it cannot read."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.reasons: list[tuple[int | None, str]] = []
        self.names: dict[int, str] = {}
        self.here: dict[str, list[int]] = defaultdict(list)
        self.away: set[str] = set()
        self.numbers: set[int] = set()
        self.unreadable = 0
        for entry in tournament.entries.select_related("player").order_by("start_no"):
            self.names[entry.start_no] = entry.full_name
            if entry.state == Entry.State.CHECKED_IN:
                self.numbers.add(entry.start_no)
                self.here[name_key(entry.full_name)].append(entry.start_no)
            else:
                self.away.add(name_key(entry.full_name))

    def table(self, line: int, text: str) -> list[int | None]:
        seats = [self._seat(line, clean(cell, LONGEST_NAME)) for cell in _cells(text)]
        return seats + [None] * (SEATS - len(seats))

    def judged(
        self, tables: Sequence[Sequence[int | None]], lines: Sequence[int]
    ) -> list[tuple[int | None, str]]:
        """What the engine has against the tables, but for names that were told already."""
        inputs = inputs_for(self.tournament, rounds=1, seed=0)
        try:
            manual_plan(inputs | {"tables": [list(table) for table in tables]})
        except RuleViolation as refusal:
            found: Any = refusal.params.get("reasons")
            if not isinstance(found, list):
                return [(None, sentence(refusal.code, refusal.params))]
            places = inputs["start_nos"]
            return [
                told
                for reason in found
                if reason["code"] != "unknown_player"
                for told in self._reason(reason, places, tables, lines)
            ]
        return []

    def _reason(
        self,
        reason: Mapping[str, Any],
        places: Sequence[int],
        tables: Sequence[Sequence[int | None]],
        lines: Sequence[int],
    ) -> list[tuple[int | None, str]]:
        def who(place: int) -> str:
            return self.names[places[place]]

        at: list[int | None] = [lines[reason["table"]]] if "table" in reason else [None]
        if reason["code"] == "doubled_player":
            start_no = places[reason["player"]]
            at = [line for line, table in zip(lines, tables, strict=True) if start_no in table]
        return [(line, text) for text in reason_sentences([reason], who) for line in at]

    def _seat(self, line: int, cell: str) -> int | None:
        if cell in EMPTY:
            return None
        if cell.isdecimal() and int(cell) in self.numbers:
            return int(cell)
        found = self.here.get(name_key(cell), []) if not cell.isdecimal() else []
        if len(found) == 1:
            return found[0]
        self.reasons.append((line, self._why(cell, found)))
        self.unreadable += 1
        return UNREADABLE - self.unreadable

    def _why(self, cell: str, found: Sequence[int]) -> str:
        if found:
            return gettext("{count} players are called {name}: write the start number ({numbers}).").format(
                count=len(found), name=cell, numbers=", ".join(str(number) for number in found)
            )
        if cell.isdecimal() and int(cell) in self.names:
            return gettext("{name} is not checked in.").format(name=self.names[int(cell)])
        if cell.isdecimal():
            return gettext("Nobody has start number {number}.").format(number=cell)
        if name_key(cell) in self.away:
            return gettext("{name} is not checked in.").format(name=cell)
        return gettext("Nobody here is called “{name}”.").format(name=cell)


def _cells(line: str) -> list[str]:
    """A comma parts names only where nothing better does: "Ærø, Søren; Holm, Grethe" is two people."""
    for separator in ("\t", ";", ","):
        if separator in line:
            return re.split(re.escape(separator), line)
    return [line]
