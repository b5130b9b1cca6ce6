"""Changing seats after the draw: never when play has begun, never silently when the seats are public."""

from __future__ import annotations

from typing import Any

import pytest

from engine import RuleViolation
from tests.scenes import begin, play, playing, registered, started
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import check_in, register_new_player, withdraw_entry
from tournament.domain.repeats import repeat
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import (
    apply_replan,
    repair_preview,
    repair_seats,
    replan_preview,
    seat_by_hand,
    swap_preview,
    swap_seats,
)
from tournament.domain.tournaments import start_tournament
from tournament.errors import Refused
from tournament.models import AuditEntry, Draw, Entry, Round, Seating, Tournament

pytestmark = pytest.mark.django_db


def entry(tournament: Tournament, start_no: int) -> Entry:
    return tournament.entries.get(start_no=start_no)


def two_at_different_tables(round_: Round) -> tuple[int, int]:
    tables = seats_by_number(round_)
    return tables[0][0] or 0, tables[1][1] or 0


def test_two_players_change_seats_and_the_draw_says_so() -> None:
    tournament = started(16)
    round_ = tournament.rounds.get(number=1)
    one, other = two_at_different_tables(round_)
    before = seats_by_number(round_)
    swap_seats(round_=round_, one=entry(tournament, one), other=entry(tournament, other), actor=None)
    after = seats_by_number(round_)
    changed = {one: other, other: one}
    assert after == [[changed.get(seat or 0, seat) for seat in table] for table in before]
    assert repeat(Draw.objects.get()).verdict == "reseated"


def test_the_effect_of_a_swap_is_known_before() -> None:
    tournament = started(16, rounds_planned=3)
    round_ = tournament.rounds.get(number=2)
    one, other = two_at_different_tables(round_)
    effect = swap_preview(round_=round_, one=entry(tournament, one), other=entry(tournament, other))
    assert (effect.before.repeats, effect.after.repeats > 0) == (0, True)
    assert not round_.is_reseated


def test_a_swap_is_measured_without_later_rounds_that_are_out_of_date() -> None:
    tournament = started(16, rounds_planned=3)
    round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
    withdraw_entry(entry=entry(tournament, 5), actor=None)
    repair_seats(round_=round_, actor=None, reason="udeblevet")
    round_ = tournament.rounds.get(number=1)
    seated = [next(seat for seat in table if seat is not None) for table in seats_by_number(round_)[:2]]
    effect = swap_preview(round_=round_, one=entry(tournament, seated[0]), other=entry(tournament, seated[1]))
    assert (effect.before.players, effect.before.rounds) == (15, 1)


def test_a_swap_in_public_takes_a_reason_and_after_the_start_is_refused() -> None:
    tournament = started(16)
    round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
    one, other = (entry(tournament, start_no) for start_no in two_at_different_tables(round_))
    with pytest.raises(Refused, match="reason_missing"):
        swap_seats(round_=round_, one=one, other=other, actor=None)
    swap_seats(round_=round_, one=one, other=other, actor=None, reason="rullestol")
    assert AuditEntry.objects.get(verb="swap_seats").reason == "rullestol"
    playing_round = Round.objects.filter(pk=round_.pk)
    playing_round.update(state="playing")
    with pytest.raises(Refused, match="round_has_begun"):
        swap_seats(round_=playing_round.get(), one=one, other=other, actor=None, reason="x")


def test_somebody_without_a_seat_cannot_swap() -> None:
    tournament = started(16)
    late = register_new_player(tournament=tournament, name="Sent Kommer", club_name="", actor=None)
    with pytest.raises(Refused, match="not_seated"):
        swap_seats(round_=tournament.rounds.get(number=1), one=late, other=entry(tournament, 1), actor=None)


def by_hand(players: int) -> Tournament:
    tournament = registered(players, seating_method="manual")
    start_tournament(tournament=tournament, actor=None)
    return tournament


def test_a_seating_by_hand_is_counted_like_any_other() -> None:
    tournament = by_hand(7)
    tables: list[list[int | None]] = [[7, 6, 5, 4], [3, None, 1, 2]]
    round_ = seat_by_hand(tournament=tournament, tables=tables, actor=None)
    assert seats_by_number(round_) == tables
    assert (round_.draw.method, round_.draw.report["repeats"]) == ("manual", 0)
    assert repeat(round_.draw).verdict == "same"
    again = seat_by_hand(tournament=tournament, tables=tables, actor=None)
    assert again.draw.report["repeats"] == 9


def test_everything_wrong_with_a_seating_by_hand_is_said_at_once() -> None:
    tournament = by_hand(8)
    with pytest.raises(RuleViolation) as refused:
        seat_by_hand(tournament=tournament, tables=[[1, 2, 3, 99], [5, 6, 7, 7]], actor=None)
    reasons: Any = refused.value.params["reasons"]
    codes = {reason["code"] for reason in reasons}
    assert (refused.value.code, codes) == (
        "invalid_seating",
        {"unknown_player", "doubled_player", "missing_player"},
    )
    assert not Round.objects.exists()


def test_replanning_keeps_public_rounds_and_seats_who_is_here() -> None:
    tournament = playing(16, rounds_planned=4)
    play(tournament, 1)
    first = seats_by_number(tournament.rounds.get(number=1))
    withdraw_entry(entry=entry(tournament, 3), actor=None)
    answer = replan_preview(tournament=tournament, seed=5)
    assert answer.choice in {"keep", "replan"}
    apply_replan(tournament=tournament, choice=answer.choice, seed=5, actor=None)
    assert seats_by_number(tournament.rounds.get(number=1)) == first
    for number in (2, 3, 4):
        seated = {seat for row in seats_by_number(tournament.rounds.get(number=number)) for seat in row} - {
            None
        }
        assert seated == set(range(1, 17)) - {3}
    begin(tournament, 2)
    assert {repeat(draw).verdict for draw in Draw.objects.all()} == {"same"}


def test_with_no_unpublished_round_there_is_nothing_to_replan() -> None:
    tournament = playing(8, rounds_planned=1)
    with pytest.raises(Refused, match="no_open_rounds"):
        replan_preview(tournament=tournament)


def test_a_no_show_and_a_late_player_are_mended_while_seats_are_read_out() -> None:
    tournament = started(16)
    round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
    before = seats_by_number(round_)
    withdraw_entry(entry=entry(tournament, 5), actor=None)
    late = register_new_player(tournament=tournament, name="Sent Kommer", club_name="", actor=None)
    check_in(entry=late, actor=None)
    assert repair_preview(round_=round_).moved == (0,)
    uuids = set(Seating.objects.filter(round=round_).values_list("uuid", flat=True))
    repair_seats(round_=round_, actor=None, reason="udeblevet")
    after = seats_by_number(round_)
    assert after == [[late.start_no if seat == 5 else seat for seat in table] for table in before]
    assert entry(tournament, 5).withdrawn_after_round == 0
    assert uuids == set(Seating.objects.filter(round=round_).values_list("uuid", flat=True))
    assert repeat(tournament.rounds.get(number=1).draw).verdict == "same"


def test_a_table_of_four_that_misses_one_becomes_a_table_of_three() -> None:
    tournament = started(16, deals_per_round=16)
    round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
    withdraw_entry(entry=entry(tournament, 5), actor=None)
    repair_seats(round_=round_, actor=None, reason="udeblevet")
    sizes = {seating.seats.count(): seating.deals for seating in round_.seatings.all()}
    assert sizes == {4: 16, 3: 12}
