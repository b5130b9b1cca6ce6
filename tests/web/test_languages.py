"""Both languages on every page: nothing of the other one, and dates, numbers and the alphabet as each writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import translate_url
from django.utils import translation
from lxml import html

from scoring.web.templatetags import hundredths
from tests.full_scenes import Hall, a_hall
from tests.scenes import a_user
from tests.web.test_permission_matrix import EVERYBODY, PAGES, address
from tournament.domain.registry import create_club
from tournament.management.commands.update_messages import po_path
from tournament.text import sort_key

pytestmark = pytest.mark.django_db
# What is typed and what scripts know things by is neither Danish nor English; what they say is more than one word.
SAID = (
    "//text()[not(parent::style or ancestor::kbd or ancestor::code or ancestor::script)]"
    " | //script[@type='application/json']/text() | //@title | //@aria-label | //@placeholder | //@alt"
    " | //@*[starts-with(name(), 'data-') and contains(normalize-space(), ' ')]"
)
PUT_IN = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^<>]+>")
# Words of the game and names are the same in both; and each language is named in its own.
SAME_IN_BOTH = {"Dansk", "English", "Spil", "Bet", "Pas", "Kruk", "Solo", "Navn", "Klub", "Medlemsnr."}
FEWEST_WORDS = 3
# Tells what the words of the hall are called in the other language.
GLOSSARY = "guide"


@pytest.fixture
def hall() -> Hall:
    return a_hall()


def texts(language: str) -> Iterator[str]:
    """What the catalogue says in a language and the other does not."""
    for entry in polib.pofile(str(po_path("da"))):
        if entry.obsolete:
            continue
        english = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
        danish = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        yield from (english if language == "en" else danish)


def parts_of(language: str) -> tuple[set[str], set[str]]:
    """Whole short texts, and long enough pieces of the others, that only this language has."""
    other = {"da": "en", "en": "da"}[language]
    others = {text.strip().casefold() for text in texts(other)}
    everything_else = "\n".join(texts(other))
    whole, pieces = set(), set()
    for text in texts(language):
        for piece in (piece.strip(" .,:;?!()…–") for piece in PUT_IN.split(text)):
            if len(piece.split()) >= FEWEST_WORDS and piece not in everything_else:
                pieces.add(piece)
        if text.strip().casefold() not in others and not PUT_IN.search(text):
            whole.add(text.strip())
    return whole - SAME_IN_BOTH, pieces


def pages(hall: Hall, language: str) -> Iterator[tuple[str, str]]:
    """Every page in a language: its name, and what stands on it."""
    director, visitor = Client(), Client()
    director.force_login(hall.director)
    for name in PAGES:
        if name == "logout":
            continue
        browser = visitor if PAGES[name] == EVERYBODY else director
        answer = browser.get(translate_url(address(name, hall.running), language))
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            yield name, body_of(answer)


def body_of(answer: HttpResponseBase) -> str:
    return b"".join(answer).decode()


@pytest.mark.parametrize(("language", "foreign"), [("da", "en"), ("en", "da")])
def test_no_page_says_anything_in_the_other_language(hall: Hall, language: str, foreign: str) -> None:
    whole, pieces = parts_of(foreign)
    strange, seen = [], 0
    for name, body in pages(hall, language):
        if not body.strip():
            continue
        seen += 1
        said = {" ".join(str(text).split()) for text in html.fromstring(body).xpath(SAID)} - {""}
        everything = "\n".join(said)
        strange += [f"{name}: {text}" for text in sorted(said & whole) if name != GLOSSARY]
        strange += [f"{name}: … {piece} …" for piece in sorted(pieces) if piece in everything]

    assert seen > 60
    assert not strange, "\n".join(strange)


def test_each_page_names_its_language_and_the_other(hall: Hall, client: Client) -> None:
    slug = hall.running.slug
    for path in ("/", f"/t/{slug}/", f"/t/{slug}/standings/", "/login/"):
        assert_names_languages(client.get(path), "da", "en", f"/en{path}")
        assert_names_languages(client.get(f"/en{path}"), "en", "da", path)


def assert_names_languages(answer: HttpResponseBase, language: str, other: str, where: str) -> None:
    tree = html.fromstring(body_of(answer))
    assert tree.get("lang") == language
    (link,) = tree.xpath("//link[@rel='alternate']")
    assert (link.get("hreflang"), link.get("href")) == (other, where)
    (switch,) = tree.xpath("//*[@class='site-lang']//a[not(@aria-current)]")
    assert (switch.get("lang"), switch.get("hreflang"), switch.get("href")) == (other, other, where)


def test_dates_stand_as_each_language_writes_them(hall: Hall, client: Client) -> None:
    path = f"/t/{hall.running.slug}/"

    assert "28. november 2026" in client.get(path).content.decode()
    assert "28 November 2026" in client.get(f"/en{path}").content.decode()


@pytest.mark.parametrize(("language", "written"), [("da", "+1,25"), ("en", "+1.25")])
def test_hundredths_have_the_sign_of_the_language(language: str, written: str) -> None:
    with translation.override(language):
        assert hundredths(125) == written
        assert hundredths(-5) == written.replace("+1", "−0").replace("25", "05")


def test_the_last_letters_come_last_and_aa_is_the_last_of_all() -> None:
    names = ["Aagaard", "Østerballe", "Zobel", "Ærbødig", "Åkjær", "Abel", "Aabye", "zar"]

    assert sorted(names, key=sort_key) == [
        "Abel", "zar", "Zobel", "Ærbødig", "Østerballe", "Aabye", "Aagaard", "Åkjær",
    ]  # fmt: skip


def test_lists_are_in_danish_order_in_both_languages() -> None:
    director, browser = a_user(), Client()
    for name in ("Æbeltoft", "Aars", "Zealand", "Ølgod", "Bogense"):
        create_club(name=name, actor=director)
    browser.force_login(director)
    for prefix in ("", "/en"):
        page = browser.get(f"{prefix}/director/clubs/").content.decode()
        places = [page.index(name) for name in ("Bogense", "Zealand", "Æbeltoft", "Ølgod", "Aars")]
        assert places == sorted(places)
