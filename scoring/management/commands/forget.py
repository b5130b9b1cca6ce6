"""Make anonymous again whoever a restored backup brought back, and those whose time is over."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scoring.domain.anonymise import reapply_anonymisations
from scoring.domain.retention import forget_old


class Command(BaseCommand):
    help = (
        "Make anonymous again those whom the file beside the database names, as after restoring a backup, and those"
        " who have not played for SPADILLE_PERSONAL_DATA_YEARS years, if that is set."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        again = reapply_anonymisations()
        old = 0
        while found := forget_old():
            old += found
        if again:
            self.stdout.write(f"Anonyme igen / anonymous again: {again}")
        if old:
            self.stdout.write(f"Ikke spillet længe / have not played for long: {old}")
