"""A phone with a table code: what it may do at its own table, what it may not, and what comes too late."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.domain.calls import answer_call
from scoring.domain.moves import Move, move_deals
from scoring.models import Deal, DirectorCall, RefusedEntry
from tests.scenes import a_user, declared, enter, fill, play, playing, started, table
from tournament.domain.codes import renew_code, table_code
from tournament.domain.rounds import publish_round
from tournament.guesses import FEW, MANY
from tournament.models import AuditEntry, Seating, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture
def tournament() -> Tournament:
    return playing(8, a_user())


@pytest.fixture
def seating(tournament: Tournament) -> Seating:
    return table(tournament)


class Phone:
    """A phone that knows a code and who holds it."""

    def __init__(self, code: str, seat: str = "") -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Table {code} {seat}".strip()}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self.headers | headers)

    def post(self, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
        return self.client.post(
            f"/api/v1/{path}", body or {}, content_type="application/json", headers=self.headers | headers
        )

    def put(self, path: str, body: dict[str, Any], version: int) -> Any:
        return self.client.put(
            f"/api/v1/{path}",
            body,
            content_type="application/json",
            headers=self.headers | {"If-Match": f'"{version}"'},
        )


def phone(seating: Seating, seat: str = "") -> Phone:
    return Phone(table_code(seating), seat)


def line(**changes: Any) -> dict[str, Any]:
    values = {"declarer": "E", "contract": "spil", "trump": "H", "outcome": "vundet"}
    return {"number": 1, "client_key": str(uuid4())} | values | changes


def deals_of(seating: Seating) -> str:
    return f"seatings/{seating.uuid}/deals/"


def test_a_deal_is_entered_by_the_code_alone_and_without_a_cookie(seating: Seating) -> None:
    answer = phone(seating, "E").post(deals_of(seating), line())
    assert (answer.status_code, len(answer.cookies)) == (201, 0)
    deal = Deal.objects.get()
    assert (deal.entered_by, deal.changed_by_seat) == (None, "E")


def test_the_log_says_which_table_and_who(seating: Seating) -> None:
    phone(seating, "W").post(deals_of(seating), line())
    entry = AuditEntry.objects.get(verb="record_deal")
    assert (entry.actor_id, entry.actor_seating_id, entry.actor_seat) == (None, seating.pk, "W")


def test_the_code_opens_no_other_table_and_no_other_round(tournament: Tournament, seating: Seating) -> None:
    for other in (table(tournament, 1, 2), table(tournament, 2, 1)):
        answer = phone(seating).post(deals_of(other), line())
        assert (answer.status_code, answer.json()["code"]) == (401, "unknown_table_code")
    deal = enter(table(tournament, 1, 2), 1)
    stranger = phone(seating)
    assert stranger.put(f"deals/{deal.pk}/", line(outcome="bet"), 1).status_code == 401
    assert stranger.post(f"deals/{deal.pk}/void/", {"reason": "x"}, **{"If-Match": '"1"'}).status_code == 401
    assert Deal.objects.get().outcome == "vundet"


def test_the_code_does_nothing_but_keep_the_scores_of_its_table(seating: Seating) -> None:
    answer = phone(seating).get("tournaments/")
    assert answer.status_code == 200
    desk = Client().get(
        f"/director/t/{seating.round.tournament.slug}/",
        headers={"Authorization": f"Table {table_code(seating)}"},
    )
    assert desk.status_code == 302


def test_a_round_that_is_only_drawn_has_no_codes_yet() -> None:
    seating = table(started(8))
    assert phone(seating).get(f"seatings/{seating.uuid}/sheet/").status_code == 401


def test_a_published_round_is_seen_and_takes_no_deals_yet() -> None:
    tournament = started(8)
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    seating = table(tournament)
    state = phone(seating).get(f"seatings/{seating.uuid}/sheet/")
    assert (state.status_code, state.json()["round_state"]) == (200, "published")
    answer = phone(seating).post(deals_of(seating), line())
    assert (answer.status_code, answer.json()["code"], answer.json().get("kept")) == (
        409,
        "round_not_open",
        None,
    )
    assert not RefusedEntry.objects.exists()


def test_what_comes_after_the_round_is_closed_is_with_the_director(tournament: Tournament) -> None:
    play(tournament, 1)
    seating = table(tournament)
    answer = phone(seating, "N").post(deals_of(seating), line())
    assert (answer.status_code, answer.json()["code"], answer.json()["kept"]) == (409, "round_closed", True)
    kept = RefusedEntry.objects.get()
    assert (kept.code, kept.received_seat, kept.received_from) == ("round_closed", "N", None)


def test_a_correction_after_signing_is_with_the_director(seating: Seating) -> None:
    fill(seating)
    deal = Deal.objects.filter(seating=seating, number=1).get()
    answer = phone(seating, "S").put(f"deals/{deal.pk}/", line(outcome="kruk"), 1)
    assert (answer.status_code, answer.json()["kept"]) == (403, True)
    assert (RefusedEntry.objects.get().body["outcome"], Deal.objects.get(pk=deal.pk).outcome) == (
        "kruk",
        "vundet",
    )


def test_a_renewed_code_opens_and_the_old_one_hands_in_what_it_has(seating: Seating) -> None:
    old = phone(seating, "E")
    renew_code(seating=seating, actor=None, reason="Kortet er væk")
    body = line()
    answer = old.post(deals_of(seating), body)
    assert (answer.status_code, answer.json()["code"], answer.json()["kept"]) == (409, "code_renewed", True)
    assert old.post(deals_of(seating), body).status_code == 409
    assert RefusedEntry.objects.get().code == "code_renewed"
    assert old.get(f"seatings/{seating.uuid}/sheet/").json()["code"] == "code_renewed"
    assert old.post(f"seatings/{seating.uuid}/sign/", {"seat": "N"}).json()["code"] == "code_renewed"
    assert phone(table(seating.round.tournament)).post(deals_of(seating), line()).status_code == 201


class TestADealThatWasMovedToAnotherTable:
    @pytest.fixture
    def moved(self, tournament: Tournament, seating: Seating) -> Deal:
        deal = enter(seating, 2)
        move_deals(moves=[Move(deal, 1, table(tournament, 1, 2), 3)], actor=None, reason="forkert bord")
        return deal

    def test_a_correction_is_kept_at_the_table_that_typed_it(self, seating: Seating, moved: Deal) -> None:
        for _ in range(2):
            answer = phone(seating, "E").put(f"deals/{moved.pk}/", line(outcome="kruk"), 1)
            assert (answer.status_code, answer.json()["code"], answer.json()["kept"]) == (
                409,
                "deal_moved",
                True,
            )
        kept = RefusedEntry.objects.get()
        assert (kept.seating, kept.number, kept.code, kept.received_seat, kept.body["outcome"]) == (
            seating,
            2,
            "deal_moved",
            "E",
            "kruk",
        )
        assert Deal.objects.get(pk=moved.pk).outcome == "vundet"

    def test_it_is_neither_read_nor_taken_off_from_there(self, seating: Seating, moved: Deal) -> None:
        at = phone(seating)
        read = at.get(f"deals/{moved.pk}/")
        taken_off = at.post(f"deals/{moved.pk}/void/", {"reason": "x"}, **{"If-Match": '"2"'})
        assert [(answer.status_code, answer.json()["code"]) for answer in (read, taken_off)] == [
            (409, "deal_moved")
        ] * 2

    def test_asking_for_it_is_no_wrong_code(self, seating: Seating, moved: Deal) -> None:
        answers = {phone(seating).get(f"deals/{moved.pk}/").status_code for _ in range(FEW + 2)}
        assert answers == {409}
        assert Phone("ABCDEFGH").get(f"seatings/{seating.uuid}/sheet/").status_code == 401


def test_the_sheet_is_not_sent_again_while_nothing_changed(seating: Seating) -> None:
    at = phone(seating)
    path = f"seatings/{seating.uuid}/sheet/"
    first = at.get(path)
    assert at.get(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    enter(seating, 1)
    assert at.get(path, **{"If-None-Match": first.headers["ETag"]}).json()["lines"][0]["deal"]["points"] == 1


def test_a_correction_sent_again_after_its_answer_was_lost_is_no_conflict(seating: Seating) -> None:
    deal = enter(seating, 1)
    at = phone(seating, "E")
    changed = line(outcome="bet")
    first, second = at.put(f"deals/{deal.pk}/", changed, 1), at.put(f"deals/{deal.pk}/", changed, 1)
    assert [(answer.status_code, answer.json()["version"]) for answer in (first, second)] == [
        (200, 2),
        (200, 2),
    ]


def test_the_table_must_name_the_suit_even_where_typed_sheets_need_not() -> None:
    tournament = playing(8, suit_may_be_missing=True)
    seating = table(tournament)
    answer = phone(seating).post(deals_of(seating), line(trump=""))
    assert (answer.status_code, answer.json()["code"]) == (422, "trump_missing")
    assert enter(seating, 1, declared(seating, 1, trump="")).points == 1


class TestSigning:
    def test_somebody_else_than_the_last_changer_signs(self, seating: Seating) -> None:
        fill(seating, sign=False)
        deal = Deal.objects.get(seating=seating, number=1)
        at = phone(seating, "E")
        at.put(f"deals/{deal.pk}/", line(outcome="bet"), 1)
        sign = f"seatings/{seating.uuid}/sign/"
        refused = at.post(sign, {"seat": "E"})
        assert (refused.status_code, refused.json()["code"]) == (422, "signer_changed_last")
        signed = at.post(sign, {"seat": "N"})
        assert (signed.status_code, signed.json()["signed"]["seat"]) == (200, "N")
        assert table(seating.round.tournament).is_signed

    def test_what_the_signer_has_not_seen_is_not_signed(self, seating: Seating) -> None:
        fill(seating, sign=False)
        seen = list(Deal.objects.filter(seating=seating).values_list("pk", "version"))
        at, sign = phone(seating, "E"), f"seatings/{seating.uuid}/sign/"
        at.put(f"deals/{seen[0][0]}/", line(outcome="bet"), 1)
        refused = at.post(sign, {"seat": "N", "seen": seen})
        assert (refused.status_code, refused.json()["code"]) == (409, "sheet_changed_since")
        seen[0] = (seen[0][0], 2)
        assert at.post(sign, {"seat": "N", "seen": seen}).json()["signed"]["seat"] == "N"

    def test_a_seat_must_be_named(self, seating: Seating) -> None:
        fill(seating, sign=False)
        answer = phone(seating).post(f"seatings/{seating.uuid}/sign/")
        assert (answer.status_code, answer.json()["code"]) == (422, "signer_missing")

    def test_an_incomplete_sheet_says_what_is_missing(self, seating: Seating) -> None:
        enter(seating, 1)
        answer = phone(seating).post(f"seatings/{seating.uuid}/sign/", {"seat": "N"})
        assert (answer.status_code, answer.json()["params"]["missing"]) == (409, "[2, 3, 4]")


class TestCallingTheDirector:
    def test_one_call_stands_until_it_is_answered(self, seating: Seating) -> None:
        at = phone(seating, "W")
        path = f"seatings/{seating.uuid}/call/"
        for _ in range(2):
            assert at.post(path, {"number": 3}).json()["call"]["seat"] == "W"
        call = DirectorCall.objects.get()
        assert (call.number, call.answered_at) == (3, None)
        answer_call(call=call, actor=None)
        assert at.get(f"seatings/{seating.uuid}/sheet/").json()["call"] is None

    def test_the_table_takes_it_back(self, seating: Seating) -> None:
        at = phone(seating)
        path = f"seatings/{seating.uuid}/call/"
        at.post(path)
        assert at.post(path, {"waiting": False}).json()["call"] is None
        assert [entry.verb for entry in AuditEntry.objects.filter(verb__contains="call").order_by("id")] == [
            "call_director",
            "take_call_back",
        ]


class TestWhatOthersMade:
    def test_nothing_is_told_while_a_table_can_still_play_the_board(self, seating: Seating) -> None:
        enter(seating, 1)
        told = phone(seating).get(f"seatings/{seating.uuid}/boards/1/").json()
        assert told == {"board": 1, "released": False, "frozen": False, "tables_to_come": 1, "results": []}

    def test_every_table_is_told_once_all_have_played_it(
        self, tournament: Tournament, seating: Seating
    ) -> None:
        other = table(tournament, 1, 2)
        enter(seating, 1)
        enter(other, 1, declared(other, 1, outcome="bet"))
        told = phone(seating).get(f"seatings/{seating.uuid}/boards/1/").json()
        assert [(row["table"], row["own"], row["hand"], row["points"]) for row in told["results"]] == [
            (1, True, "forhand", 1),
            (2, False, "forhand", -1),
        ]

    def test_tables_that_deal_their_own_cards_have_nothing_to_compare(self) -> None:
        seating = table(playing(8, shared_boards=False))
        enter(seating, 1)
        assert phone(seating).get(f"seatings/{seating.uuid}/boards/1/").json()["board"] is None


class TestGuessing:
    def test_after_some_wrong_codes_guesses_are_slowed_and_the_right_code_opens(
        self, seating: Seating
    ) -> None:
        path = f"seatings/{seating.uuid}/sheet/"
        statuses = [Phone("ABCDEFGH").get(path).status_code for _ in range(FEW + 2)]
        assert statuses == [401] * FEW + [429] * 2
        assert phone(seating).get(path).status_code == 200

    def test_right_codes_are_never_counted(self, seating: Seating) -> None:
        path = f"seatings/{seating.uuid}/sheet/"
        assert {phone(seating).get(path).status_code for _ in range(FEW + 5)} == {200}
        assert Phone("ABCDEFGH").get(path).status_code == 401

    def test_a_machine_that_guesses_is_looked_at_once_a_second(
        self, seating: Seating, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tournament.guesses.failures", lambda _request: MANY + 1)
        path = f"seatings/{seating.uuid}/sheet/"
        assert [one.get(path).status_code for one in (Phone("ABCDEFGH"), phone(seating))] == [429, 429]

    def test_phones_that_are_in_go_on_beside_a_machine_that_guesses(
        self, seating: Seating, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = table(seating.round.tournament, 1, 2)
        paths = [f"seatings/{one.uuid}/sheet/" for one in (seating, other)]
        assert phone(seating).get(paths[0]).status_code == 200
        assert Client().get(f"/en/e/{table_code(other)}/").status_code == 200
        monkeypatch.setattr("tournament.guesses.failures", lambda _request: MANY + 1)
        Phone("ABCDEFGH").get(paths[0])
        statuses = [
            phone(one).get(path).status_code for one, path in zip((seating, other), paths, strict=True)
        ]
        assert statuses == [200, 200]

    def test_who_has_a_whole_network_of_addresses_is_one_guesser(self, seating: Seating) -> None:
        path = f"/api/v1/seatings/{seating.uuid}/sheet/"

        def guess(address: str) -> int:
            return (
                Client(REMOTE_ADDR=address).get(path, headers={"Authorization": "Table ABCDEFGH"}).status_code
            )

        assert [guess(f"2001:db8:0:1::{number:x}") for number in range(FEW + 1)] == [401] * FEW + [429]
        assert [guess(address) for address in ("2001:db8:0:2::1", "192.0.2.1", "::ffff:192.0.2.2")] == [
            401
        ] * 3
        assert {guess("::ffff:192.0.2.3") for _ in range(FEW)} == {401}
        assert (guess("192.0.2.3"), guess("::ffff:192.0.2.4")) == (429, 401)

    def test_only_what_our_own_proxy_has_seen_counts_as_the_address(
        self, seating: Seating, settings: Any
    ) -> None:
        path = f"/api/v1/seatings/{seating.uuid}/sheet/"

        def guess(number: int) -> int:
            forged = f"198.51.100.{number}" + (", 192.0.2.9" if settings.BEHIND_PROXY else "")
            headers = {"Authorization": "Table ABCDEFGH", "X-Forwarded-For": forged}
            return Client().get(path, headers=headers).status_code

        for behind in (False, True):
            settings.BEHIND_PROXY = behind
            assert [guess(number) for number in range(FEW + 1)] == [401] * FEW + [429]
