"""Rows of the standings that are kept as they are written: a new deal changes four of two hundred.

While a hall plays, the list is new with every deal, and writing two hundred rows takes a tenth of a second in which
nobody else is served. What a row says is its key, so a row that says something else is another one.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import fields
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.template.loader import get_template
from django.utils.translation import get_language

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.web.standings import Row
    from scoring.web.standings_lines import Line

# What the template of a row asks for beside the row: what the list as a whole has columns for.
FRAME: Final = (
    "has_moves",
    "has_field",
    "has_adjustments",
    "has_handicaps",
    "has_missing",
    "by_field",
    "played",
)
# A few lists of the largest tournament in two languages: some megabytes.
MOST_KEPT: Final = 5000
Key = tuple[object, ...]


class Kept:
    """The rows asked for last. Threads share it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.rows: OrderedDict[Key, str] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Key, make: Callable[[], str]) -> str:
        """The row under this key, which is made if it is not there."""
        with self.lock:
            found = self.rows.get(key)
            if found is not None:
                self.rows.move_to_end(key)
                return found
        made = make()
        with self.lock:
            self.rows[key] = made
            while len(self.rows) > self.most:
                self.rows.popitem(last=False)
        return made


kept = Kept(MOST_KEPT)


def rows_as_written(context: Mapping[str, Any]) -> list[str]:
    """The rows of a list as HTML, in their order; `context` is that of the list."""
    template = get_template("scoring/public/standings_row.html")
    slug, part = context["tournament"].slug, context["part"]
    frame = (
        settings.VERSION,
        get_language(),
        slug,
        bool(part.club),
        bool(part.category),
        bool(context["rounds"]),
        *(bool(context[name]) for name in FRAME),
    )
    outside = {name: context[name] for name in (*FRAME, "tournament", "part", "rounds")}

    def written(row: Row) -> str:
        key = (frame, key_of(row.line), tuple(map(_text, row.decisions)), row.sums)
        return kept.get(key, lambda: template.render({**outside, "row": row, "line": row.line}))

    return [written(row) for row in context["rows"]]


def key_of(line: Line) -> Key:
    """All that a line says: its own values, and what its row says of the entry."""
    entry = line.entry
    return (
        *(_text(getattr(line, one.name)) for one in fields(line) if one.name != "entry"),
        entry.start_no,
        entry.name,
        entry.club and entry.club.name,
        _text(entry.labels),
        entry.state,
        entry.withdrawn_after_round,
        entry.lot,
        tuple(one.name for one in entry.substitutions.all()),
    )


def _text(value: object) -> str:
    """A value as text: sentences that are translated only when they are asked for differ by language."""
    if isinstance(value, tuple):
        return repr([str(one) for one in value])
    return str(value)
