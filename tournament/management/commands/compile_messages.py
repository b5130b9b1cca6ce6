"""Build the translations: every .mo file older than its .po file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament import catalogue


class Command(BaseCommand):
    help = "Build the .mo files that are missing or older than their .po files."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        for path in catalogue.compile_all([Path(folder) for folder in settings.LOCALE_PATHS]):
            self.stdout.write(f"Built {path.relative_to(settings.BASE_DIR)}")
