"""Reading the pages that are there to be printed."""

from __future__ import annotations

from typing import Any

from django.test import Client
from lxml import html

from tournament.models import Tournament


def where(tournament: Tournament, end: str = "") -> str:
    return f"/en/director/t/{tournament.slug}/paper/{end}"


def see(browser: Client, tournament: Tournament, end: str = "") -> Any:
    answer = browser.get(where(tournament, end))
    assert answer.status_code == 200
    return html.fromstring(answer.text)


def texts(tree: Any, path: str) -> list[str]:
    return [" ".join(node.text_content().split()) for node in tree.xpath(path)]


def printed_sheets(tree: Any) -> list[list[list[str]]]:
    """Of each page of a sheet its rows: the cells that are not to be filled in."""
    sheets = []
    for sheet in tree.xpath("//section[contains(@class, 'paper-sheet')]"):
        rows = sheet.xpath(".//table[contains(@class, 'paper-deals')]/tbody/tr[not(@class)]")
        sheets.append([[cell.text_content().strip() for cell in row] for row in rows])
    return sheets
