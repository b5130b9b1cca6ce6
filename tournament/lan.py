"""Addresses on the local network: this machine's own, and the one that people are told.

A phone comes by an address of the network; "localhost" on a phone is the phone. Nothing is sent to find the addresses:
Linux keeps a list of them, and elsewhere the system says which one it would leave by and what its own name stands for.
A leaf module of plain sockets: no models, no settings.
"""

from __future__ import annotations

import re
import socket
import sys
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST = 200

_PROC = Path("/proc/net")
# Somewhere in the internet and in each of the private networks: which address would this machine leave by?
_FAR_AWAY = ("192.0.2.1", "192.168.255.254", "10.254.254.254", "172.31.255.254")
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "tun", "tap", "wg", "tailscale", "zt")
_WIRELESS = ("wl", "ath", "ra")
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
# The ways of writing a number by which browsers read a name as an IPv4 address.
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine, with the name of its network card where the system tells."""

    host: str
    card: str = ""

    @property
    def is_virtual(self) -> bool:
        """Whether it belongs to a program (containers, a VPN), so that no phone in the room can come by it."""
        return self.card.startswith(_VIRTUAL)

    @property
    def is_wireless(self) -> bool:
        return self.card.startswith(_WIRELESS)


def addresses() -> list[Address]:
    """This machine's IPv4 addresses that a phone in the same room may reach, the likeliest first."""
    routes = _file("route")
    hosts = dict.fromkeys([*_outgoing(), *(_listed(_file("fib_trie")) or _named())])
    found = [Address(host, card_of(host, routes)) for host in hosts if _can_be_reached(host)]
    return sorted(found, key=lambda address: (address.is_virtual, not IPv4Address(address.host).is_private))


def site_address(text: str, port: int | None = None) -> str:
    """What somebody typed, as `scheme://host:port`; empty if it cannot be an address.

    `port` is the one meant when only a host was typed. A path behind the host is left out.
    """
    typed = text.strip()
    bare = "://" not in typed
    try:
        parts = urlsplit(f"http://{typed}" if bare else typed)
        host = (parts.hostname or "").encode("idna").decode()
        chosen = parts.port
    except ValueError:
        return ""
    if parts.scheme not in DEFAULT_PORTS or "@" in parts.netloc or chosen == 0 or not is_host(host):
        return ""
    usual = DEFAULT_PORTS[parts.scheme]
    chosen = chosen or (port if bare else None) or usual
    address = f"{parts.scheme}://{host}" + (f":{chosen}" if chosen != usual else "")
    return address if len(address) <= LONGEST else ""


def is_host(host: str) -> bool:
    """Whether this is an IPv4 address or a name that can be one."""
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        return _ipv4(host) is not None
    return all(_LABEL.fullmatch(label) for label in labels)


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of a `site_address`."""
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme]


def short(address: str) -> str:
    """A `site_address` as it is read aloud and typed: without http."""
    return address.partition("://")[2]


def is_loopback(host: str) -> bool:
    """Whether this host means, on every machine, that machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _ipv4(host)
    return address is not None and (address.is_loopback or address.is_unspecified)


def card_of(host: str, routes: str) -> str:
    """The network card on whose network an address lies, read from the text of Linux' table of routes."""
    best, card = 0, ""
    number = int(IPv4Address(host))
    for line in routes.splitlines()[1:]:
        name, network, _, _, _, _, _, mask, *_ = line.split()
        bits = _as_kept(mask)
        if bits > best and number & bits == _as_kept(network):
            best, card = bits, name
    return card


def _file(name: str) -> str:
    """A table of the Linux kernel, empty on other systems."""
    try:
        return (_PROC / name).read_text()
    except OSError:
        return ""


def _outgoing() -> Iterator[str]:
    """The addresses this machine would leave by. Connecting a datagram socket sends nothing."""
    for target in _FAR_AWAY:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            host: str = probe.getsockname()[0]
            yield host


def _listed(fib_trie: str) -> list[str]:
    """Every address of this machine, read from the text of the kernel's tree of addresses."""
    lines = [line.split() for line in fib_trie.splitlines()]
    return [
        leaf[1] for leaf, kind in pairwise(lines) if leaf[0] == "|--" and kind == ["/32", "host", "LOCAL"]
    ]


def _named() -> list[str]:
    """What this machine's own name stands for; it knows that by itself."""
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_DGRAM)
    except OSError:
        return []
    return [str(where[0]) for *_, where in answers]


def _can_be_reached(host: str) -> bool:
    address = IPv4Address(host)
    return not (
        address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
    )


def _ipv4(host: str) -> IPv4Address | None:
    try:
        return IPv4Address(host)
    except AddressValueError:
        return None


def _as_kept(text: str) -> int:
    """A number of the table of routes, which stands there as it lies in memory."""
    return int.from_bytes(bytes.fromhex(text), sys.byteorder)
