"""The production settings with collected files of their own, so that nothing is written into the tree."""

import os
from pathlib import Path

from tournament.settings.production import *  # noqa: F403

STATIC_ROOT = Path(os.environ["SPADILLE_FILES"]) / "static"
