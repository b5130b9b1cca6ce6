"""Methods of drawing, places kept, and repeating a draw from what is stored."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine import RuleViolation
from scoring.domain.draws import draw_again, draw_next
from scoring.domain.standings import compute
from tests.scenes import begin, enter, play, registered, table
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import register_new_player, withdraw_entry
from tournament.domain.repeats import repeat
from tournament.domain.tournaments import start_tournament
from tournament.errors import Refused
from tournament.models import ApartPair, AuditEntry, Draw, Round, Tournament

pytestmark = pytest.mark.django_db


def ready(players: int = 16, **settings: Any) -> Tournament:
    tournament = registered(players, **settings)
    start_tournament(tournament=tournament, actor=None)
    return tournament


def tables_of(tournament: Tournament, number: int) -> list[set[int]]:
    rows = seats_by_number(tournament.rounds.get(number=number))
    return [{seat for seat in row if seat is not None} for row in rows]


def test_random_draws_are_by_lot_alone_and_repeatable() -> None:
    tournament = ready(seating_method="random")
    draw_next(tournament=tournament, actor=None, seed=4)
    draw = Draw.objects.get()
    assert (draw.method, repeat(draw).verdict) == ("random", "same")
    assert sorted(set().union(*tables_of(tournament, 1))) == list(range(1, 17))


def test_monrad_is_drawn_one_round_at_a_time_from_the_standings() -> None:
    tournament = ready(8, seating_method="monrad")
    draw_next(tournament=tournament, actor=None, seed=4)
    assert tournament.rounds.count() == 1
    with pytest.raises(Refused, match="monrad_one_round_at_a_time"):
        draw_next(tournament=tournament, actor=None)
    begin(tournament, 1)
    enter(table(tournament), 1)
    with pytest.raises(Refused) as refused:
        draw_next(tournament=tournament, actor=None)
    assert refused.value.params == {"tables": ["1/1", "1/2"]}
    play(tournament, 1)
    draw_next(tournament=tournament, actor=None)
    draw = Draw.objects.latest("id")
    order = [row.entry.start_no for row in compute(tournament)]
    assert [draw.inputs["start_nos"][place] for place in draw.inputs["standing"]] == order
    assert repeat(draw).verdict == "same"


def test_monrad_before_every_table_has_signed_takes_a_logged_reason() -> None:
    tournament = ready(8, seating_method="monrad")
    draw_next(tournament=tournament, actor=None)
    begin(tournament, 1)
    draw_next(tournament=tournament, actor=None, reason="Bord 1 spiller færdig")
    assert AuditEntry.objects.get(verb="draw_before_signed").reason == "Bord 1 spiller færdig"


def test_a_tournament_seated_by_hand_is_not_drawn() -> None:
    tournament = ready(seating_method="manual")
    with pytest.raises(Refused, match="draw_by_hand"):
        draw_next(tournament=tournament, actor=None)


def test_named_pairs_and_clubs_are_kept_apart() -> None:
    tournament = ready(rounds_planned=2)
    entries = list(tournament.entries.order_by("start_no"))
    for other in entries[1:4]:
        ApartPair.objects.create(tournament=tournament, one=entries[0], other=other)
    draw_next(tournament=tournament, actor=None, seed=1)
    for number in (1, 2):
        mine = next(seats for seats in tables_of(tournament, number) if 1 in seats)
        assert not mine & {2, 3, 4}


def test_somebody_with_a_fixed_table_sits_there_every_round() -> None:
    tournament = ready(rounds_planned=3)
    tournament.entries.filter(start_no=7).update(fixed_table=2)
    draw_next(tournament=tournament, actor=None, seed=1)
    assert all(7 in tables_of(tournament, number)[1] for number in (1, 2, 3))


def test_locked_places_survive_a_new_draw() -> None:
    tournament = ready(rounds_planned=2)
    draw_next(tournament=tournament, actor=None, seed=1)
    first = seats_by_number(tournament.rounds.get(number=1))
    kept = [(0, 0, seat, start_no) for seat, start_no in enumerate(first[0])]
    draw_again(tournament=tournament, actor=None, seed=2, locked=kept)
    again = seats_by_number(tournament.rounds.get(number=1))
    assert again[0] == first[0]
    assert again[1:] != first[1:]


def test_contradictory_locks_are_refused_and_the_old_draw_stays() -> None:
    tournament = ready(rounds_planned=2)
    draw_next(tournament=tournament, actor=None, seed=1)
    before = seats_by_number(tournament.rounds.get(number=1))
    with pytest.raises(RuleViolation, match="contradictory_locks"):
        draw_again(tournament=tournament, actor=None, locked=[(0, 0, 0, 1), (0, 1, 0, 1)])
    assert seats_by_number(tournament.rounds.get(number=1)) == before


def test_every_kind_of_draw_can_be_repeated_by_command() -> None:
    tournament = ready(12, rounds_planned=3)
    draw_next(tournament=tournament, actor=None, count=1)
    begin(tournament, 1)
    play(tournament, 1)
    withdraw_entry(entry=tournament.entries.get(start_no=3), actor=None)
    register_new_player(tournament=tournament, name="Sent Kommer", club_name="", actor=None)
    draw_next(tournament=tournament, actor=None)
    out = StringIO()
    call_command("redraw", "--check", stdout=out)
    assert out.getvalue().count("the same seats") == 2


def test_a_draw_of_another_version_is_named() -> None:
    tournament = ready()
    draw_next(tournament=tournament, actor=None)
    Draw.objects.update(algorithm="0")
    out = StringIO()
    call_command("redraw", "--check", tournament.slug, stdout=out)
    assert "another version" in out.getvalue()


def test_a_draw_that_comes_out_differently_fails_the_check() -> None:
    tournament = ready()
    draw_next(tournament=tournament, actor=None, seed=1)
    draw = Draw.objects.get()
    draw.inputs["seed"] = 2
    draw.save()
    with pytest.raises(CommandError):
        call_command("redraw", "--check", stdout=StringIO())
    assert Round.objects.exists()
