"""The door for gunicorn and waitress. The way of running is named by DJANGO_SETTINGS_MODULE."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings.embedded")

application = get_wsgi_application()
