"""Collect the sentences of code and templates into the .po files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament import catalogue

FOLDERS = ("tournament", "scoring", "templates")
# Sentences are English in the source, so English needs no file.
LANGUAGES = ("da",)


def po_path(language: str) -> Path:
    """Where a language's translations live."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


class Command(BaseCommand):
    help = "Add new sentences to the .po files, mark vanished ones obsolete, keep all translations."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        sentences = catalogue.find_sentences(settings.BASE_DIR, FOLDERS)
        for language in LANGUAGES:
            added, gone = catalogue.update(po_path(language), sentences, language)
            missing = len(catalogue.untranslated(po_path(language), sentences))
            self.stdout.write(
                f"{language}: {len(sentences)} sentences, {added} new, {gone} gone, {missing} to translate."
            )
        catalogue.compile_all([Path(folder) for folder in settings.LOCALE_PATHS])
