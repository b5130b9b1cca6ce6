"""Every address of the site, looked at by those who may: for tests of what must stand nowhere."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from django.test import Client
from openpyxl import load_workbook

from scoring.domain.jobs import request_job
from scoring.domain.snapshots import take_snapshot
from scoring.exports.workbook import write_workbook
from scoring.models import Job, Snapshot
from tests.scenes import table
from tests.web.test_permission_matrix import API, PAGES, address
from tournament.domain.codes import table_code
from tournament.domain.registry import create_club
from tournament.models import Club, Tournament, User

EVERYBODY = ("visitor", "table")


class Seen(NamedTuple):
    """What one kind of person reads at one address."""

    kind: str
    name: str
    text: str


def walk(tournament: Tournament, kinds: Sequence[str] = (*EVERYBODY, "director")) -> Iterator[Seen]:
    """Pages, answers and files. The director is called grethe; a table is the first of round 1."""
    _make_what_addresses_name(tournament)
    browsers = {kind: _browser(kind, tournament) for kind in kinds}
    for name in [*PAGES, *API]:
        where = address(name, tournament)
        for kind, browser in browsers.items():
            answer = browser.get(where)
            assert answer.status_code < 500, (name, kind)
            body = answer.getvalue()
            text = gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body
            yield Seen(kind, name, text.decode("utf-8", errors="replace"))


def workbook_text(tournament: Tournament, *, public: bool = False) -> str:
    """Every cell of every sheet."""
    file = BytesIO()
    write_workbook(tournament, file, public=public)
    book = load_workbook(BytesIO(file.getvalue()))
    return "\n".join(
        str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row if cell
    )


def _make_what_addresses_name(tournament: Tournament) -> None:
    if not Job.objects.exists():
        request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")
    if not Snapshot.objects.exists():
        take_snapshot(tournament=tournament, actor=None, occasion="asked")
    if not Club.objects.exists():
        create_club(name="Hobro", actor=None)


def _browser(kind: str, tournament: Tournament) -> Client:
    if kind == "table":
        return Client(headers={"Authorization": f"Table {table_code(table(tournament))} E"})
    browser = Client()
    if kind == "director":
        browser.force_login(User.objects.get(username="grethe"))
    return browser
