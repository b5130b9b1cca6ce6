"""How long a large workbook takes beside openpyxl alone, and how much memory.

    python -m tests.bench.bench_workbook

A tournament of 1,000 entries and 50,000 deals is put into a SQLite file of its own. Then processes take
turns: one writes the workbook, the other appends the same values, bare and unformatted, in openpyxl's
write-only mode. Times are of the processor and include saving; reading the database counts for ours only.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from time import process_time
from typing import Any

ENTRIES, ROUNDS, DEALS = 1_000, 10, 20
TURNS = 3
LONGEST_RATIO, MOST_MEMORY = 1.3, 100
ROOT = Path(__file__).parents[2]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder:
        database = Path(folder) / "bench.sqlite3"
        _in_process("fill", database)
        measured: dict[str, list[dict[str, float]]] = {"ours": [], "bare": []}
        for _turn in range(TURNS):
            for what, runs in measured.items():
                runs.append(_in_process(what, database))
    ours, bare = (min(run["seconds"] for run in measured[what]) for what in ("ours", "bare"))
    memory = max(run["mebibytes"] for run in measured["ours"])
    cells = measured["bare"][0]["cells"]
    print(f"{'':<22}{'ours':>12}{'bare':>10}{'ratio':>8}{'required':>10}")
    print(f"{f'{cells:,.0f} cells, s':<22}{ours:>12.2f}{bare:>10.2f}{ours / bare:>8.2f}{LONGEST_RATIO:>10}")
    print(f"{'MiB more than before':<22}{memory:>12.1f}{'':>18}{MOST_MEMORY:>10}")
    return 0 if ours / bare <= LONGEST_RATIO and memory < MOST_MEMORY else 1


def _in_process(what: str, database: Path) -> dict[str, float]:
    """Each in a process of its own, so that the memory of one is not counted for the other."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings.test",
        "SPADILLE_TEST_DATABASE": f"sqlite:///{database}",
    }
    command = [sys.executable, "-m", "tests.bench.bench_workbook", what]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def fill() -> dict[str, float]:
    """Tables of four that stay together: who sits where makes no difference to a workbook."""
    from django.core.management import call_command

    from scoring.domain.standings import recompute
    from tournament.models import Club, Draw, Entry, Player, Round, Seat, Seating, Tournament

    call_command("migrate", verbosity=0)
    tournament = Tournament.objects.create(
        name="Danmarksmesterskab",
        slug="dm",
        starts_on=date(2026, 10, 17),
        state=Tournament.State.RUNNING,
        rounds_planned=ROUNDS,
        deals_per_round=DEALS,
        results_version=1,
    )
    clubs = [Club.objects.create(name=f"L'hombreklubben i by nummer {number}") for number in range(60)]
    for number in range(ENTRIES):
        Player.objects.create(name=f"Søren Åkjær Østergaard {number}", member_no=f"{number:05}")
    players = Player.objects.order_by("pk")
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            club=clubs[index % len(clubs)],
            start_no=index + 1,
            state=Entry.State.CHECKED_IN,
        )
        for index, player in enumerate(players)
    )
    entries = list(Entry.objects.order_by("start_no"))
    draw = Draw.objects.create(
        tournament=tournament, method="full", seed=1, algorithm="none", inputs={}, input_hash="", report={}
    )
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(
            tournament=tournament, number=number, deals=DEALS, state=Round.State.CLOSED, draw=draw
        )
        Seating.objects.bulk_create(
            Seating(round=round_, table_no=table_no, deals=DEALS, state=Seating.State.SIGNED)
            for table_no in range(1, ENTRIES // 4 + 1)
        )
        seatings = list(Seating.objects.filter(round=round_).order_by("table_no"))
        Seat.objects.bulk_create(
            Seat(seating=seating, round=round_, position=position, entry=entries[4 * index + place])
            for index, seating in enumerate(seatings)
            for place, position in enumerate("NESW")
        )
        _play(seatings, entries)
    recompute(tournament_id=tournament.pk)
    return {}


def _play(seatings: list[Any], entries: list[Any]) -> None:
    """Every table plays its deals, each another result."""
    from engine import roles, settle
    from scoring.models import Deal, Score

    results = [
        ("spil", "H", (5, 3, 1)),
        ("tourne", "C", (4, 4, 1)),
        ("kobe_nolo", "", (0, 5, 4)),
        ("solo", "D", (3, 5, 1)),
        ("solo_spar", "S", (6, 2, 1)),
        ("", "", None),
    ]
    deals: list[Deal] = []
    scores: list[Score] = []
    for index, seating in enumerate(seatings):
        for number in range(1, DEALS + 1):
            contract, trump, tricks = results[(index + number) % len(results)]
            dealer = "SENW"[number % 4]
            around = roles(dealer, "NESW")
            declarer = str(around.forhand) if contract else ""
            settled = settle(contract=contract, trump=trump or None, tricks=tricks) if contract else None
            deal = Deal(
                seating=seating,
                number=number,
                board=number,
                dealer=dealer,
                declarer=declarer,
                contract=contract,
                trump=trump,
                tricks=tricks,
                outcome=str(settled.outcome) if settled else "pas",
                points=settled.points if settled else 0,
            )
            deals.append(deal)
            role = {str(around.forhand): "forhand", str(around.mellemhand): "mellemhand", dealer: "baghand"}
            for place, seat in enumerate("NESW"):
                entry = entries[4 * index + place]
                scores.append(
                    Score(
                        deal=deal,
                        entry=entry,
                        player_id=entry.player_id,
                        seat=seat,
                        role=role.get(seat, "sitter_out"),
                        points=settled.points if settled and seat == declarer else 0,
                    )
                )
    Deal.objects.bulk_create(deals)
    Score.objects.bulk_create(scores)


def ours() -> dict[str, float]:
    from scoring.exports.workbook import write_workbook
    from tournament.models import Tournament

    tournament = Tournament.objects.get()
    with tempfile.TemporaryFile() as file:
        before, started = _mebibytes(), process_time()
        write_workbook(tournament, file)
        return {"seconds": process_time() - started, "mebibytes": _mebibytes() - before}


def bare() -> dict[str, float]:
    from openpyxl import Workbook

    from scoring.exports.snapshot import take_snapshot
    from scoring.exports.workbook import tables_of
    from tournament.models import Tournament

    tables = tables_of(take_snapshot(Tournament.objects.get()))
    with tempfile.TemporaryFile() as file:
        before, started = _mebibytes(), process_time()
        workbook = Workbook(write_only=True)
        for table in tables:
            sheet = workbook.create_sheet(table.title)
            sheet.append([column.heading for column in table.columns])
            for row in table.rows:
                sheet.append(row)
        workbook.save(file)
        seconds = process_time() - started
    return {
        "seconds": seconds,
        "mebibytes": _mebibytes() - before,
        "cells": sum(value not in {None, ""} for table in tables for row in table.rows for value in row),
    }


def _mebibytes() -> float:
    """The most this process has ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(main())
    import django

    django.setup()
    print(json.dumps({"fill": fill, "ours": ours, "bare": bare}[sys.argv[1]]()))
