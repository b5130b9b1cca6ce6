"""Table cards on paper, and the squares to scan, as a browser really draws them."""

from __future__ import annotations

import re
from typing import Any

import pytest
import segno
from django.core.cache import cache
from playwright.sync_api import Page, ViewportSize, expect

from tests.scenes import a_user, playing, table
from tournament.domain.codes import spaced, table_code
from tournament.domain.installation import choose_address
from tournament.models import Player, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ADDRESS = "http://192.168.1.20:8000"
MM = 96 / 25.4
# A4 without the margins of the style sheet.
PAPER = ViewportSize(width=int(182 * MM), height=int(267 * MM))
FAR = "https://turnering.dansk-lhombre-union.example.dk"

# Which modules of a drawn square are dark, asked at the middle of each.
MODULES = """svg => {
    const path = svg.querySelector("path"), side = svg.viewBox.baseVal.width, rows = [];
    for (let y = 0; y < side; y++) {
        let row = "";
        for (let x = 0; x < side; x++) row += path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5)) ? "1" : "0";
        rows.push(row);
    }
    return rows;
}"""
# What of a card lies outside it or is cut off, by a whole pixel or more.
CLIPPED = """cards => cards.flatMap(card => {
    const outer = card.getBoundingClientRect(), out = [];
    for (const part of card.querySelectorAll("*")) {
        const box = part.getBoundingClientRect();
        const isOut = box.left < outer.left - 1 || box.right > outer.right + 1
            || box.top < outer.top - 1 || box.bottom > outer.bottom + 1;
        if (isOut || part.scrollWidth > part.clientWidth + 1 && part.clientWidth && !part.closest("svg"))
            out.push(`${card.id} ${part.tagName} ${part.className}`);
    }
    return out;
})"""
BOXES = (
    "cards => cards.map(card => { const box = card.getBoundingClientRect(); return [box.top, box.bottom] })"
)
OVERLAPS = """cards => cards.flatMap(card => {
    const boxes = [...card.children].map(part => part.getBoundingClientRect());
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(() => card.id));
})"""


@pytest.fixture
def tournament() -> Tournament:
    cache.clear()
    made = playing(19, a_user())
    choose_address(address=ADDRESS, port=8000, actor=None)
    return made


@pytest.fixture
def desk(page: Page, tournament: Tournament) -> Page:
    page.goto("/login/")
    page.fill("[name=username]", "grethe")
    page.fill("[name=password]", "right")
    page.click("main [type=submit]")
    page.wait_for_url("**/director/")
    return page


def open_cards(page: Page, tournament: Tournament, query: str = "") -> None:
    page.goto(f"/director/t/{tournament.slug}/rounds/1/cards/{query}")


def modules(text: str) -> list[str]:
    """The square of a text as the library itself draws it, with its quiet zone."""
    rows = segno.make_qr(text, error="q", boost_error=False).matrix_iter(border=4)
    return ["".join("1" if module else "0" for module in row) for row in rows]


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def long_names(tournament: Tournament) -> None:
    names = (
        "Wilhelmine-Margrethe Ærøskøbing-Åkjær af Østergaard Skov xyz",
        "W" * 60,
        "Å" * 30 + " " + "w" * 29,
    )
    for number, player in enumerate(Player.objects.order_by("id")):
        player.name = names[number % len(names)]
        player.save()
    tournament.name = "Dansk L'Hombre Unions landsmesterskab " * 3 + "wxyzæø"
    tournament.save()
    assert {len(name) for name in names} == {60}
    assert len(tournament.name) == 120


@pytest.mark.parametrize("is_long", [False, True], ids=["usual names", "longest names"])
def test_two_cards_fit_on_a_page_and_nothing_is_clipped(
    desk: Page, tournament: Tournament, is_long: bool
) -> None:
    if is_long:
        long_names(tournament)
    open_cards(desk, tournament)
    pdf = desk.pdf(prefer_css_page_size=True)
    desk.emulate_media(media="print")
    desk.set_viewport_size(PAPER)
    cards = desk.locator(".table-card")
    assert cards.count() == 5
    assert pages(pdf) == 3
    assert cards.evaluate_all(CLIPPED) == []
    assert cards.evaluate_all(OVERLAPS) == []
    boxes = cards.evaluate_all(BOXES)
    assert all(
        below[1] - above[0] <= PAPER["height"] for above, below in zip(boxes[::2], boxes[1::2], strict=False)
    )
    assert [card.locator("h2").inner_text().split()[-1] for card in cards.all()] == ["1", "2", "3", "4", "5"]


def test_a_long_address_fits_too(desk: Page, tournament: Tournament, settings: Any) -> None:
    settings.PUBLIC_URL = FAR
    open_cards(desk, tournament)
    assert pages(desk.pdf(prefer_css_page_size=True)) == 3
    desk.emulate_media(media="print")
    desk.set_viewport_size(PAPER)
    assert desk.locator(".table-card").evaluate_all(CLIPPED) == []
    code = table_code(table(tournament))
    assert desk.locator("#card-1 .qr").evaluate(MODULES) == modules(f"{FAR}/e/{code}/")


def test_only_the_cards_are_printed(desk: Page, tournament: Tournament) -> None:
    open_cards(desk, tournament)
    desk.emulate_media(media="print")
    for part in ("h1", ".site-head", ".tabs", ".button", ".more", ".breadcrumbs"):
        assert [found for found in desk.locator(part).all() if found.is_visible()] == [], part


def test_one_card_is_one_page(desk: Page, tournament: Tournament) -> None:
    open_cards(desk, tournament, "?table=2")
    assert pages(desk.pdf(prefer_css_page_size=True)) == 1


def test_the_square_leads_to_the_tables_page_and_the_code_stands_beside_it(
    desk: Page, tournament: Tournament
) -> None:
    open_cards(desk, tournament)
    for table_no in (1, 5):
        code = table_code(table(tournament, 1, table_no))
        card = desk.locator(f"#card-{table_no}")
        assert card.locator(".qr").evaluate(MODULES) == modules(f"{ADDRESS}/e/{code}/")
        assert card.locator(".table-card-code").inner_text() == spaced(code)
        assert card.locator(".address").inner_text() == "192.168.1.20:8000"


@pytest.mark.parametrize("width", [360, 1280])
def test_cards_and_the_page_for_trying_fit_the_screen(desk: Page, tournament: Tournament, width: int) -> None:
    long_names(tournament)
    desk.set_viewport_size(ViewportSize(width=width, height=800))
    for address in (f"/director/t/{tournament.slug}/rounds/1/cards/", "/director/phone/"):
        desk.goto(address)
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_a_phone_that_comes_by_is_seen_on_the_laptop(
    desk: Page, tournament: Tournament, browser: Any, site: str
) -> None:
    complaints: list[str] = []
    desk.on("console", lambda message: complaints.append(message.text))
    desk.goto("/director/phone/")
    square = desk.locator(".qr")
    assert square.evaluate(MODULES) == modules(f"{ADDRESS}/phone-ok/")
    box = square.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 200
    expect(desk.locator(".is-success")).to_have_count(0)

    phone = browser.new_context(base_url=site, locale="da-DK")
    shown = phone.new_page()
    answer = shown.goto("/phone-ok/")
    assert answer.status == 200
    assert phone.cookies() == []
    phone.close()

    expect(desk.locator("[data-poll] .is-success")).to_be_visible()
    assert [text for text in complaints if "Content Security Policy" in text] == []
