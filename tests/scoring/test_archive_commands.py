"""The commands that write, check, restore and copy."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.domain.removal import erase
from scoring.domain.standings import recompute
from tests.scenes import play, playing, table
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def said(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


@pytest.fixture
def tournament() -> Tournament:
    tournament = playing(8)
    play(tournament, 1, close=False)
    recompute(tournament_id=tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def file(tournament: Tournament, tmp_path: Path) -> Path:
    file = tmp_path / "a.json.gz"
    said("archive", tournament.slug, str(file))
    return file


def test_an_archive_is_written_and_verified(file: Path, tournament: Tournament) -> None:
    assert said("verify", str(file)).startswith(f"Agrees: {tournament.standings_hash[:12]}, 8 rows, 8 deals")


def test_an_archive_that_was_changed_is_found_out(file: Path) -> None:
    document = json.loads(gzip.decompress(file.read_bytes()))
    document["adjustments"].append({"entry": 1, "points": 5, "cancelled_at": None})
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match="Does not agree"):
        said("verify", str(file))


def test_it_is_built_where_it_is_not(file: Path, tournament: Tournament) -> None:
    erase([tournament])
    assert said("restore", str(file)) == "Built: /t/proeve/\n"
    assert Tournament.objects.get().standings_hash == tournament.standings_hash


def test_where_it_is_nothing_happens_until_one_says_what_becomes_of_later_deals(
    file: Path, tournament: Tournament
) -> None:
    other = table(tournament, 1, 1)
    other.deals_entered.filter(number=1).update(outcome="kruk", points=-2)
    with pytest.raises(CommandError, match="1 deals came later"):
        said("restore", str(file))
    assert said("restore", str(file), "--later", "drop") == (
        "Restored: 0 kept, 1 put aside, standings as in the archive.\n"
    )


@pytest.mark.parametrize("command", ["verify", "restore"])
def test_no_file_and_no_archive_are_said_plainly(command: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hej")
    for name in ("x", "y"):
        with pytest.raises(CommandError):
            said(command, str(tmp_path / name))


@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_database_and_key(tmp_path: Path, settings: object) -> None:
    if connection.vendor != "sqlite":
        with pytest.raises(CommandError, match="pg_dump"):
            said("backup", str(tmp_path))
        return
    playing(4)
    folder = Path(said("backup", str(tmp_path)).split(":")[0])
    with sqlite3.connect(folder / "spadille.sqlite3") as copy:
        assert copy.execute("SELECT count(*) FROM tournament_entry").fetchone() == (4,)
    copy.close()
    assert (folder / "secret_key").read_text() == getattr(settings, "SECRET_KEY", None)
    assert (folder / "secret_key").stat().st_mode & 0o077 == 0
