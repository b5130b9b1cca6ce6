"""The auction on a score sheet, call by call: the rules' golden examples, without a connection too."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from scoring.models import Adjustment, Deal
from tests.scenes import a_user, declared, enter, playing, table
from tests.scoring.domain.test_auctions import HELD_SOLO, HELD_TWIN, said
from tournament.domain.codes import table_code
from tournament.models import Seating, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def seating(director: User) -> Seating:
    return table(playing(8, director))


@pytest.fixture
def sheet(page: Page, context: BrowserContext, site: str, director: User, seating: Seating) -> Page:
    """The director's page of the sheet, with the first deal open, on a phone."""
    client = Client()
    client.force_login(director)
    session = client.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": str(urlsplit(site).hostname), "path": "/"}]
    )
    open_sheet(page, seating)
    return page


def open_sheet(page: Page, seating: Seating) -> None:
    tournament = seating.round.tournament
    page.goto(f"/director/t/{tournament.slug}/rounds/1/tables/{seating.table_no}/")
    expect(page.locator("#line-title")).to_be_visible()


def auction(page: Page) -> Locator:
    """The part where the auction is written down, opened."""
    part = page.locator("[data-auction]")
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    expect(part.locator("[data-call]").first).to_be_attached()
    return part


def offered(page: Page) -> list[str]:
    calls = auction(page).locator("[data-call]:visible")
    return [str(calls.nth(at).get_attribute("data-call")) for at in range(calls.count())]


def say(page: Page, calls: tuple[tuple[str, str], ...]) -> None:
    for _hand, call in calls:
        auction(page).locator(f"[data-call={call}]").click()


def turn(page: Page) -> Locator:
    return page.locator("[data-auction-turn]")


def name(seating: Seating, seat: str) -> str:
    return seating.seats.get(position=seat).entry.name


def row(page: Page, number: int) -> Locator:
    return page.locator(f".deal-row[data-number='{number}']")


def declarer(page: Page) -> Locator:
    return page.locator("[name=declarer]:checked")


def contract(page: Page) -> Locator:
    return page.locator("[name=contract]:checked")


def test_solo_held_and_outbid_leads_to_solo_spar(sheet: Page, seating: Seating) -> None:
    # Golden example 3. In deal 1 forhånd sits E, mellemhånd W and baghånd S.
    expect(turn(sheet)).to_be_hidden()
    assert offered(sheet)[:3] == ["pas", "spil", "bedre_spil"]
    expect(turn(sheet)).to_contain_text(name(seating, "E"))
    say(sheet, HELD_SOLO[:2])
    assert offered(sheet) == ["pas", "solo", "solo_spar", "ren_nolo", "nolo_ouvert"]
    expect(turn(sheet)).to_contain_text(name(seating, "E"))
    say(sheet, HELD_SOLO[2:3])
    held = sheet.locator(".calls li").nth(2)
    expect(held).to_have_class(re.compile("is-hold"))
    assert offered(sheet) == ["pas", "solo_spar", "ren_nolo", "nolo_ouvert"]
    say(sheet, HELD_SOLO[3:])
    assert offered(sheet) == []
    expect(sheet.locator(".calls li")).to_have_count(6)
    expect(declarer(sheet)).to_have_value("W")
    expect(contract(sheet)).to_have_value("solo_spar:S")
    expect(sheet.locator("[name=declarer][value=E]")).to_be_disabled()
    expect(sheet.locator("[name=contract][value='solo:H']")).to_be_disabled()
    sheet.locator("[data-more] summary").click()
    for at, tricks in enumerate("342"):
        sheet.fill(f"[name=tricks-{at}]", tricks)
    expect(sheet.locator("[data-preview-points]")).to_have_text("−5")
    sheet.click("[data-save]")
    expect(row(sheet, 1)).to_have_class(re.compile("is-saved"))
    assert Deal.objects.get().calls == [list(pair) for pair in HELD_SOLO]


def test_a_twin_holds_and_is_opened_again_as_it_was_said(sheet: Page, seating: Seating) -> None:
    # Golden example 4, and the other way round: answering Tourné with its twin is not for the younger.
    say(sheet, HELD_TWIN[:2])
    say(sheet, HELD_TWIN[2:3])
    assert "kobe_nolo" not in offered(sheet)
    say(sheet, HELD_TWIN[3:])
    expect(declarer(sheet)).to_have_value("E")
    expect(contract(sheet)).to_have_value("kobe_nolo:")
    sheet.locator("[name=outcome][value=vundet]").check()
    sheet.click("[data-save]")
    expect(row(sheet, 1)).to_have_class(re.compile("is-saved"))

    open_sheet(sheet, seating)
    row(sheet, 1).click()
    calls = sheet.locator(".calls li strong")
    expect(calls).to_have_text(["Spil", "Tourné", "Købe nolo", "Pas", "Pas"])
    expect(sheet.locator(".calls li.is-hold")).to_have_count(1)
    expect(declarer(sheet)).to_have_value("E")
    # Looking at it has changed nothing.
    sheet.click("[data-save]")
    expect(row(sheet, 1)).to_have_class(re.compile("is-saved"))
    assert Deal.objects.get().version == 1


def test_who_wins_with_spil_chooses_among_the_buying_contracts(sheet: Page) -> None:
    say(sheet, said("F spil, M pas, B pas"))
    expect(declarer(sheet)).to_have_value("E")
    expect(contract(sheet)).to_have_count(0)
    open_tiles = sheet.locator("[name=contract]:not(:disabled)")
    values = {
        str(open_tiles.nth(at).get_attribute("value")).split(":")[0] for at in range(open_tiles.count())
    }
    assert values == {"spil", "bedre_spil", "tourne", "kobe_nolo", "tourne_respekt"}
    expect(sheet.locator("[data-auction-says]").first).to_be_visible()


def test_all_three_passed_is_saved_with_one_press(sheet: Page) -> None:
    say(sheet, said("F pas, M pas, B pas"))
    sheet.locator("[data-auction-all-pass]").click()
    expect(row(sheet, 1)).to_have_class(re.compile("is-saved"))
    deal = Deal.objects.get()
    assert (deal.outcome, len(deal.calls or [])) == ("pas", 3)
    expect(sheet.locator("#line-title [data-number]")).to_have_text("2")
    expect(sheet.locator(".calls li")).to_have_count(0)


def test_an_auction_that_is_not_finished_is_told_and_kept(sheet: Page, seating: Seating) -> None:
    say(sheet, said("F spil, M pas"))
    sheet.click("[data-all-pass]")
    expect(sheet.locator("[data-problem]")).to_be_visible()
    sheet.locator("[name=declarer][value=E]").check()
    sheet.locator("[name=contract][value='spil:H']").check()
    sheet.locator("[name=outcome][value=vundet]").check()
    sheet.click("[data-save]")
    expect(sheet.locator("[data-problem]")).to_be_visible()
    assert not Deal.objects.exists()
    open_sheet(sheet, seating)
    expect(sheet.locator(".calls li")).to_have_count(2)
    say(sheet, (("baghand", "pas"),))
    sheet.click("[data-save]")
    expect(row(sheet, 1)).to_have_class(re.compile("is-saved"))
    assert len(Deal.objects.get().calls or []) == 3


def test_the_last_call_is_taken_back_and_all_of_them_cleared(sheet: Page) -> None:
    say(sheet, said("F spil, M solo, F pas, B pas"))
    expect(declarer(sheet)).to_have_value("W")
    sheet.locator("[data-auction-back]").click()
    expect(sheet.locator(".calls li")).to_have_count(3)
    expect(sheet.locator("[name=declarer][value=E]")).to_be_enabled()
    sheet.locator("[data-auction-clear]").click()
    expect(sheet.locator(".calls li")).to_have_count(0)
    assert len(offered(sheet)) == 10
    sheet.locator("[data-auction-undo]").click()
    expect(sheet.locator(".calls li")).to_have_count(3)


def test_a_second_click_at_once_is_not_a_second_call(sheet: Page) -> None:
    auction(sheet).locator("[data-call=pas]").dblclick()
    expect(sheet.locator(".calls li")).to_have_count(1)


def test_another_dealer_gives_the_hands_to_others(sheet: Page, seating: Seating) -> None:
    say(sheet, said("F spil, M pas, B pas"))
    expect(declarer(sheet)).to_have_value("E")
    if not sheet.locator("[name=dealer]").is_visible():
        sheet.locator("[data-more] summary").click()
    sheet.select_option("[name=dealer]", "N")
    expect(declarer(sheet)).to_have_value("W")
    expect(sheet.locator(".calls li").first).to_contain_text(name(seating, "W"))


def test_the_keyboard_is_enough(sheet: Page) -> None:
    auction(sheet).locator("[data-call=spil]").focus()
    sheet.keyboard.press("Enter")
    expect(sheet.locator("[data-call=pas]")).to_be_focused()
    sheet.keyboard.press("Space")
    sheet.keyboard.press("Enter")
    expect(turn(sheet)).to_be_focused()
    expect(sheet.locator(".calls li strong")).to_have_text(["Spil", "Pas", "Pas"])


def test_without_a_connection_the_same_calls_are_offered(
    sheet: Page, context: BrowserContext, seating: Seating
) -> None:
    expect(auction(sheet).locator("[data-call]")).to_have_count(10)
    context.set_offline(True)
    say(sheet, HELD_TWIN[:2])
    assert offered(sheet) == [
        "pas",
        "tourne",
        "kobe_nolo",
        "tourne_respekt",
        "solo",
        "solo_spar",
        "ren_nolo",
        "nolo_ouvert",
    ]
    say(sheet, HELD_TWIN[2:])
    sheet.locator("[name=outcome][value=bet]").check()
    sheet.click("[data-save]")
    context.set_offline(False)
    expect(row(sheet, 1)).to_have_class(re.compile("is-saved"))
    assert Deal.objects.get().calls == [list(pair) for pair in HELD_TWIN]


def test_calls_that_did_not_arrive_come_when_they_can(sheet: Page, seating: Seating) -> None:
    where = re.compile("/rulesets/")

    def gone(route: Route) -> None:
        route.abort()

    sheet.route(where, gone)
    open_sheet(sheet, seating)
    sheet.locator("[data-auction] summary").click()
    expect(turn(sheet)).not_to_be_empty()
    expect(sheet.locator("[data-call]")).to_have_count(0)
    sheet.unroute(where)
    sheet.evaluate("dispatchEvent(new Event('online'))")
    expect(sheet.locator("[data-call]")).to_have_count(10)


def test_a_notice_is_told_gently_and_becomes_a_strafpoint(sheet: Page, seating: Seating) -> None:
    say(sheet, said("F tourne"))
    notice = sheet.locator("[data-auction-notice]")
    expect(notice).to_contain_text(name(seating, "E"))
    say(sheet, said("M pas, B pas"))
    expect(notice).to_be_hidden()
    expect(sheet.locator(".calls li.is-noticed")).to_have_count(1)
    sheet.locator("[name=contract][value='tourne:D']").check()
    sheet.locator("[name=outcome][value=vundet]").check()
    sheet.click("[data-save]")
    given = sheet.locator("[data-notices] form button")
    given.click()
    sheet.wait_for_load_state()
    expect(sheet.locator("[data-notices] form")).to_have_count(0)
    expect(sheet.locator("[data-notices] a")).to_have_attribute("href", re.compile("/penalties/$"))
    adjustment = Adjustment.objects.get()
    assert (adjustment.points, adjustment.entry.name) == (-1, name(seating, "E"))


def test_the_list_says_which_deals_have_their_auction(sheet: Page, seating: Seating) -> None:
    enter(seating, 1, declared(seating, 1, calls=said("F spil, M pas, B pas")))
    enter(seating, 2)
    open_sheet(sheet, seating)
    words = [row(sheet, number).inner_text() for number in (1, 2)]
    mark = sheet.evaluate("JSON.parse(document.getElementById('sheet-data').textContent).auction.words.mark")
    assert [mark in text for text in words] == [True, False]


def test_the_tables_own_phone_writes_it_down_too(page: Page, site: str, seating: Seating) -> None:
    page.goto(f"/e/{table_code(seating)}/")
    page.locator("#who [data-seat='']").click()
    say(page, HELD_TWIN[:1])
    say(page, said("F pas, M pas"))
    expect(declarer(page)).to_have_value("E")
    page.locator("[data-auction-clear]").click()
    say(page, said("F pas, M pas, B pas"))
    expect(declarer(page)).to_have_value("pas")
    page.click("[data-save]")
    expect(row(page, 1)).to_have_class(re.compile("is-saved"))
    assert (Deal.objects.get().outcome, len(Deal.objects.get().calls or [])) == ("pas", 3)
