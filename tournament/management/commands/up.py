"""Start Spadille on this machine: database, translations, demo, web server and workers, until Ctrl-C."""

from __future__ import annotations

import socket
import sys
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor

from tournament import broker, catalogue, lan, posix, queries
from tournament.supervisor import Service, Supervisor

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones come from the local network


class Command(BaseCommand):
    help = "Start the web server and the workers on this machine, and make the database first if need be."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=EVERYWHERE, help="the address to listen on; all by default")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="do not load the demo into a new database")

    def handle(self, *_args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        var = Path(getattr(settings, "VAR_DIR", settings.BASE_DIR / "var"))
        lock = posix.try_lock(var / "up.lock")
        if lock is None:
            raise CommandError(
                f"Spadille kører allerede med data i {var}."
                f" / Spadille is already running with the data in {var}."
            )
        with lock:
            check_port(host, port)
            catalogue.compile_all([Path(folder) for folder in settings.LOCALE_PATHS])
            is_new = self.migrate()
            log_in = self.load_demo() if is_new and not options["no_demo"] else ""
            self.forget()
            broker.prepare(settings.CELERY["broker_url"])
            phones = [queries.public_address(), queries.lost_address(port)]
            connections.close_all()
            supervisor = Supervisor(
                services(host, port), settings.BASE_DIR, var / "log", self.say, lambda: answers(host, port)
            )
            supervisor.run(ready=lambda: self.greet(host, port, log_in, *phones))
            self.say("Spadille er stoppet. / Spadille has stopped.")

    def migrate(self) -> bool:
        """Bring the database up to date; True when it was empty before."""
        executor = MigrationExecutor(connection)
        is_new = not executor.loader.applied_migrations
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.say("Databasen gøres klar ... / Preparing the database ...")
            call_command("migrate", database=DEFAULT_DB_ALIAS, interactive=False, verbosity=0)
        return is_new

    def forget(self) -> None:
        """A database that was brought back from a backup may know again whom it must not."""
        if "forget" in get_commands():
            call_command("forget", stdout=self.stdout)

    def load_demo(self) -> str:
        """Load the demo tournament and return what it says, the director's log-in among it."""
        if "demo" not in get_commands():
            return ""
        out = StringIO()
        call_command("demo", stdout=out)
        return out.getvalue().strip()

    def greet(self, host: str, port: int, log_in: str, chosen: str, lost: str) -> None:
        """Where to find it, where phones find it, and how to end it."""
        self.say("")
        self.say("Spadille")
        self.say(f"  Denne maskine / this machine:  http://localhost:{port}/")
        for own in lan.addresses() if host == EVERYWHERE else []:
            self.say(f"  Lokalnettet / local network:   http://{own.host}:{port}/")
        if chosen:
            self.say(f"  Telefoner / phones:            {chosen}/")
        if lost:
            self.say("    Adressen er ikke længere denne maskines: vælg igen, og udskriv bordkortene igen.")
            self.say(
                "    The address is no longer this machine's: choose again, and print the table cards again."
            )
        self.say(f"  Prøv telefon / try a phone:    http://localhost:{port}/director/phone/")
        if log_in:
            self.say("")
            self.say(log_in)
        self.say("")
        self.say("Ctrl-C stopper. / Ctrl-C stops.")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def check_port(host: str, port: int) -> None:
    """Find out before anything is started whether the port can be had."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            raise CommandError(
                f"Port {port} kan ikke bruges ({problem.strerror}). Prøv en anden: make run PORT={port + 1}"
                f" / Port {port} cannot be used. Try another: make run PORT={port + 1}"
            ) from None


def answers(host: str, port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1" if host == EVERYWHERE else host, port)) == 0


def services(host: str, port: int) -> list[Service]:
    """What runs, in the order of starting and of stopping: the door first, the work last."""
    celery = [sys.executable, "-m", "celery", "--app", "tournament.celery"]
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [
        Service(
            "web",
            [sys.executable, "manage.py", "serve", "--host", host, "--port", str(port)],
            shows_errors=True,
        ),
        Service("beat", [*celery, "beat", "--pidfile="]),
        Service("live", [*celery, "worker", "--queues=live", "--pool=solo", "--hostname=live@%h", *alone]),
        # A process of its own for the work, so that its time limit can be enforced.
        Service(
            "bulk",
            [
                *celery,
                "worker",
                "--queues=bulk",
                "--pool=prefork",
                "--concurrency=1",
                "--hostname=bulk@%h",
                *alone,
            ],
        ),
    ]
