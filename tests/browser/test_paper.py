"""What is printed, as a browser really lays it out: whole pages of A4, nothing cut off, nothing but the paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, ViewportSize

from scoring.domain.rounds import finish_tournament
from scoring.domain.standings import recompute
from tests.scenes import a_user, play, playing, started
from tournament.domain.installation import choose_address
from tournament.models import Club, Entry, Player, Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MM = 96 / 25.4
# A4 without the margins of the style sheets.
UPRIGHT = ViewportSize(width=int(188 * MM), height=int(274 * MM))
LYING = ViewportSize(width=int(277 * MM), height=int(190 * MM))
NAMES = (
    "Wilhelmine-Margrethe Ærøskøbing-Åkjær af Østergaard Skov xyz",
    "W" * 60,
    "Å" * 30 + " " + "w" * 29,
    "Hans-Christian von Rosenkrantz-Løvenskiold",
)
PAGES = ".paper-part, .paper-sheet, .diploma"
# What of a page reaches beyond it to the side, or is cut off where it stands.
CLIPPED = """pages => pages.flatMap(page => {
    const outer = page.getBoundingClientRect(), out = [];
    for (const part of page.querySelectorAll("*")) {
        const box = part.getBoundingClientRect();
        const isOut = box.left < outer.left - 1 || box.right > outer.right + 1;
        const isCut = part.scrollWidth > part.clientWidth + 1 && part.clientWidth
            && getComputedStyle(part).display !== "inline" && !part.closest("svg");
        if (isOut || isCut) out.push(`${part.tagName} ${part.className} ${part.textContent.trim().slice(0, 30)}`);
    }
    return out;
})"""
# The same for what stands in a cell or a box of its own, upwards and downwards too.
TOO_TALL = """(pages, most) => pages.map(page => page.getBoundingClientRect().height).filter(height => height > most)"""
# Text that runs out of its cell.
OUT_OF_CELL = """pages => pages.flatMap(page => [...page.querySelectorAll("th, td")].flatMap(cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const text = range.getBoundingClientRect(), box = cell.getBoundingClientRect();
    const isOut = text.width && (text.left < box.left - 1 || text.right > box.right + 1
        || text.top < box.top - 1 || text.bottom > box.bottom + 1);
    return isOut ? [cell.textContent.trim()] : [];
}))"""


@pytest.fixture
def director() -> User:
    cache.clear()
    return a_user()


@pytest.fixture
def desk(page: Page, director: User) -> Page:
    page.goto("/login/")
    page.fill("[name=username]", "grethe")
    page.fill("[name=password]", "right")
    page.click("main [type=submit]")
    page.wait_for_url("**/director/")
    return page


def long_names(tournament: Tournament) -> None:
    """Everything as long as it may be: names and clubs of 60 characters, a tournament of 120."""
    club = Club.objects.create(name="L'hombreklubben af 1887 i Nørresundby, Ålborg og hele Omegnen")
    for number, player in enumerate(Player.objects.order_by("id")):
        player.name = NAMES[number % len(NAMES)]
        player.save()
    Entry.objects.filter(tournament=tournament).update(club=club)
    tournament.name = "Dansk L'Hombre Unions landsmesterskab " * 3 + "wxyzæø"
    tournament.place = "Forsamlingshuset i Nørre Åby ved Middelfart " * 2
    tournament.save()
    assert len(tournament.name) == 120


def open_paper(desk: Page, tournament: Tournament, end: str) -> None:
    answer = desk.goto(f"/director/t/{tournament.slug}/paper/{end}")
    assert answer is not None
    assert answer.status == 200


def sides(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of every page in millimetres."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return [(round(float(width) / 72 * 25.4), round(float(height) / 72 * 25.4)) for width, height in boxes]


def printed(desk: Page) -> list[tuple[int, int]]:
    return sides(desk.pdf(prefer_css_page_size=True))


def on_paper(desk: Page, size: ViewportSize = UPRIGHT) -> Any:
    desk.emulate_media(media="print")
    desk.set_viewport_size(size)
    return desk.locator(PAGES)


def assert_nothing_is_cut(desk: Page, size: ViewportSize = UPRIGHT) -> None:
    pages = on_paper(desk, size)
    assert pages.count() > 0
    assert pages.evaluate_all(CLIPPED) == []
    assert pages.evaluate_all(OUT_OF_CELL) == []
    assert desk.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("deals", [4, 12, 16, 20, 24, 28, 60])
def test_a_score_sheet_fits_its_pages_with_the_longest_names(desk: Page, director: User, deals: int) -> None:
    tournament = playing(7, director, deals_per_round=deals)
    long_names(tournament)
    open_paper(desk, tournament, "sheets/1/")
    sheets = desk.locator(".paper-sheet").count()
    # A table of four and one of three, which plays three quarters of the deals.
    assert sheets == -(-deals // 24) + -(-deals * 3 // 4 // 24)
    assert_nothing_is_cut(desk)
    assert desk.locator(".paper-sheet").evaluate_all(TOO_TALL, UPRIGHT["height"]) == []
    assert printed(desk) == [(210, 297)] * sheets


@pytest.mark.parametrize("is_long", [False, True], ids=["usual names", "longest names"])
@pytest.mark.parametrize("end", ["seats/1/", "people/", "points/"])
@pytest.mark.parametrize("players", [11, 60])
def test_lists_are_whole(desk: Page, director: User, end: str, players: int, is_long: bool) -> None:
    tournament = playing(players, director, rounds_planned=3, fee=50)
    if is_long:
        long_names(tournament)
    open_paper(desk, tournament, end)
    pages = printed(desk)
    assert set(pages) == {(210, 297)}
    if not is_long:
        assert len(pages) <= {("seats/1/", 11): 2, ("seats/1/", 60): 4}.get((end, players), 3)
    assert_nothing_is_cut(desk)


def test_a_list_of_fourteen_rounds_fits_the_width(desk: Page, director: User) -> None:
    tournament = playing(8, director, rounds_planned=14)
    long_names(tournament)
    open_paper(desk, tournament, "points/")
    assert_nothing_is_cut(desk)


def test_a_list_over_several_pages_repeats_its_head_and_breaks_no_line(desk: Page, director: User) -> None:
    tournament = playing(60, director)
    open_paper(desk, tournament, "people/")
    on_paper(desk)
    assert desk.locator("thead").evaluate("head => getComputedStyle(head).display") == "table-header-group"
    assert desk.locator("tbody tr").first.evaluate("row => getComputedStyle(row).breakInside") == "avoid"
    assert desk.locator(".paper-head").evaluate("head => getComputedStyle(head).breakAfter") == "avoid"


def test_the_day_is_as_many_pages_as_there_are_parts(desk: Page, director: User) -> None:
    tournament = started(8, director, rounds_planned=3)
    open_paper(desk, tournament, "day/")
    # Cover, door, points; three rounds of a list and two sheets; three sheets in reserve.
    assert len(printed(desk)) == desk.locator(PAGES).count() == 15
    assert_nothing_is_cut(desk)


@pytest.mark.parametrize("is_long", [False, True], ids=["usual names", "longest names"])
def test_each_diploma_is_a_page_on_its_side(desk: Page, director: User, is_long: bool) -> None:
    tournament = playing(8, director, rounds_planned=1, place="Hobro")
    play(tournament, 1)
    finish_tournament(tournament=tournament, actor=director, reason="alle er enige")
    if is_long:
        tournament.refresh_from_db()
        long_names(tournament)
    recompute(tournament_id=tournament.pk)
    open_paper(desk, tournament, "diplomas/")
    count = desk.locator(".diploma").count()
    assert count >= 3
    assert printed(desk) == [(297, 210)] * count
    assert_nothing_is_cut(desk, LYING)
    inner = "pages => pages.filter(page => page.scrollHeight > page.clientHeight + 1).length"
    assert desk.locator(".diploma, .diploma-in").evaluate_all(inner) == 0


@pytest.mark.parametrize("end", ["seats/1/", "sheets/1/", "day/"])
def test_only_the_paper_is_printed_black_on_white(desk: Page, director: User, end: str) -> None:
    tournament = playing(8, director)
    desk.emulate_media(color_scheme="dark")
    open_paper(desk, tournament, end)
    pages = on_paper(desk)
    for part in ("h1", ".site-head", ".site-foot", ".tabs", ".button", ".breadcrumbs", ".notice"):
        assert [found for found in desk.locator(part).all() if found.is_visible()] == [], part
    colours = """pages => [...new Set(pages.flatMap(page => [page, ...page.querySelectorAll("*")])
        .map(part => getComputedStyle(part).color))]"""
    assert set(pages.evaluate_all(colours)) <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
    assert desk.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("width", [360, 1280])
def test_on_the_screen_only_the_paper_scrolls_to_the_side(desk: Page, director: User, width: int) -> None:
    tournament = playing(11, director)
    long_names(tournament)
    desk.set_viewport_size(ViewportSize(width=width, height=800))
    for end in ("", "seats/1/", "sheets/1/", "people/", "points/", "day/", "blank/?fours=1"):
        open_paper(desk, tournament, end)
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), end


def test_a_button_that_says_print_prints_once(desk: Page, director: User) -> None:
    tournament = playing(8, director)
    choose_address(address="http://192.168.1.20:8000", port=8000, actor=None)
    desk.add_init_script("window.print = () => { window.times = (window.times || 0) + 1; };")
    open_paper(desk, tournament, "")
    links = desk.locator("a[href*='print=1']:visible, form[action*='blank'] button")
    assert links.count() >= 6
    for number in range(links.count()):
        open_paper(desk, tournament, "")
        links.nth(number).click()
        desk.wait_for_load_state()
        assert desk.evaluate("window.times") == 1
        assert "print=1" not in desk.url
        desk.reload()
        assert desk.evaluate("window.times") is None
