"""Calling out names: nobody is checked in by a second press, and no line moves."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.scenes import play
from tournament.domain.draws import draw_rounds, seats_by_number
from tournament.domain.entries import check_in_all, register_new_player
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import start_tournament
from tournament.models import AuditEntry, Entry, Tournament, User


def url(tournament: Tournament, rest: str = "calling/") -> str:
    return f"/en/director/t/{tournament.slug}/players/{rest}"


def states(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("start_no").values_list("state", flat=True))


def lines(page) -> list[str]:
    return re.findall(r'<li class="call[^"]*" id="([^"]+)"', page.text)


def call(desk: Client, tournament: Tournament, number: int, here: str, **more: str):
    return desk.post(url(tournament, f"{number}/call/"), {"here": here, **more})


def test_names_stand_in_danish_order_or_by_number(desk: Client, four: Tournament):
    assert lines(desk.get(url(four))) == ["call-2", "call-3", "call-4", "call-1"]
    assert lines(desk.get(url(four), {"order": "number"})) == [f"call-{number}" for number in range(1, 5)]
    assert lines(desk.get(url(four), {"order": "nonsense"})) == ["call-2", "call-3", "call-4", "call-1"]


def test_here_twice_is_here_once_and_every_line_keeps_its_place(desk: Client, four: Tournament):
    before = lines(desk.get(url(four)))
    for _ in range(2):
        answer = call(desk, four, 3, "1")
        assert answer["Location"] == url(four, "calling/?order=name#call-3")
    assert states(four) == ["registered", "registered", "checked_in", "registered"]
    assert lines(desk.get(url(four))) == before
    assert AuditEntry.objects.filter(verb="check_in").count() == 1


def test_who_does_not_answer_is_called_once_more_at_the_end(desk: Client, four: Tournament):
    for number in (3, 2, 3):
        call(desk, four, number, "0")
    shown = ["call-2", "call-3", "call-4", "call-1", "again-3", "again-2"]
    assert lines(desk.get(url(four))) == shown
    # Coming after all leaves the line where it is: a second press must not hit the next.
    answer = call(desk, four, 3, "1", again="1", order="name")
    assert answer["Location"].endswith("#again-3")
    assert lines(desk.get(url(four))) == shown
    assert states(four) == ["registered", "registered", "checked_in", "registered"]


def test_here_by_mistake_is_taken_back(desk: Client, four: Tournament):
    call(desk, four, 3, "1")
    call(desk, four, 3, "0")
    assert states(four) == ["registered"] * 4


def test_those_who_did_not_come_are_read_before_they_are_withdrawn(desk: Client, four: Tournament):
    call(desk, four, 1, "1")
    page = desk.get(url(four, "calling/withdraw/"))
    named = [name in page.text for name in ("Åse Lind", "Bent Ørum", "Carl Æbelø", "Ditte Aagaard")]
    assert named == [False, True, True, True]
    # One comes while the names are read, one is registered.
    call(desk, four, 2, "1")
    register_new_player(tournament=four, name="Ny", club_name="", actor=None)
    form = {"start_no": ["2", "3", "4", "x", "99999999"], "reason": "kom ikke"}
    for _ in range(2):
        desk.post(url(four, "calling/withdraw/"), form)
    assert states(four) == ["checked_in", "checked_in", "withdrawn", "withdrawn", "registered"]
    assert AuditEntry.objects.filter(verb="withdraw_entry", reason="kom ikke").count() == 2


def test_withdrawing_needs_a_reason(desk: Client, four: Tournament):
    answer = desk.post(url(four, "calling/withdraw/"), {"start_no": ["1"], "reason": " "})
    assert "error-summary" in answer.text
    assert states(four) == ["registered"] * 4


def test_who_waits_is_not_called(desk: Client, four: Tournament):
    Entry.objects.filter(start_no=3).update(state="waitlisted")
    assert lines(desk.get(url(four))) == ["call-2", "call-4", "call-1"]


def test_nobody_to_call_is_said(desk: Client, tournament: Tournament):
    assert "There is nobody to call" in desk.get(url(tournament)).text


def test_who_owes_the_fee_is_told_where_the_name_is_called(desk: Client, four: Tournament):
    Tournament.objects.update(fee=100)
    Entry.objects.filter(start_no=1).update(fee_paid_at="2026-11-28T10:00Z")
    assert desk.get(url(four)).text.count("owes 100 kr.") == 3


@pytest.fixture
def read_out(four: Tournament, director: User) -> Tournament:
    """Eight are here, and the seats of round 1 are being read out."""
    for number in range(5, 9):
        register_new_player(tournament=four, name=f"Spiller {number}", club_name="", actor=director)
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    draw_rounds(tournament=four, actor=director, seed=1)
    publish_round(round_=four.rounds.get(number=1), actor=director)
    return four


def repair(tournament: Tournament) -> str:
    return f"/en/director/t/{tournament.slug}/rounds/1/repair/"


def seated(tournament: Tournament) -> set[int | None]:
    return {seat for row in seats_by_number(tournament.rounds.get(number=1)) for seat in row} - {None}


def test_a_late_player_is_led_to_mending_the_seats(desk: Client, read_out: Tournament):
    desk.post(url(read_out, "new/"), {"name": "Sent Kommer", "club_name": ""})
    assert "no longer fit" not in desk.get(url(read_out)).text
    call(desk, read_out, 9, "1")
    for rest in ("calling/", ""):
        page = desk.get(url(read_out, rest))
        assert "Is here but has no seat: Sent Kommer." in page.text
        assert repair(read_out) in page.text
    assert "Sent Kommer" in desk.get(repair(read_out)).text
    desk.post(repair(read_out), {"reason": "kom for sent"})
    assert seated(read_out) == set(range(1, 10))
    assert "no longer fit" not in desk.get(url(read_out)).text


def test_a_no_show_while_seats_are_read_out_is_led_there_too(desk: Client, read_out: Tournament):
    answer = call(desk, read_out, 3, "0")
    assert answer["Location"] == url(read_out, "3/withdraw/")
    assert "has a seat in a published round" in desk.get(answer["Location"]).text
    page = desk.post(answer["Location"], {"reason": "kom ikke"}, follow=True)
    assert "Has a seat but is not here: Carl Æbelø." in page.text
    assert repair(read_out) in page.text
    desk.post(repair(read_out), {"reason": "udeblevet"})
    assert seated(read_out) == set(range(1, 9)) - {3}


def test_before_seats_are_public_the_draw_is_fitted_instead(desk: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    draw_rounds(tournament=four, actor=director, seed=1)
    desk.post(url(four, "4/withdraw/"), {"reason": "syg"})
    assert f"/en/director/t/{four.slug}/rounds/compare/" in desk.get(url(four, "")).text


def test_who_leaves_a_table_that_plays_is_led_to_its_sheet(desk: Client, read_out: Tournament):
    desk.post(f"/en/director/t/{read_out.slug}/rounds/1/open/")
    desk.post(url(read_out, "3/withdraw/"), {"reason": "syg"})
    page = desk.get(url(read_out, ""))
    table = Entry.objects.get(tournament=read_out, start_no=3).seats.get(round__number=1).seating.table_no
    assert "Let the table go on as three" in page.text
    assert f"/en/director/t/{read_out.slug}/rounds/1/tables/{table}/" in page.text
    # The draw of the next round does not fit either.
    assert f"/en/director/t/{read_out.slug}/rounds/compare/" in page.text


def test_looking_up_who_has_withdrawn_says_so_and_lets_him_play_again(desk: Client, four: Tournament):
    desk.post(url(four, "2/withdraw/"), {"reason": "syg"})
    Entry.objects.filter(start_no=3).update(state="waitlisted")
    page = desk.get(url(four, ""), {"find": "basta"})
    door = page.text[page.text.index('id="door-found"') : page.text.index('id="list"')]
    assert url(four, "2/return/") in door
    assert door.count("Withdrawn") == 1
    assert door.count("Waiting list") == 1
    assert [number for number in range(1, 5) if f"is registered, no. {number}" in door] == [1, 4]


def test_exactly_five_are_told_that_they_cannot_be_seated(desk: Client, four: Tournament, director: User):
    for name in ("Fem", "Seks"):
        register_new_player(tournament=four, name=name, club_name="", actor=director)
    for number in range(1, 6):
        call(desk, four, number, "1")
    page = desk.get(f"/en/director/t/{four.slug}/")
    assert page.context["state"].step == "check_in"
    assert "Five players are checked in" in page.text


def test_it_costs_no_more_queries_for_more_players(
    desk: Client, four: Tournament, director: User, django_assert_max_num_queries
):
    for number in range(30):
        register_new_player(tournament=four, name=f"Spiller {number}", club_name=f"K{number}", actor=director)
    desk.get(url(four))
    with django_assert_max_num_queries(14):
        desk.get(url(four))


def test_it_works_after_a_round_is_played(desk: Client, read_out: Tournament):
    desk.post(f"/en/director/t/{read_out.slug}/rounds/1/open/")
    play(read_out, 1)
    assert len(lines(desk.get(url(read_out)))) == 8
