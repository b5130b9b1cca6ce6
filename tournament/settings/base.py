"""What all ways of running share. Nothing here reads a secret or opens a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parent.parent.parent

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "tournament",
    "scoring",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournament.web.access.LogInMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournament.web.only_posted.OnlyPostedMiddleware",
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournament.web.templatetags", "scoring.web.templatetags"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.web.context.site",
            ],
        },
    },
]

AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "director-home"
LOGOUT_REDIRECT_URL = "home"

# A hall is one address: only a user name tried from one address is locked, never the address alone.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "tournament.web.accounts.locked_out"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

LANGUAGE_CODE = "da"
LANGUAGES = [("da", "Dansk"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
FORMAT_MODULE_PATH = ["tournament.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Copenhagen"

STATIC_URL = "/static/"
STATICFILES_DIRS: list[Path] = []
STATIC_ROOT: Path | None = BASE_DIR / "staticfiles"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    },
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "tournament.api.table_code.TableCodeAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",
    ],
    "DEFAULT_PARSER_CLASSES": ["tournament.api.parsers.ShallowJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 100,
    "EXCEPTION_HANDLER": "tournament.api.problems.as_problem",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {"TITLE": "Spadille", "VERSION": "1", "SERVE_INCLUDE_SCHEMA": False}

# An empty public address means: the address the browser used, or the machine's own on the local network.
PUBLIC_URL = ""
# Whether a proxy of ours stands in front and says in X-Forwarded-For who really asked.
BEHIND_PROXY = False
VERSION = "0.1.0"

# Read by tournament/celery.py. Each way of running adds its broker.
CELERY: dict[str, Any] = {
    "task_ignore_result": True,
    "task_default_queue": "live",
    "task_routes": {"scoring.tasks.run_job": {"queue": "bulk"}},
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "timezone": "UTC",
    "task_publish_retry": False,
    "broker_connection_retry_on_startup": True,
    # Every 5 s, from memory: nothing has to be remembered over a restart, and a sweep that waited long is
    # worth no more than the next one.
    "beat_scheduler": "celery.beat:Scheduler",
    "beat_schedule": {
        "sweep": {"task": "scoring.tasks.sweep", "schedule": 5.0, "options": {"expires": 10}},
    },
}
# Off in tests: nothing is sent to any broker.
PUBLISHING = True

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    # Standard output, always: the supervisor, systemd or the container decides where it goes.
    "handlers": {
        "out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "line"},
    },
    "root": {"handlers": ["out"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Its own handlers print every request of the development server.
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "axes": {"level": "WARNING"},
    },
}
EXPORT_DAYS_KEPT = 7
# Who has not played for so many years is made anonymous; 0: nobody is.
PERSONAL_DATA_YEARS = 0
# Marks of those who were made anonymous; it must not be brought back from a backup.
ANONYMISED_FILE = BASE_DIR / "var" / "anonymised.txt"
