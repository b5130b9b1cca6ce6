"""Every reason the engine can give inside a refusal has a sentence of its own."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from tests.conftest import ROOT
from tournament.sentences import REASONS, reason_sentences, sentence

CODE = re.compile(r'"code": "([a-z_]+)"|"((?:doubled|missing)_player)"')


def test_every_reason_of_the_engine_has_a_sentence():
    found = {
        code
        for name in ("manual.py", "locks.py")
        for pair in CODE.findall((ROOT / "engine" / "seating" / name).read_text())
        for code in pair
        if code
    }
    assert len(found) > 15
    assert found - set(REASONS) == set()


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            {"code": "lock_table_too_full", "round": 1, "table": 0, "players": 5},
            "Round 5: 5 players are to sit at table 1.",
        ),
        (
            {"code": "lock_seat_taken_twice", "round": 0, "table": 2, "seat": 1},
            "Round 4: two are to have seat E at table 3.",
        ),
        ({"code": "missing_player", "round": 0, "player": 6}, "Anna 6 has no seat."),
        (
            {"code": "wrong_table_size", "round": 0, "table": 1, "players": 2},
            "Table 2 has 2 players: it must be three or four.",
        ),
        ({"code": "brand_new"}, "This was refused (brand_new)."),
    ],
)
def test_a_reason_is_told_with_names_and_numbers_from_one(reason, told):
    with override("en"):
        assert reason_sentences([reason], lambda place: f"Anna {place}", first_round=4) == [told]


def test_a_refusal_with_reasons_is_told_whole_even_without_names():
    params = {"reasons": [{"code": "missing_player", "round": 0, "player": 6}]}
    with override("en"):
        assert sentence("invalid_seating", params) == "This seating is not possible. player 7 has no seat."
