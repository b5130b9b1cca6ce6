"""The marker and the installation for tests that start processes."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import unavailable
from tests.processes.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """An installation that is not running yet."""
    if sys.platform != "linux":
        unavailable("processes are found through /proc")
    hall = Hall(tmp_path)
    yield hall
    hall.end()
