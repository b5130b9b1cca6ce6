"""Those who look at a tournament: nobody in particular, its staff, and the staff of another."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.scenes import a_user
from tournament.models import StaffRole, User


@pytest.fixture
def director(db: None) -> User:
    return a_user("grethe")


@pytest.fixture
def visitor() -> Client:
    return Client()


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def looks(director):
    """A browser for a kind of reader of a tournament."""

    def browser(kind, tournament):
        if kind == "visitor":
            return Client()
        if kind == "director":
            return browser_of(director)
        if kind == "administrator":
            return browser_of(a_user("admin", is_superuser=True))
        if kind == "scorekeeper":
            keeper = a_user("niels", is_director=False)
            StaffRole.objects.create(tournament=tournament, user=keeper, role=StaffRole.Role.SCOREKEEPER)
            return browser_of(keeper)
        return browser_of(a_user("ove"))  # a director, but of other tournaments

    return browser
