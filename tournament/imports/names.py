"""Names as people write them in lists: turned round, numbered, with the club behind."""

import re

from tournament.text import clean, search_key

_CLUB_WORDS = ("klub", "club", "lhombre", "lomber", "forening", "selskab")
_BEFORE_CLUB = re.compile(r"\s*(?:,|\s[-–—]\s|\()\s*")
_SUFFIXES = frozenset({"jr", "sr", "junior", "senior"})
# What begins like a formula is kept to the letter, so that everybody sees what was in the list.
_FORMULA_SIGNS = ("=", "+", "-", "@")
_LIST_MARK = re.compile(r"^\s*(?:\(?\d{1,4}\s*[.):]|\d{1,4}(?=\s)|[-–—*•·▪◦‣](?=\s))\s*(?=\S)")


def is_clubbish(text: str) -> bool:
    """Whether a text sounds like a club: "Odense L'hombre Klub" does, "Søren" does not."""
    joined = search_key(text).replace(" ", "")
    return any(word in joined for word in _CLUB_WORDS)


def turn_name(text: str) -> str:
    """The name as it is spoken: "Ærø, Søren" is turned round, anything else only cleaned."""
    name = clean(text).strip(", ")
    if name.count(",") != 1 or name.startswith(_FORMULA_SIGNS):
        return name
    last, first = (part.strip() for part in name.split(","))
    return f"{last} {first}" if search_key(first) in _SUFFIXES else f"{first} {last}"


def split_person(text: str) -> tuple[str, str]:
    """The name and the club in one line, the club behind a comma, a dash or a bracket if it sounds like one.

    Otherwise a comma means "Efternavn, Fornavn". "Søren Ærø, Odense" cannot be told from a turned name; the
    preview shows what was made of it.
    """
    line = clean(text)
    if line.startswith(_FORMULA_SIGNS):
        return line, ""
    # From behind: the first comma of "Ærø, Søren, Odense L'hombre Klub" belongs to the name.
    for mark in reversed([*_BEFORE_CLUB.finditer(line)]):
        name, club = line[: mark.start()], line[mark.end() :]
        if name and is_clubbish(club) and not is_clubbish(name):
            return turn_name(name), club.removesuffix(")").rstrip() if "(" in mark[0] else club
    return turn_name(line), ""


def without_list_mark(text: str) -> str:
    """The line without its "1.", "1)" or bullet; a sign that touches the name belongs to it."""
    return _LIST_MARK.sub("", text)
