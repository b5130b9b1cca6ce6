"""A table keeps its own scores on its phone, on plain http: quicker than paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoring.domain.rounds import open_round
from scoring.models import Deal, DirectorCall, RefusedEntry, Signature
from tests.browser.phone import (
    choose,
    declarers,
    expect_saved,
    expect_waiting,
    look_again,
    name_of,
    open_number,
    row,
    save,
    sit_down,
    standing,
    type_spil,
)
from tests.scenes import PAS, a_user, declared, enter, fill, playing, started, table
from tournament.domain.codes import table_code
from tournament.domain.rounds import publish_round
from tournament.models import Seating

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COUNT_PRESSES = "window.presses = 0; addEventListener('pointerdown', () => (window.presses += 1), true);"


# --- quicker than paper -------------------------------------------------------------------


def test_a_won_spil_is_four_presses(phone: Page, seating: Seating) -> None:
    phone.evaluate(COUNT_PRESSES)
    assert phone.evaluate("isSecureContext") is False

    type_spil(phone)
    save(phone)

    expect_saved(phone, 1)
    assert phone.evaluate("window.presses") == 4
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]
    assert Deal.objects.get().changed_by_seat == "N"


def test_the_points_stand_there_in_words_before_saving_and_without_a_connection(
    phone: Page, context: BrowserContext, seating: Seating
) -> None:
    context.set_offline(True)
    type_spil(phone)

    expect(phone.locator("[data-preview-text]")).to_have_text(
        f"{name_of(seating, 'E')}: Spil i hjerter, vundet"
    )
    expect(phone.locator("[data-preview-points]")).to_have_text("+1")
    choose(phone, "outcome", "kruk")
    expect(phone.locator("[data-preview-points]")).to_have_text("−2")


def test_the_next_deal_comes_with_its_dealer_and_sitter_out(phone: Page, seating: Seating) -> None:
    assert declarers(phone) == ["E", "S", "W", "pas"]
    type_spil(phone)
    save(phone)

    expect(open_number(phone)).to_have_text("2")
    expect(phone.locator("[data-roles]")).to_contain_text(name_of(seating, "E"))
    assert declarers(phone) == ["N", "E", "S", "pas"]
    expect(phone.locator("label:has([name=declarer][value=N])")).to_be_in_viewport()
    expect(phone.locator("[data-done]")).to_contain_text("1")


def test_all_pass_and_not_played(phone: Page, seating: Seating) -> None:
    choose(phone, "declarer", "pas")
    expect(phone.locator("[data-preview-points]")).to_have_text("0")
    save(phone)
    expect(open_number(phone)).to_have_text("2")
    phone.locator("[data-more] summary").click()
    phone.locator("[data-not-played]").click()
    phone.fill("[name=not_played_reason]", "for sent")
    save(phone)

    expect_saved(phone, 2)
    assert [(deal.outcome, deal.not_played_reason) for deal in Deal.objects.order_by("number")] == [
        ("pas", ""),
        ("", "for sent"),
    ]


def test_tricks_and_tout_give_the_result(phone: Page) -> None:
    choose(phone, "declarer", "E")
    choose(phone, "contract", "solo_spar:S")
    phone.locator("[data-more] summary").click()
    for who, tricks in enumerate("900"):
        phone.fill(f"[name=tricks-{who}]", tricks)
    choose(phone, "tout", "made")
    expect(phone.locator("[data-preview-points]")).to_have_text("+5")
    phone.fill("[name=tricks-0]", "8")
    expect(phone.locator("[data-preview]")).to_have_class(re.compile("is-wrong"))
    save(phone)

    assert Deal.objects.count() == 0


def test_the_dealer_who_dealt_out_of_turn_is_followed_by_his_neighbour(phone: Page, seating: Seating) -> None:
    phone.locator("[data-other-dealer]").click()
    phone.select_option("[name=dealer]", "N")
    expect(phone.locator("[data-dealer-note]")).to_contain_text(name_of(seating, "N"))
    assert declarers(phone) == ["N", "E", "W", "pas"]
    type_spil(phone, "W")
    save(phone)

    # West sits on the right of north; as planned it would have been east.
    expect(open_number(phone)).to_have_text("2")
    expect(phone.locator("[data-dealer-note]")).to_contain_text(name_of(seating, "W"))
    assert declarers(phone) == ["N", "S", "W", "pas"]
    phone.locator("[data-planned-dealer]").click()
    expect(phone.locator("[data-dealer-note]")).to_be_hidden()
    assert declarers(phone) == ["N", "E", "S", "pas"]
    expect_saved(phone, 1)
    deal = Deal.objects.get()
    assert (deal.dealer, deal.dealer_overridden) == ("N", True)


def test_a_phone_of_360_pixels_shows_everything_without_scrolling_sideways(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    small = "all => all.map(one => one.getBoundingClientRect()).filter(box => box.height && box.height < 44).length"
    assert phone.locator("button, .choice, summary, select").evaluate_all(small) == 0


# --- corrections -------------------------------------------------------------------------


def test_a_deal_is_corrected_from_the_list(phone: Page, seating: Seating) -> None:
    type_spil(phone)
    save(phone)
    expect_saved(phone, 1)

    phone.locator("[data-change]").click()
    expect(open_number(phone)).to_have_text("1")
    choose(phone, "outcome", "bet")
    save(phone)

    expect(open_number(phone)).to_have_text("2")
    expect_saved(phone, 1)
    assert standing(seating) == [(1, "E", "spil", "bet", 2)]


def test_opening_a_stored_deal_and_leaving_changes_nothing(phone: Page, seating: Seating) -> None:
    type_spil(phone)
    save(phone)
    expect_saved(phone, 1)

    row(phone, 1).click()
    save(phone)
    expect(open_number(phone)).to_have_text("2")
    row(phone, 1).click()
    phone.locator("#line [data-close]").click()
    phone.reload()

    expect(open_number(phone)).to_have_text("2")
    assert standing(seating) == [(1, "E", "spil", "vundet", 1)]


# --- from the first to the last ----------------------------------------------------------------


def test_the_page_waits_for_the_round_and_opens_by_itself(page: Page) -> None:
    tournament = started(8, a_user())
    round_ = publish_round(round_=tournament.rounds.get(number=1), actor=None)
    seating = table(tournament)
    sit_down(page, seating, "N")
    expect(page.locator(".table-map")).to_be_visible()
    expect(page.locator("#line")).to_be_hidden()

    open_round(round_=round_, actor=None)
    look_again(page)

    expect(open_number(page)).to_have_text("1")
    expect(page.locator(".table-map")).to_be_hidden()


def test_another_seat_signs_on_the_same_phone(phone: Page, seating: Seating) -> None:
    for number in (1, 2, 3):
        enter(seating, number)
    look_again(phone)
    expect(open_number(phone)).to_have_text("4")
    choose(phone, "declarer", "pas")
    save(phone)

    sign = phone.locator("#sign")
    expect(sign).to_be_visible()
    expect(sign.locator("[name=signer][value=N]")).to_be_disabled()
    expect(phone.locator("[data-sums]")).to_contain_text("+1")
    sign.locator("[type=submit]").click()
    expect(phone.locator("[data-sign-problem]")).to_be_visible()
    choose(phone, "signer", "S")
    sign.locator("[type=submit]").click()

    expect(phone.locator("[data-signed]")).to_contain_text(name_of(seating, "S"))
    assert Signature.objects.get().seat == "S"
    row(phone, 1).click()
    expect(phone.locator("#line")).to_be_hidden()


def test_what_comes_after_the_signature_is_with_the_director(
    phone: Page, context: BrowserContext, seating: Seating
) -> None:
    context.set_offline(True)
    type_spil(phone)
    save(phone)
    expect_waiting(phone, 1, "offline")
    enter(seating, 1, PAS)
    fill(seating)

    context.set_offline(False)

    expect(row(phone, 1)).to_have_class(re.compile(r"\bis-late\b"))
    expect(phone.locator("[data-phase=signed]")).to_be_visible()
    assert RefusedEntry.objects.get().body["contract"] == "spil"
    assert standing(seating)[0] == (1, "", "", "pas", 1)


def test_what_is_being_typed_when_others_sign_can_be_handed_in(phone: Page, seating: Seating) -> None:
    type_spil(phone)
    enter(seating, 1, declared(seating, 1, outcome="bet"))
    fill(seating)
    look_again(phone)
    expect(phone.locator("[data-phase=signed]")).to_be_visible()
    expect(phone.locator("#line")).to_be_visible()
    phone.locator("[data-use-mine]").click()

    expect(phone.locator("#line")).to_be_hidden()
    expect(row(phone, 1)).to_have_class(re.compile(r"\bis-late\b"))
    assert RefusedEntry.objects.get().body["outcome"] == "vundet"


def test_the_director_is_called_and_the_call_taken_back(phone: Page) -> None:
    phone.locator("[data-call-director]").click()
    expect(phone.locator("[data-called]")).to_be_visible()
    call = DirectorCall.objects.get()
    assert (call.seat, call.number, call.answered_at) == ("N", 1, None)

    phone.reload()
    phone.locator("[data-take-back]").click()
    expect(phone.locator("[data-call-director]")).to_be_visible()
    assert DirectorCall.objects.get().answered_at is not None


def test_what_the_others_made_is_told_when_all_have_played(page: Page) -> None:
    tournament = playing(8, a_user(), shared_boards=True)
    mine, theirs = table(tournament, 1, 1), table(tournament, 1, 2)
    sit_down(page, mine, "N")
    type_spil(page)
    save(page)
    expect_saved(page, 1)
    page.locator("[data-others-of-last]").click()
    expect(page.locator("[data-others-text]")).to_be_visible()
    expect(page.locator("[data-others-list] li")).to_have_count(0)
    expect(page.locator("[data-others-more]")).to_be_hidden()

    enter(theirs, 1, declared(theirs, 1, outcome="bet"))
    page.locator("[data-others-close]").click()
    page.locator("[data-others-of-last]").click()
    expect(page.locator("[data-others-list] li")).to_have_count(2)
    expect(page.locator("[data-others-list]")).to_contain_text("−1")
    page.locator("[data-others-more] a").click()
    expect(page.locator("h1")).to_have_text("Mappe 1")


# --- the way in ---------------------------------------------------------------------------------


def test_the_code_is_typed_on_the_front_page(page: Page, seating: Seating) -> None:
    code = table_code(seating)
    page.goto("/")
    page.fill("[name=code]", "abcd abcd")
    page.locator(".code-box button").click()
    expect(page.locator("#code-problem")).to_be_visible()
    expect(page.locator("[name=code]")).to_have_value("abcd abcd")

    page.fill("[name=code]", f"{code[:4].lower()} {code[4:].lower()}")
    page.locator(".code-box button").click()
    page.wait_for_url(f"**/e/{code}/")
    expect(page.locator("#who")).to_be_visible()


def test_nothing_on_the_page_is_blocked_and_no_cookie_is_set(
    page: Page, context: BrowserContext, seating: Seating
) -> None:
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    sit_down(page, seating, "N")
    type_spil(page)
    save(page)
    expect_saved(page, 1)

    assert [text for text in told if "Content Security Policy" in text] == []
    assert context.cookies() == []
