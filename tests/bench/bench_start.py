"""How long the second `make run` takes until the first page is there: what an organiser waits for in the hall.

    python -m tests.bench start

The first one makes the database and loads the demonstration. Beside it: how long Django alone takes to come up, which
happens twice on the way, in the supervisor and in the web server.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.processes.hall import Hall

TURNS = 3
LONGEST = 5.0


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder:
        hall = Hall(Path(folder))
        try:
            first = started(hall)
            again = min(started(hall) for _ in range(TURNS))
        finally:
            hall.end()
        bare = min(_bare(hall) for _ in range(TURNS))
    print(f"{'first page after':<24}{'s':>8}{'Django alone':>14}{'ratio':>8}{'required':>10}")
    print(f"{'the first make run':<24}{first:>8.2f}{bare:>14.2f}{first / bare:>8.1f}{'':>10}")
    print(f"{'the second make run':<24}{again:>8.2f}{bare:>14.2f}{again / bare:>8.1f}{LONGEST:>10.1f}")
    return 0 if again < LONGEST else 1


def started(hall: Hall) -> float:
    """Start it, wait for a page, and stop it as Ctrl-C does."""
    start = time.perf_counter()
    hall.start()
    assert hall.up is not None
    while hall.page() != 200:
        assert hall.up.poll() is None, hall.output()
        assert time.perf_counter() - start < 120, hall.told()
        time.sleep(0.02)
    seconds = time.perf_counter() - start
    os.kill(hall.up.pid, signal.SIGINT)
    hall.up.wait(timeout=60)
    return seconds


def _bare(hall: Hall) -> float:
    start = time.perf_counter()
    hall.manage("shell", "-c", "pass")
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
