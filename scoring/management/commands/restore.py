"""`manage.py restore FILE`: build a tournament from an archive, or bring the one that is here back to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.domain.archive_file import read_archive
from scoring.domain.restore import build_from, is_of, later_deals, restore
from scoring.domain.standings import recompute
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.sentences import sentence


class Command(BaseCommand):
    """Restore from a file. One that is here needs --later, so that nobody loses deals unknowingly."""

    help = "Builds a tournament from an archive; one that is here is brought back, with --later keep or drop."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--later", choices=["keep", "drop"], help="what becomes of deals that came later")
        parser.add_argument("--reason", default="manage.py restore")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            document = read_archive(Path(options["file"]).read_bytes())
            known = next((one for one in Tournament.objects.all() if is_of(document, one)), None)
            if known is None:
                built = build_from(document=document, actor=None)
                recompute(tournament_id=built.pk)
                self.stdout.write(f"Built: /t/{built.slug}/")
                return
            later = later_deals(known, document)
            if options["later"] is None:
                raise CommandError(
                    f"{known.name} is here, and {len(later)} deals came later. "
                    "Say --later keep or --later drop."
                )
            done = restore(
                tournament=known,
                document=document,
                keep_later=options["later"] == "keep",
                actor=None,
                reason=options["reason"],
            )
        except OSError as problem:
            raise CommandError(str(problem)) from None
        except Refused as refusal:
            raise CommandError(sentence(refusal.code, refusal.params)) from None
        agrees = "as in the archive" if done.agrees else "not as in the archive, for later results were kept"
        self.stdout.write(f"Restored: {done.kept} kept, {done.put_aside} put aside, standings {agrees}.")
