"""Signing sheets, opening and closing rounds, finishing."""

from __future__ import annotations

import pytest

from scoring.domain.deals import correct_deal
from scoring.domain.rounds import close_round, finish_tournament, open_round
from scoring.domain.scores import current_deals, sheet_hash
from scoring.domain.signatures import reopen_seating, sign_seating
from scoring.models import Deal, Signature
from tests.scenes import PAS, begin, enter, fill, play, playing, started, table
from tournament.domain.rounds import publish_round
from tournament.errors import Refused
from tournament.models import AuditEntry, Seating

pytestmark = pytest.mark.django_db


def test_a_sheet_with_a_hole_cannot_be_signed_and_says_which_deals() -> None:
    seating = table(playing(8))
    enter(seating, 1)
    enter(seating, 3)
    with pytest.raises(Refused) as refused:
        sign_seating(seating=seating, actor=None)
    assert refused.value.params["missing"] == [2, 4]


def test_signing_twice_is_one_signature() -> None:
    seating = table(playing(8))
    fill(seating)
    assert sign_seating(seating=seating, actor=None) == Signature.objects.get()


def test_a_signature_vouches_for_what_stood_there() -> None:
    seating = table(playing(8))
    fill(seating)
    signature = Signature.objects.get()
    assert signature.sheet_hash == sheet_hash(current_deals(seating))
    deal = Deal.objects.get(seating=seating, number=1)
    correct_deal(deal=deal, version=1, line=PAS, actor=None, reason="protest")
    assert Signature.objects.get().sheet_hash != sheet_hash(current_deals(seating))


def test_only_a_seat_of_the_table_signs() -> None:
    seating = table(playing(7), table_no=2)
    fill(seating, sign=False)
    empty = ({"N", "E", "S", "W"} - {seat.position for seat in seating.seats.all()} or {"X"}).pop()
    with pytest.raises(Refused, match="seat_not_at_table"):
        sign_seating(seating=seating, actor=None, seat=empty)


def test_a_round_is_closed_only_when_every_table_has_signed() -> None:
    tournament = playing(8)
    fill(table(tournament, 1, 1))
    with pytest.raises(Refused) as refused:
        close_round(round_=tournament.rounds.get(number=1), actor=None)
    assert refused.value.params["tables"] == ["1/2"]


def test_the_next_round_waits_for_signatures_unless_a_reason_is_logged() -> None:
    tournament = playing(8)
    fill(table(tournament, 1, 1))
    second = publish_round(round_=tournament.rounds.get(number=2), actor=None)
    with pytest.raises(Refused, match="earlier_tables_unsigned"):
        open_round(round_=second, actor=None)
    open_round(round_=second, actor=None, reason="Bord 2 spiller færdig bagefter")
    assert AuditEntry.objects.filter(verb="open_round").latest("id").reason.startswith("Bord 2")


def test_a_closed_round_cannot_be_reopened_by_its_sheets() -> None:
    tournament = playing(8)
    play(tournament, 1)
    with pytest.raises(Refused, match="round_closed"):
        reopen_seating(seating=table(tournament), actor=None, reason="x")


def test_a_tournament_is_finished_when_all_its_rounds_are_closed() -> None:
    tournament = playing(8)
    play(tournament, 1)
    with pytest.raises(Refused) as refused:
        finish_tournament(tournament=tournament, actor=None)
    assert refused.value.params == {"closed": 1, "rounds": 2}
    begin(tournament, 2)
    play(tournament, 2)
    assert finish_tournament(tournament=tournament, actor=None, reason="ingen protest").state == "finished"
    with pytest.raises(Refused, match="tournament_not_running"):
        finish_tournament(tournament=tournament, actor=None)


def test_deals_cannot_be_entered_before_the_round_begins() -> None:
    tournament = started(8)
    with pytest.raises(Refused, match="round_not_open"):
        sign_seating(seating=table(tournament), actor=None)
    assert not Seating.objects.filter(state="signed").exists()
