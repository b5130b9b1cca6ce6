"""Reading a page as a visitor does: rows of tables, texts, links. In English, as in the code."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import translation
from lxml import html

from tournament.models import Entry, Tournament


def address(name: str, tournament: Tournament, *args: Any, language: str = "en") -> str:
    with translation.override(language):
        return reverse(name, args=[tournament.slug, *args])


def see(client: Client, name: str, tournament: Tournament, *args: Any, **query: str) -> html.HtmlElement:
    """The page as a tree; it must answer."""
    response = client.get(address(name, tournament, *args), query)
    assert response.status_code == 200, response.status_code
    return html.document_fromstring(response.content.decode())


def text(element: html.HtmlElement) -> str:
    """All words, single-spaced."""
    return " ".join(" ".join(element.itertext()).split())


def texts(tree: html.HtmlElement, path: str) -> list[str]:
    return [text(element) for element in tree.xpath(path)]


def cells(tree: html.HtmlElement, table: str) -> list[list[str]]:
    """The rows of the table of this class, without what only narrow screens show."""
    rows = []
    for row in tree.xpath(f"//table[contains(concat(' ', @class, ' '), ' {table} ')]/tbody/tr"):
        for narrow in row.xpath(".//*[contains(@class, 'only-narrow') or contains(@class, 'club-below')]"):
            narrow.drop_tree()
        rows.append([text(cell) for cell in row])
    return rows


def start_no(tournament: Tournament, table_no: int, position: str, round_number: int = 1) -> int:
    """Who sits there."""
    return Entry.objects.get(
        tournament=tournament,
        seats__round__number=round_number,
        seats__seating__table_no=table_no,
        seats__position=position,
    ).start_no
