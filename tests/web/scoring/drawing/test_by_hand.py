"""Seating by hand: read, refused with every reason, stored, and edited as text."""

from __future__ import annotations

import pytest

from scoring.queries.drawing import round_as_text
from tests.scenes import begin, registered, started
from tests.web.scoring.drawing.conftest import words
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import check_in, register_new_player
from tournament.domain.tournaments import start_tournament
from tournament.models import Draw, Round


@pytest.fixture
def tournament(director):
    tournament = registered(7, director, seating_method="manual", rounds_planned=2)
    start_tournament(tournament=tournament, actor=director)
    return tournament


def write(desk, tournament, text, number=1):
    return desk.post(tournament, "rounds/by-hand/", text=text, number=str(number))


def seats(tournament, number=1):
    return seats_by_number(tournament.rounds.get(number=number))


def test_the_next_step_leads_to_the_page(desk, tournament):
    assert "rounds/by-hand/" in desk.get(tournament, "").content.decode()


def test_names_numbers_and_an_empty_seat_are_read(desk, tournament):
    page = words(write(desk, tournament, "spiller 07, 6, SPILLER 05, 4\n\n3; -; 01 Spiller; Spiller 02\n"))
    assert "Bordplanen for runde 1 er skrevet i hånden." in page
    assert seats(tournament) == [[7, 6, 5, 4], [3, None, 1, 2]]


def test_three_on_a_line_leave_the_last_seat_empty(desk, tournament):
    write(desk, tournament, "1\t2\t3\t4\n5\t6\t7")
    assert seats(tournament) == [[1, 2, 3, 4], [5, 6, 7, None]]


def test_all_that_is_wrong_is_said_at_once_by_line_and_what_was_typed_stays(desk, tournament):
    text = "Spiller 01, Kurt Nielsen, 3, 4\n99, Spiller 01, 6"
    answer = write(desk, tournament, text)
    page = words(answer)
    for reason in (
        "Linje 1: Ingen her hedder ”Kurt Nielsen”.",
        "Linje 2: Ingen har startnummer 99.",
        "Linje 1: Spiller 01 har mere end én plads.",
        "Linje 2: Spiller 01 har mere end én plads.",
        "Spiller 02 har ingen plads.",
        "Spiller 07 har ingen plads.",
    ):
        assert reason in page
    assert "Kurt Nielsen, 3, 4" in answer.content.decode()
    assert not Round.objects.exists()


def test_a_line_with_two_or_five_is_told(desk, tournament):
    page = words(write(desk, tournament, "1,2,3,4,5\n6,7"))
    assert "Linje 1: Bord 1 har 5 spillere" in page
    assert "Linje 2: Bord 2 har 2 spillere" in page


def test_two_of_one_name_are_told_by_their_numbers(desk, tournament):
    twin = register_new_player(tournament=tournament, name="Spiller 07", club_name="", actor=None)
    check_in(entry=twin, actor=None)
    page = words(write(desk, tournament, "Spiller 07,1,2,3\n4,5,6,8"))
    assert "2 spillere hedder Spiller 07: skriv startnummeret (7, 8)." in page
    write(desk, tournament, "7,1,2,3\n4,5,6,8")
    assert seats(tournament)[0] == [7, 1, 2, 3]


def test_somebody_who_is_not_checked_in_is_told(desk, tournament):
    register_new_player(tournament=tournament, name="Sent Kommer", club_name="", actor=None)
    assert "Sent Kommer er ikke meldt mødt." in words(write(desk, tournament, "Sent Kommer,1,2,3\n4,5,6,7"))


def test_nonsense_is_refused_without_harm(desk, tournament):
    for text in ("", "   ", "-,-,-,-", "9" * 5000, ";;;;\n\x00", "²,½,1,2"):
        write(desk, tournament, text)
    assert not Round.objects.exists()


def test_the_same_form_sent_twice_seats_one_round(desk, tournament):
    for _ in range(2):
        answer = write(desk, tournament, "1,2,3,4\n5,6,7", number=1)
    assert "Bordplanen for runde 1 er allerede lavet." in words(answer)
    assert tournament.rounds.count() == 1


def test_a_drawn_round_is_edited_as_text(desk, director):
    tournament = started(16, director, rounds_planned=1)
    round_ = tournament.rounds.get()
    before = seats_by_number(round_)
    lines = round_as_text(round_).splitlines()
    assert lines[0].split("; ")[0] == f"Spiller {before[0][0]:02}"
    assert lines[0] in desk.get(tournament, "rounds/1/by-hand/").content.decode()
    text = "\n".join(reversed(lines))
    desk.post(tournament, "rounds/1/by-hand/", text=text)
    assert seats_by_number(tournament.rounds.get()) == before[::-1]
    assert Draw.objects.get().method == "manual"


def test_a_refused_edit_leaves_the_draw(desk, director):
    tournament = started(16, director, rounds_planned=1)
    before = seats_by_number(tournament.rounds.get())
    desk.post(tournament, "rounds/1/by-hand/", text="1,2,3,4")
    assert seats_by_number(tournament.rounds.get()) == before


def test_of_several_drawn_rounds_none_is_edited_as_text(desk, director):
    tournament = started(16, director, rounds_planned=3)
    assert "Redigér som tekst" not in desk.page(tournament, "rounds/1/")
    assert "ikke den eneste" in words(desk.get(tournament, "rounds/1/by-hand/"))


def test_when_every_round_is_drawn_there_is_nothing_to_write(desk, director):
    tournament = started(8, director, rounds_planned=1)
    begin(tournament, 1)
    assert "trukket lod til alle 1 runder" in words(desk.get(tournament, "rounds/by-hand/"))
