"""The address that phones come by: chosen by a person, fixed by the settings, lost with the network."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.scenes import a_user
from tournament import lan, queries
from tournament.domain.installation import choose_address
from tournament.errors import Refused
from tournament.models import AuditEntry, Installation

pytestmark = pytest.mark.django_db

AT_HOME = "http://192.168.1.20:8000"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[lan.Address]:
    """The addresses of this machine, to be changed."""
    own = [lan.Address("192.168.1.20", "wlan0")]
    monkeypatch.setattr(lan, "addresses", lambda: own)
    return own


def choose(address: str, port: int = 8000) -> Installation:
    return choose_address(address=address, port=port, actor=None)


def test_nobody_has_chosen() -> None:
    assert queries.public_address() == ""
    assert queries.lost_address(8000) == ""


def test_the_chosen_address_is_kept_and_logged(network: list[lan.Address]) -> None:
    director = a_user()
    chosen = choose_address(address="192.168.1.20", port=8000, actor=director)
    assert (chosen.address, chosen.is_own) == (AT_HOME, True)
    assert queries.public_address() == AT_HOME
    entry = AuditEntry.objects.get(verb="choose_address")
    assert (entry.actor_id, entry.object_type, entry.before, entry.after) == (
        director.pk,
        "installation",
        None,
        {"address": AT_HOME},
    )


def test_another_choice_replaces_it_and_the_same_is_logged_once(network: list[lan.Address]) -> None:
    choose(AT_HOME)
    choose(AT_HOME)
    choose("https://spadille.dk")
    assert queries.public_address() == "https://spadille.dk"
    entries = AuditEntry.objects.filter(verb="choose_address").order_by("id").values_list("before", "after")
    assert list(entries) == [
        (None, {"address": AT_HOME}),
        ({"address": AT_HOME}, {"address": "https://spadille.dk"}),
    ]


def test_there_is_one_installation(network: list[lan.Address]) -> None:
    choose(AT_HOME)
    with pytest.raises(IntegrityError), transaction.atomic():
        Installation.objects.create(pk=2, address=AT_HOME, chosen_at=timezone.now())


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "address_unreadable"),
        ("ikke en adresse", "address_unreadable"),
        ("localhost:8000", "address_is_this_machine"),
        ("http://127.0.0.1:8000/", "address_is_this_machine"),
        ("0.0.0.0", "address_is_this_machine"),  # noqa: S104 - to be refused
    ],
)
def test_an_address_that_no_phone_can_come_by_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        choose(typed)
    assert (refused.value.code, Installation.objects.count()) == (code, 0)


def test_the_settings_go_before_any_choice(settings: Any, network: list[lan.Address]) -> None:
    choose(AT_HOME)
    settings.PUBLIC_URL = "https://spadille.example.dk/"
    assert queries.public_address() == "https://spadille.example.dk"
    with pytest.raises(Refused, match="address_fixed"):
        choose("192.168.1.20")


@pytest.mark.parametrize("setting", ["http://localhost:8000", "http://127.0.0.1:8000", "nonsense at all"])
def test_settings_that_name_no_address_for_others_are_not_used(
    settings: Any, network: list[lan.Address], setting: str
) -> None:
    settings.PUBLIC_URL = setting
    choose(AT_HOME)
    assert queries.public_address() == AT_HOME


class TestLost:
    """An address that this machine had when it was chosen and no longer has."""

    def test_while_the_machine_has_it_nothing_is_lost(self, network: list[lan.Address]) -> None:
        choose(AT_HOME)
        assert queries.lost_address(8000) == ""

    def test_another_network_loses_it_and_the_old_one_brings_it_back(
        self, network: list[lan.Address]
    ) -> None:
        choose(AT_HOME)
        network[:] = [lan.Address("10.0.0.7", "wlan0")]
        assert queries.lost_address(8000) == AT_HOME
        network[:] = [lan.Address("192.168.1.20", "eth0")]
        assert queries.lost_address(8000) == ""

    def test_no_network_at_all_loses_it(self, network: list[lan.Address]) -> None:
        choose(AT_HOME)
        network.clear()
        assert queries.lost_address(8000) == AT_HOME

    def test_another_port_loses_it(self, network: list[lan.Address]) -> None:
        choose(AT_HOME)
        assert queries.lost_address(8080) == AT_HOME

    @pytest.mark.parametrize("typed", ["lhombre.local", "10.1.1.1", "http://192.168.1.20"])
    def test_what_was_never_its_own_cannot_be_lost(self, network: list[lan.Address], typed: str) -> None:
        choose(typed)
        network.clear()
        assert queries.lost_address(8000) == ""

    def test_nor_can_what_the_settings_fix(self, network: list[lan.Address], settings: Any) -> None:
        choose(AT_HOME)
        network.clear()
        settings.PUBLIC_URL = "https://spadille.example.dk"
        assert queries.lost_address(8000) == ""
