"""Trying with a phone: which address, whether a phone has come, and what is said when the address is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.scenes import playing
from tournament import lan, queries
from tournament.models import AuditEntry, Installation, Tournament, User

WIFI, CABLE = lan.Address("192.168.1.20", "wlan0"), lan.Address("10.0.0.7", "eth0")
SERVER: dict[str, Any] = {"SERVER_PORT": "8000", "HTTP_HOST": "localhost:8000"}
PHONE: dict[str, Any] = {
    "SERVER_PORT": "8000",
    "HTTP_HOST": "192.168.1.20:8000",
    "REMOTE_ADDR": "192.168.1.77",
}


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> list[lan.Address]:
    """The addresses of this machine, to be changed."""
    own = [WIFI, CABLE, lan.Address("172.17.0.1", "docker0")]
    monkeypatch.setattr(lan, "addresses", lambda: own)
    return own


def read(browser: Client, path: str = "/en/director/phone/", **more: Any) -> str:
    answer = browser.get(path, **{**SERVER, **more})
    assert answer.status_code == 200
    return answer.text


def choose(browser: Client, address: str, **more: Any) -> Any:
    return browser.post("/en/director/phone/choose/", {"address": address}, follow=True, **{**SERVER, **more})


def test_the_page_lists_every_address_with_what_it_is(desk: Client) -> None:
    text = read(desk)
    assert [address in text for address in ("192.168.1.20:8000", "10.0.0.7:8000", "172.17.0.1:8000")] == [
        True
    ] * 3
    assert "Wi-Fi (wlan0)" in text
    assert "Cable (eth0)" in text
    assert "Belongs to a program (docker0)" in text
    assert "http://localhost" not in text


def test_before_a_choice_the_likeliest_address_is_there_to_scan(desk: Client) -> None:
    text = read(desk)
    assert "192.168.1.20:8000/phone-ok" in text
    assert "This is only a suggestion" in text
    assert '<svg class="qr"' in text


def test_a_choice_is_kept_logged_and_shown(desk: Client, director: User) -> None:
    text = choose(desk, "http://10.0.0.7:8000").text
    assert "Phones now come by 10.0.0.7:8000." in text
    assert "10.0.0.7:8000/phone-ok" in text
    assert queries.public_address() == "http://10.0.0.7:8000"
    assert AuditEntry.objects.get(verb="choose_address").actor_id == director.pk


def test_an_address_typed_without_a_port_gets_that_of_the_server(desk: Client) -> None:
    choose(desk, "lhombre.local")
    assert queries.public_address() == "http://lhombre.local:8000"


@pytest.mark.parametrize("typed", ["localhost:8000", "hvad som helst", "127.0.0.1", ""])
def test_an_impossible_address_is_refused_and_stays_in_the_form(desk: Client, typed: str) -> None:
    answer = choose(desk, typed)
    assert answer.status_code == 200
    assert "field-error" in answer.text
    assert f'value="{typed}"' in answer.text or not typed
    assert not Installation.objects.exists()


def test_the_address_the_browser_came_by_can_be_chosen_too(desk: Client) -> None:
    text = read(desk, HTTP_HOST="lhombre.local:8080")
    assert "lhombre.local:8080" in text
    assert "The one that this browser uses" in text


def test_a_machine_on_no_network_says_so(desk: Client, network: list[lan.Address]) -> None:
    network.clear()
    text = read(desk)
    assert "This computer is on no network just now." in text
    assert '<svg class="qr"' not in text


def test_the_settings_leave_nothing_to_choose(desk: Client, settings: Any) -> None:
    settings.PUBLIC_URL = "https://spadille.example.dk"
    text = read(desk)
    assert "spadille.example.dk/phone-ok" in text
    assert "fixed in the settings" in text
    assert "/director/phone/choose/" not in text
    assert "is fixed in the settings" in choose(desk, "10.0.0.7").text


def test_a_scorekeeper_tries_and_does_not_choose(keeper: Client) -> None:
    text = read(keeper)
    assert "192.168.1.20:8000/phone-ok" in text
    assert "/director/phone/choose/" not in text
    assert choose(keeper, "10.0.0.7").status_code == 403


def test_the_page_hears_of_a_phone(desk: Client, visitor: Client) -> None:
    before = desk.get("/en/director/phone/seen/", **SERVER)
    assert "No phone has been here yet" in before.text
    unchanged = desk.get("/en/director/phone/seen/", headers={"If-None-Match": before["ETag"]}, **SERVER)
    assert unchanged.status_code == 304

    there = visitor.get("/phone-ok/", **PHONE)
    assert (there.status_code, dict(there.cookies)) == (200, {})
    assert "no-store" in there["Cache-Control"]

    after = desk.get("/en/director/phone/seen/", headers={"If-None-Match": before["ETag"]}, **SERVER)
    assert after.status_code == 200
    assert "A phone was here at" in after.text
    assert "A phone was here at" in read(desk)


def test_of_a_phone_only_the_time_is_remembered(visitor: Client) -> None:
    visitor.get("/phone-ok/", headers={"User-Agent": "Nokia 3310"}, **PHONE)
    assert set(cache.get("phone-seen")) <= set("0123456789-:.+T")


@pytest.mark.parametrize(
    "own",
    [
        {"HTTP_HOST": "localhost:8000", "REMOTE_ADDR": "127.0.0.1"},
        {"HTTP_HOST": "192.168.1.20:8000", "REMOTE_ADDR": "192.168.1.20"},
    ],
)
def test_the_machine_itself_is_no_phone(visitor: Client, own: dict[str, Any]) -> None:
    visitor.get("/phone-ok/", **{**SERVER, **own})
    assert cache.get("phone-seen") is None


def test_a_new_address_has_to_be_tried_anew(desk: Client, visitor: Client) -> None:
    visitor.get("/phone-ok/", **PHONE)
    assert "No phone has been here yet" in choose(desk, "10.0.0.7").text


@pytest.mark.parametrize(("path", "says"), [("/phone-ok/", "<h1>"), ("/en/phone-ok/", "<h1>It works</h1>")])
def test_the_phone_is_told_that_it_works(visitor: Client, path: str, says: str) -> None:
    answer = visitor.get(path, **PHONE)
    assert answer.status_code == 200
    assert says in answer.text


class TestLostAddress:
    """The banner on the pages of a running tournament."""

    @pytest.fixture
    def running(self, director: User) -> Tournament:
        return playing(8, director)

    def banner(self, browser: Client, tournament: Tournament, path: str = "") -> bool:
        cache.clear()
        return "The address has changed." in read(browser, f"/en/director/t/{tournament.slug}/{path}")

    def test_every_page_of_a_running_tournament_says_so(
        self, desk: Client, running: Tournament, network: list[lan.Address]
    ) -> None:
        choose(desk, "192.168.1.20")
        pages = ("", "rounds/", "rounds/1/", "rounds/1/cards/", "players/", "settings/", "log/")
        assert {self.banner(desk, running, path) for path in pages} == {False}
        network[:] = [lan.Address("192.168.43.5", "wlan0")]
        assert {self.banner(desk, running, path) for path in pages} == {True}
        assert "192.168.1.20:8000 is no longer this computer" in read(desk)
        assert "192.168.43.5:8000/phone-ok" in read(desk)

    def test_a_new_choice_ends_it_at_once(
        self, desk: Client, running: Tournament, network: list[lan.Address]
    ) -> None:
        choose(desk, "192.168.1.20")
        network[:] = [lan.Address("192.168.43.5", "wlan0")]
        assert self.banner(desk, running)
        choose(desk, "192.168.43.5")
        assert "The address has changed." not in read(desk, f"/en/director/t/{running.slug}/")

    def test_it_is_looked_at_once_a_minute(
        self, desk: Client, running: Tournament, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = []

        def lost_address(port: int) -> str:
            asked.append(port)
            return ""

        monkeypatch.setattr(queries, "lost_address", lost_address)
        for _ in range(3):
            read(desk, f"/en/director/t/{running.slug}/")
        assert asked == [8000]

    def test_no_tournament_that_runs_no_banner(
        self, desk: Client, tournament: Tournament, network: list[lan.Address]
    ) -> None:
        choose(desk, "192.168.1.20")
        network.clear()
        assert not self.banner(desk, tournament, "settings/")

    def test_the_public_does_not_hear_of_it(
        self, desk: Client, visitor: Client, running: Tournament, network: list[lan.Address]
    ) -> None:
        choose(desk, "192.168.1.20")
        network.clear()
        cache.clear()
        assert "The address has changed." not in read(visitor, f"/en/t/{running.slug}/")
