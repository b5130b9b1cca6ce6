"""Places within a category: the order and the ties of the whole list, counted anew among those who are in it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament.text import search_key, sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.models import Standing


@dataclass(slots=True)
class _Counter:
    """How far one category is counted."""

    word: str
    standing: int = 0
    rank: int | None = None
    place: int | None = None

    def place_of(self, rank: int | None) -> int | None:
        """The place of the next one in the list, who has this rank among all."""
        if rank is None:
            return None
        self.standing += 1
        if rank != self.rank:
            self.rank, self.place = rank, self.standing
        return self.place


def category_places(rows: Iterable[Standing]) -> dict[int, dict[str, int | None]]:
    """By id of the entry its place in each of its categories. `rows` are a whole list, in order.

    Who shares a rank among all shares the place; who has played nothing has none.
    """
    counters: dict[str, _Counter] = {}
    places: dict[int, dict[str, int | None]] = defaultdict(dict)
    for row in rows:
        for label in row.entry.labels:
            counter = counters.setdefault(search_key(label), _Counter(label))
            places[row.entry_id][counter.word] = counter.place_of(row.rank)
    return dict(places)


def place_in(places: dict[str, int | None], category: str) -> int | None:
    """Of an entry's places the one in this category, however it is spelt."""
    return next((place for word, place in places.items() if search_key(word) == search_key(category)), None)


def words_of(places: dict[int, dict[str, int | None]]) -> list[str]:
    """Every category that somebody is in, in Danish order."""
    return sorted({word for by_word in places.values() for word in by_word}, key=sort_key)
