"""The guide names what there is: a button, a page or a picture that goes or gets another name is found here."""

from __future__ import annotations

import re

import polib
import pytest
from django.test import Client
from lxml import html

from tests.conftest import ROOT
from tournament.management.commands.update_messages import po_path
from tournament.web.guide import FOLDER, anchor

LANGUAGES = ("da", "en")
STATIC = ROOT / "tournament" / "static"
# What bold letters are, in each language.
NO_NAME = {"fed skrift", "bold"}
# A village hall's Wi-Fi carries a picture to every phone.
MOST_BYTES = 120_000
MOST_BYTES_IN_ALL = 1_500_000


def text_of(language: str) -> str:
    return (FOLDER / f"{language}.md").read_text(encoding="utf-8")


def shape(language: str) -> list[str]:
    """Headings, tables with their rows, lists' points and pictures, in order, without their words."""
    found = []
    for line in text_of(language).splitlines():
        if line.startswith("#"):
            found.append(line.split()[0])
        elif line.startswith("!["):
            found.append(line.rpartition("/")[2])
        elif re.match(r"\||- |\d\. ", line):
            found.append(line[:2].strip())
    return found


def said(language: str) -> set[str]:
    """Every text of the catalogue in a language."""
    texts: set[str] = set()
    for entry in polib.pofile(str(po_path("da"))):
        if not entry.obsolete:
            texts |= {entry.msgid} if language == "en" else {entry.msgstr, *entry.msgstr_plural.values()}
    return texts


def page(language: str) -> html.HtmlElement:
    answer = Client().get("/guide/" if language == "da" else "/en/guide/")
    assert answer.status_code == 200
    assert not answer.cookies
    return html.fromstring(answer.content)


def test_both_languages_are_built_alike() -> None:
    assert shape("da") == shape("en")
    assert len(shape("da")) > 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_bold_is_the_name_of_something(language: str) -> None:
    names = {re.sub(r"\s+", " ", name) for name in re.findall(r"\*\*(.+?)\*\*", text_of(language), re.DOTALL)}

    assert names - said(language) == NO_NAME & names


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_headings_of_the_file_itself(language: str) -> None:
    text = text_of(language)
    sections = [anchor(line.removeprefix("## ")) for line in text.splitlines() if line.startswith("## ")]

    assert re.findall(r"(?<!!)\[[^]]*\]\(#([^)]*)\)", text) == sections


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_somewhere_on_the_page(language: str) -> None:
    document = page(language)
    ids = document.xpath("//main//@id")
    linked = [link.removeprefix("#") for link in document.xpath("//main//a/@href") if link.startswith("#")]

    assert len(ids) == len(set(ids))
    assert len(linked) == text_of(language).count("\n## ")
    assert set(linked) <= set(ids)
    assert document.xpath("//main//h1/text()") == [text_of(language).splitlines()[0].removeprefix("# ")]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_in_its_language_and_light(language: str) -> None:
    folder = STATIC / "tournament" / "guide" / language
    shown = page(language).xpath("//figure/a/img")
    files = [STATIC / picture.get("src").removeprefix("/static/") for picture in shown]

    assert sorted(files) == sorted(folder.iterdir())
    assert [path.name for path in files if path.stat().st_size > MOST_BYTES] == []
    assert all(int(picture.get("width")) > 0 and int(picture.get("height")) > 0 for picture in shown)
    assert len(page(language).xpath("//figure/figcaption[normalize-space()]")) == len(shown)


def test_the_pictures_together_are_light() -> None:
    assert (
        sum(path.stat().st_size for path in (STATIC / "tournament" / "guide").rglob("*.png"))
        < MOST_BYTES_IN_ALL
    )


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_on_the_page_is_against_our_policy(language: str) -> None:
    article = page(language).xpath("//article")[0]

    assert article.xpath("//@style | //script[not(@src)] | //img[starts-with(@src, 'http')]") == []
    assert "**" not in article.text_content()
    assert "|" not in article.text_content()
    assert article.xpath("count(.//tbody/tr/th[@scope='row'])") == article.xpath("count(.//tbody/tr)")


def test_headings_have_the_ids_that_other_readers_of_such_files_give_them() -> None:
    assert anchor("Når noget går galt") == "når-noget-går-galt"
    assert anchor("Standings, boards and cards") == "standings-boards-and-cards"
