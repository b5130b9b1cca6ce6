"""How long it takes to work the standings out anew, with nothing kept from before.

    python -m tests.bench standings

Tournaments of two sizes are put into a SQLite file of their own, with every tie-break and shared boards. Each run
throws the stored standings away, or changes every row of them, and works them out: reading, ranking and writing. The
bare run is the least that any program has to do: fetch the scores and add them up by entry.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[2]
TURNS = 5
# Entries, rounds, deals in a round, seconds.
SIZES = ((1_000, 10, 20, 1.0), (172, 2, 20, 0.1))
TIES = ["mutual", "won_contracts", "fewest_kruk", "highest_contract", "best_round", "against_field", "lot"]


def main() -> int:
    rows = []
    for entries, rounds, deals, most in SIZES:
        with tempfile.TemporaryDirectory(prefix="spadille-bench-") as folder:
            measured = _in_process(Path(folder) / "bench.sqlite3", entries, rounds, deals)
        rows.append((f"{entries:,} x {rounds * deals}", measured, most))
    print(
        f"{'':<14}{'anew':>8}{'changed':>9}{'frozen':>8}{'by field':>10}{'bare':>7}{'ratio':>7}{'required':>10}"
    )
    for name, measured, most in rows:
        told = [measured[what] for what in ("anew", "changed", "frozen", "field", "bare")]
        print(
            f"{name:<14}{told[0]:>8.3f}{told[1]:>9.3f}{told[2]:>8.3f}{told[3]:>10.3f}{told[4]:>7.3f}"
            f"{told[0] / told[4]:>7.1f}{most:>10.1f}"
        )
    return (
        0 if all(measured[what] <= most for _, measured, most in rows for what in ("anew", "changed")) else 1
    )


def _in_process(database: Path, *sizes: int) -> dict[str, float]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings.test",
        "SPADILLE_TEST_DATABASE": f"sqlite:///{database}",
    }
    command = [sys.executable, "-m", "tests.bench.bench_standings", *map(str, sizes)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def measure(entries: int, rounds: int, deals: int) -> dict[str, float]:
    """The best time of each kind, in seconds."""
    from django.core.management import call_command

    from scoring.domain.standings import recompute
    from scoring.models import Standing
    from tests.bench.large import fill
    from tournament.models import Tournament

    call_command("migrate", verbosity=0)
    tournament = fill(entries=entries, rounds=rounds, deals=deals)
    here = Tournament.objects.filter(pk=tournament.pk)
    here.update(tie_breaks=TIES)

    def recomputed() -> float:
        here.update(standings_version=0)
        started = process_time()
        assert recompute(tournament_id=tournament.pk)  # else nothing was measured
        return process_time() - started

    def anew() -> float:
        Standing.objects.all().delete()
        return recomputed()

    def changed() -> float:
        Standing.objects.update(total=-1, deal_points=-1)
        return recomputed()

    told = {"bare": min(_bare() for _ in range(TURNS))}
    told["anew"] = min(anew() for _ in range(TURNS))
    told["changed"] = min(changed() for _ in range(TURNS))
    here.update(frozen_after_round=rounds - 1)
    told["frozen"] = min(anew() for _ in range(TURNS))
    here.update(frozen_after_round=None, ranking="field", tie_breaks=TIES[:-2])
    told["field"] = min(anew() for _ in range(TURNS))
    return told


def _bare() -> float:
    from django.db import connection

    started = process_time()
    totals: dict[int, int] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT entry_id, points FROM scoring_score")
        for entry_id, points in cursor.fetchall():
            totals[entry_id] = totals.get(entry_id, 0) + points
    return process_time() - started


def _told(arguments: list[str]) -> dict[str, Any]:
    import django

    django.setup()
    return measure(*map(int, arguments))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(main())
    print(json.dumps(_told(sys.argv[1:])))
