"""Production does not start with a setting that is missing or wrong, and says which."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

COMPLETE = {
    "SPADILLE_SECRET_KEY": "0123456789abcdef0123456789abcdef",
    "SPADILLE_HOSTS": "lhombre.example",
    "PUBLIC_URL": "https://lhombre.example",
    "SPADILLE_DATABASE_URL": "postgresql://spadille:p%40ss@db.example:5433/spadille",
    "SPADILLE_REDIS_URL": "redis://redis.example:6379/0",
    "SPADILLE_FILES": "/srv/spadille/files",
}
SHOW = """
from django.conf import settings
print(settings.{})
"""


def load(changes: dict[str, str | None], show: str = "DEBUG") -> subprocess.CompletedProcess[str]:
    """Load the production settings in a process of its own, with these variables and no others of ours."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("SPADILLE_") and name != "PUBLIC_URL"
    }
    wanted = COMPLETE | changes
    env |= {name: value for name, value in wanted.items() if value is not None}
    env["DJANGO_SETTINGS_MODULE"] = "tournament.settings.production"
    return subprocess.run(
        [sys.executable, "-c", SHOW.format(show)],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("name", sorted(COMPLETE))
@pytest.mark.parametrize("value", [None, ""])
def test_missing_variable_stops_the_start_and_is_named(name, value):
    result = load({name: value})

    assert result.returncode != 0
    assert name in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SPADILLE_SECRET_KEY", "too short"),
        ("SPADILLE_HOSTS", "*"),
        ("SPADILLE_HOSTS", " , "),
        ("PUBLIC_URL", "http://lhombre.example"),
        ("PUBLIC_URL", "lhombre.example"),
        ("SPADILLE_DATABASE_URL", "sqlite:///spadille.sqlite3"),
        ("SPADILLE_DATABASE_URL", "postgresql://db.example"),
        ("SPADILLE_DATABASE_URL", "postgresql://db.example:five/spadille"),
        ("SPADILLE_REDIS_URL", "http://redis.example"),
        ("SPADILLE_HSTS_SECONDS", "a year"),
    ],
)
def test_wrong_value_stops_the_start_and_is_named(name, value):
    result = load({name: value})

    assert result.returncode != 0
    assert name in result.stderr.splitlines()[-1]


def test_wrong_value_is_not_repeated_when_it_is_a_secret():
    result = load({"SPADILLE_SECRET_KEY": "hush"})

    assert "hush" not in result.stderr


@pytest.mark.parametrize(
    ("show", "value"),
    [
        ("DEBUG", "False"),
        ("ALLOWED_HOSTS", "['lhombre.example']"),
        ("SESSION_COOKIE_SECURE", "True"),
        ("CSRF_COOKIE_SECURE", "True"),
        ("SECURE_SSL_REDIRECT", "True"),
        ("DATABASES['default']['PASSWORD']", "p@ss"),
        ("DATABASES['default']['PORT']", "5433"),
        ("CELERY['broker_url']", "redis://redis.example:6379/0"),
    ],
)
def test_complete_environment_gives_the_settings(show, value):
    result = load({}, show)

    assert result.stderr == ""
    assert result.stdout.strip() == value


def test_embedded_key_is_made_once_and_is_private(tmp_path):
    env = os.environ | {
        "SPADILLE_VAR": str(tmp_path / "var"),
        "DJANGO_SETTINGS_MODULE": "tournament.settings.embedded",
    }
    shown = [
        subprocess.run(
            [sys.executable, "-c", SHOW.format("SECRET_KEY")],
            cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip

    assert shown[0] == shown[1]
    assert len(shown[0].strip()) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0
