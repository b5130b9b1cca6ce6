"""Exchanging two players: seen before it is done, done once, never after the start."""

from __future__ import annotations

import pytest

from tests.scenes import started
from tests.web.scoring.drawing.conftest import words
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import register_new_player, withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import repair_seats
from tournament.models import AuditEntry


@pytest.fixture
def tournament(director):
    return started(16, director, rounds_planned=3)


def two(tournament, number=1):
    tables = seats_by_number(tournament.rounds.get(number=number))
    return tournament.entries.get(start_no=tables[0][0] or 0), tournament.entries.get(
        start_no=tables[1][1] or 0
    )


def preview(desk, tournament, one, other, number=1):
    return desk.get(tournament, f"rounds/{number}/swap/", one=one.pk, other=other.pk)


def confirm(desk, tournament, one, other, mark, number=1, **data):
    return desk.post(tournament, f"rounds/{number}/swap/", one=one.pk, other=other.pk, based_on=mark, **data)


def test_the_effect_is_shown_and_nothing_is_stored_before_it_is_confirmed(desk, tournament):
    before = seats_by_number(tournament.rounds.get(number=2))
    one, other = two(tournament, 2)
    answer = preview(desk, tournament, one, other, number=2)
    page = words(answer)
    assert answer.context["before"].repeats == 0
    assert f"Gentagne møder 0 {answer.context['after'].repeats}" in page
    assert "→" in page
    assert seats_by_number(tournament.rounds.get(number=2)) == before


def test_a_drawn_round_changes_without_a_reason(desk, tournament):
    one, other = two(tournament)
    mark = preview(desk, tournament, one, other).context["based_on"]
    page = words(confirm(desk, tournament, one, other, mark))
    assert f"{one.name} og {other.name} har byttet plads." in page
    assert seats_by_number(tournament.rounds.get(number=1))[0][0] == other.start_no
    log = desk.page(tournament, "log/")
    assert f"byttede om på {one.name} og {other.name} i runde 1" in log


def test_sent_twice_it_is_not_undone(desk, tournament):
    one, other = two(tournament)
    mark = preview(desk, tournament, one, other).context["based_on"]
    for _ in range(2):
        answer = confirm(desk, tournament, one, other, mark)
    assert "Pladserne er ændret i mellemtiden" in words(answer)
    assert seats_by_number(tournament.rounds.get(number=1))[0][0] == other.start_no
    assert AuditEntry.objects.filter(verb="swap_seats").count() == 1


def test_in_a_public_round_it_takes_a_reason(desk, tournament):
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    before = seats_by_number(tournament.rounds.get(number=1))
    one, other = two(tournament)
    mark = preview(desk, tournament, one, other).context["based_on"]
    confirm(desk, tournament, one, other, mark)
    assert seats_by_number(tournament.rounds.get(number=1)) == before
    confirm(desk, tournament, one, other, mark, reason="rullestol")
    assert seats_by_number(tournament.rounds.get(number=1)) != before


def test_the_same_player_twice_and_somebody_without_a_seat_are_refused(desk, tournament):
    one, _ = two(tournament)
    assert f"ikke {one.name} to gange" in words(preview(desk, tournament, one, one))
    late = register_new_player(tournament=tournament, name="Sent Kommer", club_name="", actor=None)
    answer = preview(desk, tournament, one, late)
    assert "other" in answer.context["form"].errors


def test_when_later_rounds_no_longer_fit_the_exchange_is_still_possible(desk, tournament):
    round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
    withdraw_entry(entry=tournament.entries.get(start_no=16), actor=None)
    repair_seats(round_=round_, actor=None, reason="udeblevet")
    one, other = two(tournament)
    answer = preview(desk, tournament, one, other)
    mark = answer.context["based_on"]
    before = seats_by_number(round_)
    confirm(desk, tournament, one, other, mark, reason="byt")
    assert seats_by_number(round_) != before
