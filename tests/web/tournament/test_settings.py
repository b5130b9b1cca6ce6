from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from tournament.domain.draws import draw_rounds
from tournament.domain.entries import check_in_all
from tournament.domain.tournaments import create_tournament, start_tournament
from tournament.models import StaffRole, Tournament, User
from tournament.web.presets import PRESETS

FORM: dict[str, Any] = {
    "name": "Klubaften i Ærøskøbing",
    "starts_on": "2026-11-05",
    "place": "Forsamlingshuset",
    "rounds_planned": "3",
    "deals_per_round": "12",
    "booking": "declarer",
    "first_dealer": "S",
    "ranking": "points",
    "tie_order": "own",
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
    assert tournament.tie_breaks == ["best_round", "mutual"]
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
        ("championship-14x20", (14, 20, True)),
        ("nonsense", (3, 16, True)),
    ],
)
def test_preset_fills_the_form_in(desk: Client, preset: str, expected: tuple[int, int, bool]):
    form = desk.get(f"/director/tournaments/new/?preset={preset}").context["form"]
    values = (form["rounds_planned"].value(), form["deals_per_round"].value(), form["shared_boards"].value())
    assert values == expected


def test_a_championship_is_280_deals(desk: Client):
    preset = PRESETS["championship-14x20"]
    assert (preset.all_deals, preset.board_sets, preset.protest_minutes) == (280, 3, 60)
    form = desk.get("/director/tournaments/new/?preset=championship-14x20").context["form"]
    assert {name: form[name].value() for name in preset.settings} == preset.settings


def test_every_preset_fills_in_the_same_and_makes_a_tournament(desk: Client):
    names = {frozenset(preset.settings) for preset in PRESETS.values()}
    assert len(names) == 1
    for preset in PRESETS.values():
        create_tournament(name="X", starts_on=date(2026, 12, 1), actor=None, **preset.settings)


def test_presets_explain_themselves(desk: Client):
    text = " ".join(desk.get("/en/director/tournaments/new/").text.split())
    for preset in PRESETS.values():
        assert str(preset.whom) in text
        assert f"{preset.rounds} rounds of {preset.deals} deals, {preset.all_deals} in all" in text
    assert "with 3 sets of boards" in text


def test_switching_the_preset_keeps_what_was_typed(desk: Client):
    typed = FORM | {"signup_open": "on", "fee": "150", "starts_on": "i morgen", "booking": "table"}
    answer = desk.post("/en/director/tournaments/new/", typed | {"preset": "championship-14x20"})
    assert answer.status_code == 200
    assert not Tournament.objects.exists()
    form = answer.context["form"]
    kept = ("name", "place", "fee", "starts_on", "booking", "signup_open", "tie_breaks")
    assert [form[name].value() for name in kept] == [
        "Klubaften i Ærøskøbing",
        "Forsamlingshuset",
        "150",
        "i morgen",
        "table",
        True,
        ["best_round", "mutual"],
    ]
    assert (form["rounds_planned"].value(), form["board_sets"].value()) == (14, 3)
    assert "Filled in below: Championship 14 × 20." in answer.text
    back = desk.post("/en/director/tournaments/new/", typed | {"preset": "evening-2x20"}).context["form"]
    assert [back[name].value() for name in ("rounds_planned", "board_sets", "shared_boards")] == [
        2,
        None,
        False,
    ]


def test_a_preset_nobody_knows_keeps_everything(desk: Client):
    form = desk.post("/director/tournaments/new/", FORM | {"preset": "nonsense"}).context["form"]
    assert (form["name"].value(), form["rounds_planned"].value()) == ("Klubaften i Ærøskøbing", "3")
    assert not form.errors


def test_enter_in_a_field_makes_the_tournament(desk: Client):
    """A browser presses the first button of the form."""
    text = desk.get("/director/tournaments/new/").text
    form = text[text.index('class="stack" method="post"') :]
    first = form[form.index("<button") : form.index("</button>")]
    assert "name=" not in first


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


def test_after_the_start_what_would_change_results_is_locked_and_says_why(
    desk: Client, four: Tournament, director: User
):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    address = f"/en/director/t/{four.slug}/settings/"
    page = desk.get(address)
    assert "The tournament has started" in page.text
    form = page.context["form"]
    locked = {name for name, field in form.fields.items() if field.disabled}
    assert locked == {
        "deals_per_round",
        "shared_boards",
        "seating_method",
        "clubs_apart",
        "booking",
        "ranking",
        "tie_breaks",
        "first_dealer",
    }
    assert all("Cannot be changed now: " in str(form.fields[name].help_text) for name in locked)
    assert page.text.count("Cannot be changed now: ") == len(locked)
    assert "points were already booked this way" in page.text
    assert desk.post(address, FORM | {"deals_per_round": "8", "booking": "table"}).status_code == 302
    four.refresh_from_db()
    assert (four.name, four.place) == ("Klubaften i Ærøskøbing", "Forsamlingshuset")
    assert (four.deals_per_round, four.booking, four.tie_breaks) == (16, "declarer", [])


def test_after_the_start_rounds_are_added_but_drawn_ones_stay(desk: Client, four: Tournament, director: User):
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    draw_rounds(tournament=four, actor=director, seed=1)
    address = f"/en/director/t/{four.slug}/settings/"
    assert "not to fewer than are drawn: 3." in desk.get(address).text
    desk.post(address, FORM | {"rounds_planned": "4"})
    four.refresh_from_db()
    assert four.rounds_planned == 4
    refused = desk.post(address, FORM | {"rounds_planned": "2", "place": "Hobro"})
    assert "There cannot be fewer rounds than are drawn already: 3." in refused.text
    assert 'value="Hobro"' in refused.text
    four.refresh_from_db()
    assert (four.rounds_planned, four.place) == (4, "Forsamlingshuset")


def test_when_the_result_is_final_the_rounds_are_locked(desk: Client, four: Tournament):
    Tournament.objects.update(state=Tournament.State.FINISHED)
    text = desk.get(f"/en/director/t/{four.slug}/settings/").text
    assert "Cannot be changed now: the result is final." in text
    assert (
        desk.post(f"/en/director/t/{four.slug}/settings/", FORM | {"rounds_planned": "9"}).status_code == 302
    )
    four.refresh_from_db()
    assert (four.rounds_planned, four.place) == (3, "Forsamlingshuset")


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


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("shared", []),
        ("standard", ["mutual", "won_contracts", "fewest_kruk", "highest_contract", "best_round"]),
        ("contracts", ["won_contracts", "fewest_kruk", "highest_contract"]),
        (
            "lot",
            ["mutual", "won_contracts", "fewest_kruk", "highest_contract", "best_round", "lot"],
        ),
    ],
)
def test_an_order_is_chosen_by_its_name(desk: Client, order: str, expected: list[str]):
    desk.post("/director/tournaments/new/", FORM | {"tie_order": order, "tie_breaks": ["", ""]})
    tournament = Tournament.objects.get()
    assert tournament.tie_breaks == expected
    form = desk.get(f"/director/t/{tournament.slug}/settings/").context["form"]
    assert form["tie_order"].value() == order
    assert form["tie_breaks"].value() == expected


def test_an_order_of_our_own_is_what_stands_from_the_top(desk: Client):
    own = ["fewest_kruk", "", "against_field", "lot"]
    desk.post("/director/tournaments/new/", FORM | {"shared_boards": "on", "tie_breaks": own})
    tournament = Tournament.objects.get()
    assert tournament.tie_breaks == ["fewest_kruk", "against_field", "lot"]
    page = desk.get(f"/en/director/t/{tournament.slug}/settings/")
    assert page.context["form"]["tie_order"].value() == "own"
    rows = re.findall(r'<option value="(\w*)" selected>', page.text[page.text.index('<ol class="order">') :])
    assert rows[:5] == ["fewest_kruk", "against_field", "lot", "", ""]


def test_who_changes_the_order_below_means_it_and_who_changes_both_is_asked(desk: Client, four: Tournament):
    address = f"/en/director/t/{four.slug}/settings/"
    four.tie_breaks = ["won_contracts", "fewest_kruk", "highest_contract"]
    four.save()
    desk.post(address, FORM | {"tie_order": "contracts", "tie_breaks": ["best_round"]})
    four.refresh_from_db()
    assert four.tie_breaks == ["best_round"]
    both = desk.post(address, FORM | {"tie_order": "standard", "tie_breaks": ["mutual"]})
    assert "Choose our own order if what stands below is to count." in both.text
    desk.post(address, FORM | {"tie_order": "shared", "tie_breaks": ["best_round"]})
    four.refresh_from_db()
    assert four.tie_breaks == []


@pytest.mark.parametrize(
    ("change", "field", "why"),
    [
        ({"ranking": "field"}, "ranking", "needs the same cards at every table"),
        ({"tie_breaks": ["against_field"]}, "tie_breaks", "can separate equals only with the same cards"),
        (
            {"ranking": "field", "shared_boards": "on", "tie_breaks": ["against_field"]},
            "tie_breaks",
            "goes by the points against the field already",
        ),
        ({"tie_breaks": ["lot", "mutual"]}, "tie_breaks", "Lots are drawn last"),
        ({"tie_breaks": ["mutual", "mutual"]}, "tie_breaks", "A tie-break is chosen twice."),
    ],
)
def test_what_does_not_go_together_is_told_at_its_field(
    desk: Client, change: dict[str, Any], field: str, why: str
):
    answer = desk.post("/en/director/tournaments/new/", FORM | change)
    assert why in " ".join(answer.context["form"].errors[field])
    assert not Tournament.objects.exists()


def test_a_list_by_the_field_is_set_and_then_locked(desk: Client, four: Tournament, director: User):
    address = f"/en/director/t/{four.slug}/settings/"
    desk.post(address, FORM | {"ranking": "field", "shared_boards": "on"})
    four.refresh_from_db()
    assert four.ranking == "field"
    refused = desk.post(address, FORM | {"ranking": "field"})
    assert "needs the same cards at every table" in refused.text
    check_in_all(tournament=four, actor=director)
    start_tournament(tournament=four, actor=director)
    page = desk.get(address)
    assert page.text.count("everybody plays for places by what was announced") == 2
    assert "tie_order" not in page.context["form"].fields
    assert re.search(r'<ol class="order"><li>Best single round</li><li>Mutual result</li></ol>', page.text)
    desk.post(address, FORM | {"ranking": "points", "tie_breaks": []})
    four.refresh_from_db()
    assert (four.ranking, four.tie_breaks) == ("field", ["best_round", "mutual"])
