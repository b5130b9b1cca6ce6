"""A whole sheet typed by keyboard alone; and whatever happens to the net, nothing typed is lost or said to be saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from scoring.models import Deal
from tests.browser.typed_sheet import SHEET
from tests.scenes import PAS, a_user, enter, fill, playing, table
from tournament.models import Seating, Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP = {"width": 1280, "height": 900}


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director, deals_per_round=16)


@pytest.fixture
def seating(tournament: Tournament) -> Seating:
    return table(tournament)


@pytest.fixture
def laptop(page: Page, context: BrowserContext, site: str, director: User) -> Page:
    """The director, logged in at a laptop."""
    client = Client()
    client.force_login(director)
    session = client.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": str(urlsplit(site).hostname), "path": "/"}]
    )
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]  # a plain dictionary of the two numbers
    return page


class Net:
    """Stands between page and server where rows are saved, from before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.answer: Callable[[Route], None] = self.let_through
        page.route("**/rows/", self.pass_on)

    def pass_on(self, route: Route) -> None:
        self.answer(route)

    @staticmethod
    def let_through(route: Route) -> None:
        route.continue_()


def open_grid(page: Page, seating: Seating) -> None:
    page.goto(
        f"/director/t/{seating.round.tournament.slug}/rounds/{seating.round.number}"
        f"/tables/{seating.table_no}/grid/"
    )
    expect(page.locator("#grid-bar")).to_be_visible()


def row(page: Page, number: int, table_no: int = 1) -> Locator:
    return page.locator(f"#bord-{table_no} tr[data-number='{number}']")


def typed(page: Page, number: int) -> Locator:
    return row(page, number).locator("input")


def status(page: Page) -> Locator:
    return page.locator("[data-status]")


def write(page: Page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def drafts(page: Page) -> int:
    return int(
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('spadille:row:')).length")
    )


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        }""",
        text,
    )


def test_a_sheet_of_sixteen_without_the_mouse(laptop: Page, seating: Seating) -> None:
    page = laptop
    open_grid(page, seating)
    expect(typed(page, 1)).to_be_focused()
    texts = [text for text, _ in SHEET]
    write(page, *texts[:6], "n zz v", *texts[7:])
    for number, (_, points) in enumerate(SHEET, start=1):
        expect(row(page, number).locator("[data-points]")).to_have_text("" if number == 7 else points)
    expect(row(page, 7)).to_have_class("is-wrong")
    expect(typed(page, 7)).to_have_attribute("aria-invalid", "true")
    assert Deal.objects.count() == 0

    # After the last row Enter is at the button; what can be saved is, and the wrong row is where one goes on.
    expect(page.locator("[data-save]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("tr.is-saved")).to_have_count(15)
    expect(typed(page, 7)).to_be_focused()
    assert set(Deal.objects.values_list("number", flat=True)) == set(range(1, 17)) - {7}

    page.keyboard.press("Control+a")
    page.keyboard.type(texts[6])
    page.keyboard.press("Control+s")
    expect(page.locator("tr.is-saved")).to_have_count(16)
    assert Deal.objects.get(number=7).points == 6
    assert drafts(page) == 0

    # What is stored reads back as a row, and leaving it changes nothing.
    page.reload()
    expect(typed(page, 13)).to_have_value("s so h k")
    expect(typed(page, 9)).to_have_value("v ss 900 t+")
    page.keyboard.press("Control+s")
    assert set(Deal.objects.values_list("version", flat=True)) == {1}


def test_arrows_move_and_a_row_half_typed_is_not_called_wrong(laptop: Page, seating: Seating) -> None:
    page = laptop
    open_grid(page, seating)
    page.keyboard.type("n")
    expect(row(page, 1).locator("[data-words]")).not_to_be_empty()
    expect(typed(page, 1)).to_have_attribute("aria-invalid", "false")
    page.keyboard.press("ArrowDown")
    expect(typed(page, 1)).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("ArrowDown")
    expect(typed(page, 3)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(typed(page, 2)).to_be_focused()
    page.keyboard.press("F8")
    expect(typed(page, 1)).to_be_focused()


def test_lines_from_a_spreadsheet_fill_rows(laptop: Page, seating: Seating) -> None:
    page = laptop
    open_grid(page, seating)
    page.keyboard.press("ArrowDown")
    paste(page, "n\tso\tk\t4\t4\t1\r\n\r\np\t\t\t\r\n")
    expect(typed(page, 2)).to_have_value("n so k 4 4 1")
    expect(typed(page, 3)).to_have_value("")
    expect(row(page, 4).locator("[data-points]")).to_have_text("0")
    expect(row(page, 2).locator("[data-points]")).to_have_text("−3")
    # Lines that begin with the number of their deal go there.
    paste(page, "16\tp\n15\tv sp h 6\n17\tp")
    expect(typed(page, 16)).to_have_value("p")
    expect(status(page)).to_contain_text("1")
    page.keyboard.press("Control+s")
    expect(page.locator("tr.is-saved")).to_have_count(4)
    assert set(Deal.objects.values_list("number", flat=True)) == {2, 4, 15, 16}


def test_a_reload_loses_nothing(laptop: Page, seating: Seating) -> None:
    page = laptop
    enter(seating, 3)
    open_grid(page, seating)
    write(page, "ø sp h v", "n zz")
    typed(page, 3).fill("n sp h b")
    page.reload()
    expect(typed(page, 1)).to_have_value("ø sp h v")
    expect(typed(page, 2)).to_have_value("n zz")
    expect(typed(page, 3)).to_have_value("n sp h b")
    expect(row(page, 1)).to_have_class("is-unsaved")
    expect(row(page, 2)).to_have_class("is-wrong")
    expect(status(page)).to_contain_text("3")
    typed(page, 3).press("Escape")
    expect(row(page, 3)).to_have_class("is-saved")
    page.keyboard.press("Control+s")
    expect(row(page, 1)).to_have_class("is-saved")
    assert drafts(page) == 1  # the row that is wrong
    assert Deal.objects.get(number=3).version == 1


def test_a_net_that_breaks_after_the_server_saved_loses_and_doubles_nothing(
    laptop: Page, seating: Seating, live_server: Any
) -> None:
    page = laptop
    net = Net(page)
    open_grid(page, seating)
    write(page, "ø sp h v", "p")

    def deliver_and_break(route: Route) -> None:
        # It is fetched from outside the browser, which knows no mapped name.
        own = {"origin": live_server.url, "referer": live_server.url + "/"}
        path = urlsplit(route.request.url).path
        route.fetch(url=live_server.url + path, headers=route.request.all_headers() | own)
        route.abort()

    net.answer = deliver_and_break
    page.keyboard.press("Control+s")
    expect(page.locator("#grid-bar.is-problem")).to_be_visible()
    expect(page.locator("tr.is-saved")).to_have_count(0)
    assert drafts(page) == 2
    assert Deal.objects.count() == 2
    net.answer = net.let_through

    # One row is typed again before the next try, the page of the other is opened anew.
    typed(page, 1).fill("ø sp h b")
    page.reload()
    expect(typed(page, 1)).to_have_value("ø sp h b")
    page.keyboard.press("Control+s")
    expect(page.locator("tr.is-saved")).to_have_count(2)
    assert list(Deal.objects.order_by("number").values_list("number", "version", "points")) == [
        (1, 2, -1),
        (2, 1, 0),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        lambda route: route.abort(),
        lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Log ind</h1>"),
        lambda route: route.fulfill(status=302, headers={"Location": "/login/"}),
        lambda route: route.fulfill(status=200, content_type="application/json", body="{}"),
        lambda route: route.fulfill(status=500, content_type="application/json", body="{}"),
        lambda route: route.fulfill(status=502, content_type="text/html", body="Bad gateway"),
        lambda route: route.fulfill(status=403, content_type="application/json", body='{"code": "no"}'),
    ],
    ids=["no net", "a page", "a redirect", "nothing said", "an error", "a gateway", "logged out"],
)
def test_nothing_but_the_servers_word_is_a_save(
    laptop: Page, seating: Seating, answer: Callable[[Route], None]
) -> None:
    page = laptop
    net = Net(page)
    open_grid(page, seating)
    write(page, "ø sp h v")
    expect(row(page, 1).locator("[data-points]")).to_have_text("+1")
    net.answer = answer
    page.keyboard.press("Control+s")
    expect(page.locator("#grid-bar.is-problem")).to_be_visible()
    expect(row(page, 1)).to_have_class("is-unsaved")
    assert drafts(page) == 1
    net.answer = net.let_through
    page.keyboard.press("Control+s")
    expect(row(page, 1)).to_have_class("is-saved")
    assert Deal.objects.count() == 1


def test_without_a_net_one_types_on_and_rows_are_checked_later(
    laptop: Page, context: BrowserContext, seating: Seating
) -> None:
    page = laptop
    open_grid(page, seating)
    context.set_offline(True)
    write(page, "ø sp h v", "n zz")
    expect(row(page, 1)).to_have_class("is-unsaved")
    expect(row(page, 1).locator("[data-points]")).to_have_text("")
    context.set_offline(False)
    expect(row(page, 1).locator("[data-points]")).to_have_text("+1")
    expect(row(page, 2)).to_have_class("is-wrong")


def test_what_somebody_else_entered_is_shown_beside_ones_own(laptop: Page, seating: Seating) -> None:
    page = laptop
    open_grid(page, seating)
    enter(seating, 1)
    enter(seating, 2)
    enter(seating, 3, PAS)
    write(page, "ø sp h b", "n so k k", "p", "p")
    page.keyboard.press("Control+s")
    expect(page.locator("tr.is-conflict")).to_have_count(2)
    expect(page.locator("tr.is-saved")).to_have_count(2)  # two who typed the same do not disagree
    clash = row(page, 1).locator(".clash")
    expect(clash.locator("[data-theirs]")).to_contain_text("vundet (+1)")
    expect(clash.locator("[data-mine]")).to_contain_text("bet (−1)")
    assert Deal.objects.get(number=1).outcome == "vundet"

    page.keyboard.press("F8")
    expect(typed(page, 1)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(typed(page, 1)).to_have_value("ø sp h v")
    expect(row(page, 1)).to_have_class("is-saved")
    page.keyboard.press("F8")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(row(page, 2)).to_have_class("is-saved")
    assert list(Deal.objects.order_by("number").values_list("version", "outcome")) == [
        (1, "vundet"), (2, "kruk"), (1, "pas"), (1, "pas")
    ]  # fmt: skip
    assert drafts(page) == 0


def test_a_whole_round_goes_on_from_table_to_table(laptop: Page, tournament: Tournament) -> None:
    page = laptop
    page.goto(f"/director/t/{tournament.slug}/rounds/1/grid/")
    row(page, 16).locator("input").focus()
    write(page, "p", "p")
    expect(row(page, 2, table_no=2).locator("input")).to_be_focused()
    page.keyboard.press("Control+s")
    expect(page.locator("tr.is-saved")).to_have_count(2)
    saved = Deal.objects.order_by("seating__table_no").values_list("seating__table_no", "number")
    assert list(saved) == [(1, 16), (2, 1)]
    page.keyboard.press("F2")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(row(page, 1).locator("input")).to_be_focused()
    page.keyboard.press("F2")
    page.keyboard.type("77")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("77")
    page.goto("about:blank")
    page.goto(f"/director/t/{tournament.slug}/rounds/1/grid/#bord-2")
    expect(row(page, 2, table_no=2).locator("input")).to_be_focused()


def test_a_signed_sheet_is_corrected_with_one_reason(laptop: Page, seating: Seating) -> None:
    page = laptop
    fill(seating)
    open_grid(page, seating)
    typed(page, 1).fill("ø sp h b")
    typed(page, 2).fill("p")
    expect(row(page, 1).locator("[data-note]")).to_contain_text("+4 → +2")
    page.keyboard.press("Control+s")
    expect(page.locator("#reason")).to_be_focused()
    assert set(Deal.objects.values_list("version", flat=True)) == {1}
    page.keyboard.type("læst forkert")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("2")
    expect(page.locator("tr.is-saved")).to_have_count(16)
    assert list(Deal.objects.filter(version=2).values_list("number", flat=True)) == [1, 2]


def test_a_phone_shows_every_row_without_scrolling_sideways(laptop: Page, seating: Seating) -> None:
    page = laptop
    page.set_viewport_size({"width": 360, "height": 740})
    open_grid(page, seating)
    write(page, "ø sp h v", "n zz v")
    expect(row(page, 2)).to_have_class("is-wrong")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert typed(page, 1).bounding_box()["height"] >= 44  # type: ignore[index]  # it is on the page


def test_the_security_policy_blocks_nothing(laptop: Page, seating: Seating) -> None:
    page = laptop
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    open_grid(page, seating)
    write(page, "p")
    expect(row(page, 1).locator("[data-points]")).to_have_text("0")
    assert [text for text in messages if "Content Security Policy" in text] == []
