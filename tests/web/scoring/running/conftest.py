"""The director at the desk while rounds are played."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.scenes import a_user
from tests.web.scoring.drawing.conftest import Desk
from tournament.models import User


@pytest.fixture
def director(db: None) -> User:
    return a_user("grethe")


@pytest.fixture
def desk(director: User) -> Desk:
    return Desk(director)


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()
