"""A sheet typed as rows: each row on its own, sent twice the same, and never over what somebody else entered."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.lines import line_of
from scoring.models import Deal, RefusedEntry
from tests.scenes import PAS, a_user, declared, enter, fill, playing, started, table
from tournament.models import AuditEntry, Seating, StaffRole, Tournament, User

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


@pytest.fixture
def keeper(tournament: Tournament) -> Client:
    user = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=user, role="scorekeeper")
    client = Client()
    client.force_login(user)
    return client


def row(number: int, text: str, **changes: Any) -> dict[str, Any]:
    return {"number": number, "text": text, "client_key": str(uuid4()), "version": None} | changes


def send(client: Client, seating: Seating, rows: list[dict[str, Any]], end: str = "", **more: Any) -> Any:
    return client.post(
        f"/api/v1/seatings/{seating.uuid}/rows/{end}", {"rows": rows} | more, content_type="application/json"
    )


def save(client: Client, seating: Seating, *rows: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    answer = send(client, seating, list(rows), **more)
    assert answer.status_code == 200, answer.content
    return list(answer.json()["rows"])


def states(rows: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    return [(row["number"], row["state"], row["code"]) for row in rows]


def check(client: Client, seating: Seating, *texts: str) -> list[dict[str, Any]]:
    rows = [{"number": number, "text": text} for number, text in enumerate(texts, start=1)]
    answer = send(client, seating, rows, "check/")
    assert answer.status_code == 200, answer.content
    return list(answer.json()["rows"])


def test_every_row_is_looked_at_on_its_own(desk: Client, seating: Seating) -> None:
    name = seating.seats.get(position="E").entry.name
    won, wrong, passed, nothing = check(desk, seating, "ø sp h v t+", "ø so s s", "p", " ")
    assert (won["state"], won["points"], won["booked"]) == ("ok", 2, {"N": 0, "E": 2, "S": 0, "W": 0})
    assert won["words"] == f"{name}: Spil i hjerter, vundet, Tout klaret"
    assert (won["line"]["declarer"], won["line"]["contract"]) == ("E", "spil")
    assert (wrong["state"], wrong["code"], wrong["points"]) == ("wrong", "cannot_throw_in", None)
    assert wrong["detail"]
    assert (passed["state"], passed["points"], passed["booked"]) == ("ok", 0, {})
    assert (nothing["state"], nothing["line"], nothing["words"]) == ("empty", None, "")
    assert Deal.objects.count() == 0


def test_looking_speaks_the_callers_language(desk: Client, seating: Seating) -> None:
    answer = desk.post(
        f"/api/v1/seatings/{seating.uuid}/rows/check/",
        {"rows": [{"number": 1, "text": "ø sp h v"}]},
        content_type="application/json",
        headers={"Accept-Language": "en"},
    )
    assert answer.json()["rows"][0]["words"].endswith(": Spil in hearts, won")


def test_who_sits_out_cannot_play(desk: Client, seating: Seating) -> None:
    assert states(check(desk, seating, "n sp h v")) == [(1, "wrong", "declarer_sits_out")]
    assert states(check(desk, seating, "n sp h v g:n")) == [(1, "ok", "")]


def test_a_suit_may_be_missing_where_the_tournament_says_so(desk: Client, seating: Seating) -> None:
    assert states(check(desk, seating, "ø sp v")) == [(1, "wrong", "trump_missing")]
    Tournament.objects.update(suit_may_be_missing=True)
    checked = check(desk, seating, "ø sp v", "ø sp s")
    assert (checked[0]["state"], checked[0]["points"]) == ("ok", 1)
    assert "Spil (" in checked[0]["words"]
    assert checked[1]["line"]["thrown_in"]


def test_the_right_rows_are_saved_and_the_wrong_ones_are_not(desk: Client, seating: Seating) -> None:
    saved = save(desk, seating, row(1, "ø sp h v"), row(2, "ø sp h 4"), row(3, ""), row(4, "p"))
    assert states(saved) == [
        (1, "saved", ""),
        (2, "wrong", "row_tricks_ambiguous"),
        (3, "empty", ""),
        (4, "saved", ""),
    ]
    assert (saved[0]["deal"]["version"], saved[0]["deal"]["points"]) == (1, 1)
    assert list(Deal.objects.values_list("number", "points")) == [(1, 1), (4, 0)]
    assert AuditEntry.objects.filter(verb="record_deal").count() == 2


def test_the_same_rows_again_are_the_same_deals(desk: Client, seating: Seating) -> None:
    rows = [row(1, "ø sp h v"), row(2, "p")]
    first, second = save(desk, seating, *rows), save(desk, seating, *rows)
    assert first == second
    assert Deal.objects.count() == 2


def test_what_is_stored_is_shown_as_it_would_be_typed_and_changes_nothing(
    desk: Client, seating: Seating
) -> None:
    deal = enter(seating, 1, declared(seating, 1, outcome="", tricks=(4, 4, 1), dealer="N"))
    (taken,) = save(desk, seating, row(1, "p"))
    assert taken["stored"]["text"] == "ø sp h 441 g:n"
    (again,) = save(desk, seating, row(1, taken["stored"]["text"], version=1))
    assert (again["state"], again["deal"]["version"]) == ("unchanged", 1)
    deal.refresh_from_db()
    assert deal.version == 1
    assert not AuditEntry.objects.filter(verb="correct_deal").exists()


def test_two_who_typed_the_same_do_not_disagree(desk: Client, seating: Seating) -> None:
    enter(seating, 1)
    assert states(save(desk, seating, row(1, "ø sp h v"))) == [(1, "unchanged", "")]


def test_a_taken_place_shows_what_stands_there(desk: Client, seating: Seating) -> None:
    enter(seating, 1)
    (taken,) = save(desk, seating, row(1, "ø sp h b"))
    assert (taken["state"], taken["code"], taken["deal"]) == ("conflict", "place_taken", None)
    assert (taken["stored"]["version"], taken["stored"]["points"]) == (1, 1)
    assert taken["stored"]["words"].endswith(": Spil i hjerter, vundet")
    (mine,) = save(desk, seating, row(1, "ø sp h b", version=1))
    assert (mine["state"], mine["deal"]["version"], mine["deal"]["points"]) == ("saved", 2, -1)


def test_a_row_that_was_changed_meanwhile_is_a_conflict(desk: Client, seating: Seating) -> None:
    deal = enter(seating, 1)
    correct_deal(deal=deal, version=1, line=PAS, actor=None)
    (stale,) = save(desk, seating, row(1, "ø sp h b", version=1))
    assert (stale["state"], stale["code"], stale["stored"]["text"]) == ("conflict", "version_is_old", "p")


def test_a_row_that_was_taken_off_meanwhile_is_a_conflict(desk: Client, seating: Seating) -> None:
    key = uuid4()
    deal = enter(seating, 1, PAS, key=key)
    void_deal(deal=deal, version=1, actor=None, reason="forkert bord")
    (gone,) = save(desk, seating, row(1, "ø sp h b", version=1))
    assert (gone["state"], gone["code"], gone["stored"]) == ("conflict", "deal_voided", None)
    (replayed,) = save(desk, seating, row(1, "p", client_key=str(key)))
    assert (replayed["state"], replayed["code"]) == ("conflict", "deal_voided")
    assert states(save(desk, seating, row(1, "p"))) == [(1, "saved", "")]


def test_a_replay_after_a_correction_does_not_claim_to_be_saved(desk: Client, seating: Seating) -> None:
    mine = row(1, "ø sp h v")
    save(desk, seating, mine)
    correct_deal(deal=Deal.objects.get(), version=1, line=PAS, actor=None)
    (replayed,) = save(desk, seating, mine)
    assert (replayed["state"], replayed["stored"]["text"]) == ("conflict", "p")
    assert Deal.objects.get().outcome == "pas"


def test_one_key_for_two_places_is_one_deal(desk: Client, seating: Seating) -> None:
    key = str(uuid4())
    saved = save(desk, seating, row(1, "p", client_key=key), row(2, "p", client_key=key))
    assert states(saved) == [(1, "saved", ""), (2, "conflict", "key_used_for_another_line")]
    assert saved[1]["stored"] is None
    assert Deal.objects.count() == 1


def test_a_corrected_result_keeps_the_auction_and_another_contract_does_not(
    desk: Client, seating: Seating
) -> None:
    calls = (("forhand", "spil"), ("mellemhand", "pas"), ("baghand", "pas"))
    enter(seating, 1, declared(seating, 1, calls=calls))
    assert states(save(desk, seating, row(1, "ø sp h v", version=1))) == [(1, "unchanged", "")]
    save(desk, seating, row(1, "ø sp h b", version=1))
    assert line_of(Deal.objects.get()).calls == calls
    save(desk, seating, row(1, "ø so h b", version=2))
    assert line_of(Deal.objects.get()).calls == ()


def test_a_signed_sheet_takes_the_director_and_one_reason(desk: Client, seating: Seating) -> None:
    fill(seating)
    rows = [row(1, "ø sp h b", version=1), row(2, "p", version=1)]
    assert states(save(desk, seating, *rows)) == [
        (1, "refused", "reason_missing_after_signing"),
        (2, "refused", "reason_missing_after_signing"),
    ]
    assert states(save(desk, seating, *rows, reason="læst forkert")) == [(1, "saved", ""), (2, "saved", "")]
    reasons = AuditEntry.objects.filter(verb="correct_deal").values_list("reason", flat=True)
    assert list(reasons) == ["læst forkert"] * 2


def test_a_row_that_says_what_is_stored_needs_no_reason(desk: Client, seating: Seating) -> None:
    fill(seating)
    assert states(save(desk, seating, row(1, "ø sp h v", version=1))) == [(1, "unchanged", "")]


def test_a_deal_that_a_signed_sheet_lacks_is_entered_with_the_reason(desk: Client, seating: Seating) -> None:
    fill(seating)
    first = Deal.objects.get(number=1)
    void_deal(deal=first, version=1, actor=None, reason="forkert")
    missing = row(1, "p")
    (late,) = save(desk, seating, missing)
    assert (late["state"], late["code"], late["kept"]) == ("refused", "sheet_signed", True)
    assert states(save(desk, seating, missing, reason="glemt")) == [(1, "saved", "")]
    assert RefusedEntry.objects.get().state == RefusedEntry.State.APPLIED
    assert states(save(desk, seating, missing, reason="glemt")) == [(1, "saved", "")]


def test_what_a_scorekeeper_types_too_late_is_kept_for_the_director(keeper: Client, seating: Seating) -> None:
    fill(seating)
    (late,) = save(keeper, seating, row(1, "ø sp h b", version=1), reason="ville rette")
    assert (late["state"], late["code"]) == ("refused", "director_only_after_signing")
    assert RefusedEntry.objects.get().state == RefusedEntry.State.WAITING
    assert Deal.objects.get(number=1).outcome == "vundet"


def test_before_the_round_begins_no_row_is_saved(desk: Client) -> None:
    seating = table(started(8, User.objects.get(), name="En anden"))
    assert states(save(desk, seating, row(1, "p"))) == [(1, "refused", "round_not_open")]
    assert (Deal.objects.count(), RefusedEntry.objects.count()) == (0, 0)


@pytest.mark.parametrize("number", [5, 1000])
def test_a_deal_that_the_table_does_not_play_is_wrong(desk: Client, seating: Seating, number: int) -> None:
    assert states(save(desk, seating, row(number, "p"))) == [(number, "wrong", "unknown_deal_number")]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"rows": "p"},
        {"rows": [1]},
        {"rows": [{"number": 1, "text": "p"}]},
        {"rows": [{"number": 0, "text": "p", "client_key": str(uuid4())}]},
        {"rows": [{"number": 1, "text": None, "client_key": str(uuid4())}]},
        {"rows": [{"number": 1, "text": "p", "client_key": "x"}]},
        {"rows": [{"number": 1, "text": "p", "client_key": str(uuid4()), "version": "1.5"}]},
        {"rows": [{"number": 1, "text": "p", "client_key": str(uuid4())}], "reason": "x" * 201},
        {"rows": [{"number": 1, "text": "p", "client_key": str(uuid4())}] * 101},
    ],
)
def test_junk_is_a_problem_and_stores_nothing(desk: Client, seating: Seating, body: Any) -> None:
    answer = desk.post(f"/api/v1/seatings/{seating.uuid}/rows/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert Deal.objects.count() == 0


def test_a_row_far_too_long_is_wrong_and_stops_no_other(desk: Client, seating: Seating) -> None:
    saved = save(desk, seating, row(1, "x" * 999), row(2, "p"))
    assert states(saved) == [(1, "wrong", "row_unreadable"), (2, "saved", "")]


class TestWhatACorrectionWouldChange:
    """Spil won at every deal: everybody at the table has +1, and all eight share the first place."""

    def effect(self, client: Client, seating: Seating, text: str) -> str:
        answer = send(client, seating, [{"number": 1, "text": text}], "check/")
        return str(answer.json()["rows"][0]["effect"])

    def test_a_signed_sheet_says_whose_points_and_places_change(self, desk, tournament, seating):
        for table_no in (1, 2):
            fill(table(tournament, 1, table_no))
        declarer = table(tournament).seats.get(position=declared(seating, 1).declarer).entry.full_name

        said = self.effect(desk, seating, "e sp h k")

        assert said == f"Ville ændre: {declarer} +1 → −2, placering 1 → 8"
        assert Deal.objects.get(seating=seating, number=1).version == 1

    def test_who_wins_points_pushes_others_down(self, desk, tournament, seating):
        for table_no in (1, 2):
            fill(table(tournament, 1, table_no))

        said = self.effect(desk, seating, "e so h v")

        assert said.endswith("+1 → +3; 7 andre skifter placering")

    def test_the_same_line_and_an_open_sheet_change_nothing(self, desk, seating):
        enter(seating, 1)
        assert self.effect(desk, seating, "e sp h k") == ""
        fill(seating)
        assert self.effect(desk, seating, "e sp h v") == ""

    def test_a_scorekeeper_who_may_not_correct_it_is_told_nothing(self, keeper, seating):
        fill(seating)

        assert self.effect(keeper, seating, "e sp h k") == ""
