"""The golden rows in `vectors/`, one JSON object a case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(__file__).parent / "vectors"


def rows(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert loaded
    return loaded


def each_row(name: str, having: str | None = None) -> pytest.MarkDecorator:
    """One test a row, numbered by the row's place in the file."""
    chosen = [
        pytest.param(row, id=f"{name}-{number}")
        for number, row in enumerate(rows(name))
        if having is None or having in row
    ]
    return pytest.mark.parametrize("row", chosen)


def code_of(error: pytest.ExceptionInfo[Any]) -> str:
    code: str = error.value.code
    return code
