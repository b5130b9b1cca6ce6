"""No sentence of code or templates is left without Danish, and none says something else than the English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest

from tests.conftest import ROOT
from tournament import catalogue
from tournament.management.commands.update_messages import FOLDERS, po_path

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^<>]+>")
# One word for one thing: what stands here was said in two ways once.
NOT_SAID = {
    "loggen": "logbogen",
    "registret": "kartoteket",
    "kontrolsum": "kontroltal",
    "firkant": "QR-kode",
    "på væggen": "på storskærmen",
    "“": "”",
    "»": "”",
    "nnuller ": "annullér",
    "Rediger ": "Redigér",
    "login-side": "log ind",
    "email": "e-mail",
    "score sheet": "regnskab",
}
# Abbreviated, asked instead of said, or ending with what is not a word.
ENDS_OTHERWISE = {
    "Rank",
    "Whose points change",
    "Use letters, digits and . @ + - _ only.",
    "“{username}” cannot be a user name. Use letters, digits and . @ + - _ only.",
}
# A string of a script, with its quotes; and what makes a text of it that people read.
JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
JS_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL)
SENTENCE = re.compile(
    r"^(?!\.)[A-ZÆØÅa-zæøå’',.!?…: –]*[A-Za-zÆØÅæøå]{2,} [A-Za-zÆØÅæøå]{2,}[A-Za-zæøå’',.!?…: –]*$"
)
# Two words that no person reads: a selector, and names that a script gives to things of its own.
NOT_READ = {"tbody tr", "all pass", "last name"}
SHOWN = re.compile(r"(?:textContent|innerText|title|ariaLabel|placeholder|alt)\s*=\s*([\"'`])([^\"'`\n]*)\1")


def entries() -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(po_path("da"))) if not entry.obsolete and entry.translated()]


def pairs() -> Iterator[tuple[str, str]]:
    """Every English text with its Danish; of two forms the one for several."""
    for entry in entries():
        if entry.msgid_plural:
            yield entry.msgid_plural, entry.msgstr_plural[1]
        else:
            yield entry.msgid, entry.msgstr


def test_every_sentence_has_a_finished_danish_translation() -> None:
    sentences = catalogue.find_sentences(ROOT, FOLDERS)

    missing = catalogue.untranslated(po_path("da"), sentences)

    assert [f"{sentences[sentence][0]}: {sentence.text}" for sentence in missing] == []


def test_no_translation_is_a_guess() -> None:
    assert [
        entry.msgid for entry in polib.pofile(str(po_path("da"))).fuzzy_entries() if not entry.obsolete
    ] == []


def test_what_is_put_in_is_put_in_in_danish_too() -> None:
    differing = [
        (english, danish)
        for english, danish in pairs()
        if sorted(PLACEHOLDER.findall(english)) != sorted(PLACEHOLDER.findall(danish))
        and set(PLACEHOLDER.findall(english)) != set(PLACEHOLDER.findall(danish))
    ]
    for entry in entries():
        if entry.msgid_plural:
            known = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
            if not set(PLACEHOLDER.findall(entry.msgstr_plural[0])) <= known:
                differing.append((entry.msgid, entry.msgstr_plural[0]))

    assert differing == []


def test_a_sentence_ends_as_the_english_does() -> None:
    """A full stop or a question mark that is missing is a sentence that was cut, or looks like it."""
    differing = [
        (english, danish)
        for english, danish in pairs()
        if ending(english) != ending(danish) and english not in ENDS_OTHERWISE
    ]

    assert differing == []


def ending(text: str) -> str:
    return text[-1] if text.endswith((".", "?", ":", "…", "!")) else ""


@pytest.mark.parametrize("word", sorted(NOT_SAID))
def test_one_thing_has_one_word(word: str) -> None:
    assert [danish for _, danish in pairs() if word in danish] == [], f"say {NOT_SAID[word]}"


def is_read(string: str) -> bool:
    return bool(SENTENCE.match(string)) and string not in NOT_READ


def test_scripts_say_nothing_of_their_own() -> None:
    """What a script shows comes from the page, which knows the language."""
    spoken = []
    for path in sorted(ROOT.glob("*/static/**/*.js")):
        text = JS_COMMENT.sub("", path.read_text(encoding="utf-8"))
        spoken += [f"{path.name}: {string}" for string in JS_STRING.findall(text) if is_read(string[1:-1])]
        spoken += [
            f"{path.name}: {words}"
            for _, words in SHOWN.findall(text)
            if re.search(r"[A-Za-z]{2,}", re.sub(r"\$\{[^}]*\}", "", words))
        ]

    assert spoken == []
