"""Drawing, throwing draws away, publishing."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from engine import RuleViolation
from tests.scenes import play, playing, registered, started
from tournament.domain.draws import discard_draws, draw_rounds, plan_of, seats_by_number
from tournament.domain.entries import withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import start_tournament
from tournament.errors import Refused
from tournament.models import Round, Seat, Seating, Tournament

pytestmark = pytest.mark.django_db


def seats_of(round_: Round) -> list[tuple[int, str, int]]:
    return list(
        Seat.objects.filter(round=round_)
        .values_list("seating__table_no", "position", "entry__start_no")
        .order_by("seating__table_no", "position")
    )


@pytest.mark.parametrize("players", [3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 27, 30])
def test_everybody_is_seated_once_with_as_few_threes_as_possible(players: int) -> None:
    tournament = started(players)
    for round_ in tournament.rounds.all():
        assert sorted(start_no for _, _, start_no in seats_of(round_)) == list(range(1, players + 1))
        sizes = [seating.seats.count() for seating in round_.seatings.all()]
        assert sizes.count(3) == -players % 4
        assert set(sizes) <= {3, 4}


def test_a_table_of_three_plays_three_quarters_of_the_deals() -> None:
    tournament = started(7, deals_per_round=16)
    deals = {seating.seats.count(): seating.deals for seating in Seating.objects.filter(round__number=1)}
    assert (tournament.deals_per_round, deals) == (16, {4: 16, 3: 12})


def test_the_same_seed_draws_the_same_seats() -> None:
    tournament = registered(16)
    start_tournament(tournament=tournament, actor=None)
    first = [seats_of(round_) for round_ in draw_rounds(tournament=tournament, actor=None, seed=7)]
    discard_draws(tournament=tournament, actor=None)
    again = [seats_of(round_) for round_ in draw_rounds(tournament=tournament, actor=None, seed=7)]
    discard_draws(tournament=tournament, actor=None)
    other = [seats_of(round_) for round_ in draw_rounds(tournament=tournament, actor=None, seed=8)]
    assert first == again
    assert first != other


def test_rounds_drawn_one_by_one_count_earlier_meetings() -> None:
    tournament = registered(16, rounds_planned=5)
    start_tournament(tournament=tournament, actor=None)
    for _ in range(5):
        draw_rounds(tournament=tournament, actor=None, count=1, seed=3)
    met: set[tuple[int, int]] = set()
    for seating in Seating.objects.prefetch_related("seats"):
        entries = sorted(seat.entry_id for seat in seating.seats.all())
        pairs = {(one, other) for one in entries for other in entries if one < other}
        assert not pairs & met
        met |= pairs


def test_no_more_rounds_are_drawn_than_planned() -> None:
    tournament = started(8)
    with pytest.raises(Refused, match="all_rounds_drawn"):
        draw_rounds(tournament=tournament, actor=None)


def test_a_tournament_that_has_not_started_is_not_drawn() -> None:
    tournament = registered(8)
    with pytest.raises(Refused, match="tournament_not_running"):
        draw_rounds(tournament=tournament, actor=None)


def test_with_five_left_the_draw_is_refused_and_nothing_is_stored() -> None:
    tournament = registered(6)
    start_tournament(tournament=tournament, actor=None)
    withdraw_entry(entry=tournament.entries.get(start_no=1), actor=None)
    with pytest.raises(RuleViolation) as refused:
        draw_rounds(tournament=tournament, actor=None)
    assert refused.value.code == "impossible_number_of_players"
    assert Round.objects.count() == 0


def test_rounds_are_published_in_order_and_once() -> None:
    tournament = started(8)
    first, second = tournament.rounds.all()
    with pytest.raises(Refused, match="earlier_round_unpublished"):
        publish_round(round_=second, actor=None)
    publish_round(round_=first, actor=None)
    with pytest.raises(Refused, match="round_already_published"):
        publish_round(round_=first, actor=None)


def test_published_rounds_survive_a_new_draw() -> None:
    tournament = playing(8)
    before = seats_of(tournament.rounds.get(number=1))
    assert discard_draws(tournament=tournament, actor=None) == 1
    draw_rounds(tournament=tournament, actor=None)
    assert seats_of(tournament.rounds.get(number=1)) == before


def test_the_database_refuses_the_same_person_twice_in_a_round() -> None:
    tournament = started(8)
    seat = Seat.objects.filter(round__number=1, seating__table_no=1).first()
    other = Seating.objects.get(round__number=1, table_no=2)
    assert seat is not None
    Seat.objects.filter(seating=other, position="N").delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(seating=other, round=seat.round, position="N", entry=seat.entry)
    assert Tournament.objects.get() == tournament


def test_the_draw_keeps_what_is_needed_to_repeat_it() -> None:
    tournament = playing(8)
    play(tournament, 1)
    draw = tournament.rounds.get(number=2).draw
    plan = plan_of(draw.method, draw.inputs)
    assert (plan.report.algorithm, plan.report.input_hash) == (draw.algorithm, draw.input_hash)
    stored = seats_by_number(tournament.rounds.get(number=2))
    repeated = [[None if seat is None else seat + 1 for seat in table] for table in plan.rounds[1]]
    assert repeated == stored
