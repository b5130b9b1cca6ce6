"""The embedded settings on PostgreSQL: several servers, one database."""

import os

from tournament.settings import environment
from tournament.settings.embedded import *  # noqa: F403

DATABASES = {"default": environment.database("SPADILLE_TEST_DATABASE", os.environ["SPADILLE_TEST_DATABASE"])}
