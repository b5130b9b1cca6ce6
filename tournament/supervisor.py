"""Keeps the embedded mode's processes running: starts them, restarts what dies, stops them in order.

One thread and nothing but the standard library: it must go on when everything else fails.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tournament import posix

TICK_SECONDS = 0.2
STOP_SECONDS = 9.0
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STEADY_SECONDS = 60.0
LONGEST_OPENING = 10.0
LOG_BYTES = 5_000_000

_RECORD = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S* (?P<level>[A-Z]+) ")


@dataclass(frozen=True)
class Service:
    """A process to keep running. `shows_errors`: its errors are repeated on the terminal."""

    name: str
    command: Sequence[str]
    shows_errors: bool = False


class Log:
    """A service's log file: two of at most `LOG_BYTES`, and what was written since the last look."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offset = path.stat().st_size if path.exists() else 0
        self._in_error = False

    def keep_small(self) -> None:
        """Set a long file aside. It is copied and emptied, for the service keeps its file open."""
        if self.path.exists() and self.path.stat().st_size > LOG_BYTES:
            self.path.with_suffix(".log.1").write_bytes(self.path.read_bytes())
            os.truncate(self.path, 0)
            self.offset = 0

    def new_errors(self) -> list[str]:
        """Whole lines written since the last call that belong to an error or a crash."""
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            file.seek(self.offset)
            text = file.read(LOG_BYTES)
        text = text[: text.rfind(b"\n") + 1]
        self.offset += len(text)
        return [line for line in text.decode(errors="replace").splitlines() if self._belongs_to_error(line)]

    def _belongs_to_error(self, line: str) -> bool:
        record = _RECORD.match(line)
        if record:
            self._in_error = record["level"] in {"ERROR", "CRITICAL"}
        elif line.startswith("Traceback"):
            self._in_error = True
        return self._in_error


class Running:
    """One service, its process now and when to start the next one."""

    def __init__(self, service: Service, log: Log) -> None:
        self.service = service
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = 0.0
        self.start_at = 0.0
        self.pause = FIRST_PAUSE

    def plan_restart(self, now: float) -> float:
        """Note the death and return the pause before the next start: longer each time, then short again."""
        if now - self.started_at > STEADY_SECONDS:
            self.pause = FIRST_PAUSE
        pause, self.pause = self.pause, min(self.pause * 2, LONGEST_PAUSE)
        self.process = None
        self.start_at = now + pause
        return pause


class Supervisor:
    """Runs the services until `stop` is called or a signal asks for it. Use it from the main thread."""

    def __init__(
        self,
        services: Sequence[Service],
        folder: Path,
        logs: Path,
        say: Callable[[str], None],
        is_open: Callable[[], bool] = lambda: True,
    ) -> None:
        """The first service starts alone; the others follow when `is_open`, or after `LONGEST_OPENING`.

        So people see the first page as soon as can be, however slow the machine.
        """
        self.folder = folder
        self.say = say
        self.is_open = is_open
        self.opening_until: float | None = None
        # Not an Event: set by a signal handler while this thread waits for it, it can lock for good.
        self.stopping = False
        self.env = os.environ | {"SPADILLE_SUPERVISOR": str(os.getpid()), "PYTHONUNBUFFERED": "1"}
        logs.mkdir(parents=True, exist_ok=True)
        self.running = [Running(service, Log(logs / f"{service.name}.log")) for service in services]

    def stop(self, *_signal: object) -> None:
        """Ask the loop to end. Safe in a signal handler, and twice."""
        self.stopping = True

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Start everything, call `ready` and keep it running; return when all of it has stopped."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.stop)
        try:
            self.tick()
            ready()
            while not self.stopping:
                time.sleep(TICK_SECONDS)
                self.tick()
        finally:
            self.stop_all()

    def tick(self) -> None:
        """One look at every service."""
        now = time.monotonic()
        for running in self.running[: None if self._has_opened(now) else 1]:
            running.log.keep_small()
            if running.service.shows_errors:
                for line in running.log.new_errors():
                    self.say(line)
            if running.process is not None and running.process.poll() is not None:
                self._bury(running, running.process, now)
            if running.process is None and now >= running.start_at and not self.stopping:
                running.process = posix.spawn(
                    running.service.command, self.env, running.log.path, self.folder
                )
                running.started_at = now

    def _has_opened(self, now: float) -> bool:
        if self.opening_until is None:
            self.opening_until = now + LONGEST_OPENING
            return False
        if now < self.opening_until and self.is_open():
            self.opening_until = now
        return now >= self.opening_until

    def _bury(self, running: Running, process: subprocess.Popen[bytes], now: float) -> None:
        code = process.returncode
        posix.signal_group(process.pid, signal.SIGKILL)  # what it had started itself
        pause = running.plan_restart(now)
        self.say(
            f"{running.service.name}: stoppede ({code}), startes igen om {pause:g} s"
            f" / stopped ({code}), starting again in {pause:g} s"
        )

    def stop_all(self) -> None:
        """Ask in the services' order, give them `STOP_SECONDS` together, then kill the groups."""
        deadline = time.monotonic() + STOP_SECONDS
        processes = [running.process for running in self.running if running.process is not None]
        for process in processes:
            # The leader only: it ends its own children when their work is done.
            process.send_signal(signal.SIGTERM)
            self._wait(process, min(deadline, time.monotonic() + STOP_SECONDS / 3))
        for process in processes:
            self._wait(process, deadline)
        for process in processes:
            posix.signal_group(process.pid, signal.SIGKILL)
            process.wait()

    @staticmethod
    def _wait(process: subprocess.Popen[bytes], until: float) -> None:
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return
