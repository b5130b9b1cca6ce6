"""The standings on a phone in the hand of a player, and on the wall, while results come in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scoring.domain.adjustments import give_adjustment
from scoring.domain.standings import recompute
from tests.browser.conftest import PHONE
from tests.scenes import begin, play, playing
from tournament.domain.banner import show_banner
from tournament.domain.rounds import publish_round
from tournament.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLAYERS = 24
WALLS = [(1280, 720), (1920, 1080), (1024, 768)]
# The rows of the wall's table that are wholly inside its window, and those that are cut by its edge.
WINDOW = """() => {
  const box = document.querySelector(
    '[data-wall-shows=standings] [data-wall-list=standings] [data-wall-window]',
  );
  const edges = box.getBoundingClientRect();
  const top = edges.top + box.querySelector('thead').offsetHeight;
  const bottom = Math.min(edges.bottom, innerHeight);
  const rows = [...box.querySelectorAll('tbody tr')].map((row) => [row.dataset.key, row.getBoundingClientRect()]);
  const across = (rect, edge) => rect.top < edge - 1 && rect.bottom > edge + 1;
  return {
    whole: rows.filter(([, rect]) => rect.top >= top - 1 && rect.bottom <= bottom + 1).map(([key]) => key),
    cut: rows.filter(([, rect]) => across(rect, top) || across(rect, bottom)).map(([key]) => key),
  };
}"""


@pytest.fixture
def tournament() -> Tournament:
    """Twenty-four players, the first round played and closed, with points that part them."""
    tournament = playing(PLAYERS, rounds_planned=3, shared_boards=False)
    play(tournament, 1)
    for entry in tournament.entries.all():
        points(tournament, entry.start_no, PLAYERS + 1 - 2 * entry.start_no)
    return counted(tournament)


def points(tournament: Tournament, start_no: int, amount: int) -> None:
    """Points that have nothing to do with deals, so that the test says who stands where."""
    entry = tournament.entries.get(start_no=start_no)
    give_adjustment(entry=entry, points=amount, reason="revoke", actor=None)


def counted(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def open_standings(page: Page, tournament: Tournament, query: str = "") -> None:
    page.goto(f"/t/{tournament.slug}/standings/{query}")


def hold(page: Page, tournament: Tournament, start_no: int) -> None:
    """The phone remembers who holds it."""
    page.goto("/")
    page.evaluate(
        "([key, value]) => localStorage.setItem(key, value)",
        [f"spadille-me:{tournament.slug}", f'{{"no": {start_no}, "name": "x"}}'],
    )


def top_of(page: Page, start_no: int) -> float:
    return float(page.locator(f"#no-{start_no}").evaluate("row => row.getBoundingClientRect().top"))


def order(page: Page) -> list[int]:
    keys: list[str] = page.locator("tbody tr[data-key]").evaluate_all(
        "rows => rows.map((row) => row.dataset.key)"
    )
    return [int(key[1:]) for key in keys if key[0] == "e"]


def test_the_row_under_the_eye_stays_while_others_change_places(page: Page, tournament: Tournament) -> None:
    open_standings(page, tournament)
    page.locator("#no-14").evaluate("row => row.scrollIntoView({ block: 'center' })")
    page.locator("#no-14 a").focus()
    before, first = top_of(page, 14), order(page)
    # Somebody from below comes first, and somebody from the top falls behind.
    points(tournament, 20, 200)
    points(tournament, 22, 150)
    show_banner(tournament=tournament, text="Frokost kl. 12", actor=None)
    counted(tournament)

    expect(page.locator("tbody tr[data-key]").first).to_have_id("no-20")
    expect(page.locator(".is-banner:visible")).to_have_count(1)

    assert order(page) != first
    assert abs(top_of(page, 14) - before) <= 2
    assert page.evaluate("document.activeElement.closest('tr')?.id") == "no-14"


def test_a_row_that_leaves_does_not_take_the_page_along(page: Page, tournament: Tournament) -> None:
    open_standings(page, tournament)
    page.locator("#no-14").evaluate("row => row.scrollIntoView({ block: 'center' })")
    others = (11, 12, 13, 15, 16, 17)
    before = {start_no: top_of(page, start_no) for start_no in others}
    points(tournament, 14, 300)
    counted(tournament)

    expect(page.locator("tbody tr[data-key]").first).to_have_id("no-14")

    # One row is gone and the longer numbers may make others higher, but what was there is there still.
    moved = [abs(top_of(page, start_no) - before[start_no]) for start_no in others]
    assert min(moved) <= 2
    assert max(moved) <= 100


def test_at_the_top_the_newest_is_seen(page: Page, tournament: Tournament) -> None:
    open_standings(page, tournament)
    points(tournament, 24, 300)
    counted(tournament)

    expect(page.locator("tbody tr[data-key]").first).to_have_id("no-24")

    assert page.evaluate("scrollY") == 0


def test_who_holds_the_phone_sees_his_row_wherever_he_is(page: Page, tournament: Tournament) -> None:
    hold(page, tournament, 21)
    open_standings(page, tournament)
    bar = page.locator("[data-me-bar]")

    expect(page.locator("#no-21")).to_have_class(re.compile("is-me"))
    expect(bar).to_be_visible()
    expect(bar).to_contain_text("Spiller 21")
    bar.click()
    expect(bar).to_be_hidden()
    expect(page.locator("#no-21")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    expect(bar).to_be_visible()

    points(tournament, 21, 300)
    counted(tournament)
    expect(page.locator("tbody tr[data-key]").first).to_have_class(re.compile("is-me"))
    expect(page.locator("[data-find-me]")).to_be_visible()
    assert page.context.cookies() == []


def test_his_course_is_drawn_beside_that_of_the_leading_ones(page: Page, tournament: Tournament) -> None:
    begin(tournament, 2)
    play(tournament, 2)
    counted(tournament)
    hold(page, tournament, 21)
    open_standings(page, tournament)

    expect(page.locator("#course .course-names li")).to_have_count(7)
    expect(page.locator("#course polyline.course-me")).to_have_count(1)
    page.locator("#course-numbers summary").click()
    points(tournament, 21, 1)
    counted(tournament)
    expect(page.locator("#no-21 [data-total]")).to_have_text(re.compile("."))
    page.wait_for_timeout(6000)
    expect(page.locator("#course polyline.course-me")).to_have_count(1)
    expect(page.locator("#course-numbers table")).to_be_visible()


def test_only_what_another_result_changed_is_marked(page: Page, tournament: Tournament) -> None:
    open_standings(page, tournament)
    page.evaluate(
        """() => {
      window.marked = new Set();
      new MutationObserver(() => document.querySelectorAll('tr[data-changed]').forEach((row) => marked.add(row.id)))
        .observe(document.body, { subtree: true, childList: true, attributes: true });
    }"""
    )
    points(tournament, 20, 200)
    counted(tournament)

    expect(page.locator("tbody tr[data-key]").first).to_have_id("no-20")

    assert page.evaluate("[...marked]") == ["no-20"]


@pytest.fixture
def wall(browser: Browser, site: str) -> Page:
    context = browser.new_context(
        base_url=site, viewport=ViewportSize(width=1280, height=720), locale="da-DK", reduced_motion="reduce"
    )
    return context.new_page()


@pytest.mark.parametrize(("width", "height"), WALLS)
def test_every_player_is_on_one_page_of_the_wall_and_none_is_cut(
    wall: Page, tournament: Tournament, width: int, height: int
) -> None:
    name = "Hans-Christian von Rosenkrantz-Løvenskiold"
    for number in (2, 9, 17):
        player = tournament.entries.get(start_no=number).player
        type(player).objects.filter(pk=player.pk).update(name=name)
    show_banner(tournament=tournament, text="Frokost kl. 12 i den lille sal", actor=None)
    wall.set_viewport_size(ViewportSize(width=width, height=height))
    open_standings(wall, tournament, "?projector=1")
    count = wall.locator("[data-wall-page]")
    expect(count).to_have_text(re.compile(r"^1/\d$"))
    pages = int((count.text_content() or "").split("/")[1])
    seen: list[str] = []
    for number in range(pages):
        shown = wall.evaluate(WINDOW)
        assert shown["cut"] == []
        seen += shown["whole"]
        expect(wall.locator(".is-banner")).to_be_in_viewport(ratio=1)
        # Of the head it is the cells that stay.
        expect(wall.locator("thead th").first).to_be_in_viewport(ratio=1)
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        if number + 1 < pages:
            wall.keyboard.press("ArrowRight")

    assert sorted(seen) == sorted(f"e{number}" for number in range(1, PLAYERS + 1))


def test_the_wall_goes_on_from_its_page_when_results_come_in(wall: Page, tournament: Tournament) -> None:
    open_standings(wall, tournament, "?projector=1")
    wall.keyboard.press(" ")
    wall.keyboard.press("ArrowRight")
    count = wall.locator("[data-wall-page]")
    expect(count).to_have_text(re.compile("^2/"))
    points(tournament, 24, 300)
    counted(tournament)

    expect(wall.locator("tbody tr").first).to_have_attribute("data-key", "e24")

    expect(count).to_have_text(re.compile("^2/"))
    assert wall.evaluate(WINDOW)["cut"] == []
    assert "e24" not in wall.evaluate(WINDOW)["whole"]
    expect(wall.locator("[data-wall-pause]")).to_have_attribute("aria-pressed", "true")


def test_the_next_seats_are_shown_in_turn_and_all_of_them(wall: Page, tournament: Tournament) -> None:
    publish_round(round_=tournament.rounds.get(number=2), actor=None)
    counted(tournament)
    open_standings(wall, tournament, "?projector=1")
    expect(wall.locator("#wall-standings-title")).to_be_visible()
    expect(wall.locator("#wall-seats-title")).to_be_hidden()
    wall.keyboard.press("ArrowLeft")
    expect(wall.locator("#wall-seats-title")).to_be_visible()
    expect(wall.locator("#wall-standings-title")).to_be_hidden()
    first, last = (wall.locator(".wall-seats li").nth(at) for at in (0, PLAYERS - 1))
    expect(last).to_be_in_viewport(ratio=1)
    count = wall.locator("[data-wall-page]")
    for _ in range(int((count.text_content() or "1/1").split("/")[1]) - 1):
        wall.keyboard.press("ArrowLeft")
    expect(first).to_be_in_viewport(ratio=1)


def test_the_wall_turns_by_itself(wall: Page, tournament: Tournament) -> None:
    open_standings(wall, tournament, "?projector=1")
    count = wall.locator("[data-wall-page]")
    expect(count).to_have_text(re.compile("^1/"))
    expect(count).to_have_text(re.compile("^2/"), timeout=16_000)


def test_without_scripts_everything_is_there(browser: Browser, site: str, tournament: Tournament) -> None:
    publish_round(round_=tournament.rounds.get(number=2), actor=None)
    counted(tournament)
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    for query in ("", "?projector=1"):
        open_standings(page, tournament, query)
        expect(page.get_by_role("row")).to_have_count(PLAYERS + 1)
    expect(page.locator(".wall-seats li")).to_have_count(PLAYERS)
    expect(page.locator(".wall-seats li").last).to_be_visible()
    context.close()
