"""People with accounts, and a tournament to work on."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tournament.domain.entries import register_new_player
from tournament.domain.tournaments import create_tournament
from tournament.models import StaffRole, Tournament, User


@pytest.fixture
def director(db: None) -> User:
    return User.objects.create_user("grethe", password="right", full_name="Grethe Holm", is_director=True)


@pytest.fixture
def tournament(director: User) -> Tournament:
    return create_tournament(name="Efterårsturnering", starts_on=date(2026, 10, 24), actor=director)


@pytest.fixture
def desk(director: User) -> Client:
    """A browser in which the director is logged in."""
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


@pytest.fixture
def keeper(tournament: Tournament) -> Client:
    """A browser of somebody who only keeps scores."""
    user = User.objects.create_user("niels", password="right", full_name="Niels Dam")
    StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.SCOREKEEPER)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser of a director of other tournaments."""
    user = User.objects.create_user("ove", password="right", full_name="Ove Kjær", is_director=True)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def four(tournament: Tournament, director: User) -> Tournament:
    """The tournament with four registered players of one club."""
    for name in ("Åse Lind", "Bent Ørum", "Carl Æbelø", "Ditte Aagaard"):
        register_new_player(tournament=tournament, name=name, club_name="Basta, Odense", actor=director)
    return tournament
