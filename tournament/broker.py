"""Reaching the queue: which one it is, and how a message is sent without making a person wait.

A leaf module: no models, no settings, and nothing loaded that only a worker needs.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from kombu import Connection, pools
from kombu.transport import TRANSPORT_ALIASES

SCHEME = "spadille+sqlite:///"
QUEUES = ("live", "bulk")
CONNECT_TIMEOUT = 0.5


def register() -> None:
    """Teach kombu the scheme of the embedded queue."""
    TRANSPORT_ALIASES["spadille"] = "tournament.sqlite_queue:Transport"


def prepare(url: str) -> None:
    """Before the first worker: make the embedded queue's tables and drop what was delivered.

    Several processes making the tables at once would trip over each other.
    """
    path = embedded_file(url)
    if path is None:
        return
    if not path.exists():
        register()
        with Connection(url) as connection:
            channel: Any = connection.channel()
            for queue in QUEUES:
                channel._new_queue(queue)  # noqa: SLF001 - kombu's own hook for it; a declaration needs an exchange
    purge(url)


def purge(url: str) -> int:
    """Drop delivered rows of the embedded queue and return their number; other queues drop their own."""
    path = embedded_file(url)
    if path is None or not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=2)) as connection, connection:
        return connection.execute("DELETE FROM kombu_message WHERE visible = 0").rowcount


def embedded_file(url: str) -> Path | None:
    """The file of an embedded queue, None for any other."""
    return Path(url.removeprefix(SCHEME)) if url.startswith(SCHEME) else None


def impatient(url: str) -> dict[str, Any]:
    """Options for kombu's Connection under which sending gives up within about a second.

    With the defaults a Redis that accepts and says nothing holds a request for half a minute.
    """
    options: dict[str, Any] = {"max_retries": 0, "interval_start": 0, "interval_step": 0, "interval_max": 0}
    if url.startswith(("redis", "rediss")):
        options |= {"socket_connect_timeout": 0.3, "socket_timeout": 0.5, "retry_on_timeout": False}
    return {"connect_timeout": CONNECT_TIMEOUT, "transport_options": options}


def producers(connection: Connection) -> Any:
    """The pool of producers for a connection, one for every process."""
    return pools.producers[connection]
