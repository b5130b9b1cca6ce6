"""Every code that engine or verbs refuse with has a sentence for people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from tests.conftest import ROOT
from tournament.imports.errors import ErrorCode
from tournament.sentences import SENTENCES, sentence

REFUSALS = {"RuleViolation", "Refused", "Taken", "Stale", "NotAllowed", "Impossible"}
# Settings of a rule set are not typed by anybody yet.
SPOKEN = re.compile(r"^[a-z]+(_[a-z]+)*$")


def sources() -> Iterator[Path]:
    for package in ("engine", "tournament", "scoring"):
        yield from (ROOT / package).rglob("*.py")


def codes_raised() -> set[str]:
    found = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if name in REFUSALS and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
    return found


def test_every_code_has_a_sentence() -> None:
    codes = codes_raised() | {code.value for code in ErrorCode}
    assert len(codes) > 80
    assert all(SPOKEN.match(code) for code in codes)
    assert sorted(codes - set(SENTENCES)) == []


def test_a_sentence_never_fails_for_want_of_a_parameter() -> None:
    for code, text in SENTENCES.items():
        spoken = sentence(code)
        fields = [name for _, name, _, _ in Formatter().parse(str(text)) if name]
        assert spoken
        assert "{" not in spoken
        assert ("?" in spoken) >= bool(set(fields) - {"changes"})


def test_a_code_without_a_sentence_is_shown_as_it_is() -> None:
    assert "brand_new" in sentence("brand_new")
