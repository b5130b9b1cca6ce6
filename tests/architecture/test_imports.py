"""Who may import whom, as pyproject.toml says, and an engine that needs nothing."""

import subprocess
import sys

from tests.conftest import ROOT


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )


def test_contracts_are_kept():
    result = run_python(
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_logo=True))"
    )

    assert result.returncode == 0, result.stdout + result.stderr


def test_engine_is_imported_without_any_framework():
    result = run_python(
        "import sys, engine;"
        "names = {name.partition('.')[0] for name in sys.modules};"
        "print(sorted(names & {'django', 'celery', 'kombu', 'rest_framework', 'openpyxl', 'sqlalchemy'}))"
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]"
