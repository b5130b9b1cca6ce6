"""The API of deals: one answer for one deal, conflicts that show both sides, problems with codes."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import Deal, RefusedEntry
from tests.scenes import a_user, fill, playing, table
from tournament.models import Seating, StaffRole, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


@pytest.fixture
def seating(tournament: Tournament) -> Seating:
    return table(tournament)


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def line(**changes: Any) -> dict[str, Any]:
    values = {"declarer": "E", "contract": "spil", "trump": "H", "outcome": "vundet"}
    return {"number": 1, "client_key": str(uuid4())} | values | changes


def post(client: Client, seating: Seating, body: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/seatings/{seating.uuid}/deals/", body, content_type="application/json")


def put(client: Client, deal: int, body: dict[str, Any], version: str | None) -> Any:
    headers = {"If-Match": version} if version else {}
    return client.put(f"/api/v1/deals/{deal}/", body, content_type="application/json", headers=headers)


def test_a_deal_is_entered_with_what_each_seat_got(desk: Client, seating: Seating) -> None:
    answer = post(desk, seating, line())
    assert (answer.status_code, answer.headers["ETag"]) == (201, '"1"')
    assert answer.json()["booked"] == {"N": 0, "E": 1, "S": 0, "W": 0}
    assert (answer.json()["points"], answer.json()["outcome"]) == (1, "vundet")


def test_the_same_request_again_has_the_same_answer(desk: Client, seating: Seating) -> None:
    body = line()
    first, second, third = (post(desk, seating, body) for _ in range(3))
    assert [answer.status_code for answer in (first, second, third)] == [201, 200, 200]
    assert first.json() == second.json() == third.json()
    assert Deal.objects.count() == 1


def test_a_taken_place_shows_what_is_stored_and_what_was_typed(desk: Client, seating: Seating) -> None:
    post(desk, seating, line())
    answer = post(desk, seating, line(outcome="bet"))
    problem = answer.json()
    assert (answer.status_code, answer.headers["Content-Type"]) == (409, "application/problem+json")
    assert (problem["code"], problem["stored"]["outcome"], problem["typed"]["outcome"]) == (
        "place_taken",
        "vundet",
        "bet",
    )


def test_an_impossible_line_has_the_engines_code_and_a_sentence(desk: Client, seating: Seating) -> None:
    answer = post(desk, seating, line(contract="solo", outcome="", thrown_in=True))
    assert answer.status_code == 422
    assert answer.json()["code"] == "cannot_throw_in"
    assert "(" not in answer.json()["detail"] if "detail" in answer.json() else answer.json()["title"]


@pytest.mark.parametrize(
    "junk",
    [
        {"tricks": "many"},
        {"tricks": [1, 2]},
        {"tricks": {"a": 1}},
        {"tricks": [None, 4, 5]},
        {"trump": "♥"},
        {"declarer": "Q"},
        {"contract": "x" * 31},
        {"number": 0},
        {"number": 9999},
        {"number": "one"},
        {"client_key": "not-a-key"},
        {"thrown_in": "perhaps"},
        {"outcome": ["vundet"]},
        {"tout": "maybe"},
        {"dealer": "Q"},
        {"not_played_reason": "x" * 201},
    ],
)
def test_junk_is_refused_as_a_problem_and_nothing_is_stored(
    desk: Client, seating: Seating, junk: Any
) -> None:
    answer = post(desk, seating, line(**junk))
    assert answer.status_code in {400, 422}
    assert answer.json()["status"] == answer.status_code
    assert Deal.objects.count() == 0


@pytest.mark.parametrize("tricks", [5, True, ["a", 1, 2], [1, 2, 3, 4], [4, 4, True], ["\u0000", 1, 2]])
def test_tricks_that_are_none_are_refused_on_a_signed_sheet_too(
    desk: Client, seating: Seating, tricks: Any
) -> None:
    fill(seating)
    answer = post(desk, seating, line(outcome="", tricks=tricks))
    assert (answer.status_code, answer.json()["code"]) == (422, "tricks_must_sum_to_nine")
    assert desk.get(f"/director/t/{seating.round.tournament.slug}/").status_code == 200


def test_json_nested_without_end_is_a_problem() -> None:
    body = "[" * 100_000
    answer = Client().post("/api/v1/auctions/check/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("value", ['"\\ud800"', "1e999", '[["forhand", "\\udfff"]]'])
@pytest.mark.parametrize("name", ["calls", "tout", "anything"])
def test_what_cannot_be_written_back_is_a_problem(
    desk: Client, seating: Seating, name: str, value: str
) -> None:
    stored = post(desk, seating, line()).json()
    body = json.dumps(line(declarer="W"))[:-1] + f', "{name}": {value}}}'
    for send, path in (
        (desk.post, f"/api/v1/seatings/{seating.uuid}/deals/"),
        (desk.put, f"/api/v1/deals/{stored['id']}/"),
        (desk.post, "/api/v1/auctions/check/"),
    ):
        answer = send(path, body, content_type="application/json", headers={"If-Match": '"2"'})
        assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("call", ["\0", "\x85", "x" * 31])
def test_what_cannot_be_stored_is_refused_on_a_signed_sheet_too(
    desk: Client, seating: Seating, call: str
) -> None:
    fill(seating)
    answer = post(desk, seating, line(calls=[["forhand", call]]))
    assert (answer.status_code, answer.json()["code"]) == (422, "calls_must_be_pairs")
    assert not RefusedEntry.objects.exists()


def test_a_body_that_is_no_json_is_a_problem_too(desk: Client, seating: Seating) -> None:
    answer = desk.post(f"/api/v1/seatings/{seating.uuid}/deals/", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


def test_the_detail_speaks_the_callers_language(desk: Client, seating: Seating) -> None:
    body = line(contract="solo", outcome="", thrown_in=True)
    address = f"/api/v1/seatings/{seating.uuid}/deals/"
    titles = {
        language: desk.post(
            address, body, content_type="application/json", headers={"Accept-Language": language}
        ).json()["title"]
        for language in ("da", "en")
    }
    assert titles["en"] == "Only a contract with buying can be thrown in."
    assert titles["da"] != titles["en"]


def test_a_correction_needs_if_match(desk: Client, seating: Seating) -> None:
    deal = post(desk, seating, line()).json()["id"]
    assert put(desk, deal, line(outcome="bet"), None).status_code == 428
    assert put(desk, deal, line(outcome="bet"), '"7"').status_code == 412
    answer = put(desk, deal, line(outcome="bet"), '"1"')
    assert (answer.status_code, answer.headers["ETag"], answer.json()["points"]) == (200, '"2"', -1)


def test_the_second_of_two_scorers_sees_the_firsts_values(desk: Client, seating: Seating) -> None:
    deal = post(desk, seating, line()).json()["id"]
    assert put(desk, deal, line(outcome="bet"), '"1"').status_code == 200
    answer = put(desk, deal, line(outcome="kruk"), '"1"')
    assert (answer.status_code, answer.json()["stored"]["outcome"], answer.json()["typed"]["outcome"]) == (
        412,
        "bet",
        "kruk",
    )
    assert Deal.objects.get().outcome == "bet"


def test_a_deal_is_taken_off_with_a_reason(desk: Client, seating: Seating) -> None:
    deal = post(desk, seating, line()).json()["id"]
    address = f"/api/v1/deals/{deal}/void/"
    headers = {"If-Match": '"1"'}
    assert desk.post(address, {}, content_type="application/json", headers=headers).status_code == 400
    answer = desk.post(address, {"reason": "forkert bord"}, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["voided"]) == (200, True)


def test_what_comes_after_signing_is_a_conflict_and_is_kept(desk: Client, seating: Seating) -> None:
    fill(seating)
    answer = post(desk, seating, line(outcome="kruk"))
    assert (answer.status_code, answer.json()["code"]) == (409, "sheet_signed")
    assert RefusedEntry.objects.get().body["outcome"] == "kruk"


def test_a_visitor_is_told_so_and_never_sent_to_a_log_in_page(seating: Seating) -> None:
    answer = post(Client(), seating, line())
    assert (answer.status_code, answer.headers["Content-Type"]) == (403, "application/problem+json")
    assert Deal.objects.count() == 0


def test_a_scorekeeper_enters_at_any_table_of_his_tournament_only(
    tournament: Tournament, seating: Seating
) -> None:
    keeper = a_user("niels", is_director=False)
    client = Client()
    client.force_login(keeper)
    assert post(client, seating, line()).status_code == 403
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    assert post(client, seating, line()).status_code == 201


def test_a_forged_request_from_another_site_is_refused(director: User, seating: Seating) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(director)
    assert post(client, seating, line()).status_code == 403
    assert Deal.objects.count() == 0


def test_a_preview_settles_and_stores_nothing(seating: Seating) -> None:
    body = line(seating=str(seating.uuid), contract="solo_spar", trump="S", outcome="", tricks=[3, 4, 2])
    answer = Client().post("/api/v1/deals/preview/", body, content_type="application/json")
    assert answer.json() == {
        "outcome": "kruk",
        "points": -5,
        "booked": {"N": 0, "E": -5, "S": 0, "W": 0},
        "dealer": "S",
    }
    assert Deal.objects.count() == 0


def test_the_declarer_who_sits_out_is_refused_in_the_preview(seating: Seating) -> None:
    body = line(seating=str(seating.uuid), declarer="N")
    answer = Client().post("/api/v1/deals/preview/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "declarer_sits_out")


@pytest.mark.parametrize("calls", [None, 7, "spil", [["forhand"]], [[1, 2]], [["forhand", ["spil"]]]])
def test_junk_for_an_auction_is_a_problem(calls: Any) -> None:
    answer = Client().post("/api/v1/auctions/check/", {"calls": calls}, content_type="application/json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")


def test_an_auction_is_replayed() -> None:
    calls = [["forhand", "spil"], ["mellemhand", "tourne"], ["forhand", "kobe_nolo"]]
    answer = (
        Client().post("/api/v1/auctions/check/", {"calls": calls}, content_type="application/json").json()
    )
    assert (answer["is_over"], answer["next_hand"], "kobe_nolo" in answer["legal_calls"]) == (
        False,
        "mellemhand",
        False,
    )
