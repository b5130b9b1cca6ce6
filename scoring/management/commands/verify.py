"""`manage.py verify FILE`: do the standings of an archive follow from its deals?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.domain.archive_check import recomputed_hash
from scoring.domain.archive_file import read_archive
from tournament.errors import Refused
from tournament.sentences import sentence


class Command(BaseCommand):
    """Work the standings of an archive out anew, without the database."""

    help = "Works the standings of an archive out from its deals and compares them with what it says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = read_archive(Path(options["file"]).read_bytes())
        except OSError as problem:
            raise CommandError(str(problem)) from None
        except Refused as refusal:
            raise CommandError(sentence(refusal.code, refusal.params)) from None
        found = recomputed_hash(document)
        if found != document["standings_hash"]:
            raise CommandError(
                f"Does not agree: {document['standings_hash'][:12]} stands, {found[:12]} follows."
            )
        self.stdout.write(
            f"Agrees: {found[:12]}, {len(document['standings'])} rows, {len(document['deals'])} deals"
        )
