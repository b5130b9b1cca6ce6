"""Who gets which prize, by the standings as they are."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from scoring.models import Standing
from tournament.domain.categories import has_label
from tournament.queries import substitutes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournament.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Winners:
    """Everybody on one place of a category (empty: all players), with what the places they fill are worth.

    Two who share the second place fill the second and the third (`last`), and share what both are worth.
    """

    category: str
    first: int
    last: int
    entries: tuple[Entry, ...]
    prizes: tuple[str, ...]

    @property
    def is_shared(self) -> bool:
        return len(self.entries) > 1


def prize_list(tournament: Tournament) -> list[Winners]:
    """The prizes by category, all players last, each from the first place on; without those that nobody has reached."""
    rows = list(
        Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE, rank__isnull=False)
        .select_related("entry__player", "entry__club")
        .prefetch_related(substitutes("entry"))
        .order_by("position")
    )
    prizes = _prizes(tournament)
    return [
        winners
        for category in sorted(prizes, key=lambda name: (name == "", name.casefold()))
        for winners in _winners(category, _of_category(rows, category), prizes[category])
    ]


def prizes_left(tournament: Tournament) -> list[tuple[str, int, str]]:
    """The prizes that nobody has reached: category, place and what it is."""
    given = {
        (one.category, place) for one in prize_list(tournament) for place in range(one.first, one.last + 1)
    }
    return [
        (category, place, text)
        for category, by_place in _prizes(tournament).items()
        for place, texts in sorted(by_place.items())
        for text in texts
        if (category, place) not in given
    ]


def prizes_are_public(tournament: Tournament) -> bool:
    """Whether everybody may read who gets what: the result is final, and nothing of it is hidden."""
    return bool(tournament.prizes) and tournament.is_finished and tournament.frozen_after_round is None


def categories_of(tournament: Tournament) -> list[str]:
    """Every category that a player is in or a prize is for."""
    labels = {label for entry in tournament.entries.all() for label in entry.labels}
    return sorted(
        labels | {row["category"] for row in tournament.prizes if row["category"]}, key=str.casefold
    )


def _prizes(tournament: Tournament) -> dict[str, dict[int, list[str]]]:
    """What each place of each category is worth."""
    prizes: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in tournament.prizes:
        prizes[row["category"]][row["place"]].append(row["text"])
    return prizes


def _of_category(rows: list[Standing], category: str) -> list[Standing]:
    if not category:
        return rows
    return [row for row in rows if has_label(row.entry.labels, category)]


def _winners(category: str, rows: list[Standing], prizes: dict[int, list[str]]) -> Iterator[Winners]:
    """Within a category the places are counted anew; who shares a rank among all shares it here."""
    first = 1
    for _rank, together in groupby(rows, key=lambda row: row.rank):
        entries = tuple(row.entry for row in together)
        last = first + len(entries) - 1
        texts = tuple(text for place in range(first, last + 1) for text in prizes.get(place, ()))
        if texts:
            yield Winners(category, first, last, entries, texts)
        first = last + 1
