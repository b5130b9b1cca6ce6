"""Reading settings from environment variables, failing loudly with the variable's name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str | None = None) -> str:
    """The variable's value; without a default a missing one stops the start."""
    value = os.environ.get(name, default)
    if value is None or value == "":
        if default is not None:
            return default
        raise ImproperlyConfigured(f"The environment variable {name} is missing. Set it and start again.")
    return value


def number(name: str, default: int, least: int = 0, most: int = 2**31) -> int:
    """A whole number within the limits given."""
    value = os.environ.get(name, "")
    if value == "":
        return default
    try:
        result = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number.") from None
    if not least <= result <= most:
        raise ImproperlyConfigured(f"{name}={result} must lie between {least} and {most}.")
    return result


def flag(name: str, default: bool) -> bool:
    """1/true/yes/on or 0/false/no/off."""
    value = os.environ.get(name, "").strip().lower()
    if value == "":
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name}={value!r} must be 1 or 0.")


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A comma-separated list."""
    value = os.environ.get(name, "")
    return [word.strip() for word in value.split(",") if word.strip()] or list(default)


def database(name: str, value: str) -> dict[str, Any]:
    """A Django database entry for postgresql://user:password@host:port/name or sqlite:///path."""
    parts = urlsplit(value)
    if parts.scheme == "sqlite":
        path = unquote(value.removeprefix("sqlite:///"))
        if not path:
            raise ImproperlyConfigured(f"{name} names no file: sqlite:///path/to/file expected.")
        return sqlite(Path(path))
    if parts.scheme in {"postgres", "postgresql"}:
        if not parts.path.strip("/"):
            raise ImproperlyConfigured(
                f"{name} names no database: postgresql://user@host:port/name expected."
            )
        try:
            port = parts.port or 5432
        except ValueError:
            raise ImproperlyConfigured(f"{name} has a port that is not a number.") from None
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.strip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(port),
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(f"{name} must begin with postgresql:// or sqlite:///.")


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite as a hall needs it: readers beside a writer, and a commit that survives a dead battery."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }
