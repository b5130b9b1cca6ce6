from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournament.domain.entries import check_in_all, register_new_player
from tournament.domain.registry import create_club, create_player
from tournament.domain.tournaments import start_tournament
from tournament.models import AuditEntry, Club, Entry, Player, Tournament, User


def url(tournament: Tournament, rest: str = "", language: str = "") -> str:
    return f"{language}/director/t/{tournament.slug}/players/{rest}"


def states(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("start_no").values_list("state", flat=True))


def test_list_shows_everybody_with_counts(desk: Client, four: Tournament):
    answer = desk.get(url(four))
    assert [name in answer.text for name in ("Åse Lind", "Bent Ørum", "Carl Æbelø", "Ditte Aagaard")] == [
        True
    ] * 4
    assert (answer.context["attendance"].registered, answer.context["attendance"].checked_in) == (4, 0)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [("aebeloe", [3]), ("2", [2]), ("odense å", [1, 4]), ("basta", [1, 2, 3, 4]), ("x", [])],
)
def test_list_is_searched_without_javascript(desk: Client, four: Tournament, words: str, numbers: list[int]):
    answer = desk.get(url(four), {"q": words})
    assert [entry.start_no for entry in answer.context["entries"]] == numbers


def test_list_costs_no_more_queries_for_more_players(
    desk: Client, four: Tournament, director: User, django_assert_num_queries
):
    with CaptureQueriesContext(connection) as few:
        desk.get(url(four))
    for number in range(30):
        register_new_player(
            tournament=four, name=f"Spiller {number}", club_name=f"Klub {number}", actor=director
        )
    with django_assert_num_queries(len(few)):
        desk.get(url(four))


def test_names_are_found_at_the_door_before_clubs(desk: Client, four: Tournament):
    create_player(name="Ove Basta", actor=None)
    page = desk.get(url(four), {"find": "basta"})
    assert page.context["found"][0].name == "Ove Basta"
    assert len(page.context["found"]) == 5


@pytest.mark.parametrize("words", ["'", "%", "_", "x" * 500, "<script>", "\x00"])
def test_any_search_is_answered(desk: Client, four: Tournament, words: str):
    for address in (url(four), "/director/players/", "/director/clubs/"):
        answer = desk.get(address, {"q": words, "find": words})
        assert answer.status_code == 200
        assert "<script>" not in answer.text


def test_checking_in_one_by_one_and_undoing(desk: Client, four: Tournament):
    answer = desk.post(url(four, "2/check-in/"), {"q": "ørum"})
    assert answer["Location"] == url(four, "?q=%C3%B8rum#entry-2")
    desk.post(url(four, "2/check-in/"))
    assert states(four) == ["registered", "checked_in", "registered", "registered"]
    desk.post(url(four, "2/undo-check-in/"))
    assert states(four) == ["registered"] * 4


def test_checking_in_all_at_once(desk: Client, four: Tournament):
    assert desk.post(url(four, "check-in/")).status_code == 302
    assert states(four) == ["checked_in"] * 4


def test_known_player_is_looked_up_and_registered_once(desk: Client, four: Tournament):
    player = create_player(name="Søren Åkjær", club=create_club(name="Matador", actor=None), actor=None)
    page = desk.get(url(four, language="/en"), {"find": "akj"})
    address = url(four, f"register/{player.uuid}/", "/en")
    assert address in page.text
    assert 'value="akj"' in page.text
    desk.post(address)
    again = desk.post(address, follow=True)
    assert "Søren Åkjær is registered already." in again.text
    entry = four.entries.get(player=player)
    assert (entry.start_no, entry.club) == (5, player.club)


def test_new_player_at_the_door_comes_with_his_club(desk: Client, four: Tournament):
    desk.post(url(four, "new/"), {"name": "Inga Bro", "club_name": "basta odense"})
    desk.post(url(four, "new/"), {"name": "Jens Bro", "club_name": "Nye Klub"})
    clubs = list(four.entries.filter(start_no__gt=4).values_list("club__name", flat=True))
    assert clubs == ["Basta, Odense", "Nye Klub"]


def test_namesake_at_the_door_needs_a_word_more_and_all_is_kept(desk: Client, four: Tournament):
    form = {"name": "Lind, Åse", "club_name": "Nye Klub"}
    answer = desk.post(url(four, "new/", "/en"), form)
    assert answer.status_code == 200
    assert "Åse Lind, Basta, Odense" in answer.text
    assert 'value="Nye Klub"' in answer.text
    assert four.entries.count() == 4
    assert not Club.objects.filter(name="Nye Klub").exists()
    desk.post(url(four, "new/"), form | {"confirm": "on"})
    assert Player.objects.filter(name_key="aase lind").count() == 2


def test_registering_the_same_new_player_twice_makes_one(desk: Client, four: Tournament):
    form = {"name": "Inga Bro", "club_name": ""}
    desk.post(url(four, "new/"), form)
    desk.post(url(four, "new/"), form)
    assert Player.objects.filter(name="Inga Bro").count() == 1


def test_form_refused_can_be_read_in_the_other_language(desk: Client, four: Tournament):
    assert desk.get(url(four, "new/"))["Location"] == url(four)


def test_registration_is_removed_before_the_start(desk: Client, four: Tournament):
    desk.post(url(four, "2/remove/"))
    assert desk.post(url(four, "2/remove/")).status_code == 302
    assert list(four.entries.values_list("start_no", flat=True)) == [1, 3, 4]
    assert Player.objects.filter(name="Bent Ørum").exists()


def test_starting_needs_a_number_that_can_be_seated(desk: Client, four: Tournament, director: User):
    start = f"/en/director/t/{four.slug}/start/"
    assert "Start the tournament" not in desk.get(url(four, language="/en")).text
    answer = desk.post(start, follow=True)
    assert "notice is-error" in answer.text
    register_new_player(tournament=four, name="Den Femte", club_name="", actor=director)
    check_in_all(tournament=four, actor=director)
    page = desk.get(url(four, language="/en"))
    assert "5 players cannot be seated" in page.text
    assert "five is neither" in page.text
    assert "5 players cannot be seated" in desk.post(start, follow=True).text
    four.refresh_from_db()
    assert four.state == Tournament.State.DRAFT


def test_starting_says_what_it_does_and_leads_to_the_draw(desk: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    page = desk.get(url(four, language="/en"))
    assert "Start with 4 players" in page.text
    assert "1 table of four" in page.text
    assert "freezes the settings" in page.text
    answer = desk.post(f"/director/t/{four.slug}/start/")
    assert answer["Location"] == f"/director/t/{four.slug}/rounds/"
    four.refresh_from_db()
    assert four.state == Tournament.State.RUNNING


def test_withdrawing_asks_why_and_can_be_taken_back(desk: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    assert url(four, "1/withdraw/") in desk.get(url(four)).text
    assert desk.get(url(four, "1/withdraw/")).status_code == 200
    assert desk.post(url(four, "1/withdraw/"), {"reason": " "}).status_code == 200
    assert states(four)[0] == "checked_in"
    assert desk.post(url(four, "1/withdraw/"), {"reason": "syg"})["Location"] == url(four, "#entry-1")
    assert states(four)[0] == "withdrawn"
    assert AuditEntry.objects.filter(verb="withdraw_entry").get().reason == "syg"
    desk.post(url(four, "1/return/"))
    assert states(four)[0] == "checked_in"


def test_nobody_is_removed_after_the_start(desk: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    answer = desk.post(url(four, "1/remove/", "/en"), follow=True)
    assert "notice is-error" in answer.text
    assert four.entries.count() == 4


ACTIONS = ["check-in/", "1/check-in/", "1/undo-check-in/", "1/remove/", "1/withdraw/", "1/return/", "new/"]


@pytest.mark.parametrize("action", ["", *ACTIONS])
def test_entries_are_for_the_tournaments_own_director(
    action: str, four: Tournament, visitor: Client, keeper: Client, stranger: Client
):
    before = list(Entry.objects.values())
    codes = [
        browser.post(url(four, action), {"name": "X", "reason": "x"}).status_code
        for browser in (visitor, keeper, stranger)
    ]
    assert codes == [302, 403, 403]
    assert list(Entry.objects.values()) == before


@pytest.mark.parametrize("action", [a for a in ACTIONS if a not in {"new/", "1/withdraw/"}])
def test_actions_do_nothing_for_a_link(action: str, desk: Client, four: Tournament):
    assert desk.get(url(four, action)).status_code == 405


def test_an_unknown_start_number_is_not_found(desk: Client, four: Tournament):
    assert desk.post(url(four, "99/check-in/")).status_code == 404
