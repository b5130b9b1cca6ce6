"""The Celery application: `celery -A tournament.celery worker`. The tasks are in scoring/tasks.py."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings.embedded")

from celery import Celery, signals
from django.conf import settings

from tournament import broker, posix

broker.register()
app = Celery("spadille")
app.config_from_object(settings.CELERY)


@signals.setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Leave logging to Django's settings: a receiver here keeps Celery from setting up its own."""


@signals.worker_init.connect
@signals.beat_init.connect
def follow_supervisor(**_: Any) -> None:
    """Die with the supervisor, where one started this process."""
    posix.follow(os.environ.get("SPADILLE_SUPERVISOR"))


@signals.worker_process_init.connect
def enter_pool_process(**_: Any) -> None:
    """A process of the pool dies with its worker, and uses none of the worker's connections."""
    posix.follow(str(os.getppid()))
    if broker.embedded_file(settings.CELERY["broker_url"]):
        from tournament import sqlite_queue

        sqlite_queue.forget_connections()
