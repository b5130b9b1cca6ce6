"""Table codes: computed and never stored, the same each time they are printed, dead once they are renewed."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest
from django.core import serializers
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import a_user, play, playing, started, table
from tournament.domain.codes import (
    ALPHABET,
    LENGTH,
    as_typed,
    code_hash,
    code_of,
    renew_code,
    seating_of_code,
    spaced,
    table_code,
    was_code_of,
)
from tournament.domain.rounds import publish_round
from tournament.errors import Refused
from tournament.models import AuditEntry, Seating

codes = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)


@given(st.uuids(), st.integers(1, 1000))
def test_a_code_is_eight_letters_that_are_not_mistaken_for_another(uuid: UUID, generation: int) -> None:
    code = code_of(uuid, generation)
    assert len(code) == 8
    assert set(code) <= set("ABCDEFGHJKMNPQRSTUVWXYZ")
    assert not set(code) & set("ILO0123456789")


@given(st.uuids(), st.integers(1, 1000))
def test_a_code_is_the_same_each_time_and_another_in_each_generation(uuid: UUID, generation: int) -> None:
    assert code_of(uuid, generation) == code_of(uuid, generation)
    assert code_of(uuid, generation) != code_of(uuid, generation + 1)


@given(
    codes, st.sampled_from([str.lower, str.upper, str.title]), st.sampled_from([" ", "-", "", "  ", " - "])
)
def test_a_code_is_read_however_it_is_typed(code: str, case: Any, between: str) -> None:
    typed = case(f" {code[:4]}{between}{code[4:]} ")
    assert as_typed(typed) == code
    assert as_typed(spaced(code)) == code


@given(st.text(max_size=20))
def test_what_is_typed_is_a_code_or_nothing(text: str) -> None:
    read = as_typed(text)
    assert read == "" or (len(read) == LENGTH and set(read) <= set(ALPHABET))


@pytest.mark.parametrize(
    "typed", ["", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGI", "ABCDEFGL", "ABCDEFGO", "ABCDEFG1", "ÆBCDEFGH"]
)
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert as_typed(typed) == ""


def test_another_server_key_gives_other_codes_and_other_hashes(settings: Any) -> None:
    uuid = UUID(int=7)
    before = code_of(uuid, 1)
    hashed = code_hash(before)
    settings.SECRET_KEY = "another key"
    assert code_of(uuid, 1) != before
    assert code_hash(before) != hashed


@pytest.mark.django_db
class TestTables:
    """The codes of drawn tables."""

    def test_every_table_has_a_code_of_its_own_that_opens_it(self) -> None:
        tournament = playing(27, rounds_planned=3)
        publish_round(round_=tournament.rounds.get(number=2), actor=None)
        tables = list(Seating.objects.filter(round__number__lte=2))
        opened = [seating_of_code(table_code(seating)) for seating in tables]
        assert opened == tables
        assert len({table_code(seating) for seating in tables}) == len(tables) == 14

    def test_a_round_that_is_not_public_has_no_codes_yet(self) -> None:
        seating = table(started(8))
        assert seating_of_code(table_code(seating)) is None

    def test_a_code_that_is_nobodys_opens_nothing(self) -> None:
        playing(8)
        assert [seating_of_code("AAAAAAAA"), seating_of_code("")] == [None, None]

    def test_the_code_printed_again_is_the_same(self) -> None:
        tournament = playing(8)
        assert table_code(table(tournament)) == table_code(table(tournament))

    def test_the_database_knows_a_hash_and_never_the_code(self) -> None:
        seating = table(playing(8))
        renewed = renew_code(seating=seating, actor=None, reason="tabt")
        everything = serializers.serialize("json", [*Seating.objects.all(), *AuditEntry.objects.all()])
        rows = []
        with connection.cursor() as cursor:
            for model in (Seating, AuditEntry):
                cursor.execute(f"SELECT * FROM {model._meta.db_table}")  # noqa: S608
                rows += cursor.fetchall()
        for code in (table_code(seating), table_code(renewed)):
            assert code not in everything
            assert code not in json.dumps(rows, default=str)
        assert renewed.code_hash == code_hash(table_code(renewed))
        assert len(str(renewed.code_hash)) == 64

    def test_a_new_code_opens_the_table_and_the_old_one_nothing(self) -> None:
        director = a_user()
        seating = table(playing(8, director))
        old = table_code(seating)
        renewed = renew_code(seating=seating, actor=director, reason="kortet er væk")
        new = table_code(renewed)
        assert (seating_of_code(old), seating_of_code(new)) == (None, seating)
        assert (was_code_of(renewed, old), was_code_of(renewed, new)) == (True, False)
        entry = AuditEntry.objects.get(verb="renew_code")
        assert (entry.before, entry.after, entry.reason) == (
            {"generation": 1},
            {"generation": 2},
            "kortet er væk",
        )

    def test_other_tables_keep_theirs(self) -> None:
        tournament = playing(8)
        other = table_code(table(tournament, 1, 2))
        renew_code(seating=table(tournament), actor=None, reason="tabt")
        assert table_code(table(tournament, 1, 2)) == other

    def test_a_new_code_needs_a_reason_and_an_open_round(self) -> None:
        tournament = playing(8)
        with pytest.raises(Refused, match="reason_missing"):
            renew_code(seating=table(tournament), actor=None, reason=" ")
        play(tournament, 1)
        with pytest.raises(Refused, match="round_not_open"):
            renew_code(seating=table(tournament), actor=None, reason="tabt")
        assert table(tournament).code_generation == 1
