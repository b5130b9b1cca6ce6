"""Where people may have written a name: every free text of a tournament, in the database and in an archive alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tournament.text import search_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ANONYMOUS: Final = "Anonym"
# Stands where a text must stand.
REMOVED: Final = "–"
# Too common to be anybody's name on their own.
PARTICLES: Final = frozenset({"von", "van", "der", "den", "del", "det", "the"})
SHORTEST: Final = 3

# By part of an archive (`scoring.domain.archive.PARTS`): its free texts, and what comes in their place.
TEXTS: Final[dict[str, dict[str, str]]] = {
    "substitutions": {"reason": ""},
    "adjustments": {"note": "", "cancel_reason": ""},
    "deals": {"not_played_reason": REMOVED, "void_reason": REMOVED},
    "refused_entries": {"reason": ""},
}


class NameFinder:
    """Finds whether a text speaks of somebody: by any word of his name, also with a genitive's s."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = [search_key(name).split() for name in names]
        words = {word for name in self.names for word in name}
        self.words = {word for word in words if len(word) >= SHORTEST and word not in PARTICLES}

    def finds(self, text: object) -> bool:
        """Rather once too often: a reason in the log is worth less than what somebody asked for."""
        return not self.words.isdisjoint(_words(text)) or self.finds_whole(text)

    def finds_whole(self, text: object) -> bool:
        """Whether the whole name stands there, in whatever order."""
        there = _words(text)
        return any(name and there.issuperset(name) for name in self.names)


def _words(text: object) -> set[str]:
    """The words as they are compared, and without a genitive's s; none of what is no text."""
    there = set(search_key(text).split()) if isinstance(text, str) else set()
    return there | {word.removesuffix("s") for word in there}


def cleaned(part: str, row: Mapping[str, Any], finder: NameFinder, *, is_his: bool) -> dict[str, Any]:
    """Of a row of a part what must change; `is_his`: whatever is written there is about him."""
    changes: dict[str, Any] = {
        name: instead
        for name, instead in TEXTS.get(part, {}).items()
        if row[name] and row[name] != instead and (is_his or finder.finds(row[name]))
    }
    if part == "entries" and any(map(finder.finds, row["labels"])):
        changes["labels"] = [label for label in row["labels"] if not finder.finds(label)]
    if part == "refused_entries" and finder.finds(row["body"].get("not_played_reason")):
        changes["body"] = {**row["body"], "not_played_reason": REMOVED}
    return changes


def cleaned_settings(row: Mapping[str, Any], finder: NameFinder) -> dict[str, Any]:
    """Of a tournament's own texts what must change. A prize that bears a family's name is no trace of him."""
    changes: dict[str, Any] = {}
    if finder.finds(row["banner"]):
        changes["banner"] = ""
    prizes = [
        prize | {"text": REMOVED} if finder.finds_whole(prize["text"]) else prize for prize in row["prizes"]
    ]
    if prizes != row["prizes"]:
        changes["prizes"] = prizes
    return changes


def speaking_keys(side: object, finder: NameFinder) -> Iterator[str]:
    """The keys in one side of an entry of the log, however deep, under which a text speaks of him."""
    if isinstance(side, dict):
        for key, value in side.items():
            if finder.finds(value) or (isinstance(value, list) and any(map(finder.finds, value))):
                yield key
            else:
                yield from speaking_keys(value, finder)
    elif isinstance(side, list):
        for value in side:
            yield from speaking_keys(value, finder)
