"""The way to a table by its code, and the page it opens: for anybody, without a cookie, in two languages."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.domain.signatures import sign_seating
from tests.scenes import a_user, enter, fill, play, playing, started, table
from tournament import guesses
from tournament.domain.codes import renew_code, table_code
from tournament.domain.rounds import publish_round
from tournament.models import Seating, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture
def visitor() -> Client:
    return Client()


@pytest.fixture
def tournament() -> Tournament:
    return playing(8, a_user())


@pytest.fixture
def seating(tournament: Tournament) -> Seating:
    return table(tournament)


def data_of(page: Any) -> dict[str, Any]:
    found = re.search(
        r'<script id="table-data" type="application/json">(.*?)</script>', page.content.decode(), re.DOTALL
    )
    assert found
    return dict(json.loads(found[1]))


def wrong_codes(client: Client, count: int) -> list[int]:
    return [client.get("/e/ABCDABCD/").status_code for _ in range(count)]


# --- the page ------------------------------------------------------------------------------


def test_a_code_opens_its_table_without_log_in_and_cookie(visitor: Client, seating: Seating) -> None:
    page = visitor.get(f"/e/{table_code(seating)}/")
    assert (page.status_code, dict(page.cookies)) == (200, {})
    assert page["Cache-Control"] == "no-store"
    data = data_of(page)
    assert (data["seating"], data["code"], data["needsReason"]) == (
        str(seating.uuid),
        table_code(seating),
        False,
    )
    assert {seat: who["name"] for seat, who in data["seats"].items()} == {
        seat.position: seat.entry.name for seat in seating.seats.all()
    }


def test_a_scorekeeper_with_a_session_gets_the_same_page_and_no_new_cookie(
    visitor: Client, seating: Seating
) -> None:
    where = f"/e/{table_code(seating)}/"
    bare = visitor.get(where).content
    logged_in = Client()
    logged_in.force_login(a_user("niels"))
    page = logged_in.get(where)
    assert (page.content, dict(page.cookies)) == (bare, {})


def test_the_page_knows_the_state_it_was_made_from(visitor: Client, seating: Seating) -> None:
    enter(seating, 1)
    data = data_of(visitor.get(f"/e/{table_code(seating)}/"))
    asked = visitor.get(
        data["urls"]["sheet"],
        headers={"Authorization": f"Table {data['code']}", "If-None-Match": data["etag"]},
    )
    assert asked.status_code == 304
    assert (data["state"]["round_state"], data["state"]["signed"]) == ("playing", None)
    assert [bool(line["deal"]) for line in data["lines"]] == [True, False, False, False]


def test_roles_and_points_are_worked_out_beforehand(visitor: Client, seating: Seating) -> None:
    data = data_of(visitor.get(f"/e/{table_code(seating)}/"))
    assert data["tables"]["ENSW"]["S"] == {
        "forhand": "E",
        "mellemhand": "W",
        "baghand": "S",
        "sitter_out": "N",
        "next": "E",
    }
    assert data["tables"]["ESW"]["E"]["sitter_out"] == ""
    assert sorted(data["tables"]) == ["ENS", "ENSW", "ENW", "ESW", "NSW"]
    assert data["points"]["spil"]["points"]["vundet"] == 1
    assert data["points"]["solo"]["outcomes"]["4-4-1"] == "bet"


def test_a_table_of_three_has_no_fourth_button(visitor: Client) -> None:
    seating = table(playing(7, a_user("ove")), 1, 2)
    page = visitor.get(f"/e/{table_code(seating)}/").content.decode()
    assert len(re.findall(r'name="declarer" value="[NESW]"', page)) == 3
    assert 'name="declarer" value="pas"' in page


def test_contract_and_suit_are_one_press(visitor: Client, seating: Seating) -> None:
    page = visitor.get(f"/e/{table_code(seating)}/").content.decode()
    tiles = re.findall(r'name="contract" value="([^"]*)"', page)
    assert tiles[:4] == ["spil:H", "spil:D", "spil:C", "bedre_spil:S"]
    assert {"solo_spar:S", "kobe_nolo:", "ren_nolo:", "nolo_ouvert:"} <= set(tiles)
    assert len(tiles) == len(set(tiles))


@pytest.mark.parametrize(
    ("language", "expected"), [("", "Hvem spiller?"), ("/en", "Who plays?")], ids=["da", "en"]
)
def test_the_page_speaks_both_languages(
    visitor: Client, seating: Seating, language: str, expected: str
) -> None:
    page = visitor.get(f"{language}/e/{table_code(seating)}/")
    assert expected in page.content.decode()
    assert page["Content-Language"] == ("en" if language else "da")
    assert data_of(page)["urls"]["scope"] == f"{language}/e/"


def test_a_code_is_read_as_people_write_it(visitor: Client, seating: Seating) -> None:
    code = table_code(seating)
    for written in (code.lower(), f"{code[:4]} {code[4:]}", f"{code[:4]}-{code[4:].lower()}"):
        answer = visitor.get(f"/e/{written}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/e/{code}/")


@pytest.mark.parametrize("end", ["signed", "closed"])
def test_a_sheet_that_is_done_can_still_be_read(visitor: Client, tournament: Tournament, end: str) -> None:
    if end == "signed":
        fill(table(tournament), sign=False)
        sign_seating(seating=table(tournament), actor=None, seat="E")
    else:
        play(tournament, 1)
    page = visitor.get(f"/e/{table_code(table(tournament))}/")
    assert page.status_code == 200
    state = data_of(page)["state"]
    assert (state["round_state"], bool(state["signed"])) == ({"signed": "playing"}.get(end, end), True)


def test_before_the_round_begins_the_page_says_who_sits_where(visitor: Client) -> None:
    tournament = started(8, a_user("ove"))
    seating = table(tournament)
    assert visitor.get(f"/e/{table_code(seating)}/").status_code == 404
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    page = visitor.get(f"/e/{table_code(seating)}/")
    assert data_of(page)["state"]["round_state"] == "published"
    assert "table-map" in page.content.decode()


def test_the_page_can_only_be_asked_for(visitor: Client, seating: Seating) -> None:
    assert [visitor.post(where).status_code for where in (f"/e/{table_code(seating)}/", "/e/")] == [405, 405]


def test_the_page_asks_the_database_little(
    visitor: Client, seating: Seating, django_assert_max_num_queries: Any
) -> None:
    for number in (1, 2, 3, 4):
        enter(seating, number)
    with django_assert_max_num_queries(20):
        visitor.get(f"/e/{table_code(seating)}/")


# --- the box --------------------------------------------------------------------------------


def test_the_front_page_leads_to_the_table(visitor: Client, seating: Seating) -> None:
    code = table_code(seating)
    front = visitor.get("/")
    assert 'action="/e/"' in front.content.decode()
    answer = visitor.get("/e/", {"code": f"{code[:4].lower()} {code[4:].lower()}"})
    assert (answer.status_code, answer["Location"], dict(answer.cookies)) == (302, f"/e/{code}/", {})


def test_the_english_box_leads_to_the_english_page(visitor: Client, seating: Seating) -> None:
    answer = visitor.get("/en/e/", {"code": table_code(seating)})
    assert answer["Location"] == f"/en/e/{table_code(seating)}/"


def test_an_empty_box_is_no_guess(visitor: Client) -> None:
    page = visitor.get("/e/", {"code": "  "})
    assert (page.status_code, "code-problem" in page.content.decode()) == (200, False)
    assert guesses.failures(page.wsgi_request) == 0


@pytest.mark.parametrize("typed", ["ABCD ABCD", "abc", "12345678", "æøå", "x" * 200, '"><script>'])
def test_a_wrong_code_gets_the_box_again_with_what_was_typed(visitor: Client, typed: str) -> None:
    page = visitor.get("/e/", {"code": typed})
    source = page.content.decode()
    assert page.status_code == 404
    assert 'id="code-problem"' in source
    found = re.search(r'name="code" value="([^"]*)"', source)
    assert found
    assert unescape(found[1]) == typed[:40]
    assert guesses.failures(page.wsgi_request) == 1


def test_a_wrong_address_is_not_found_and_counted(visitor: Client) -> None:
    page = visitor.get("/e/ABCDABCD/")
    assert (page.status_code, page["Cache-Control"]) == (404, "no-store")
    assert 'id="code-problem"' in page.content.decode()
    assert guesses.failures(page.wsgi_request) == 1


def test_an_old_code_opens_nothing(visitor: Client, seating: Seating) -> None:
    old = table_code(seating)
    renewed = renew_code(seating=seating, actor=None, reason="kortet er væk")
    assert [visitor.get(f"/e/{code}/").status_code for code in (old, table_code(renewed))] == [404, 200]


def test_many_wrong_codes_are_slowed_down_and_a_right_one_still_opens(
    visitor: Client, seating: Seating
) -> None:
    assert wrong_codes(visitor, guesses.FEW + 2) == [404] * guesses.FEW + [429] * 2
    assert visitor.get("/e/", {"code": "ABCDABCD"}).status_code == 429
    assert visitor.get(f"/e/{table_code(seating)}/").status_code == 200
    assert visitor.get("/e/", {"code": table_code(seating)}).status_code == 302


def test_after_very_many_only_one_guess_a_second_is_looked_at(
    visitor: Client, seating: Seating, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesses, "MANY", 3)
    monkeypatch.setattr(guesses, "PAUSE", 60)
    other = table(seating.round.tournament, 1, 2)
    wrong_codes(visitor, 4)
    answers = [visitor.get(f"/e/{table_code(one)}/").status_code for one in (seating, other, seating)]
    assert answers == [200, 429, 200]


# --- the script that keeps the page ----------------------------------------------------------


def test_the_worker_is_a_script_of_ours(visitor: Client) -> None:
    for where in ("/sw.js", "/en/sw.js"):
        answer = visitor.get(where)
        assert (answer.status_code, answer["Content-Type"], answer["Cache-Control"]) == (
            200,
            "text/javascript",
            "no-cache",
        )
        assert "worker-src 'self'" in answer["Content-Security-Policy"]
