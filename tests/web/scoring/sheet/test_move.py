"""The page that moves deals: seen before it is done, done once, and undone from the sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.domain.deals import correct_deal
from scoring.domain.lines import DealLine
from scoring.models import Deal
from tests.scenes import PAS, a_user, enter, play, playing, started, table
from tests.web.scoring.drawing.conftest import words
from tests.web.scoring.sheet.test_sheet import address
from tournament.models import AuditEntry, Seating, Tournament, User
from tournament.sentences import sentence

pytestmark = pytest.mark.django_db

SOLO = DealLine(declarer="E", contract="solo", trump="H", outcome="vundet")


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


def name_at(seating: Seating, position: str) -> str:
    return str(seating.seats.get(position=position).entry.name)


def ask(desk: Client, seating: Seating, **answers: Any) -> Any:
    return desk.get(address(seating, "move/"), answers, follow=True)


def plan_of(page: Any) -> str:
    found = re.search(r'name="plan" value="([^"]+)"', page.content.decode())
    assert found
    return found[1]


def confirm(desk: Client, seating: Seating, plan: str, reason: str = "forkert bord") -> Any:
    return desk.post(address(seating, "move/"), {"plan": plan, "reason": reason}, follow=True)


def places() -> list[tuple[int, int, str]]:
    deals = Deal.objects.filter(voided_at=None).order_by("pk")
    return list(deals.values_list("seating__table_no", "number", "declarer"))


def test_the_deals_to_choose_from_are_told_with_names(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    enter(seating, 1, SOLO)
    page = words(desk.get(address(seating, "move/")))
    assert f"1 · {name_at(seating, 'E')}: Solo i hjerter, vundet, +3" in page
    assert address(seating, "move/") in desk.get(address(seating)).content.decode()


def test_deals_go_to_another_table_once_that_was_seen_and_confirmed(
    desk: Client, tournament: Tournament
) -> None:
    seating, other = table(tournament, 1, 1), table(tournament, 1, 2)
    deal = enter(seating, 1, SOLO)
    shown = ask(desk, seating, kind="table", table=other.pk, deals=deal.pk)
    page = words(shown)
    for where in (seating, other):
        assert f"1 · {name_at(where, 'E')}: Solo i hjerter, vundet, +3" in page
    assert f"{name_at(seating, 'E')} +3 –" in page
    assert f"{name_at(other, 'E')} – +3" in page
    assert places() == [(1, 1, "E")]
    done = confirm(desk, seating, plan_of(shown))
    assert done.redirect_chain == [(address(other), 302)]
    assert places() == [(2, 1, "E")]
    assert AuditEntry.objects.get(verb="move_deals").reason == "forkert bord"


def test_pressed_twice_it_is_done_once_and_said_so(desk: Client, tournament: Tournament) -> None:
    seating, other = table(tournament, 1, 1), table(tournament, 1, 2)
    deals = [enter(seating, 1, SOLO), enter(other, 1, PAS)]
    plan = plan_of(ask(desk, seating, kind="sheets", table=other.pk))
    first, second = (confirm(desk, seating, plan) for _ in range(2))
    assert [[m.level_tag for m in answer.context["messages"]] for answer in (first, second)] == [
        ["success"],
        ["info"],
    ]
    assert places() == [(2, 1, "E"), (1, 1, "")]
    assert {Deal.objects.get(pk=deal.pk).version for deal in deals} == {2}


def test_without_a_reason_it_is_asked_for_again(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    deal = enter(seating, 1, PAS)
    plan = plan_of(ask(desk, seating, kind="number", first=3, deals=deal.pk))
    again = confirm(desk, seating, plan, reason=" ")
    assert "reason" in again.context["reason_form"].errors
    assert plan_of(again)
    assert places() == [(1, 1, "")]


def test_a_deal_changed_while_the_page_stood_open_is_not_moved(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    deal = enter(seating, 1, PAS)
    plan = plan_of(ask(desk, seating, kind="number", first=3, deals=deal.pk))
    correct_deal(deal=deal, version=1, line=SOLO, actor=None)
    answer = confirm(desk, seating, plan)
    assert [row.problem for row in answer.context["rows"]] == [sentence("version_is_old", {"number": 1})]
    assert not answer.context["is_possible"]
    assert places() == [(1, 1, "E")]


def test_a_block_is_shifted_and_what_stands_in_the_way_is_told_or_changes_places(
    desk: Client, tournament: Tournament
) -> None:
    seating = table(tournament)
    deals = [enter(seating, number, PAS) for number in (1, 2)]
    enter(seating, 3, DealLine(declarer="W", contract="spil", trump="H", outcome="bet"))
    answers = {"kind": "number", "first": 2, "deals": [deal.pk for deal in deals]}
    refused = ask(desk, seating, **answers)
    assert not refused.context["is_possible"]
    assert 'name="plan"' not in refused.content.decode()
    shown = ask(desk, seating, **answers, exchange="on")
    confirm(desk, seating, plan_of(shown))
    assert places() == [(1, 2, ""), (1, 3, ""), (1, 1, "W")]


@pytest.mark.parametrize(
    ("answers", "declarer", "dealer"),
    [
        ({"seats": "right", "how": "sat"}, "N", "E"),
        ({"seats": "left", "how": "sat"}, "S", "W"),
        ({"seats": "ew", "how": "sat"}, "W", "S"),
        ({"seats": "ew", "how": "written"}, "W", "S"),
        ({"seats": "ns", "how": "sat"}, "E", "N"),
        (
            {"seats": "other", "how": "sat", "seat_N": "N", "seat_E": "S", "seat_S": "E", "seat_W": "W"},
            "S",
            "E",
        ),
    ],
)
def test_confused_seats_are_read_aright(
    desk: Client, tournament: Tournament, answers: dict[str, str], declarer: str, dealer: str
) -> None:
    seating = table(tournament)
    enter(seating, 1, SOLO)
    confirm(desk, seating, plan_of(ask(desk, seating, kind="seats", every="on", **answers)))
    deal = Deal.objects.get()
    assert (deal.declarer, deal.dealer) == (declarer, dealer)


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [
        ({"deals": "0"}, {"kind", "deals"}),
        ({"kind": "table", "every": "on"}, {"table"}),
        ({"kind": "table", "table": "0", "every": "on"}, {"table"}),
        ({"kind": "number", "every": "on"}, {"first"}),
        ({"kind": "number", "every": "on", "first": "0"}, {"first"}),
        ({"kind": "number", "first": "3"}, {"deals"}),
        ({"kind": "seats", "every": "on", "how": "sat"}, {"seats"}),
        (
            {"kind": "seats", "every": "on", "how": "sat", "seats": "other", "seat_N": "E"},
            {"seats"},
        ),
        ({"kind": "sheets"}, {"table"}),
    ],
)
def test_an_answer_that_is_missing_is_asked_for(
    desk: Client, tournament: Tournament, answers: dict[str, str], wrong: set[str]
) -> None:
    enter(table(tournament), 1, SOLO)
    assert set(ask(desk, table(tournament), **answers).context["form"].errors) == wrong


def test_what_was_chosen_can_be_changed(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    deal = enter(seating, 1, PAS)
    page = ask(desk, seating, kind="number", first=3, deals=deal.pk, change=1)
    assert (page.context["form"]["first"].value(), page.context["form"].errors) == ("3", {})


def test_two_empty_sheets_have_nothing_to_exchange(desk: Client, tournament: Tournament) -> None:
    answer = ask(desk, table(tournament), kind="sheets", table=table(tournament, 1, 2).pk)
    assert "__all__" in answer.context["form"].errors


def test_a_plan_that_was_tampered_with_or_is_another_tournaments_is_refused(
    desk: Client, tournament: Tournament, director: User
) -> None:
    foreign = playing(8, director, name="En anden")
    deal = enter(table(foreign), 1, PAS)
    plan = plan_of(ask(desk, table(foreign), kind="number", first=2, deals=deal.pk))
    for text in ("", "x" + plan, plan):
        answer = confirm(desk, table(tournament), text)
        assert answer.redirect_chain == [(address(table(tournament), "move/"), 302)]
    assert places() == [(1, 1, "")]


def test_before_the_round_begins_there_is_nothing_to_move(desk: Client, director: User) -> None:
    seating = table(started(8, director))
    assert ask(desk, seating).redirect_chain == [(address(seating), 302)]
    assert address(seating, "move/") not in desk.get(address(seating)).content.decode()


def test_a_move_is_undone_from_the_sheet_with_a_reason(desk: Client, tournament: Tournament) -> None:
    seating, other = table(tournament, 1, 1), table(tournament, 1, 2)
    deal = enter(seating, 1, SOLO)
    confirm(desk, seating, plan_of(ask(desk, seating, kind="table", table=other.pk, deals=deal.pk)))
    undo = f"/director/t/{tournament.slug}/moves/{AuditEntry.objects.get(verb='move_deals').pk}/undo/"
    for where in (seating, other):
        assert undo in desk.get(address(where)).content.decode()
    assert undo in ask(desk, seating).content.decode()
    desk.post(undo, {"reason": ""})
    assert places() == [(2, 1, "E")]
    answer = desk.post(undo, {"reason": "var rigtigt"}, follow=True)
    assert answer.redirect_chain == [(address(seating), 302)]
    assert places() == [(1, 1, "E")]
    assert undo not in answer.content.decode()
    assert undo not in ask(desk, seating).content.decode()
    twice = desk.post(undo, {"reason": "igen"}, follow=True)
    assert [message.level_tag for message in twice.context["messages"]] == ["info"]
    assert AuditEntry.objects.filter(verb="undo_move").count() == 1


def test_a_changed_deal_takes_the_undo_away(desk: Client, tournament: Tournament) -> None:
    seating = table(tournament)
    deal = enter(seating, 1, PAS)
    confirm(desk, seating, plan_of(ask(desk, seating, kind="number", first=2, deals=deal.pk)))
    moved = AuditEntry.objects.get(verb="move_deals")
    undo = f"/director/t/{tournament.slug}/moves/{moved.pk}/undo/"
    correct_deal(deal=deal, version=2, line=DealLine(not_played_reason="Tid"), actor=None)
    assert undo not in desk.get(address(seating)).content.decode()
    desk.post(undo, {"reason": "var rigtigt"})
    assert places() == [(1, 2, "")]


def test_another_tournaments_move_is_not_found(desk: Client, tournament: Tournament, director: User) -> None:
    foreign = playing(8, director, name="En anden")
    deal = enter(table(foreign), 1, PAS)
    confirm(desk, table(foreign), plan_of(ask(desk, table(foreign), kind="number", first=2, deals=deal.pk)))
    pk = AuditEntry.objects.get(verb="move_deals").pk
    assert desk.post(f"/director/t/{tournament.slug}/moves/{pk}/undo/", {"reason": "x"}).status_code == 404


def test_closed_rounds_are_mended_and_the_log_tells_it_deal_by_deal(
    desk: Client, tournament: Tournament
) -> None:
    play(tournament, 1)
    seating, other = table(tournament, 1, 1), table(tournament, 1, 2)
    confirm(desk, seating, plan_of(ask(desk, seating, kind="sheets", table=other.pk)))
    log = words(desk.get(f"/director/t/{tournament.slug}/log/"))
    for table_no in (1, 2):
        assert f"runde 1, bord {table_no}: 1. Ø: Spil i hjerter, vundet, +1; 2. N: Spil i hjerter" in log
