"""The embedded queue: how a laptop does without Redis.

kombu's SQLAlchemy transport on a SQLite file of its own, so that a worker asking for work never takes the
lock of the tournament's database. Delivered rows stay in its table, invisible, until they are purged. Loaded
only by processes that send or receive: SQLAlchemy takes a third of a second.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from kombu.transport.sqlalchemy import Channel as SqlChannel
from kombu.transport.sqlalchemy import Transport as SqlTransport
from kombu.transport.virtual import Empty
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

LONGEST_WAIT = 0.4


class Channel(SqlChannel):
    """Looks for a message before it takes the write lock, five times a second for every queue."""

    def _engine_from_config(self) -> Engine:
        engine: Engine = super()._engine_from_config()
        event.listen(engine, "connect", _prepare_connection)
        return engine

    def _get(self, queue: str, timeout: float | None = None) -> Any:
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

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Look up often, so that a worker asked to stop stops at once and not seconds later."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT), **kwargs)


def _prepare_connection(connection: sqlite3.Connection, _record: object) -> None:
    # A message lost with the battery is sent again by the sweep: no need to wait for the disk.
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=800;")


def forget_connections() -> None:
    """After a fork: leave the parent's connections alone and open new ones when needed."""
    for engine, _ in Channel._engines.values():  # noqa: SLF001 - the cache is all there is
        engine.dispose(close=False)
    Channel._engines.clear()  # noqa: SLF001
