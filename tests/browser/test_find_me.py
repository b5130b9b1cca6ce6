"""One searches for one's name once; from then on the phone shows one's table, and tells nobody."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect

from tests.scenes import a_user, play, playing, started
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import swap_seats
from tournament.models import Entry, Seat, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Christian Frederik Wilhelm von Hindenburg-Rosenkrantz Løvenø"
WORDS = {"N": "Nord", "E": "Øst", "S": "Syd", "W": "Vest"}
# A poll every five seconds, give or take, on a machine that does much else.
HEARD_MS = 12_000


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture
def tournament() -> Tournament:
    tournament = playing(8, a_user())
    player = Entry.objects.get(tournament=tournament, start_no=5).player
    player.name = LONG
    player.save()
    return tournament


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The addresses that the phone asks for."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    return addresses


def where(tournament: Tournament, number: int, round_number: int = 1) -> str:
    seat = Seat.objects.select_related("seating").get(
        entry__tournament=tournament, entry__start_no=number, round__number=round_number
    )
    return f"Bord {seat.seating.table_no} {WORDS[seat.position]}"


def expect_place(page: Page, place: str) -> None:
    table, word = place.rsplit(" ", 1)
    expect(page.locator(".my-where")).to_contain_text(re.compile(rf"{table}\s+\S\s+{word}"), timeout=HEARD_MS)


def say_who(page: Page, tournament: Tournament, name: str = LONG) -> None:
    page.goto(f"/t/{tournament.slug}/")
    page.get_by_label("Dit navn").fill(name)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name=f"Dette er mig: {name}").click()


def test_name_is_searched_for_once(page, tournament):
    say_who(page, tournament)

    expect(page.get_by_role("heading", name=LONG)).to_be_focused()
    expect_place(page, where(tournament, 5))
    expect(page.locator("#find")).to_be_hidden()

    page.goto(f"/t/{tournament.slug}/")

    expect_place(page, where(tournament, 5))
    assert page.context.cookies() == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_new_seat_comes_by_itself_when_the_seats_go_up(page, tournament):
    say_who(page, tournament)
    play(tournament, 1)
    expect(page.locator("#now")).to_have_text("Runde 1 er slut", timeout=HEARD_MS)

    publish_round(round_=tournament.rounds.get(number=2), actor=None)

    expect_place(page, where(tournament, 5, 2))
    expect(page.locator(".my-round")).to_have_text("Runde 2")


def test_start_number_of_somebody_else_shows_no_seat(page, tournament):
    say_who(page, tournament)
    expect(page.locator(".my-place")).to_be_visible()
    player = Entry.objects.get(tournament=tournament, start_no=5).player
    player.name = "Grethe Holm"
    player.save()
    cache.clear()

    page.goto(f"/t/{tournament.slug}/")

    expect(page.locator("[data-other]")).to_contain_text("startnummer 5 er nu Grethe Holm")
    expect(page.locator(".my-place")).to_be_hidden()
    page.get_by_role("button", name="Det er mig", exact=True).click()
    expect(page.get_by_role("heading", name="Grethe Holm")).to_be_visible()
    expect(page.locator("[data-other]")).to_be_hidden()


def test_phone_forgets_at_a_press(page, tournament):
    say_who(page, tournament)
    page.get_by_role("button", name="Ikke mig").click()

    expect(page.locator(".my-place")).to_have_count(0)
    expect(page.get_by_label("Dit navn")).to_be_focused()
    assert page.evaluate("Object.keys(localStorage)") == []


def test_another_tournament_proposes_the_name(page, tournament):
    say_who(page, tournament)
    other = started(4, name="En anden")
    player = Entry.objects.get(tournament=other, start_no=2).player
    player.name = LONG
    player.save()

    page.goto(f"/t/{other.slug}/")
    page.get_by_role("link", name=f"Er du {LONG}?").click()
    page.get_by_role("button", name=f"Dette er mig: {LONG}").click()

    expect(page.get_by_role("heading", name=LONG)).to_be_visible()


def test_front_page_shows_my_table(page, tournament):
    say_who(page, tournament)
    table, word = where(tournament, 5).rsplit(" ", 1)

    page.goto("/")

    expect(page.locator(".my-line")).to_contain_text(f"Du sidder ved {table.lower()}, {word}, runde 1")


def test_who_is_unknown_is_not_asked_about(page, tournament, asked):
    page.goto("/", wait_until="networkidle")
    page.goto(f"/t/{tournament.slug}/", wait_until="networkidle")

    assert [address for address in asked if "no=" in address] == []


class TestSeatsOfARound:
    def test_mine_come_first(self, page, tournament):
        say_who(page, tournament)
        expect(page.locator(".my-place")).to_be_visible()

        page.goto(f"/t/{tournament.slug}/rounds/1/")

        table, word = where(tournament, 5).rsplit(" ", 1)
        expect(page.locator("[data-my-where]")).to_have_text(f"{table}, {word}")
        expect(page.locator(".seat-list .is-me .who")).to_have_text(LONG)
        expect(page.locator(".table-map .is-me")).to_contain_text(LONG)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_names_are_filtered_as_one_types_without_the_network(self, page, tournament):
        page.goto(f"/t/{tournament.slug}/rounds/1/", wait_until="networkidle")
        page.context.set_offline(True)

        page.get_by_label("Find et navn").fill("loeve")

        expect(page.locator(".seat-list > li:visible")).to_have_count(1)
        expect(page.locator("#seat-found")).to_have_text("Fundet: 1 af 8")
        page.get_by_label("Find et navn").fill("løvenø chr")
        expect(page.locator(".seat-list > li:visible")).to_have_count(1)
        page.get_by_label("Find et navn").fill("")
        expect(page.locator(".seat-list > li:visible")).to_have_count(8)
        page.context.set_offline(False)

    def test_swap_is_shown_by_itself(self, page):
        tournament = started(8)
        round_ = tournament.rounds.get(number=1)
        publish_round(round_=round_, actor=None)
        page.goto(f"/t/{tournament.slug}/rounds/1/", wait_until="networkidle")
        one, other = (Entry.objects.get(tournament=tournament, start_no=number) for number in (1, 2))

        swap_seats(round_=round_, one=one, other=other, actor=None, reason="kørestol")

        expect(page.locator(".seat-list > .is-changed")).to_have_count(2, timeout=2 * HEARD_MS)


def test_wall_turns_its_pages_and_shows_every_name(browser: Browser, site: str):
    tournament = playing(60)
    context = browser.new_context(base_url=site, viewport={"width": 1280, "height": 720}, locale="da-DK")
    page = context.new_page()
    page.goto(f"/t/{tournament.slug}/rounds/1/?projector=1")
    seen: set[str] = set()

    pages = int(re.search(r"/(\d+)\)", page.locator("[data-wall-part]").inner_text()).group(1))  # type: ignore[union-attr]  # the wall says it
    for _ in range(pages):
        lines = page.locator(".seat-list > li:visible")
        for line in lines.all():
            box = line.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 720
            assert box["x"] + box["width"] <= 1280
        seen.update(lines.locator(".who").all_inner_texts())
        page.keyboard.press("ArrowRight")

    assert len(seen) == 60
    assert pages > 1
    context.close()
