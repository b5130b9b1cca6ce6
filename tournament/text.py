"""Danish text: cleaning it, finding it, sorting it.

Neither SQLite nor a server's collation sorts or searches Danish the way Danes do, so both are done here
and the results are stored beside the name. A leaf module: no models, no settings, only the standard library.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

SLUG_MAX_LENGTH = 60
SLUG_FALLBACK = "turnering"

# No key grows longer than this many times its text, so that a column can be made to fit. Danish and its
# neighbours keep well within; compatibility characters that stand for a whole phrase are cut off.
# A Korean syllable is up to three letters.
SEARCH_KEY_FACTOR, SORT_KEY_FACTOR = 3, 4

# Removed besides the control and format categories: letters and marks that take no room, so hide in a name.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0\ufe0e\ufe0f")
_STRIPPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs"})

# Apostrophes join ("L'hombre" is "Lhombre"); every other sign parts ("Anne-Marie" is "Anne Marie").
_NO_APOSTROPHES = dict.fromkeys(map(ord, "'`\u00b4\u02b9\u02bc\u2018\u2019\u201b\u2032"))

_RING, _DIAERESIS, _DOUBLE_ACUTE = "\u030a", "\u0308", "\u030b"
# The letters that Danish counts as its own, by how other languages write them.
_MARKED = {
    ("a", _RING): "å",
    ("a", _DIAERESIS): "æ",
    ("o", _DIAERESIS): "ø",
    ("o", _DOUBLE_ACUTE): "ø",
    ("u", _DIAERESIS): "ü",
    ("u", _DOUBLE_ACUTE): "ü",
}
_UNMARKED = {"œ": "ø", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t"}

_SEARCHED = str.maketrans({"å": "aa", "æ": "ae", "ø": "oe", "ü": "u"})
_BARE = str.maketrans({"å": "a", "æ": "ae", "ø": "o", "ü": "ue"})

# Letters and digits only, because collations disagree about everything else; and never "aa", which a Danish
# collation would itself take for å. Each code is a prefix of no other, so codes sort as their texts do.
# Letters of other scripts stand for themselves: every collation has them after z.
_SORTED = str.maketrans(
    {" ": "0", "z": "zb", "æ": "zc", "ø": "zd", "å": "ze", "ü": "y"} | {d: f"1{d}" for d in "0123456789"}
)


def clean(text: str, max_length: int | None = None) -> str:
    """The text in NFC on one line: no control, zero-width or direction characters, only single spaces."""
    # Hidden characters go first: one between a letter and its accent would keep them from being composed.
    visible = "".join(char for char in text if char.isspace() or not _is_hidden(char))
    cleaned = " ".join(unicodedata.normalize("NFC", visible).split())
    return cleaned if max_length is None else cleaned[:max_length].rstrip()


def search_key(text: str) -> str:
    """The text as it is compared: lower case, no accents or signs, å as aa, æ as ae, ø as oe."""
    cleaned = clean(text)
    return _fold(cleaned).translate(_SEARCHED)[: SEARCH_KEY_FACTOR * len(cleaned)].rstrip()


def search_index(text: str) -> str:
    """A text to look in: the search key, and after it the spelling of those who leave rings and strokes out.

    Somebody on a foreign keyboard looks for "soren" or "akjaer" (or "mueller"). Having both spellings in the
    text finds them without making every "Jon" a "Joen". What is typed goes through search_key, word by word.
    """
    cleaned = clean(text)
    key = search_key(cleaned)
    bare = _fold(cleaned).translate(_BARE)[: SEARCH_KEY_FACTOR * len(cleaned)].rstrip()
    return key if key == bare else f"{key} {bare}"


def sort_key(text: str) -> str:
    """A string of letters and digits that sorts as Danes sort the text, bytewise or in any usual collation.

    æ ø å come last, aa counts as å wherever it stands (names are where it is used), ä as æ, ö as ø, ü as y,
    other accents, capitals and signs count nothing, a space comes before any letter.
    """
    cleaned = clean(text)
    return _fold(cleaned).replace("aa", "å").translate(_SORTED)[: SORT_KEY_FACTOR * len(cleaned)]


def slugify_danish(text: str, fallback: str = SLUG_FALLBACK) -> str:
    """A web address's part: [a-z0-9-], 1 to 60 characters, æ as ae, ø as oe, å as aa."""
    words = re.findall(r"[a-z0-9]+", search_key(text))
    return "-".join(words)[:SLUG_MAX_LENGTH].strip("-") or fallback


def name_key(name: str) -> str:
    """The parts of a name in one fixed order, so that "Ærø, Søren" and "Søren Ærø" have the same key."""
    return " ".join(sorted(search_key(name).split()))


def with_initial(name: str) -> str:
    """First name and initial: "Anna Marie Holm" and "Holm, Anna Marie" are "Anna H."."""
    last, comma, first = clean(name).partition(",")
    words = [*first.split(), *last.split()] if comma else last.split()
    return f"{words[0]} {words[-1][0]}." if len(words) > 1 else " ".join(words)


def _is_hidden(char: str) -> bool:
    code = ord(char)
    # The noncharacters: a spreadsheet's XML cannot hold them.
    is_noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return is_noncharacter or char in _INVISIBLE or unicodedata.category(char) in _STRIPPED_CATEGORIES


def _fold(cleaned: str) -> str:
    """Lower-case words between single spaces: a-z, 0-9, æ ø å ü, and other scripts' letters without marks."""
    # Apostrophes go first: decomposing would make the free-standing acute accent, a common one, a space.
    joined = cleaned.translate(_NO_APOSTROPHES)
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", joined).casefold())
    return " ".join("".join(_plain_letters(decomposed)).split())


def _plain_letters(decomposed: str) -> Iterator[str]:
    base = ""
    for is_mark, run in groupby(decomposed, key=lambda char: unicodedata.category(char).startswith("M")):
        if is_mark:
            yield next((_MARKED[base, mark] for mark in run if (base, mark) in _MARKED), base)
            base = ""
            continue
        for char in run:
            yield base
            base = _plain(char)
    yield base


def _plain(char: str) -> str:
    return _UNMARKED.get(char, char) if char.isalnum() else " "
