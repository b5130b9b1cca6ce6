"""`python -m tests.bench`: every bench_*.py of this folder, one after another, each printing its table."""

from __future__ import annotations

import signal
import sys
import time
from importlib import import_module
from pathlib import Path


def main(names: list[str]) -> int:
    """Run the benches of these names, all by default. One that misses its measure returns non-zero."""
    # Whoever stops it stops what it has started: an exit runs what stands in `finally`, a signal does not.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    failed = []
    for name in found:
        if names and name.removeprefix("bench_") not in names:
            continue
        print(f"\n===== {name}", flush=True)
        start = time.perf_counter()
        if import_module(f"tests.bench.{name}").main():
            failed.append(name)
        print(f"({time.perf_counter() - start:.1f} s)", flush=True)
    if failed:
        print(f"\nNot reached: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
