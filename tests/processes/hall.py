"""A whole installation in a folder of its own, as `make run` starts it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def eventually(
    check: Callable[[], bool], seconds: float, what: str, more: Callable[[], object] = lambda: ""
) -> None:
    """Wait until the check holds; `more` tells what was seen when it did not."""
    end = time.monotonic() + seconds
    while not check():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:g} s: {what}\n{more()}")
        time.sleep(0.1)


class Hall:
    """Starts and looks at one installation."""

    def __init__(self, folder: Path) -> None:
        self.var = folder / "var"
        self.port = free_port()
        self.env = {
            name: value for name, value in os.environ.items() if not name.startswith(("SPADILLE_", "DJANGO_"))
        } | {"SPADILLE_VAR": str(self.var), "PYTHONUNBUFFERED": "1"}
        self.up: subprocess.Popen[str] | None = None

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "manage.py", *words]

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a management command to its end."""
        return subprocess.run(
            self.command(*words),
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def start(self, *words: str) -> None:
        self.var.parent.mkdir(parents=True, exist_ok=True)
        with (self.var.parent / "up.out").open("ab") as out:
            self.up = subprocess.Popen(
                self.command("up", "--host", "127.0.0.1", "--port", str(self.port), *words),
                cwd=ROOT, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, text=True,
            )  # fmt: skip

    def output(self) -> str:
        return (self.var.parent / "up.out").read_text()

    def page(self, path: str = "/") -> int:
        """The status of a page, 0 when nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        except OSError:
            return 0

    def processes(self) -> dict[int, str]:
        """Every living process of this installation with its command, found by its environment."""
        mark = f"SPADILLE_VAR={self.var}".encode()
        found = {}
        for folder in Path("/proc").iterdir():
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = (
                        (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    )
            except (OSError, ValueError):
                continue
        return {number: command for number, command in found.items() if command}

    def named(self, part: str) -> set[int]:
        """The numbers of the processes whose command has this part."""
        return {number for number, command in self.processes().items() if part in command}

    def wait_until_up(self, seconds: float = 60) -> None:
        eventually(lambda: self.page() == 200 or self.has_ended(), seconds, "a first page", self.told)
        assert not self.has_ended(), self.told()
        eventually(lambda: all(self.ready(name) for name in ("live", "bulk")), 30, "workers ready", self.told)

    def has_ended(self) -> bool:
        return self.up is not None and self.up.poll() is not None

    def told(self) -> str:
        """The status of the front page and what stands on the terminal."""
        return f"{self.page()}\n{self.output()[-4000:]}"

    def ready(self, worker: str) -> bool:
        log = self.var / "log" / f"{worker}.log"
        return log.exists() and " ready." in log.read_text()

    def end(self) -> None:
        """Leave nothing behind, whatever the test did."""
        for number in self.processes():
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if self.up is not None:
            self.up.wait()
