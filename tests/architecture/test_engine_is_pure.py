"""The engine runs anywhere: it needs no framework, no clock and no chance."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRAMEWORKS = (
    "celery",
    "django",
    "kombu",
    "openpyxl",
    "redis",
    "rest_framework",
    "scoring",
    "sqlalchemy",
    "tournament",
)
OUTSIDE_WORLD = (
    "datetime",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "time",
    "uuid",
)


def test_the_engine_imported_in_a_fresh_interpreter_brings_no_framework():
    program = "import sys, engine; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = run.stdout.split()
    assert "engine" in loaded
    assert [name for name in FRAMEWORKS if name in loaded] == []


@pytest.mark.parametrize("path", sorted((ROOT / "engine").glob("*.py")), ids=lambda path: path.name)
def test_a_rules_module_knows_neither_clock_nor_chance_nor_files(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module.partition(".")[0])
    assert imported.isdisjoint({*FRAMEWORKS, *OUTSIDE_WORLD})


def test_every_public_name_of_the_engine_exists_and_is_explained():
    import engine

    for name in engine.__all__:
        thing = getattr(engine, name)
        if callable(thing):
            assert thing.__doc__, name
