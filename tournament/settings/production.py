"""Several hosts: PostgreSQL, Redis, https. The environment tells all, and what is missing stops the start."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from . import environment
from .base import *  # noqa: F403
from .base import CELERY


def secret_key() -> str:
    """The server key. Short ones are refused, for table codes and sessions hang on it."""
    key = environment.text("SPADILLE_SECRET_KEY")
    if len(key) < 32:
        raise ImproperlyConfigured(f"SPADILLE_SECRET_KEY has {len(key)} characters; at least 32 are needed.")
    return key


def hosts() -> list[str]:
    """The names under which this server may be asked."""
    names = environment.words("SPADILLE_HOSTS")
    if not names:
        raise ImproperlyConfigured(
            "SPADILLE_HOSTS is missing: name the hosts served, with commas between them."
        )
    if "*" in names:
        raise ImproperlyConfigured("SPADILLE_HOSTS must name hosts; * is for the hall's laptop only.")
    return names


def address(name: str, schemes: tuple[str, ...]) -> str:
    """A URL of one of the schemes, with a host."""
    value = environment.text(name).rstrip("/")
    parts = urlsplit(value)
    if parts.scheme not in schemes or not parts.netloc:
        raise ImproperlyConfigured(
            f"{name} must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}."
        )
    return value


SECRET_KEY = secret_key()
DEBUG = False
ALLOWED_HOSTS = hosts()
PUBLIC_URL = address("PUBLIC_URL", ("https",))
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
DATABASES = {
    "default": environment.database(
        "SPADILLE_DATABASE_URL", address("SPADILLE_DATABASE_URL", ("postgresql", "postgres"))
    )
}
REDIS_URL = address("SPADILLE_REDIS_URL", ("redis", "rediss"))
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
CELERY = CELERY | {"broker_url": REDIS_URL}

MEDIA_ROOT = Path(environment.text("SPADILLE_FILES"))
ANONYMISED_FILE = Path(environment.text("SPADILLE_ANONYMISED_FILE", str(MEDIA_ROOT / "anonymised.txt")))
PERSONAL_DATA_YEARS = environment.number("SPADILLE_PERSONAL_DATA_YEARS", 0, most=100)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# The proxy in front must set this header itself and drop the one it was sent.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
BEHIND_PROXY = True
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = environment.number("SPADILLE_HSTS_SECONDS", 60 * 60 * 24 * 30)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
