"""The public sign-up page: no cookie, no log-in, nothing twice, and what was typed is never lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client

from tests.web.tournament.test_settings import FORM
from tournament import pace
from tournament.domain.entries import check_in_all
from tournament.domain.tournaments import change_settings, open_registration, start_tournament
from tournament.models import Entry, Player, Tournament, User


def url(tournament: Tournament, language: str = "/en") -> str:
    return f"{language}/t/{tournament.slug}/signup/"


@pytest.fixture(autouse=True)
def fresh_cache():
    cache.clear()


@pytest.fixture
def announced(tournament: Tournament, director: User) -> Tournament:
    change_settings(tournament=tournament, actor=director, signup_open=True, signup_limit=2, fee=100)
    open_registration(tournament=tournament, actor=director)
    tournament.refresh_from_db()
    return tournament


def token(page: Any) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page.text)
    assert found
    return found[1]


def press(visitor: Client, tournament: Tournament, name: str, club: str = "", **more: Any):
    """Open the page, fill it in and send it."""
    headers = more.pop("headers", {})
    form = {"token": token(visitor.get(url(tournament))), "name": name, "club_name": club} | more
    return visitor.post(url(tournament), form, headers=headers)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("start_no").values_list("player__name", flat=True))


def test_signing_up_answers_with_name_and_number_and_sets_no_cookie(visitor: Client, announced: Tournament):
    page = visitor.get(url(announced))
    assert "of 2 places taken" in page.text
    assert "100 kr." in page.text
    answer = press(visitor, announced, "Åse Lind", "Basta")
    assert answer.status_code == 302
    receipt = visitor.get(answer["Location"])
    assert "Åse Lind is registered, with start number 1." in receipt.text
    assert names(announced) == ["Åse Lind"]
    assert not visitor.cookies


def test_the_same_form_sent_twice_is_one_registration(visitor: Client, announced: Tournament):
    form = {"token": token(visitor.get(url(announced))), "name": "Åse Lind", "club_name": ""}
    for _ in range(2):
        answer = visitor.post(url(announced), form, follow=True)
        assert "Åse Lind is registered, with start number 1." in answer.text
    assert names(announced) == ["Åse Lind"]


def test_a_namesake_is_told_and_not_taken_for_the_other(visitor: Client, announced: Tournament):
    press(visitor, announced, "Åse Lind", "Basta")
    answer = press(visitor, announced, "Åse Lind", "Basta")
    assert "is registered already" in answer.text
    assert 'value="Åse Lind"' in answer.text
    assert announced.entries.count() == 1


def test_after_the_last_place_one_waits_and_is_told_so(visitor: Client, announced: Tournament):
    for name in ("Å Et", "Å To"):
        press(visitor, announced, name)
    page = visitor.get(url(announced))
    assert "You can be on the waiting list, as number 1." in page.text
    assert "Put me on the waiting list" in page.text
    press(visitor, announced, "Å Tre")
    receipt = visitor.get(press(visitor, announced, "Å Fire")["Location"])
    assert "Å Fire is on the waiting list, as number 2." in receipt.text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Write your name."),
        ({"name": "12345"}, "Write a name."),
        ({"website": "http://x"}, "This field must be empty."),
        ({"token": "made up"}, "The page was too old."),
        ({"name": "x" * 121}, "120"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    visitor: Client, announced: Tournament, typed: dict[str, str], sentence: str
):
    form = {"name": "Åse Lind", "club": "Nye Klub"} | typed
    answer = press(visitor, announced, form.pop("name"), form.pop("club"), **form)
    assert answer.status_code == 200
    assert sentence in answer.text
    assert 'value="Nye Klub"' in answer.text
    assert "error-summary" in answer.text
    assert (announced.entries.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("headers", "registered"),
    [
        ({"Origin": "http://testserver"}, 1),
        ({"Referer": "http://testserver/t/x/"}, 1),
        ({"Origin": "http://elsewhere.example"}, 0),
        ({"Origin": "null"}, 0),
        ({"Referer": "http://elsewhere.example/"}, 0),
        ({"Origin": "http://[bad"}, 0),
    ],
)
def test_a_form_on_another_site_registers_nobody(
    visitor: Client, announced: Tournament, headers: dict[str, str], registered: int
):
    press(visitor, announced, "Åse Lind", headers=headers)
    assert announced.entries.count() == registered


def test_a_token_is_good_for_its_own_tournament_and_for_a_day(
    visitor: Client, announced: Tournament, monkeypatch: pytest.MonkeyPatch
):
    other = signing.dumps([announced.pk + 1, "key"], salt="spadille.sign-up")
    assert "too old" in press(visitor, announced, "Åse Lind", token=other).text
    monkeypatch.setattr("tournament.web.open_forms.GOOD_FOR", -1)
    assert "too old" in press(visitor, announced, "Åse Lind").text
    assert announced.entries.count() == 0


def test_a_flood_from_one_address_is_slowed_and_a_hall_is_not(
    visitor: Client, announced: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pace, "MOST_A_MINUTE", 3)
    codes = [press(visitor, announced, f"Åse {letter}").status_code for letter in "abcd"]
    assert codes == [302, 302, 302, 429]
    answer = press(visitor, announced, "Åse d")
    assert "Wait a minute" in answer.text
    assert 'value="Åse d"' in answer.text
    cache.clear()
    assert press(visitor, announced, "Åse d").status_code == 302


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"signup_open": False}, "The sign-up is not open"),
        ({"state": "running"}, "Play has begun"),
        ({"state": "finished"}, "The tournament is over"),
    ],
)
def test_when_it_is_closed_the_page_says_why(
    visitor: Client, announced: Tournament, change: dict[str, Any], sentence: str
):
    form = {"token": token(visitor.get(url(announced))), "name": "Åse Lind"}
    Tournament.objects.update(**change)
    page = visitor.get(url(announced))
    assert sentence in page.text
    assert "Sign me up" not in page.text
    assert "You were not signed up" in visitor.post(url(announced), form).text
    assert announced.entries.count() == 0


def test_a_draft_has_no_sign_up(visitor: Client, tournament: Tournament):
    assert visitor.get(url(tournament)).status_code == 404


def test_the_receipt_tells_nothing_to_who_makes_it_up(visitor: Client, announced: Tournament):
    press(visitor, announced, "Åse Lind")
    page = visitor.get(url(announced), {"done": "1"})
    assert "is registered, with start number" not in page.text
    assert "Sign me up" in page.text


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x","y")', "<b>Åse</b>", "+45 Åse"])
def test_a_name_that_looks_like_something_else_is_text(visitor: Client, announced: Tournament, name: str):
    answer = press(visitor, announced, name)
    assert names(announced) == [name]
    assert "<b>" not in visitor.get(answer["Location"]).text


def test_the_overview_leads_there_while_it_is_open(visitor: Client, announced: Tournament, director: User):
    assert url(announced) in visitor.get(f"/en/t/{announced.slug}/").text
    assert "You can sign up" in visitor.get("/en/").text
    change_settings(tournament=announced, actor=director, signup_open=False)
    assert url(announced) not in visitor.get(f"/en/t/{announced.slug}/").text


def desk_url(tournament: Tournament, rest: str = "") -> str:
    return f"/en/director/t/{tournament.slug}/players/{rest}"


def test_the_director_gives_a_place_and_is_shown_who_is_next(
    visitor: Client, desk: Client, announced: Tournament
):
    for name in ("Å Et", "Å To", "Å Tre", "Å Fire"):
        press(visitor, announced, name)
    assert "There is a place for" not in desk.get(desk_url(announced)).text
    answer = desk.post(desk_url(announced, "1/remove/"), follow=True)
    assert "There is a place for Å Tre" in answer.text
    for _ in range(2):
        answer = desk.post(desk_url(announced, "3/give-place/"), follow=True)
    states = announced.entries.order_by("start_no").values_list("start_no", "state")
    assert list(states) == [(2, "registered"), (3, "registered"), (4, "waitlisted")]
    assert "There is a place for" not in answer.text


def test_the_director_closes_and_opens_it(desk: Client, announced: Tournament):
    assert url(announced) in desk.get(desk_url(announced)).text
    for is_open in ("0", "0", "1"):
        assert desk.post(desk_url(announced, "sign-up/"), {"open": is_open}).status_code == 302
        announced.refresh_from_db()
        assert announced.signup_open == (is_open == "1")


def test_who_waits_counts_nowhere_as_a_player(visitor: Client, desk: Client, announced: Tournament):
    for name in ("Å Et", "Å To", "Å Tre"):
        press(visitor, announced, name)
    attendance = desk.get(desk_url(announced)).context["attendance"]
    assert (attendance.expected, attendance.waitlisted) == (2, 1)
    state = desk.get(f"/en/director/t/{announced.slug}/").context["state"]
    assert (state.entries, state.step) == (2, "add_players")


def test_names_that_are_not_shown_to_everybody_are_not_shown_here(visitor: Client, announced: Tournament):
    press(visitor, announced, "Åse Hemmelig", "Basta")
    Player.objects.update(public_form="none")
    assert "Hemmelig" not in visitor.get(url(announced)).text


def test_settings_of_the_sign_up_are_saved_and_stay_open_to_change(
    desk: Client, announced: Tournament, director: User
):
    address = f"/en/director/t/{announced.slug}/settings/"
    desk.post(address, FORM | {"signup_open": "on", "signup_limit": "24", "fee": "150"})
    announced.refresh_from_db()
    assert (announced.signup_open, announced.signup_limit, announced.fee) == (True, 24, 150)
    for name in ("Å Et", "Å To", "Å Tre"):
        press(Client(), announced, name)
    check_in_all(tournament=announced, actor=director)
    start_tournament(tournament=announced, actor=director)
    desk.post(address, FORM | {"signup_limit": "", "fee": ""})
    announced.refresh_from_db()
    assert (announced.signup_open, announced.signup_limit, announced.fee) == (False, None, 0)


def test_an_entry_by_sign_up_is_in_the_log(visitor: Client, desk: Client, announced: Tournament):
    press(visitor, announced, "Åse Lind")
    assert Entry.objects.get().name == "Åse Lind"
    log = desk.get(f"/en/director/t/{announced.slug}/log/").text
    assert "took the sign-up of Åse Lind" in log
