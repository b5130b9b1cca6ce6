"""Addresses on the local network: found without sending anything, and read as people type them."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournament import lan
from tournament.lan import Address

ROUTES = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
wlan0\t0001A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0
eth0\t0000A8C0\t00000000\t0001\t0\t0\t100\t0000FFFF\t0\t0\t0
"""
TREE = """\
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
        |-- 127.0.0.0
           /8 host LOCAL
        |-- 127.0.0.1
           /32 host LOCAL
     |-- 169.254.7.7
        /32 host LOCAL
     +-- 192.168.0.0/16 2 0 2
        |-- 192.168.1.0
           /24 link UNICAST
        |-- 192.168.1.20
           /32 host LOCAL
        |-- 192.168.1.255
           /32 link BROADCAST
        |-- 192.168.7.5
           /32 host LOCAL
     |-- 172.17.0.1
        /32 host LOCAL
     |-- 80.62.1.2
        /32 host LOCAL
Local:
     |-- 192.168.1.20
        /32 host LOCAL
"""


@pytest.fixture
def linux(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Linux laptop on a Wi-Fi and a cable, with a program's network and one of the internet's own addresses."""
    (tmp_path / "route").write_text(ROUTES)
    (tmp_path / "fib_trie").write_text(TREE)
    monkeypatch.setattr(lan, "_PROC", tmp_path)
    monkeypatch.setattr(lan, "_outgoing", lambda: ["192.168.1.20"])


def test_every_address_that_a_phone_may_reach_is_found_with_its_card(linux: None) -> None:
    assert lan.addresses() == [
        Address("192.168.1.20", "wlan0"),
        Address("192.168.7.5", "eth0"),
        Address("80.62.1.2", ""),
        Address("172.17.0.1", "docker0"),
    ]


def test_cards_are_told_apart(linux: None) -> None:
    kinds = [(own.is_wireless, own.is_virtual) for own in lan.addresses()]
    assert kinds == [(True, False), (False, False), (False, False), (False, True)]


def test_elsewhere_the_machines_own_name_is_looked_at(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_PROC", tmp_path / "none")
    monkeypatch.setattr(lan, "_outgoing", list)
    names = [(socket.AF_INET, socket.SOCK_DGRAM, 17, "", (host, 0)) for host in ("127.0.1.1", "10.0.0.7")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: names)
    assert lan.addresses() == [Address("10.0.0.7")]


def test_a_machine_on_no_network_has_no_address(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError("unreachable")

    monkeypatch.setattr(lan, "_PROC", tmp_path / "none")
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(lan, "_FAR_AWAY", ("255.255.255.255",))
    assert lan.addresses() == []


def test_finding_addresses_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []
    for verb in ("send", "sendto", "sendall", "sendmsg"):
        monkeypatch.setattr(socket.socket, verb, lambda *_: sent.append(1), raising=False)
    lan.addresses()
    assert sent == []


def test_this_machine_itself_is_never_among_its_addresses() -> None:
    assert [own for own in lan.addresses() if lan.is_loopback(own.host)] == []


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.1.20", "http://192.168.1.20:8000"),
        (" 192.168.1.20:8080 ", "http://192.168.1.20:8080"),
        ("http://192.168.1.20", "http://192.168.1.20"),
        ("HTTP://192.168.1.20:80/", "http://192.168.1.20"),
        ("http://192.168.1.20:8000/director/phone/?x=1#y", "http://192.168.1.20:8000"),
        ("https://Spadille.Example.DK:443", "https://spadille.example.dk"),
        ("lhombre.local", "http://lhombre.local:8000"),
        ("https://åkjær.dk", "https://xn--kjr-tlah.dk"),
        ("localhost", "http://localhost:8000"),
    ],
)
def test_an_address_is_read_as_people_type_it(typed: str, address: str) -> None:
    assert lan.site_address(typed, 8000) == address


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "http://",
        "ftp://192.168.1.20",
        "javascript:alert(1)",
        "192.168.1",
        "192.168.1.256",
        "192.168.1.20:99999",
        "192.168.1.20:0",
        "192.168.1.20:x",
        "0x7f.1",
        "2130706433",
        "-bord.dk",
        "bord-.dk",
        "a..b",
        "to ord",
        "[fd00::1]:8000",
        "http://grethe@192.168.1.20",
        "x" * 64,
        ".".join(["abc"] * 60),
    ],
)
def test_what_cannot_be_an_address_is_none(typed: str) -> None:
    assert lan.site_address(typed, 8000) == ""


@given(st.text(max_size=40))
@example("http://[")
@example("http://a]b")
@example("\ud800.dk")
def test_any_text_is_read_or_refused(text: str) -> None:
    address = lan.site_address(text, 8000)
    assert lan.site_address(address) == address
    assert not set(address) & set(" \t\n\"'<>@?#")


@pytest.mark.parametrize("host", ["localhost", "hall.localhost", "127.0.0.1", "127.9.9.9", "0.0.0.0"])  # noqa: S104 - to be refused
def test_what_is_always_the_device_itself(host: str) -> None:
    assert lan.is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.20", "localhost.dk", "1.127.0.0", "hall.test"])
def test_what_is_another_machine(host: str) -> None:
    assert not lan.is_loopback(host)


def test_an_address_has_a_host_and_a_port_and_is_read_aloud_without_http() -> None:
    assert lan.host_and_port("http://192.168.1.20:8000") == ("192.168.1.20", 8000)
    assert lan.host_and_port("https://spadille.dk") == ("spadille.dk", 443)
    assert [lan.short("http://192.168.1.20:8000"), lan.short("")] == ["192.168.1.20:8000", ""]
