from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from tournament.domain.entries import check_in_all
from tournament.domain.tournaments import start_tournament
from tournament.models import StaffRole, Tournament, User

FORM: dict[str, Any] = {
    "name": "Klubaften i Ærøskøbing",
    "starts_on": "2026-11-05",
    "place": "Forsamlingshuset",
    "rounds_planned": "3",
    "deals_per_round": "12",
    "booking": "declarer",
    "first_dealer": "S",
    "seating_method": "full",
    "tie_breaks": ["best_round", "mutual"],
}


def test_new_tournament_is_a_draft_of_its_director(desk: Client, director: User):
    answer = desk.post("/director/tournaments/new/", FORM)
    tournament = Tournament.objects.get()
    assert answer["Location"] == f"/director/t/{tournament.slug}/players/"
    assert tournament.slug == "klubaften-i-aeroeskoebing"
    assert tournament.state == Tournament.State.DRAFT
    assert tournament.starts_on == date(2026, 11, 5)
    assert tournament.deals_per_round == 12
    assert tournament.shared_boards is False
    assert tournament.tie_breaks == ["mutual", "best_round"]
    assert StaffRole.objects.get().user == director


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"rounds_planned": "22"}, 'value="22"'),
        ({"deals_per_round": "13"}, "Forsamlingshuset"),
        ({"starts_on": "i morgen"}, 'value="i morgen"'),
        ({"name": ""}, "Forsamlingshuset"),
        ({"name": "\u200b"}, "Forsamlingshuset"),
    ],
)
def test_what_cannot_be_is_refused_and_kept(desk: Client, change: dict[str, str], kept: str):
    answer = desk.post("/director/tournaments/new/", FORM | change)
    assert answer.status_code == 200
    assert kept in answer.text
    assert "error-summary" in answer.text
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("evening-2x20", (2, 20, False)),
        ("evening-3x12", (3, 12, False)),
        ("evening-3x16", (3, 16, False)),
        ("individual-3x16", (3, 16, True)),
        ("nonsense", (3, 16, True)),
    ],
)
def test_preset_fills_the_form_in(desk: Client, preset: str, expected: tuple[int, int, bool]):
    form = desk.get(f"/director/tournaments/new/?preset={preset}").context["form"]
    values = (form["rounds_planned"].value(), form["deals_per_round"].value(), form["shared_boards"].value())
    assert values == expected


def test_a_danish_date_is_understood(desk: Client):
    desk.post("/director/tournaments/new/", FORM | {"starts_on": "24-10-2026"})
    assert Tournament.objects.get().starts_on == date(2026, 10, 24)


def test_booking_against_the_table_is_warned_of(desk: Client, tournament: Tournament):
    answer = desk.post(
        f"/en/director/t/{tournament.slug}/settings/", FORM | {"booking": "table"}, follow=True
    )
    assert "notice is-warning" in answer.text
    assert "totals do not compare" in answer.text
    tournament.refresh_from_db()
    assert tournament.booking == "table"


def test_after_the_start_only_name_date_and_place_change(desk: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    address = f"/en/director/t/{four.slug}/settings/"
    page = desk.get(address)
    assert "The tournament has started" in page.text
    assert page.context["form"].fields["rounds_planned"].disabled
    assert desk.post(address, FORM | {"rounds_planned": "9", "booking": "table"}).status_code == 302
    four.refresh_from_db()
    assert (four.name, four.place) == ("Klubaften i Ærøskøbing", "Forsamlingshuset")
    assert (four.rounds_planned, four.booking, four.tie_breaks) == (3, "declarer", [])


def test_opening_shows_the_tournament(desk: Client, visitor: Client, tournament: Tournament):
    desk.post(f"/director/t/{tournament.slug}/open/")
    assert tournament.name in visitor.get("/").text
    again = desk.post(f"/en/director/t/{tournament.slug}/open/", follow=True)
    assert "notice is-error" in again.text


def test_settings_are_for_the_tournaments_own_director(
    tournament: Tournament, visitor: Client, keeper: Client, stranger: Client, desk: Client
):
    address = f"/director/t/{tournament.slug}/settings/"
    codes = [browser.get(address).status_code for browser in (visitor, keeper, stranger, desk)]
    assert codes == [302, 403, 403, 200]
    for browser in (visitor, keeper, stranger):
        browser.post(address, FORM)
        browser.post(f"/director/t/{tournament.slug}/open/")
        browser.post(f"/director/t/{tournament.slug}/start/")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.state) == ("Efterårsturnering", Tournament.State.DRAFT)
