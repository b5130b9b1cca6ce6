"""`make bench-seating`: every cell of the records and of the fields with tables of three, one line each.

Seconds are of one core. A miss is more repeats than the record, a field of 13 to 63 players with tables of
three that is not at the bound, or a plan that took two seconds. Some of the second kind are expected: the
bound is not always within reach.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

from engine.seating import plan_seating

EXCEPT = (32, 10)  # a plan without a repeat is known to exist; we do not have it
LEAST_AT_BOUND = 123
MOST_SECONDS = 2.0
THREES_ROUNDS = (4, 6, 8, 10)


class Cell(NamedTuple):
    """One measured plan."""

    players: int
    rounds: int
    repeats: int
    bound: int
    record: int | None
    most: int
    most_bound: int
    threes_spread: int
    even_threes_cost: int | None
    state: str
    seconds: float

    @property
    def above_record(self) -> bool:
        """Whether somebody has done better."""
        return self.record is not None and self.repeats > self.record

    @property
    def above_bound(self) -> bool:
        """Whether something better may exist."""
        return self.repeats > self.bound

    def __str__(self) -> str:
        record = "-" if self.record is None else self.record
        cost = "" if self.even_threes_cost is None else f" even +{self.even_threes_cost}"
        notes = " MISS" * self.above_record + " above the bound" * (self.record is None and self.above_bound)
        notes += " BETTER" * (self.record is not None and self.repeats < self.record)
        notes += " SLOW" * (self.seconds >= MOST_SECONDS)
        return (
            f"{self.players:4} x {self.rounds:2} {self.repeats:5} {self.bound:6} {record:>7} "
            f"{self.most:4}/{self.most_bound} {self.threes_spread:6}{cost:9} {self.seconds:6.2f} "
            f"{self.state}{notes}"
        )


def measured(players: int, rounds: int, record: int | None) -> Cell:
    """Plan one cell."""
    start = time.process_time()
    report = plan_seating(players=players, rounds=rounds).report
    seconds = time.process_time() - start
    return Cell(
        players,
        rounds,
        report.repeats,
        report.repeats_bound,
        record,
        report.max_meetings,
        report.max_meetings_bound,
        report.threes_spread,
        report.even_threes_cost,
        report.state,
        seconds,
    )


def of_records() -> Iterator[Cell]:
    """Whole tables of four, 8 to 172 players, 1 to 15 rounds."""
    records = json.loads(files("engine.seating").joinpath("records.json").read_text("utf-8"))
    for players, cells in records.items():
        for rounds, record in cells.items():
            yield measured(int(players), int(rounds), record)


def with_threes() -> Iterator[Cell]:
    """13 to 63 players, not divisible by four."""
    for players in range(13, 64):
        if players % 4:
            for rounds in THREES_ROUNDS:
                yield measured(players, rounds, None)


def shown(cells: Iterator[Cell]) -> list[Cell]:
    """Print cells as they come."""
    print("   N x  R   reps  bound  record  max/bound threes           secs state")
    kept = []
    for cell in cells:
        print(cell, flush=True)
        kept.append(cell)
    return kept


def main() -> int:
    """Print both tables and the misses; non-zero when a measure is missed."""
    records = shown(of_records())
    print()
    threes = shown(with_threes())
    misses = [cell for cell in records if cell.above_record and cell[:2] != EXCEPT]
    better = [cell for cell in records if cell.record is not None and cell.repeats < cell.record]
    above = [cell for cell in threes if cell.above_bound]
    slow = [cell for cell in [*records, *threes] if cell.seconds >= MOST_SECONDS]
    at_bound = len(threes) - len(above)
    print(f"\nrecords: {len(records)} cells, {len(misses)} above the record, {len(better)} below it")
    print(f"threes: {at_bound} of {len(threes)} at the bound (at least {LEAST_AT_BOUND})")
    print(f"threes within one: {sum(cell.threes_spread <= 1 for cell in threes)} of {len(threes)}")
    print(
        f"slowest {max(cell.seconds for cell in [*records, *threes]):.2f} s, {len(slow)} over {MOST_SECONDS} s"
    )
    for title, cells in [("above the record", misses), ("below it", better), ("above the bound", above)]:
        if cells:
            print(f"\n{title}:")
            print("\n".join(map(str, cells)))
    return 1 if misses or slow or at_bound < LEAST_AT_BOUND else 0


if __name__ == "__main__":
    sys.exit(main())
