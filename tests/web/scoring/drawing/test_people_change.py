"""Late players and no-shows: unpublished rounds are fitted, a public round is mended."""

from __future__ import annotations

import pytest

from tests.scenes import play, playing, started
from tests.web.scoring.drawing.conftest import words
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import check_in, register_new_player, withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.models import AuditEntry, Entry


def leave(tournament, start_no):
    withdraw_entry(entry=tournament.entries.get(start_no=start_no), actor=None)


def come(tournament, name="Sent Kommer"):
    entry = register_new_player(tournament=tournament, name=name, club_name="", actor=None)
    return check_in(entry=entry, actor=None)


def seated(tournament, number):
    return {seat for row in seats_by_number(tournament.rounds.get(number=number)) for seat in row} - {None}


@pytest.fixture
def half_way(director):
    """Round 1 of 4 is played."""
    tournament = playing(16, director, rounds_planned=4)
    play(tournament, 1)
    return tournament


def test_the_next_step_names_who_the_draw_does_not_fit(desk, half_way):
    leave(half_way, 3)
    come(half_way)
    for path in ("", "rounds/", "rounds/2/"):
        page = desk.page(half_way, path)
        assert "Har en plads, men er her ikke: Spiller 03." in page
        assert "Er her, men har ingen plads: Sent Kommer." in page
    assert "Tilpas runde 2 til dem, der er her" in desk.page(half_way, "")


def test_while_a_round_is_played_the_rounds_page_says_it_too(desk, director):
    tournament = playing(16, director, rounds_planned=3)
    leave(tournament, 3)
    assert "Lodtrækningen til runde 2 passer ikke længere" in desk.page(tournament, "rounds/")


@pytest.mark.parametrize("choice", ["keep", "replan"])
def test_both_answers_are_shown_and_the_chosen_one_is_made(desk, half_way, choice):
    leave(half_way, 3)
    first = seats_by_number(half_way.rounds.get(number=1))
    answer = desk.get(half_way, "rounds/compare/", seed="5")
    assert {option[0] for option in answer.context["options"]} == {"keep", "replan"}
    assert sum(option[-1] for option in answer.context["options"]) == 1
    assert "Behold planen" in words(answer)
    desk.post(half_way, "rounds/compare/", choice=choice, seed="5")
    assert seats_by_number(half_way.rounds.get(number=1)) == first
    for number in (2, 3, 4):
        assert seated(half_way, number) == set(range(1, 17)) - {3}
    assert "tilpassede runde 2" in desk.page(half_way, "log/")
    again = desk.post(half_way, "rounds/compare/", choice=choice, seed="5")
    assert "passer til dem, der er her" in words(again)
    assert AuditEntry.objects.filter(verb="replan_round").count() == 3


def test_what_is_chosen_is_what_was_shown(desk, half_way):
    leave(half_way, 3)
    answer = desk.get(half_way, "rounds/compare/")
    seed = answer.context["seed"]
    assert f'name="seed" value="{seed}"' in answer.content.decode()


def test_an_unknown_choice_and_an_odd_seed_change_nothing(desk, half_way):
    leave(half_way, 3)
    before = seats_by_number(half_way.rounds.get(number=2))
    desk.post(half_way, "rounds/compare/", choice="other", seed="5")
    assert desk.get(half_way, "rounds/compare/", seed="-1e9").status_code == 200
    assert seats_by_number(half_way.rounds.get(number=2)) == before


def test_when_nobody_is_left_it_is_said(desk, half_way):
    Entry.objects.filter(tournament=half_way).update(state="withdrawn")
    page = words(desk.get(half_way, "rounds/compare/"))
    assert "kan ikke sættes til bords" in page


@pytest.fixture
def public(director):
    """Round 1 is public and has not begun."""
    tournament = started(16, director, rounds_planned=3)
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    return tournament


def test_a_no_show_and_a_late_player_are_mended_with_a_reason(desk, public):
    leave(public, 5)
    late = come(public)
    assert "Ret bordplanen for runde 1" in desk.page(public, "")
    page = desk.page(public, "rounds/1/repair/")
    assert "Ingen andre skal flytte til et andet bord." in page
    assert "→ Sent Kommer" in page
    before = seats_by_number(public.rounds.get(number=1))
    desk.post(public, "rounds/1/repair/", reason="")
    assert seats_by_number(public.rounds.get(number=1)) == before
    desk.post(public, "rounds/1/repair/", reason="udeblevet")
    assert seats_by_number(public.rounds.get(number=1)) == [
        [late.start_no if seat == 5 else seat for seat in table] for table in before
    ]
    log = desk.page(public, "log/")
    assert "rettede bordplanen for runde 1 udeblevet" in log
    assert "Spiller 05" in log
    assert "Bordplanen passer til dem, der er her." in words(
        desk.post(public, "rounds/1/repair/", reason="igen")
    )
    assert AuditEntry.objects.filter(verb="repair_seats").count() == 1


def test_a_table_of_three_is_told(desk, public):
    leave(public, 5)
    assert "Start alligevel" in desk.page(public, "")
    desk.post(public, "rounds/1/repair/", reason="udeblevet")
    assert seated(public, 1) == set(range(1, 17)) - {5}


def test_a_round_that_is_played_is_not_mended(desk, director):
    tournament = playing(16, director)
    leave(tournament, 5)
    before = seats_by_number(tournament.rounds.get(number=1))
    desk.post(tournament, "rounds/1/repair/", reason="x")
    assert seats_by_number(tournament.rounds.get(number=1)) == before


def test_an_impossible_number_is_told_and_nothing_changes(desk, director):
    tournament = started(6, director, rounds_planned=2)
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    leave(tournament, 5)
    assert "5 spillere kan ikke sættes til bords" in words(desk.get(tournament, "rounds/1/repair/"))
    assert "5 spillere kan ikke sættes til bords" in words(desk.get(tournament, "rounds/compare/"))
