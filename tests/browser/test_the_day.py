"""A whole day in a hall, as one volunteer lives it at the laptop, with everything that goes wrong on such a day."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scoring.domain.archive_check import recomputed_hash, recomputed_standings
from scoring.domain.standings import recompute
from scoring.models import Adjustment, Deal, Score
from scoring.queries import sheet
from tests.browser.conftest import PATIENCE_MS
from tests.scenes import a_user
from tournament.models import Entry, Round, Seat, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAPTOP = ViewportSize(width=1280, height=900)
NAMES = [f"{first} {last}" for last in ("Åkjær", "Ærø", "Holm") for first in (
    "Anna", "Bo", "Carl", "Dorthe", "Erik", "Frida", "Gunnar", "Hanne", "Inger", "Jens",
)][:29]  # fmt: skip
# Four deals a round: the declarer is whoever is forehand in each.
ROWS = ("{} sp h v", "{} so k b", "p", "{} no v")


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(base_url=site, viewport=LAPTOP, locale="da-DK", accept_downloads=True)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    a_user("grethe", is_superuser=True)
    page.goto("/login/")
    page.fill("[name=username]", "grethe")
    page.fill("[name=password]", "right")
    page.click("main [type=submit]")
    page.wait_for_url("**/director/")
    yield page
    context.close()
    assert errors == []


class Day:
    """What the director does, page by page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.slug = ""

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(slug=self.slug)

    def desk(self, path: str = "") -> None:
        self.page.goto(f"/director/t/{self.slug}/{path}")

    def next_step(self, *, expected: str) -> None:
        """Press what the overview leads with; it must be what one expects at this moment."""
        self.desk()
        step = self.page.locator(".next-step")
        expect(step.locator("h2")).to_contain_text(expected)
        step.locator("button, a.button").first.click()
        self.page.wait_for_load_state()
        expect(self.page.locator(".notice.is-error")).to_have_count(0)

    def fit(self, number: int) -> None:
        """Let a round that is drawn fit those who are here, in the better of the two ways."""
        self.next_step(expected=f"Tilpas runde {number}")
        self.page.locator("main form button.is-primary").first.click()
        self.page.wait_for_load_state()

    def person(self, name: str) -> Entry:
        return Entry.objects.get(tournament=self.tournament, player__name=name)

    def press_for(self, name: str, action: str) -> None:
        """Press a button in somebody's line of the list of players."""
        self.desk("players/")
        self.page.locator(
            f"form[action$='/players/{self.person(name).start_no}/{action}/'] button:visible"
        ).first.click()
        self.page.wait_for_load_state()

    def seats(self, number: int) -> list[tuple[int, str, int]]:
        rows = Seat.objects.filter(round__tournament=self.tournament, round__number=number)
        return sorted(rows.values_list("seating__table_no", "position", "entry__start_no"))

    def type_sheet(self, number: int, table_no: int, first: int = 1) -> None:
        """Type the rest of a sheet in the grid, without the mouse."""
        self.desk(f"rounds/{number}/tables/{table_no}/grid/")
        seating = self.tournament.rounds.get(number=number).seatings.get(table_no=table_no)
        lines = [
            ROWS[(line.number - 1) % 4].format(line.forhand.lower())
            for line in sheet(seating)
            if line.number >= first
        ]
        inputs = self.page.locator("td.typed input")
        for place, text in enumerate(lines, start=first - 1):
            inputs.nth(place).fill(text)
        self.page.keyboard.press("Control+s")
        expect(self.page.locator("tr.is-saved")).to_have_count(len(lines) + first - 1)

    def sign(self, number: int, table_no: int) -> None:
        self.desk(f"rounds/{number}/tables/{table_no}/")
        self.page.locator("#sign button.is-primary").click()
        self.page.wait_for_load_state()
        expect(self.page.locator(".page-meta .is-signed")).to_be_visible()

    def play(self, number: int, *, begun: dict[int, int] | None = None) -> None:
        """Type and sign every sheet of a round, and close it."""
        for seating in Round.objects.get(tournament=self.tournament, number=number).seatings.order_by(
            "table_no"
        ):
            self.type_sheet(number, seating.table_no, (begun or {}).get(seating.table_no, 1))
            self.sign(number, seating.table_no)
        self.next_step(expected=f"Luk runde {number}")


def test_a_day_with_everything_that_goes_wrong(page: Page, tmp_path: Path) -> None:
    day = Day(page)

    # A tournament of three rounds, and twenty-nine names from a list.
    page.goto("/director/tournaments/new/")
    page.fill("[name=name]", "Klubmesterskab")
    page.fill("[name=rounds_planned]", "3")
    page.select_option("[name=deals_per_round]", "4")
    page.locator("main form [type=submit]").last.click()
    page.wait_for_url("**/director/t/**")
    day.slug = "klubmesterskab"
    day.desk("import/")
    names = tmp_path / "navne.csv"
    names.write_text("Navn;Klub\n" + "".join(f"{name};Hobro\n" for name in NAMES), encoding="utf-8")
    page.set_input_files("[name=file]", names)
    page.locator("main form [type=submit]").first.click()
    page.locator(".action-bar [type=submit]").click()
    page.wait_for_url("**/players/**")

    # Names are called out. One never comes, two are late.
    no_show, late = NAMES[28], NAMES[:2]
    day.desk("players/")
    page.locator(f"form[action='/director/t/{day.slug}/players/check-in/'] button").click()
    for name in (no_show, *late):
        day.press_for(name, "undo-check-in")
    assert Entry.objects.filter(state="checked_in").count() == 26
    day.next_step(expected="Start turneringen")
    day.next_step(expected="Træk lod")
    day.next_step(expected="Offentliggør")

    # While the seats are read out, the two come in: they are fitted in, and few are moved.
    for name in late:
        day.press_for(name, "check-in")
    day.next_step(expected="Ret bordplanen")
    page.fill("[name=reason]", "to kom for sent")
    page.locator("main form button.is-primary").first.click()
    page.wait_for_load_state()
    assert len(day.seats(1)) == 28
    day.desk("players/calling/")
    withdraw_who_did_not_come(page)
    assert day.person(no_show).state == "withdrawn"
    day.next_step(expected="Start runde")
    day.play(1)

    # Round two. In the middle of it somebody goes home, and another plays on for him.
    day.fit(2)
    day.next_step(expected="Offentliggør")
    day.next_step(expected="Start runde")
    replaced = Seat.objects.get(
        round__tournament=day.tournament, round__number=2, seating__table_no=2, position="N"
    ).entry
    day.desk("rounds/2/tables/2/grid/")
    seating = day.tournament.rounds.get(number=2).seatings.get(table_no=2)
    inputs = page.locator("td.typed input")
    for place, line in enumerate(sheet(seating)[:2]):
        inputs.nth(place).fill(ROWS[place].format(line.forhand.lower()))
    page.keyboard.press("Control+s")
    expect(page.locator("tr.is-saved")).to_have_count(2)
    substitute(day, replaced.start_no, "Vikar Vikarsen", round_number=2, after_deal=2)
    day.play(2, begun={2: 3})
    players = Score.objects.filter(entry=replaced, deal__seating__round__number=2).order_by("deal__number")
    assert list(players.values_list("player__name", flat=True)) == [
        replaced.player.name, replaced.player.name, "Vikar Vikarsen", "Vikar Vikarsen",
    ]  # fmt: skip

    # One leaves after round two; a penalty is given to the wrong person and cancelled.
    leaver = NAMES[10]
    day.desk(f"players/{day.person(leaver).start_no}/withdraw/")
    page.fill("[name=reason]", "syg")
    page.locator("main form button").first.click()
    wrong = day.person(NAMES[5])
    day.desk("penalties/")
    page.select_option("[name=entry]", str(wrong.pk))
    page.select_option("[name=reason]", "revoke")
    page.locator("main form button.is-primary").first.click()
    page.wait_for_load_state()
    assert Adjustment.objects.get().entry == wrong
    cancel = page.locator(f"form[action$='/penalties/{Adjustment.objects.get().pk}/cancel/']")
    if not cancel.locator("[name=reason]").is_visible():
        page.locator("details:has(form[action*='/cancel/']) summary").first.click()
    cancel.locator("[name=reason]").fill("forkert spiller")
    cancel.locator("button").first.click()
    page.wait_for_load_state()
    assert Adjustment.objects.get().cancelled_at is not None

    # The third round no longer fits: it is planned anew. Then somebody draws again by mistake, and it is undone.
    day.fit(3)
    planned = day.seats(3)
    assert len(planned) == 27
    day.desk("rounds/again/")
    page.fill("[name=typed]", "3")
    page.fill("[name=seed]", "4711")
    page.locator("main form button.is-primary").first.click()
    page.wait_for_load_state()
    assert day.seats(3) != planned
    day.desk("snapshots/")
    page.locator("tr", has_text="før der blev trukket lod igen").first.locator("a[href$='/restore/']").click()
    page.fill("[name=reason]", "det var en fejl")
    page.fill("[name=typed]", "klubmesterskab")
    page.locator("main form button.is-danger").click()
    page.wait_for_url("**/snapshots/")
    assert day.seats(3) == planned

    # Round three is published, and only now a mistake of round one is found. The seats stay as they are.
    day.next_step(expected="Offentliggør")
    before = day.seats(3)
    deal = Deal.objects.get(seating__round__number=1, seating__table_no=1, number=1, voided_at=None)
    day.desk("rounds/1/tables/1/")
    page.locator(".deal-row[data-number='1']").click()
    page.locator("[name=outcome][value=kruk]").check()
    page.fill("#line [name=reason]", "skrevet forkert af")
    page.click("[data-save]")
    # Who is affected is shown before anything changes.
    effect = page.locator("[data-effect]")
    expect(effect).to_be_visible()
    assert Deal.objects.get(pk=deal.pk).version == 1
    effect.locator("[data-effect-save]").click()
    expect(page.locator(".deal-row[data-number='1'] .points")).to_have_text("−2")
    expect(page.locator(".deal-row[data-number='1']")).to_have_class(re.compile(r"\bis-saved\b"))
    deal.refresh_from_db()
    assert (deal.outcome, deal.version) == ("kruk", 2)
    assert day.seats(3) == before

    # The end of the day: nobody protests, and the result is what a second computation makes of the deals.
    day.next_step(expected="Start runde")
    day.play(3)
    recompute(tournament_id=day.tournament.pk)
    finish(day)
    recompute(tournament_id=day.tournament.pk)
    assert day.tournament.state == "finished"
    document = archive(day)
    assert recomputed_hash(document) == day.tournament.standings_hash
    assert recomputed_standings(document)[0]["rank"] == 1
    assert len(document["entries"]) == 29
    page.goto(f"/t/{day.slug}/standings/")
    expect(page.locator("tbody", has_text="Vikar Vikarsen")).to_be_visible()


def withdraw_who_did_not_come(page: Page) -> None:
    """In one step from the list for calling out names, once the names were shown."""
    page.locator("a[href$='/calling/withdraw/'], form[action$='/calling/withdraw/'] button").first.click()
    page.wait_for_load_state()
    if page.url.rstrip("/").endswith("withdraw"):
        page.locator("main form button").first.click()
        page.wait_for_load_state()


def substitute(day: Day, start_no: int, name: str, *, round_number: int, after_deal: int) -> None:
    """Somebody from outside plays on for an entry."""
    page = day.page
    day.desk(f"players/{start_no}/substitute/")
    page.check("[name=who][value=new]")
    page.fill("[name=name]", name)
    page.fill("[name=from_round]", str(round_number))
    page.fill("[name=after_deal]", str(after_deal))
    page.fill("main form[method=post] [name=reason]", "kørt hjem")
    page.locator("main form button.is-primary").first.click()
    page.wait_for_load_state()


def finish(day: Day) -> None:
    """Declare the result final before the time for protests is over, with the reason for it."""
    page = day.page
    day.desk()
    form = page.locator("form[action$='/finish/']:has([name=reason])")
    if not form.locator("[name=reason]").is_visible():
        page.locator("details:has(#final-reason) summary").click()
    form.locator("[name=reason]").fill("alle er enige")
    form.locator("button").first.click()
    page.wait_for_load_state()


def archive(day: Day) -> dict[str, Any]:
    """The archive of the moment, as a file from the page of snapshots."""
    page = day.page
    day.desk("snapshots/")
    page.locator("form[action$='/snapshots/take/'] button").click()
    page.wait_for_load_state()
    with page.expect_download() as download:
        page.locator("tbody tr").first.locator("a", has_text="Hent").click()
    document: dict[str, Any] = json.loads(gzip.decompress(Path(download.value.path()).read_bytes()))
    return document
