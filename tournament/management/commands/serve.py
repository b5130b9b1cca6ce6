"""The web server of the embedded mode alone. `up` starts it; `serve` by hand is for looking at one part."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import get_resolver

from tournament import posix

THREADS = 8
CONNECTIONS = 1000
LARGEST_REQUEST = 100 * 1024 * 1024


class Command(BaseCommand):
    help = "Serve the pages with waitress, without workers."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 - phones come from the local network
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *_args: Any, **options: Any) -> None:
        import waitress

        from tournament.wsgi import application

        posix.follow(os.environ.get("SPADILLE_SUPERVISOR"))
        # Every view is loaded now, so that the first visitor does not wait for it.
        _ = get_resolver().url_patterns
        waitress.serve(
            application,
            host=options["host"],
            port=options["port"],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            backlog=1024,
            asyncore_use_poll=True,
            max_request_body_size=LARGEST_REQUEST,
            ident="Spadille",
        )
