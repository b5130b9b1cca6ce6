"""The standings of a part of those who play: one category, one club, or both."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlencode

from tournament.domain.categories import LONGEST, has_label
from tournament.text import clean, search_key, sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.http import HttpRequest

    from scoring.web.standings_lines import Line

LONGEST_CLUB = 120


@dataclass(frozen=True, slots=True)
class Part:
    """Whom the list is narrowed to; empty words narrow nothing. `show` is what the wall was asked for."""

    category: str = ""
    club: str = ""
    projector: bool = False
    show: str = ""

    @property
    def is_everybody(self) -> bool:
        return not (self.category or self.club)

    @property
    def mark(self) -> str:
        """Tells the parts apart in a version; however the words are spelt, the same part has the same mark."""
        if self.is_everybody and not self.show:
            return ""
        words = "\n".join((search_key(self.category), search_key(self.club), self.show))
        return hashlib.sha256(words.encode()).hexdigest()[:8]

    @property
    def query(self) -> str:
        """What stands in the address behind the question mark."""
        asked = {
            "projector": "1" if self.projector else "",
            "show": self.show if self.projector else "",
            "category": self.category,
            "club": self.club,
        }
        return urlencode({key: value for key, value in asked.items() if value}, quote_via=quote)

    def takes(self, line: Line) -> bool:
        """Whether this line is in the part."""
        if self.category and not has_label(line.entry.labels, self.category):
            return False
        return not self.club or (
            line.entry.club is not None and search_key(line.entry.club.name) == search_key(self.club)
        )


class Choice(NamedTuple):
    """A link to a part of the list."""

    word: str
    query: str
    is_current: bool


def part_of(request: HttpRequest) -> Part:
    """The part that is asked for. What nobody is in is no mistake: its list is empty."""
    projector = request.GET.get("projector") == "1"
    show = request.GET.get("show", "")
    return Part(
        clean(request.GET.get("category", ""), LONGEST),
        clean(request.GET.get("club", ""), LONGEST_CLUB),
        projector,
        show if projector and show in {"standings", "seats"} else "",
    )


def category_choices(part: Part, words: Sequence[str]) -> list[Choice]:
    """A link to each category, the club kept as it is. First the link to all."""
    if not words:
        return []
    return [
        Choice(word, replace(part, category=word).query, search_key(word) == search_key(part.category))
        for word in ("", *words)
    ]


def club_choices(part: Part, lines: Iterable[Line]) -> list[Choice]:
    """A link to each club in Danish order, the category kept as it is. None where all are of one club."""
    names = {line.entry.club.name for line in lines if line.entry.club is not None}
    if len(names) < 2 and not part.club:
        return []
    return [
        Choice(name, replace(part, club=name).query, search_key(name) == search_key(part.club))
        for name in ("", *sorted(names, key=sort_key))
    ]
