"""The director at the desk, drawing."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.scenes import a_user
from tournament.models import Tournament, User


@pytest.fixture
def director(db: None) -> User:
    return a_user("grethe")


class Desk:
    """A browser in which the director is logged in, told addresses below the desk of a tournament."""

    def __init__(self, director):
        self.client = Client()
        self.client.force_login(director)

    def where(self, tournament, path):
        return f"/director/t/{tournament.slug}/{path}"

    def get(self, tournament: Tournament, path: str, **query):
        return self.client.get(self.where(tournament, path), query, follow=True)

    def page(self, tournament: Tournament, path: str, **query):
        """What the page says, without marks and line breaks."""
        return words(self.get(tournament, path, **query))

    def post(self, tournament: Tournament, path: str, **data):
        if path in {"rounds/again/", "rounds/discard/"}:
            drawn = tournament.rounds.filter(state="drawn").values_list("number", flat=True)
            data.setdefault("typed", " ".join(map(str, sorted(drawn))))
        return self.client.post(self.where(tournament, path), data, follow=True)


def words(answer):
    """The text of a page, on one line."""
    assert answer.status_code == 200
    main = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL)
    assert main
    return " ".join(re.sub(r"<[^>]+>", " ", main[0]).split())


@pytest.fixture
def desk(director):
    return Desk(director)
