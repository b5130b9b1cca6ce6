"""The style sheets: no rule without a page, no class without a rule, colours that can be read, few bytes."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tournament.web.styleguide import DEAL_STATES, STATES, colours

SPADILLE = ROOT / "tournament" / "static" / "tournament" / "spadille.css"
# A hall's router is slow, and every page waits for this file.
MOST_BYTES = 9_216
# Classes that code puts together from a word and a beginning.
PUT_TOGETHER = {
    f"is-{word}" for word in (*STATES, *DEAL_STATES, *"NESW", "info", "error", "few", "some", "many")
}
# Classes that only say what something is: the usual look is theirs.
NAMED_ONLY = {
    "c-contract", "clock-what", "code-box", "course-round", "is-info", "is-invalid", "is-left", "my-line-who",
    "my-seat", "seats-by-table", "standings-part",
}  # fmt: skip
TEXT, MARK = 4.5, 3.0
# (what is read, what it stands on): every pair of the style sheet that carries words.
TEXT_PAIRS = [
    *[("ink", on) for on in ("paper", "card", "raised", "zebra", "green-soft", "brass-soft", "red-soft", "blue-soft")],
    *[("muted", on) for on in ("paper", "card", "raised", "zebra")],
    *[("green", on) for on in ("paper", "card", "zebra", "green-soft")],
    *[("red", on) for on in ("paper", "card", "zebra", "red-soft")],
    *[("brass", on) for on in ("paper", "card", "brass-soft")],
    ("blue", "blue-soft"),
    ("on-green", "green"),
    ("on-green", "green-deep"),
    ("on-baize", "baize"),
]  # fmt: skip
# (an edge that tells where to press or what is chosen, what it stands on).
MARK_PAIRS = [
    *[("edge", on) for on in ("paper", "card")],
    *[("focus", on) for on in ("paper", "card", "raised", "green-soft")],
    *[("brass-edge", on) for on in ("card", "brass-soft")],
    ("baize-line", "baize"),
    ("green", "card"),
    ("red", "card"),
]


def style_sheets() -> list[Path]:
    return [path for app in ("tournament", "scoring") for path in (ROOT / app / "static").rglob("*.css")]


def sources() -> list[Path]:
    found = [path for folder in ("templates", "tournament", "scoring") for path in (ROOT / folder).rglob("*")]
    return [path for path in found if path.suffix in {".html", ".js", ".py"}]


@cache
def classes_with_a_rule() -> dict[str, str]:
    """By class the sheet whose rule names it."""
    found: dict[str, str] = {}
    for path in style_sheets():
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selector in re.findall(r"([^{};]*)\{", text):
            found |= dict.fromkeys(re.findall(r"\.([a-zA-Z][\w-]*)", selector), path.name)
    return found


@cache
def words(suffix: str = "") -> frozenset[str]:
    """Every word of templates, scripts and code."""
    texts = (path.read_text(encoding="utf-8") for path in sources() if path.suffix.endswith(suffix))
    return frozenset(word for text in texts for word in re.findall(r"[a-zA-Z][\w-]*", text))


@cache
def beginnings() -> tuple[str, ...]:
    """What classes begin with that are put together from it and a value: course-{{ number }}."""
    texts = (path.read_text(encoding="utf-8") for path in sources())
    found = {begin for text in texts for begin in re.findall(r"\b([a-z]+-)(?:\{\{|\$\{|\{)", text)}
    return tuple(found - {"is-"})


def test_no_rule_is_for_a_class_that_no_page_has() -> None:
    used = words() | PUT_TOGETHER
    unused = {
        name: sheet
        for name, sheet in classes_with_a_rule().items()
        if name not in used and not name.startswith(beginnings())
    }

    assert unused == {}


def classes_of_pages() -> dict[str, str]:
    """By class a template that gives it; what is put together by the template is left out."""
    found: dict[str, str] = {}
    for path in (path for path in sources() if path.suffix == ".html"):
        text = re.sub(r"\{%.*?%\}", " ", path.read_text(encoding="utf-8"))
        for written in re.findall(r'class="([^"]*)"', re.sub(r"[\w-]*\{\{.*?\}\}[\w-]*", " ", text)):
            found |= dict.fromkeys((name for name in written.split() if not name.endswith("-")), path.name)
    return found


def test_no_class_is_without_a_rule_or_a_script_or_test_that_looks_for_it() -> None:
    """Such a class is left over from something, or misspelt."""
    looked_for = words(".js") | {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"[a-z][\w-]*", path.read_text(encoding="utf-8"))
    }
    known = classes_with_a_rule().keys() | looked_for | NAMED_ONLY

    assert {name: page for name, page in classes_of_pages().items() if name not in known} == {}


def test_the_style_sheet_is_small() -> None:
    assert len(gzip.compress(SPADILLE.read_bytes(), 9)) < MOST_BYTES


def test_no_sheet_needs_a_newer_browser_than_is_served() -> None:
    for path in style_sheets():
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for too_new in (":has(", "@container", "&:", "& .", "color-mix(", "oklch(", "@scope", "subgrid"):
            assert too_new not in text, (path.name, too_new)
        for named in re.findall(r"url\(([^)]*)\)", text):
            assert not named.strip("'\"").startswith(("http", "//")), (path.name, named)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 works it out, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_worked_out_as_wcag_does() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_written_can_be_read(theme: str) -> None:
    shade = {colour.name: getattr(colour, theme) for colour in colours()}
    pale = [
        f"{name} on {on}: {ratio:.2f}"
        for pairs, least in ((TEXT_PAIRS, TEXT), (MARK_PAIRS, MARK))
        for name, on in pairs
        if (ratio := contrast(shade[name], shade[on])) < least
    ]

    assert pale == []


def test_nothing_moves_for_who_wants_it_still() -> None:
    """What moves does so by one of two properties, and one rule at the end ends both."""
    text = SPADILLE.read_text(encoding="utf-8")
    still = re.search(r"@media \(prefers-reduced-motion: reduce\) \{ (.*?\}) \}", text)

    assert still is not None
    assert (
        "animation: none !important; transition: none !important; scroll-behavior: auto !important"
        in still[1]
    )
    for path in ROOT.glob("*/static/**/*.js"):
        script = path.read_text(encoding="utf-8")
        assert ".animate(" not in script, path.name
        assert 'behavior: "smooth"' not in script or "prefers-reduced-motion" in script, path.name
