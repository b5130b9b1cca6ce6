"""The table of an auction as a phone fetches it: once, and kept."""

from __future__ import annotations

import pytest
from django.test import Client

from engine import DLU
from scoring.auction_table import auction_table, auction_table_version

pytestmark = pytest.mark.django_db
WHERE = "/api/v1/rulesets/dlu/auction/"


def test_everybody_gets_the_whole_table(client: Client) -> None:
    answer = client.get(WHERE)
    assert (answer.status_code, answer.json()) == (200, auction_table(DLU))


def test_with_its_version_it_is_kept_for_a_year(client: Client) -> None:
    version = auction_table_version(DLU)
    assert client.get(WHERE, {"v": version}).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get(WHERE, {"v": "old"}).headers["Cache-Control"] == "no-cache"
    assert client.get(WHERE).headers["Cache-Control"] == "no-cache"


def test_what_is_known_is_not_sent_again(client: Client) -> None:
    etag = client.get(WHERE).headers["ETag"]
    again = client.get(WHERE, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(WHERE, headers={"If-None-Match": '"old"'}).status_code == 200


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/api/v1/rulesets/ombre/auction/").status_code == 404


def test_it_sets_no_cookie(client: Client) -> None:
    assert not client.get(WHERE).cookies
