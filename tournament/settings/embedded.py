"""The default: one laptop, SQLite, no services. Files live under `var/`."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key

from . import environment
from .base import *  # noqa: F403
from .base import BASE_DIR, CELERY, MIDDLEWARE

VAR_DIR = Path(environment.text("SPADILLE_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def server_key(path: Path) -> str:
    """The key of this installation, made once and kept readable by its owner only."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        key = get_random_secret_key()
        file.write(key)
    return key


SECRET_KEY = environment.text("SPADILLE_SECRET_KEY", "") or server_key(VAR_DIR / "secret_key")
DEBUG = environment.flag("SPADILLE_DEBUG", False)
# A hall has no name server: phones come by the address of the moment, so every host name is taken.
ALLOWED_HOSTS = environment.words("SPADILLE_HOSTS", ("*",))
PUBLIC_URL = environment.text("PUBLIC_URL", "")
DATABASES = {"default": environment.sqlite(VAR_DIR / "spadille.sqlite3")}
STATIC_ROOT = None
MEDIA_ROOT = VAR_DIR / "files"
ANONYMISED_FILE = VAR_DIR / "anonymised.txt"
PERSONAL_DATA_YEARS = environment.number("SPADILLE_PERSONAL_DATA_YEARS", 0, most=100)
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Style sheets and scripts are served from the apps' own folders: nothing has to be collected before.
WHITENOISE_USE_FINDERS = True
MIDDLEWARE = ["tournament.web.packing.PackedStaticFiles", *MIDDLEWARE]
WHITENOISE_AUTOREFRESH = DEBUG

CELERY = CELERY | {
    "broker_url": f"spadille+sqlite:///{VAR_DIR / 'broker.sqlite3'}",
    # A queue in a file has no broadcast, which remote control needs.
    "worker_enable_remote_control": False,
}
