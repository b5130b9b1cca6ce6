"""Translations without GNU gettext: finding the sentences, keeping the .po files, building the .mo files.

Sentences are written in English in code and templates. Python is read as a syntax tree, templates through
Django's own translation into Python. A leaf module: it knows folders, not settings.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib
from django.utils.translation.template import templatize

# The function's name, and which of its arguments are context, sentence and plural.
_CALLS: dict[str, tuple[int | None, int, int | None]] = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
_STRING = r"""u?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")"""
_TEMPLATE_CALL = re.compile(rf"\b(_|n?p?gettext)\(\s*({_STRING}(?:\s*,\s*{_STRING})*)")
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdf]")
_HEADER = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}


@dataclass(frozen=True, order=True)
class Sentence:
    """One text to translate."""

    text: str
    plural: str | None = None
    context: str | None = None

    @property
    def key(self) -> tuple[str, str | None]:
        """What gettext looks a translation up by."""
        return self.text, self.context


def find_sentences(root: Path, folders: Sequence[str]) -> dict[Sentence, list[str]]:
    """Every text to translate in the folders' Python and template files, with the files that hold it."""
    found: dict[Sentence, list[str]] = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            for sentence in _sentences_of(path, name):
                files = found.setdefault(sentence, [])
                if name not in files:
                    files.append(name)
    return found


def _sentences_of(path: Path, name: str) -> Iterator[Sentence]:
    if path.suffix == ".py":
        yield from sentences_in_python(path.read_text(encoding="utf-8"), name)
    elif path.suffix in {".html", ".txt"} and "templates" in path.parts:
        yield from sentences_in_template(path.read_text(encoding="utf-8"), name)


def sentences_in_python(source: str, name: str = "<text>") -> Iterator[Sentence]:
    """The texts of gettext calls; only literal ones can be found."""
    for node in ast.walk(ast.parse(source, name)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in _CALLS:
            texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            sentence = _sentence(called, texts)
            if sentence:
                yield sentence


def sentences_in_template(source: str, name: str = "<text>") -> Iterator[Sentence]:
    """The texts of translate and blocktranslate tags and of _("...") in a template."""
    for match in _TEMPLATE_CALL.finditer(templatize(source, origin=name)):
        texts = [ast.literal_eval(text) for text in re.findall(_STRING, match[2])]
        sentence = _sentence(match[1], texts)
        if sentence:
            yield sentence


def _sentence(called: str, texts: Sequence[object]) -> Sentence | None:
    context, text, plural = _CALLS[called]

    def argument(index: int | None) -> str | None:
        value = texts[index] if index is not None and index < len(texts) else None
        return value if isinstance(value, str) else None

    words = argument(text)
    return Sentence(words, argument(plural), argument(context)) if words else None


def update(po_path: Path, sentences: dict[Sentence, list[str]], language: str) -> tuple[int, int]:
    """Bring a .po file up to the sentences, keeping every translation; the numbers added and obsolete."""
    catalogue = _open(po_path, language)
    entries = {(entry.msgid, entry.msgctxt): entry for entry in catalogue}
    wanted = {sentence.key for sentence in sentences}
    added = gone = 0
    for sentence, files in sentences.items():
        entry = entries.get(sentence.key)
        if entry is None:
            entry = polib.POEntry(msgid=sentence.text, msgctxt=sentence.context)
            entries[sentence.key] = entry
            catalogue.append(entry)
        if entry.obsolete or not entry.occurrences:
            added += 1
        entry.obsolete = False
        # Without line numbers: they would change with every edit.
        entry.occurrences = [(file, "") for file in files]
        if sentence.plural and not entry.msgid_plural:
            entry.msgid_plural = sentence.plural
            entry.msgstr_plural = {0: entry.msgstr, 1: ""}
            entry.msgstr = ""
        if _PLACEHOLDER.search(sentence.text) and "python-format" not in entry.flags:
            entry.flags.append("python-format")
    for entry in catalogue:
        if (entry.msgid, entry.msgctxt) not in wanted and not entry.obsolete:
            entry.obsolete = True
            entry.occurrences = []
            gone += 1
    catalogue.sort(
        key=lambda entry: (entry.obsolete, entry.occurrences[:1], entry.msgid, entry.msgctxt or "")
    )
    po_path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(po_path))
    return added, gone


def _open(po_path: Path, language: str) -> polib.POFile:
    if po_path.exists():
        return polib.pofile(str(po_path), wrapwidth=110)
    catalogue = polib.POFile(wrapwidth=110)
    catalogue.metadata = {"Language": language, **_HEADER}
    return catalogue


def untranslated(po_path: Path, sentences: dict[Sentence, list[str]]) -> list[Sentence]:
    """The sentences that have no finished translation in the .po file, in the order of their texts."""
    catalogue = polib.pofile(str(po_path)) if po_path.exists() else polib.POFile()
    done = {(entry.msgid, entry.msgctxt) for entry in catalogue.translated_entries()}
    return sorted(
        (sentence for sentence in sentences if sentence.key not in done),
        key=lambda sentence: (sentence.text, sentence.context or ""),
    )


def compile_all(folders: Sequence[Path]) -> list[Path]:
    """Build the .mo file beside each .po file that is newer; the files built."""
    built = []
    for folder in folders:
        for po_path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
            mo_path = po_path.with_suffix(".mo")
            if not mo_path.exists() or mo_path.stat().st_mtime < po_path.stat().st_mtime:
                # Under another name first: several processes may build at once, none may read half a file.
                part = mo_path.with_suffix(f".{os.getpid()}.part")
                polib.pofile(str(po_path)).save_as_mofile(str(part))
                part.replace(mo_path)
                built.append(mo_path)
    return built
