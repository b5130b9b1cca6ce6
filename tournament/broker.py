"""The queue: how a laptop does without Redis, and how a message is sent without making a person wait.

The embedded queue is kombu's SQLAlchemy transport on a SQLite file of its own, so that a worker asking for
work never takes the lock of the tournament's database. Delivered rows stay in its table, invisible, until
they are purged. A leaf module: no models, no settings.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from kombu import Connection, pools
from kombu.transport import TRANSPORT_ALIASES
from kombu.transport.sqlalchemy import Channel as SqlChannel
from kombu.transport.sqlalchemy import Transport as SqlTransport
from kombu.transport.virtual import Empty
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

SCHEME = "spadille+sqlite:///"
QUEUES = ("live", "bulk")
CONNECT_TIMEOUT = 0.5
LONGEST_WAIT = 0.4


class Channel(SqlChannel):
    """Looks for a message before it takes the write lock, five times a second for every queue."""

    def _engine_from_config(self) -> Engine:
        engine: Engine = super()._engine_from_config()
        event.listen(engine, "connect", _prepare_connection)
        return engine

    def _get(self, queue: str) -> Any:
        try:
            if self._size(queue):
                return super()._get(queue)
        except OperationalError:  # another process held the lock for long; there is a next time in 0.2 s
            self.session.rollback()
            raise Empty from None
        self.session.commit()
        raise Empty


class Transport(SqlTransport):
    """kombu refuses the polling interval as an option, so it is a class."""

    Channel = Channel
    polling_interval = 0.2

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Look up often, so that a worker asked to stop stops at once and not seconds later."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))


def _prepare_connection(connection: sqlite3.Connection, _record: object) -> None:
    # A message lost with the battery is sent again by the sweep: no need to wait for the disk.
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=800;")


def register() -> None:
    """Teach kombu the scheme of the embedded queue."""
    TRANSPORT_ALIASES["spadille"] = "tournament.broker:Transport"


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
            channel = connection.channel()
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


def forget_connections() -> None:
    """After a fork: leave the parent's connections alone and open new ones when needed."""
    for engine, _ in Channel._engines.values():  # noqa: SLF001 - the cache is all there is
        engine.dispose(close=False)
    Channel._engines.clear()  # noqa: SLF001
