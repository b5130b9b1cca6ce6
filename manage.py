#!/usr/bin/env python
"""Django's command line; the embedded settings are the default so that a fresh clone just runs."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings.embedded")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        # The sentence says which variable is wrong; a traceback would hide it.
        sys.exit(f"{problem}")


if __name__ == "__main__":
    main()
