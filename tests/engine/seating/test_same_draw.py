"""One seed, one draw: on every machine, whatever its processor can do."""

import hashlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from engine.seating import plan_seating

APART = [(one, one + 9) for one in range(9)]
HISTORY = [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, None]], [[0, 4, 8, 1], [2, 5, 9, 10], [3, 6, 7, None]]]
REQUESTS: list[tuple[dict[str, object], str]] = [
    ({"players": 7, "rounds": 4}, ""),
]


def fingerprint(arguments):
    plan = plan_seating(**arguments)
    return hashlib.sha256(json.dumps(plan.rounds).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("arguments", "expected"), REQUESTS)
def test_the_same_seed_gives_the_same_draw_on_every_machine(arguments, expected):
    assert fingerprint(arguments) == expected


def test_the_draw_does_not_depend_on_the_processor():
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    here = [name for name in __cpu_dispatch__ if __cpu_features__.get(name)]
    code = (
        "from tests.engine.seating.test_same_draw import REQUESTS, fingerprint\n"
        "print([fingerprint(arguments) for arguments, _ in REQUESTS])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NPY_DISABLE_CPU_FEATURES": " ".join(here), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == str([expected for _, expected in REQUESTS])
