"""How many auctions and deals the engine does in a second on one core.

    python -m tests.bench.bench_engine

Every auction is replayed and every deal settled in full each time: the engine keeps no answers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from engine import Auction, settle

REQUIRED = 20_000
_SECONDS = 0.4
_REPEATS = 5
_VECTORS = Path(__file__).parents[1] / "engine" / "vectors"


def rate(work: Callable[[Any], object], cases: Sequence[Any]) -> int:
    """Cases a second: the best of a few runs, since the machine has other things to do."""
    best = 0.0
    for _ in range(_REPEATS):
        done = 0
        started = perf_counter()
        while (spent := perf_counter() - started) < _SECONDS:
            for case in cases:
                work(case)
            done += len(cases)
        best = max(best, done / spent)
    return round(best)


def measures() -> list[tuple[str, int]]:
    auctions = [
        row["calls"]
        for row in json.loads((_VECTORS / "auctions.json").read_text(encoding="utf-8"))
        if "error" not in row and len(row["calls"]) == 5
    ]
    deals = [
        {key: value for key, value in row.items() if key != "expect"}
        for row in json.loads((_VECTORS / "settlements.json").read_text(encoding="utf-8"))
        if "error" not in row["expect"]
    ]
    return [
        ("auctions of five calls replayed", rate(Auction.replay, auctions)),
        ("deals settled", rate(lambda deal: settle(**deal), deals)),
    ]


def main() -> int:
    print(f"{'what':<34}{'per second':>12}{'required':>12}{'ratio':>8}")
    enough = True
    for what, reached in measures():
        enough = enough and reached > REQUIRED
        print(f"{what:<34}{reached:>12,}{REQUIRED:>12,}{reached / REQUIRED:>8.1f}")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
