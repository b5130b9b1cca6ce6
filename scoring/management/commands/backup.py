"""`manage.py backup FOLDER`: all that an embedded installation needs to come back on another laptop.

The database is copied while it is in use (SQLite's own way of doing it), with the server's key, without which printed
table codes would be worth nothing, and with the list of those who were made anonymous.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone


class Command(BaseCommand):
    """Copy database, key and what belongs to them into a new folder."""

    help = (
        "Copies the database (SQLite only), the server's key and the list of anonymised people into a folder."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", help="where backups are kept; a new folder is made in it")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "This database is backed up by its own means: use pg_dump, and keep the server's key."
            )
        target = Path(options["folder"]) / f"spadille-{timezone.localtime():%Y%m%d-%H%M%S}"
        target.mkdir(parents=True)
        connection.ensure_connection()
        with sqlite3.connect(target / "spadille.sqlite3") as copy:
            connection.connection.backup(copy)
        copy.close()
        (target / "secret_key").write_text(settings.SECRET_KEY)
        (target / "secret_key").chmod(0o600)
        kept = ["database", "key"]
        anonymised = Path(getattr(settings, "VAR_DIR", "")) / "anonymised.txt"
        if anonymised.is_file():
            shutil.copy2(anonymised, target)
            kept.append("anonymised people")
        self.stdout.write(f"{target}: {', '.join(kept)}")
