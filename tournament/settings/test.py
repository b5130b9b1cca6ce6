"""Settings of the test run: SQLite unless SPADILLE_TEST_DATABASE names a PostgreSQL."""

from __future__ import annotations

import tempfile
from pathlib import Path

from . import environment
from .base import *  # noqa: F403
from .base import CELERY

SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["*"]
_scratch = Path(tempfile.mkdtemp(prefix="spadille-test-"))
DATABASES = {
    "default": environment.database(
        "SPADILLE_TEST_DATABASE",
        environment.text("SPADILLE_TEST_DATABASE", f"sqlite:///{_scratch / 'test.sqlite3'}"),
    )
}
MEDIA_ROOT = _scratch / "files"
ANONYMISED_FILE = _scratch / "anonymised.txt"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PUBLISHING = False
CELERY = CELERY | {"broker_url": "memory://"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
