"""One seed, one draw: on every machine, whatever its processor can do."""

import hashlib
import json
import os
import subprocess
import sys
from importlib import import_module

import pytest

from engine.seating import plan_seating

APART = [(one, one + 9) for one in range(9)]
HISTORY = [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, None]], [[0, 4, 8, 1], [2, 5, 9, 10], [3, 6, 7, None]]]
REQUESTS: list[tuple[dict[str, object], str]] = [
    ({"players": 7, "rounds": 4}, "fe8e1c651ab9eb46"),
    ({"players": 16, "rounds": 5}, "132df4bec2af91af"),
    ({"players": 20, "rounds": 7, "seed": 3}, "e36131d8881abf2e"),
    ({"players": 27, "rounds": 6}, "f56f8dbab96b0283"),
    ({"players": 30, "rounds": 10, "seed": 9}, "ce81bd3fc3272c40"),
    ({"players": 13, "rounds": 4, "prefer": "even_threes"}, "086e9e24f69c7b97"),
    ({"players": 31, "rounds": 5, "seed": 2, "apart": APART}, "c154dfa2abd4cd6d"),
    ({"players": 40, "rounds": 10, "seed": 2**64 - 1}, "05f25eb0737d8b25"),
    ({"players": 11, "rounds": 3, "history": HISTORY}, "31ae6aec8889d209"),
    (
        {"players": 22, "rounds": 5, "locked": [(1, 2, "E", 7), (2, 0, None, 3)], "fixed_tables": [(9, 4)]},
        "2629381eb0bc8c57",
    ),
    ({"players": 72, "rounds": 15, "seed": 4}, "b08ca8fa9d8b6f69"),
    ({"players": 198, "rounds": 10, "seed": 5}, "c06ad432edf4d698"),
]


def fingerprint(arguments):
    plan = plan_seating(**arguments)
    return hashlib.sha256(json.dumps(plan.rounds).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("arguments", "expected"), REQUESTS)
def test_the_same_seed_gives_the_same_draw_on_every_machine(arguments, expected):
    assert fingerprint(arguments) == expected


def test_the_draw_does_not_depend_on_the_processor():
    inside = import_module("numpy._core._multiarray_umath")
    here = [name for name in inside.__cpu_dispatch__ if inside.__cpu_features__.get(name)]
    code = (
        "from tests.engine.seating.test_same_draw import REQUESTS, fingerprint\n"
        "print([fingerprint(arguments) for arguments, _ in REQUESTS])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "NPY_DISABLE_CPU_FEATURES": " ".join(here),
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == str([expected for _, expected in REQUESTS])
