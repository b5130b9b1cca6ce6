"""The style guide shows every part there is: what it leaves out, nobody looks at."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from lxml import html

from tests.conftest import ROOT
from tests.scenes import a_user, registered
from tournament.web.styleguide import DEAL_STATES, STATES, colours

pytestmark = pytest.mark.django_db
STYLE_SHEET = ROOT / "tournament" / "static" / "tournament" / "spadille.css"
SHEET_OF_LINES = ROOT / "scoring" / "static" / "scoring" / "line.css"
PARTIALS = ROOT / "templates" / "partials"


@pytest.fixture
def answer():
    director = a_user()
    registered(4, director)
    browser = Client()
    browser.force_login(director)
    answer = browser.get("/styleguide/")
    assert answer.status_code == 200
    return answer


def test_every_part_named_at_the_top_of_the_style_sheet_is_shown(answer):
    comment = STYLE_SHEET.read_text(encoding="utf-8").partition("*/")[0]
    named = set(re.findall(r"\.([a-z]+(?:-\w+)*)(?=[\s().>,:]|$)", comment.replace(".is-<state>", "")))
    shown = {word for node in html.fromstring(answer.content).xpath("//@class") for word in node.split()}

    assert len(named) > 60
    # The wall is a kind of page, not a part.
    assert sorted(named - shown - {"css", "has", "is-projector"}) == []


def test_every_partial_is_shown(answer):
    used = {template.name for template in answer.templates}

    assert sorted({f"partials/{path.name}" for path in PARTIALS.glob("*.html")} - used) == []


def test_every_state_that_a_chip_knows_is_shown():
    known = re.findall(r'state == "(\w+)"', (PARTIALS / "state.html").read_text(encoding="utf-8"))

    assert list(STATES) == known


def test_every_state_of_a_deal_that_has_a_look_is_shown():
    looks = re.findall(
        r"\.deal-row(?::is\()?((?:[.,\s]*\.is-\w+)+)", SHEET_OF_LINES.read_text(encoding="utf-8")
    )

    assert len(looks) > 5
    assert {word for look in looks for word in re.findall(r"is-(\w+)", look)} <= set(DEAL_STATES)


def test_colours_are_read_from_the_style_sheet():
    by_name = {colour.name: colour for colour in colours()}

    assert by_name["paper"].light == "#f5f3ec"
    assert by_name["paper"].dark == "#111a16"
    assert len(by_name) == len(colours()) > 20
