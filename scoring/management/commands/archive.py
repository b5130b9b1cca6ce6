"""`manage.py archive SLUG [FILE]`: a tournament as one JSON file (docs/archive.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from scoring.domain.archive import archive_of
from scoring.domain.snapshots import packed
from tournament.domain.locks import lock_tournament
from tournament.models import Tournament


class Command(BaseCommand):
    """Write one tournament to a file."""

    help = "Writes a tournament as one JSON file that this and other installations can read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's name in its address")
        parser.add_argument("file", nargs="?", help="default: SLUG.json.gz")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Tournament.objects.filter(slug=options["slug"]).first()
        if found is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        with transaction.atomic():
            document = archive_of(lock_tournament(found.pk))
        file = Path(options["file"] or f"{found.slug}.json.gz")
        file.write_bytes(packed(document))
        self.stdout.write(
            f"{file}: {len(document['deals'])} deals, standings {document['standings_hash'][:12]}"
        )
