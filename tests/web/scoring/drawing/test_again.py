"""Drawing again: another seed, places kept, and what is public stays."""

from __future__ import annotations

import pytest

from scoring.domain.draws import draw_next
from scoring.models import Snapshot
from tests.scenes import begin, registered, started
from tests.web.scoring.drawing.conftest import words
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import check_in, register_new_player, withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import start_tournament
from tournament.models import AuditEntry, Draw


def based_on(desk, tournament):
    return desk.get(tournament, "rounds/again/").context["based_on"]


def all_seats(tournament):
    return [seats_by_number(round_) for round_ in tournament.rounds.order_by("number")]


def test_another_seed_gives_another_draw_of_as_many_rounds(desk, director):
    tournament = started(16, director, rounds_planned=3)
    before = all_seats(tournament)
    page = words(desk.post(tournament, "rounds/again/", seed="99", based_on=based_on(desk, tournament)))
    assert "Der er trukket lod igen til 3 runder." in page
    assert (Draw.objects.get().seed, len(all_seats(tournament))) == (99, 3)
    assert all_seats(tournament) != before


def test_an_empty_seed_is_a_new_lot(desk, director):
    tournament = started(16, director)
    desk.post(tournament, "rounds/again/", seed="", based_on=based_on(desk, tournament))
    assert Draw.objects.get().seed != 1


def test_a_seed_that_is_no_number_is_refused_and_the_ticks_stay(desk, director):
    tournament = started(16, director)
    before = all_seats(tournament)
    answer = desk.post(
        tournament, "rounds/again/", seed="syv", keep=["1:2"], based_on=based_on(desk, tournament)
    )
    html = answer.content.decode()
    assert 'value="1:2" checked' in html
    assert 'value="syv"' in html
    assert all_seats(tournament) == before


def test_ticked_tables_and_seats_stay(desk, director):
    tournament = started(16, director, rounds_planned=3)
    first, second = (seats_by_number(tournament.rounds.get(number=number)) for number in (1, 2))
    desk.post(
        tournament, "rounds/again/", seed="5", keep=["1:1", "2:3:E"], based_on=based_on(desk, tournament)
    )
    assert seats_by_number(tournament.rounds.get(number=1))[0] == first[0]
    assert seats_by_number(tournament.rounds.get(number=2))[2][1] == second[2][1]


def test_places_are_those_of_the_rounds_that_are_left_when_one_is_public(desk, director):
    tournament = started(16, director, rounds_planned=3)
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    before = all_seats(tournament)
    page = desk.page(tournament, "rounds/again/")
    assert "Runden, der er offentliggjort, bliver præcis, som den er." in page
    desk.post(tournament, "rounds/again/", seed="5", keep=["3:2"], based_on=based_on(desk, tournament))
    after = all_seats(tournament)
    assert after[0] == before[0]
    assert after[2][1] == before[2][1]
    assert after[1] != before[1]


def test_who_differs_from_the_published_round_is_named(desk, director):
    tournament = started(16, director, rounds_planned=3)
    begin(tournament, 1)
    withdraw_entry(entry=tournament.entries.get(start_no=3), actor=None)
    late = register_new_player(tournament=tournament, name="Sent Kommer", club_name="", actor=None)
    check_in(entry=late, actor=None)
    page = desk.page(tournament, "rounds/again/")
    assert "Ikke med længere: Spiller 03." in page
    assert "Nye: Sent Kommer." in page


def test_a_draw_made_anew_says_whom_it_seats_that_the_published_round_does_not(desk, director):
    tournament = started(16, director, rounds_planned=3)
    begin(tournament, 1)
    assert "Ikke med længere" not in desk.page(tournament, "rounds/2/")
    withdraw_entry(entry=tournament.entries.get(start_no=3), actor=None)
    desk.post(tournament, "rounds/again/", seed="5", based_on=based_on(desk, tournament))
    page = desk.page(tournament, "rounds/2/")
    assert "Denne lodtrækning har andre spillere med end runde 1, som er offentliggjort." in page
    assert "Ikke med længere: Spiller 03." in page


def test_a_whole_round_is_kept(desk, director):
    tournament = started(16, director, rounds_planned=3)
    before = all_seats(tournament)
    desk.post(tournament, "rounds/again/", seed="5", keep=["2"], based_on=based_on(desk, tournament))
    assert all_seats(tournament)[1] == before[1]
    assert all_seats(tournament)[2] != before[2]


def test_contradictory_places_are_told_with_names_and_the_old_draw_stays(desk, director):
    tournament = started(16, director)
    table = seats_by_number(tournament.rounds.get(number=1))[0]
    tournament.entries.filter(start_no=table[0] or 0).update(fixed_table=2)
    before = all_seats(tournament)
    page = words(
        desk.post(tournament, "rounds/again/", seed="5", keep=["1:1"], based_on=based_on(desk, tournament))
    )
    assert f"Runde 1: Spiller {table[0]:02} kan ikke sidde ved to borde." in page
    assert all_seats(tournament) == before


def test_the_same_form_sent_twice_draws_once(desk, director):
    tournament = started(16, director)
    mark = based_on(desk, tournament)
    desk.post(tournament, "rounds/again/", seed="5", based_on=mark)
    page = words(desk.post(tournament, "rounds/again/", seed="6", based_on=mark))
    assert "Lodtrækningen er ændret i mellemtiden" in page
    assert (Draw.objects.get().seed, AuditEntry.objects.filter(verb="discard_draw").count()) == (5, 2)


def test_with_nothing_to_draw_again_it_is_said(desk, director):
    tournament = started(16, director, rounds_planned=1)
    begin(tournament, 1)
    assert "Der er ingen lodtrækning" in words(desk.get(tournament, "rounds/again/"))


def test_a_draw_by_lot_alone_keeps_no_places(desk, director):
    tournament = registered(16, director, seating_method="random")
    start_tournament(tournament=tournament, actor=director)
    draw_next(tournament=tournament, actor=director, seed=1)
    assert "Behold det, der er sat kryds ved" not in desk.page(tournament, "rounds/again/")


def monrad(director):
    tournament = registered(8, director, seating_method="monrad", rounds_planned=3)
    start_tournament(tournament=tournament, actor=director)
    draw_next(tournament=tournament, actor=director, seed=1)
    begin(tournament, 1)
    return tournament


def test_monrad_names_the_tables_that_have_not_signed_and_draws_with_a_reason(desk, director):
    tournament = monrad(director)
    page = desk.page(tournament, "rounds/")
    assert "1/1, 1/2" in page
    page = words(desk.post(tournament, "rounds/draw/", count="1"))
    assert "Disse borde har ikke underskrevet endnu (runde/bord): 1/1, 1/2." in page
    assert tournament.rounds.count() == 1
    desk.post(tournament, "rounds/draw/", count="1", reason="de spiller færdig i pausen")
    assert tournament.rounds.count() == 2
    assert AuditEntry.objects.get(verb="draw_before_signed").reason == "de spiller færdig i pausen"


def test_monrad_asks_the_reason_when_it_draws_again(desk, director):
    tournament = monrad(director)
    desk.post(tournament, "rounds/draw/", count="1", reason="pause")
    mark = based_on(desk, tournament)
    before = all_seats(tournament)
    page = words(desk.post(tournament, "rounds/again/", seed="5", based_on=mark))
    assert "1/1, 1/2" in page
    assert all_seats(tournament) == before
    desk.post(tournament, "rounds/again/", seed="5", reason="pause", based_on=mark)
    assert Draw.objects.latest("id").seed == 5


@pytest.mark.parametrize("path", ["rounds/again/", "rounds/discard/"])
def test_a_slip_of_the_finger_throws_no_draw_away(desk, director, path):
    tournament = started(8, director)
    before = all_seats(tournament)
    page = words(desk.post(tournament, path, typed="ja", based_on=based_on(desk, tournament)))
    assert "Skriv præcis: 1 2" in page
    assert all_seats(tournament) == before
    assert not Snapshot.objects.exists()


@pytest.mark.parametrize("path", ["rounds/again/", "rounds/discard/"])
def test_a_snapshot_is_taken_before_a_draw_is_thrown_away(desk, director, path):
    tournament = started(8, director)
    desk.post(tournament, path, seed="5", based_on=based_on(desk, tournament))
    assert Snapshot.objects.get().tournament == tournament
