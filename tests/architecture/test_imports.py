"""Who may import whom, as pyproject.toml says."""

import subprocess
import sys

from tests.conftest import ROOT

LINT = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_logo=True))"


def test_contracts_are_kept():
    result = subprocess.run(
        [sys.executable, "-c", LINT], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )

    assert result.returncode == 0, result.stdout + result.stderr
