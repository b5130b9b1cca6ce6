"""A table's phone with a bad connection, and two of them at one table: nothing is lost, doubled or overwritten."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.moves import Move, move_deals
from scoring.models import Deal, DirectorCall, RefusedEntry
from tests.browser.phone import (
    choose,
    expect_saved,
    expect_waiting,
    look_again,
    name_of,
    open_number,
    reach,
    row,
    save,
    sit_down,
    standing,
    type_spil,
)
from tests.scenes import PAS, enter, table
from tournament.domain.codes import renew_code, table_code
from tournament.models import Seating, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEEP = "/static/scoring/keep.js"
DEALS = "**/api/v1/seatings/*/deals/"


# --- nothing is lost or doubled ---------------------------------------------------------------


def test_what_is_typed_survives_a_reload(phone: Page) -> None:
    choose(phone, "declarer", "W")
    choose(phone, "contract", "tourne:C")
    phone.reload()

    expect(phone.locator("[name=declarer][value=W]")).to_be_checked()
    expect(phone.locator("[name=contract][value='tourne:C']")).to_be_checked()
    expect(phone.locator("#who")).to_be_hidden()


def test_pressing_save_twice_is_one_deal(phone: Page, seating: Seating) -> None:
    type_spil(phone)
    phone.locator("[data-save]").dblclick()

    expect_saved(phone, 1)
    expect(open_number(phone)).to_have_text("2")
    expect(phone.locator("[data-problem]")).to_be_hidden()
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_deals_saved_without_a_connection_leave_in_order_when_it_is_back(
    phone: Page, context: BrowserContext, seating: Seating
) -> None:
    context.set_offline(True)
    type_spil(phone)
    save(phone)
    type_spil(phone, "N", "kobe_nolo:", "bet")
    save(phone)
    expect_waiting(phone, 1, "offline")
    expect_waiting(phone, 2, "offline")
    assert standing(seating) == []

    context.set_offline(False)

    expect_saved(phone, 1)
    expect_saved(phone, 2)
    assert standing(seating) == [(1, "E", "spil", "vundet", 1), (2, "N", "kobe_nolo", "bet", 1)]


def test_a_saved_deal_survives_a_reload_before_it_has_left(phone: Page, seating: Seating) -> None:
    phone.route(DEALS, lambda route: route.abort())
    type_spil(phone)
    save(phone)
    expect_waiting(phone, 1, "offline")

    phone.unroute(DEALS)
    phone.reload()

    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_an_answer_that_is_lost_after_the_server_saved_is_one_deal(phone: Page, seating: Seating) -> None:
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(reach(route))
        route.abort()

    phone.route(DEALS, lose_the_first)
    type_spil(phone)
    save(phone)

    expect_saved(phone, 1)
    assert lost == [201]
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_a_correction_of_a_deal_whose_answer_was_lost_is_a_correction(phone: Page, seating: Seating) -> None:
    phone.route(DEALS, lambda route: (reach(route), route.abort()))
    type_spil(phone)
    save(phone)
    expect_waiting(phone, 1, "offline")
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]

    phone.unroute(DEALS)
    row(phone, 1).click()
    choose(phone, "outcome", "kruk")
    save(phone)

    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "kruk", 2)]


def test_a_deal_that_is_taken_off_before_its_answer_arrives_comes_back(phone: Page, seating: Seating) -> None:
    phone.route(DEALS, lambda route: (reach(route), route.abort()))
    type_spil(phone)
    save(phone)
    expect_waiting(phone, 1, "offline")
    void_deal(deal=Deal.objects.get(), version=1, actor=None, reason="forkert bord")
    phone.unroute(DEALS)

    expect(open_number(phone)).to_have_text("1")
    expect(phone.locator("[data-problem]")).to_be_visible()
    expect(phone.locator("[name=declarer][value=E]")).to_be_checked()
    save(phone)
    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_a_deal_that_is_moved_before_its_answer_arrives_holds_nothing_up(
    phone: Page, seating: Seating
) -> None:
    is_back: list[bool] = []
    phone.route(DEALS, lambda route: route.continue_() if is_back else (reach(route), route.abort()))
    type_spil(phone, "W")
    save(phone)
    expect_waiting(phone, 1, "offline")
    type_spil(phone, "N")
    save(phone)
    move_deals(moves=[Move(Deal.objects.get(), 1, seating, 4)], actor=None, reason="forkert nummer")
    is_back.append(True)

    expect_saved(phone, 2)
    expect(row(phone, 1)).to_have_class(re.compile(r"\bis-missing\b"))
    assert standing(seating) == [(2, "N", "spil", "vundet", 1), (4, "W", "spil", "vundet", 2)]


def test_a_correction_of_a_deal_that_is_moved_to_another_table_holds_nothing_up(
    phone: Page, seating: Seating
) -> None:
    type_spil(phone)
    save(phone)
    expect_saved(phone, 1)
    phone.route("**/api/**", lambda route: route.abort())
    row(phone, 1).click()
    choose(phone, "outcome", "kruk")
    save(phone)
    expect_waiting(phone, 1, "offline")
    other = table(seating.round.tournament, 1, 2)
    move_deals(moves=[Move(Deal.objects.get(), 1, other, 1)], actor=None, reason="forkert bord")
    type_spil(phone, "N")
    save(phone)
    phone.unroute("**/api/**")

    expect_saved(phone, 2)
    expect(phone.locator("[data-shut]")).to_be_hidden()
    assert (RefusedEntry.objects.get().code, standing(other)) == (
        "deal_moved",
        [(1, "E", "spil", "vundet", 2)],
    )


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 200, "content_type": "text/html", "body": "<h1>Log på hallens Wi-Fi</h1>"},
        {"status": 200, "content_type": "application/json", "body": '{"ok": true}'},
        {"status": 302, "headers": {"Location": "/login/"}},
        {"status": 502, "content_type": "text/html", "body": "Bad gateway"},
        {"status": 503, "content_type": "application/problem+json", "body": "{}"},
    ],
    ids=["captive portal", "somebody else's JSON", "log-in page", "proxy", "busy"],
)
def test_what_is_no_answer_of_ours_is_no_success(
    phone: Page, seating: Seating, answer: dict[str, Any]
) -> None:
    phone.route(DEALS, lambda route: route.fulfill(**answer))
    type_spil(phone)
    save(phone)
    expect(row(phone, 1)).to_have_class(re.compile(r"\bis-queued\b"))
    expect(phone.locator("[data-done]")).to_have_class(re.compile(r"\bis-warning\b"))
    assert standing(seating) == []

    phone.unroute(DEALS)

    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_a_line_the_server_refuses_comes_back_with_its_sentence(phone: Page) -> None:
    problem = '{"title": "Det kan ikke lade sig gøre.", "code": "impossible", "status": 422}'
    phone.route(
        DEALS, lambda route: route.fulfill(status=422, content_type="application/problem+json", body=problem)
    )
    type_spil(phone)
    save(phone)

    expect(open_number(phone)).to_have_text("1")
    expect(phone.locator("[data-problem-text]")).to_have_text("Det kan ikke lade sig gøre.")
    expect(phone.locator("[name=contract][value='spil:H']")).to_be_checked()


def test_a_new_code_for_the_table_takes_over_what_waits(phone: Page, seating: Seating) -> None:
    phone.route("**/api/**", lambda route: route.abort())
    type_spil(phone)
    save(phone)
    expect_waiting(phone, 1, "offline")
    renewed = renew_code(seating=seating, actor=None, reason="kortet er væk")

    phone.unroute("**/api/**")
    phone.goto(f"/e/{table_code(renewed)}/")

    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_a_code_that_was_renewed_asks_for_the_new_card(phone: Page, seating: Seating) -> None:
    renew_code(seating=seating, actor=None, reason="kortet er væk")
    type_spil(phone)
    save(phone)

    expect(phone.locator("[data-shut]")).to_be_visible()
    expect(row(phone, 1)).to_have_class(re.compile(r"\bis-late\b"))
    assert RefusedEntry.objects.get().code == "code_renewed"


def test_a_phone_that_keeps_nothing_says_so_and_works_all_the_same(page: Page, seating: Seating) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('refused'); };")
    sit_down(page, seating, "N")

    expect(page.locator("[data-private]")).to_be_visible()
    type_spil(page)
    save(page)
    expect_saved(page, 1)


def test_a_wrong_clock_changes_nothing(page: Page, seating: Seating) -> None:
    page.clock.set_system_time("1999-12-31T23:59:59Z")
    sit_down(page, seating, "N")
    type_spil(page)
    save(page)
    page.locator("[data-call-director]").click()

    expect_saved(page, 1)
    expect(page.locator("[data-called]")).to_be_visible()
    called = timezone.localtime(DirectorCall.objects.get().called_at)
    expect(page.locator("[data-called-text]")).to_contain_text(f"{called:%H.%M}")


def test_under_https_the_page_itself_survives_a_reload_without_a_connection(
    page: Page, context: BrowserContext, live_server: Any, seating: Seating
) -> None:
    """At its own address the browser allows what elsewhere takes https."""
    page.goto(f"http://127.0.0.1:{live_server.thread.port}/e/{table_code(seating)}/")
    page.locator("#who [data-seat='N']").click()
    page.evaluate(
        f"import('{KEEP}').then(({{ keepPage }}) => keepPage({{ worker: '/sw.js', scope: '/e/' }}))"
    )
    page.wait_for_function(f"caches.match('{KEEP}').then(Boolean)")
    context.set_offline(True)
    type_spil(page)
    save(page)
    page.reload()

    expect_waiting(page, 1, "offline")
    expect(open_number(page)).to_have_text("2")
    context.set_offline(False)
    expect_saved(page, 1)


# --- the scorekeeper's laptop -----------------------------------------------------------------


@pytest.fixture
def laptop(context: BrowserContext, page: Page, site: str, seating: Seating) -> Page:
    """The scorekeeper's page of the same sheet."""
    client = Client()
    client.force_login(User.objects.get(username="grethe"))
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    page.goto(sheet_of(seating))
    return page


def sheet_of(seating: Seating) -> str:
    return f"/director/t/{seating.round.tournament.slug}/rounds/1/tables/{seating.table_no}/"


def test_a_laptop_without_a_connection_loses_nothing_either(
    laptop: Page, context: BrowserContext, seating: Seating
) -> None:
    context.set_offline(True)
    type_spil(laptop)
    save(laptop)
    laptop.locator("[data-all-pass]").click()
    expect(row(laptop, 2)).to_have_class(re.compile(r"\bis-queued\b"))
    expect(laptop.locator("[data-status]")).to_have_attribute("data-state", "offline")
    assert standing(seating) == []

    context.set_offline(False)

    expect(laptop.locator("[data-status]")).to_be_hidden()
    expect(row(laptop, 2)).to_have_class(re.compile(r"\bis-saved\b"))
    assert standing(seating) == [(1, "E", "spil", "vundet", 1), (2, "", "", "pas", 1)]


def test_what_is_saved_when_logged_out_leaves_after_logging_in(
    laptop: Page, context: BrowserContext, seating: Seating
) -> None:
    cookies = context.cookies()
    context.clear_cookies()
    type_spil(laptop)
    save(laptop)
    expect(laptop.locator("[data-status]")).to_have_attribute("data-state", "shut")
    assert standing(seating) == []

    context.add_cookies(cookies)  # type: ignore[arg-type]  # they come as they go
    look_again(laptop)

    expect(row(laptop, 1)).to_have_class(re.compile(r"\bis-saved\b"))
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_the_laptop_sees_what_the_table_enters(laptop: Page, seating: Seating) -> None:
    enter(seating, 1)
    look_again(laptop)

    expect(row(laptop, 1)).to_have_class(re.compile(r"\bis-saved\b"))
    expect(open_number(laptop)).to_have_text("2")


# --- two phones -----------------------------------------------------------------------------


def test_two_phones_see_each_others_deals(phone: Page, other_phone: Page) -> None:
    type_spil(other_phone)
    save(other_phone)
    expect_saved(other_phone, 1)
    look_again(phone)

    expect_saved(phone, 1)
    expect(open_number(phone)).to_have_text("2")


def test_two_values_for_one_deal_stand_side_by_side(phone: Page, other_phone: Page, seating: Seating) -> None:
    type_spil(phone)
    type_spil(other_phone, "W", "tourne:C", "bet")
    save(other_phone)
    expect_saved(other_phone, 1)
    save(phone)

    conflict = phone.locator("[data-conflict]")
    expect(conflict.locator("[data-theirs]")).to_have_text(f"{name_of(seating, 'W')}: Tourné i klør, bet, −2")
    expect(conflict.locator("[data-mine]")).to_have_text(
        f"{name_of(seating, 'E')}: Spil i hjerter, vundet, +1"
    )
    assert standing(seating) == [(1, "W", "tourne", "bet", 1)]
    phone.locator("[data-use-mine]").click()
    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "vundet", 2)]


def test_what_stands_there_can_be_kept(phone: Page, other_phone: Page, seating: Seating) -> None:
    type_spil(phone)
    type_spil(other_phone, "W", "tourne:C", "bet")
    save(other_phone)
    expect_saved(other_phone, 1)
    look_again(phone)

    expect(phone.locator("[data-conflict]")).to_be_visible()
    phone.locator("[data-keep-theirs]").click()
    expect(open_number(phone)).to_have_text("2")
    expect_saved(phone, 1)
    assert standing(seating) == [(1, "W", "tourne", "bet", 1)]


def test_two_phones_that_type_the_same_agree(phone: Page, other_phone: Page, seating: Seating) -> None:
    type_spil(phone)
    type_spil(other_phone)
    save(other_phone)
    expect_saved(other_phone, 1)
    save(phone)

    expect_saved(phone, 1)
    expect(open_number(phone)).to_have_text("2")
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


def test_a_correction_on_what_has_changed_meanwhile_overwrites_nothing(phone: Page, seating: Seating) -> None:
    type_spil(phone)
    save(phone)
    expect_saved(phone, 1)
    row(phone, 1).click()
    choose(phone, "outcome", "bet")
    correct_deal(deal=Deal.objects.get(), version=1, line=PAS, actor=None)
    save(phone)

    expect(phone.locator("[data-conflict]")).to_be_visible()
    assert standing(seating) == [(1, "", "", "pas", 2)]


def test_two_tabs_of_one_phone_are_one_deal(phone: Page, context: BrowserContext, seating: Seating) -> None:
    tab = context.new_page()
    tab.goto(f"/e/{table_code(seating)}/")
    type_spil(tab)
    type_spil(phone)
    save(tab)
    expect_saved(tab, 1)
    save(phone)

    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]
