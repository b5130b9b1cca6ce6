from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tournament.domain.entries import check_in_all
from tournament.domain.tournaments import create_tournament, open_registration, start_tournament
from tournament.models import Tournament, User


@pytest.mark.parametrize("address", ["/", "/en/"])
def test_front_page_sets_no_cookie(visitor: Client, four: Tournament, director: User, address: str):
    open_registration(tournament=four, actor=director)
    answer = visitor.get(address)
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Efterårsturnering" in answer.text


def test_empty_front_page_says_so(visitor: Client):
    answer = visitor.get("/en/")
    assert "There are no tournaments yet" in answer.text


def test_running_comes_before_coming(visitor: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    coming = create_tournament(name="Kommende", starts_on=date(2026, 12, 1), actor=director)
    open_registration(tournament=coming, actor=director)
    text = visitor.get("/").text
    assert text.index("Efterårsturnering") < text.index("Kommende")


def test_draft_is_shown_to_its_own_staff_only(
    tournament: Tournament, visitor: Client, desk: Client, keeper: Client, stranger: Client
):
    shown = [tournament.name in browser.get("/").text for browser in (visitor, desk, keeper, stranger)]
    assert shown == [False, True, True, False]


def test_director_home_lists_own_tournaments_with_the_next_step(desk: Client, tournament: Tournament):
    answer = desk.get("/en/director/")
    assert answer.status_code == 200
    assert f"/en/director/t/{tournament.slug}/players/" in answer.text
    assert "Register players" in answer.text
    assert "New tournament" in answer.text


def test_scorekeeper_sees_where_he_keeps_scores_and_no_registry(keeper: Client, tournament: Tournament):
    answer = keeper.get("/en/director/")
    assert answer.status_code == 200
    assert "Keep scores" in answer.text
    assert "New tournament" not in answer.text


def test_director_home_needs_a_role(visitor: Client, db: None):
    answer = visitor.get("/director/")
    assert answer.status_code == 302
    assert answer["Location"] == "/login/?next=/director/"
    visitor.force_login(User.objects.create_user("nobody", full_name="Ingen"))
    assert visitor.get("/director/").status_code == 403


def test_demonstration_is_removed_by_an_administrator_only(desk: Client, tournament: Tournament):
    Tournament.objects.filter(pk=tournament.pk).update(is_demo=True)
    assert "This is a demonstration" not in desk.get("/en/director/").text
    User.objects.filter(username="grethe").update(is_superuser=True)
    assert "/en/director/demo/remove/" in desk.get("/en/director/").text
