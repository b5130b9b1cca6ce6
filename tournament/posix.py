"""What only a POSIX system can do: process groups, file locks, dying with the parent.

The one module with such calls, so that a port to another system has one place to look. Windows is untested.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import platform
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

_IS_LINUX = platform.system() == "Linux"
_PR_SET_PDEATHSIG = 1
_WATCH_SECONDS = 1.0


def try_lock(path: Path) -> IO[str] | None:
    """The open lock file, held until it is closed or the process ends; None when another process holds it."""
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def spawn(command: Sequence[str], env: Mapping[str, str], log: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Start a process as the leader of its own group, writing to the log and dying with this one.

    A terminal's Ctrl-C reaches only the group in front: the supervisor alone decides the order of stopping.
    Call it from the main thread: Linux counts the thread that started a child as its parent.
    """
    parent = os.getpid()
    with log.open("ab") as out:
        return subprocess.Popen(  # noqa: S603 - our own commands, no shell
            command,
            env=dict(env),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            process_group=0,
            preexec_fn=lambda: _die_with(parent),  # noqa: PLW1509 - the supervisor has one thread
        )


def _die_with(parent: int) -> None:
    """Ask Linux to kill this process when its parent ends, and die at once if it already has."""
    if _IS_LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def follow(parent: str | None) -> None:
    """End with the process of that number, if one is given: by the kernel on Linux, by looking elsewhere."""
    if not parent:
        return
    number = int(parent)
    _die_with(number)
    if _IS_LINUX:
        return

    def watch() -> None:
        while os.getppid() == number:
            time.sleep(_WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def signal_group(group: int, number: signal.Signals) -> None:
    """Signal every process of the group; a group that is gone is no error."""
    with suppress(ProcessLookupError):
        os.killpg(group, number)


def group_lives(group: int) -> bool:
    """Whether any process of the group is left, a dead one that nobody asked about included."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
