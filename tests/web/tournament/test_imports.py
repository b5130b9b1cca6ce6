from __future__ import annotations

import html
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tournament.domain.entries import register_new_player
from tournament.domain.registry import create_club, create_player
from tournament.imports.read import MAX_BYTES
from tournament.models import Club, Player, Tournament, User

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"


def url(tournament: Tournament, language: str = "/en") -> str:
    return f"{language}/director/t/{tournament.slug}/import/"


def hand_over(desk: Client, tournament: Tournament, name: str = "", data: bytes | None = None):
    content = (FIXTURES / name).read_bytes() if data is None else data
    return desk.post(url(tournament), {"file": SimpleUploadedFile(name or "liste.csv", content)})


def paste(desk: Client, tournament: Tournament, *lines: str):
    return desk.post(url(tournament), {"pasted": "\n".join(lines)})


def confirm(
    desk: Client,
    tournament: Tournament,
    preview,
    choices: dict[str, str] | None = None,
    *,
    follow: bool = False,
):
    form = {"list": preview.context["signed_list"], **(choices or {})}
    return desk.post(url(tournament), form, follow=follow)


def statuses(preview) -> list[str]:
    return [str(line.matched.status) for line in preview.context["preview"].lines]


def names(players: Iterable[Player]) -> list[str]:
    return sorted(player.name for player in players)


@pytest.mark.parametrize("name", ["spillere-27.csv", "spillere-27.xlsx"])
def test_list_of_27_gives_27_players_and_6_clubs(desk: Client, tournament: Tournament, name: str):
    preview = hand_over(desk, tournament, name)
    assert statuses(preview) == ["new"] * 27
    assert len(preview.context["preview"].new_clubs) == 6
    assert not Player.objects.exists()
    assert not Club.objects.exists()

    answer = confirm(desk, tournament, preview, follow=True)
    assert answer.redirect_chain == [(f"/en/director/t/{tournament.slug}/players/", 302)]
    assert "27 players are registered. Added to the registry: 27 new players, 6 new clubs." in answer.text
    counts = (tournament.entries.count(), Player.objects.count(), Club.objects.count())
    assert counts == (27, 27, 6)
    first = tournament.entries.get(start_no=1)
    assert (first.player.name, first.club and first.club.name, first.player.member_no) == (
        "Søren Ærø Åkjær",
        "L'hombreklubben Spadille, Odense",
        "101",
    )


def test_confirming_twice_imports_once(desk: Client, tournament: Tournament):
    preview = hand_over(desk, tournament, "spillere-27.csv")
    confirm(desk, tournament, preview)
    again = confirm(desk, tournament, preview, follow=True)
    assert "27 players were registered already" in again.text
    assert (tournament.entries.count(), Player.objects.count(), Club.objects.count()) == (27, 27, 6)


def test_the_other_file_of_the_same_list_adds_nobody(desk: Client, tournament: Tournament):
    confirm(desk, tournament, hand_over(desk, tournament, "spillere-27.csv"))
    preview = hand_over(desk, tournament, "spillere-27.xlsx")
    assert statuses(preview) == ["entered"] * 27
    assert "There is nobody to register in this list." in preview.text


def test_what_came_between_preview_and_confirming_is_taken(
    desk: Client, tournament: Tournament, director: User
):
    preview = paste(desk, tournament, "Søren Ærø, Odense L'hombreklub", "Inga Bro")
    entry = register_new_player(
        tournament=tournament, name="Søren Ærø", club_name="Odense L'hombreklub", actor=director
    )
    answer = confirm(desk, tournament, preview, follow=True)
    assert "1 player is registered." in answer.text
    assert "left as before: Søren Ærø" in html.unescape(answer.text)
    assert names(Player.objects.all()) == ["Inga Bro", "Søren Ærø"]
    assert tournament.entries.get(player=entry.player).start_no == 1


def test_known_player_is_registered_and_not_made_again(desk: Client, tournament: Tournament):
    club = create_club(name="Odense L'hombreklub", actor=None)
    player = create_player(name="Søren Ærø Åkjær", club=club, actor=None)
    preview = paste(desk, tournament, "A\u030akjær, Søren Ærø, Odense Lhombreklub")
    assert statuses(preview) == ["known"]
    confirm(desk, tournament, preview)
    assert tournament.entries.get().player == player
    assert Player.objects.count() == 1
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("choice", "registered"), [("same", "Karen Sæby"), ("new", "Karen Sæbye"), ("skip", None)]
)
def test_doubtful_row_is_decided_by_the_director(
    desk: Client, tournament: Tournament, choice: str, registered: str | None
):
    player = create_player(name="Karen Sæby", actor=None)
    preview = paste(desk, tournament, "Karen Sæbye", "Inga Bro")
    assert statuses(preview) == ["doubtful", "new"]

    undecided = confirm(desk, tournament, preview)
    assert undecided.status_code == 200
    assert "Choose for every doubtful row" in undecided.text
    assert not tournament.entries.exists()

    value = f"player-{player.pk}" if choice == "same" else choice
    confirm(desk, tournament, undecided, {"row-1": value})
    confirm(desk, tournament, undecided, {"row-1": value})
    expected = [registered, "Inga Bro"] if registered else ["Inga Bro"]
    assert [entry.player.name for entry in tournament.entries.all()] == expected
    assert Player.objects.count() == (3 if choice == "new" else 2)


@pytest.mark.parametrize("choice", ["player-999999", "nonsense", ""])
def test_choice_that_was_not_offered_is_none(desk: Client, tournament: Tournament, choice: str):
    create_player(name="Karen Sæby", actor=None)
    preview = paste(desk, tournament, "Karen Sæbye")
    answer = confirm(desk, tournament, preview, {"row-1": choice})
    assert "Choose for every doubtful row" in answer.text
    assert not tournament.entries.exists()


def test_choices_made_are_kept_when_one_is_missing(desk: Client, tournament: Tournament):
    create_player(name="Karen Sæby", actor=None)
    create_player(name="Jørgen Wøldike", actor=None)
    preview = paste(desk, tournament, "Karen Sæbye", "Jørgen Wöldike", "Jørgen Wøldikes")
    assert statuses(preview).count("doubtful") == 2
    answer = confirm(desk, tournament, preview, {"row-1": "skip"})
    assert [line.choice for line in answer.context["preview"].lines] == ["skip", "", ""]


def test_two_namesakes_of_one_list_are_two_people_also_the_second_time(desk: Client, tournament: Tournament):
    preview = paste(desk, tournament, "Jens Hansen;Basta;1", "Jens Hansen;Basta;2")
    choices = {line.field_name: "new" for line in preview.context["preview"].lines if line.options}
    confirm(desk, tournament, preview, choices)
    confirm(desk, tournament, preview, choices)
    assert list(Player.objects.order_by("id").values_list("member_no", flat=True)) == ["1", "2"]
    assert tournament.entries.count() == 2


def test_list_with_faults_shows_every_kind_and_imports_the_rest(desk: Client, tournament: Tournament):
    confirm(desk, tournament, hand_over(desk, tournament, "spillere-27.csv"))
    preview = hand_over(desk, tournament, "spillere-med-fejl.csv")
    found = set(statuses(preview))
    assert found == {"wrong", "entered", "repeated", "doubtful", "new"}
    assert "Write a name." in preview.text
    assert "These columns are passed over: Email" in preview.text
    wrong = [line for line in preview.context["preview"].lines if str(line.matched.status) == "wrong"]
    assert all(line.errors for line in wrong)
    choices = {line.field_name: "skip" for line in preview.context["preview"].lines if line.options}
    before = tournament.entries.count()
    confirm(desk, tournament, preview, choices)
    assert tournament.entries.count() == before + statuses(preview).count("new")


def test_formulas_in_a_list_are_text(desk: Client, tournament: Tournament):
    formula = '=HYPERLINK("http://x","y")'
    preview = hand_over(
        desk, tournament, data=f'Navn;Klub\r\nInga Bro;"{formula.replace(chr(34), chr(34) * 2)}"\r\n'.encode()
    )
    assert html.escape(formula) in preview.text
    confirm(desk, tournament, preview)
    assert Club.objects.get().name == formula


def test_new_club_nearly_like_a_known_one_can_be_it(desk: Client, tournament: Tournament):
    club = create_club(name="Nykøbing L'hombreklub", actor=None)
    preview = paste(desk, tournament, "Inga Bro;Nykøbing L'hombreklubb", "Jens Bro;Nykøbing L'hombreklubb")
    (new,) = preview.context["preview"].new_clubs
    assert [option.label for option in new.options] == ["Nykøbing L'hombreklub"]
    confirm(desk, tournament, preview, {new.field_name: str(club.pk)})
    assert Club.objects.count() == 1
    assert [entry.club for entry in tournament.entries.all()] == [club, club]


PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 100


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"  \r\n ", "There is nothing in it."),
        (PNG, "This kind of file cannot be read (png)."),
        (b"PK\x03\x04" + b"x" * 50, "The file is damaged"),
        (b"Alder;By\r\n7;Odense\r\n", "Row 1: No column is called Navn. The first row says: Alder, By"),
        (b"Navn;Klub\r\n", "There are no players below the headings."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 60, "old Excel workbook"),
        (b"Navn\r\n" + b"x" * MAX_BYTES, "The file is too large: at most"),
    ],
    ids=["nothing", "blank", "png", "broken", "no-name", "only-headings", "xls", "large"],
)
def test_broken_file_is_refused_with_the_reason(
    desk: Client, tournament: Tournament, data: bytes, words: str
):
    answer = hand_over(desk, tournament, data=data)
    assert answer.status_code == 200
    assert words in html.unescape(answer.text)
    assert not Player.objects.exists()


def test_pasted_text_that_is_refused_is_kept(desk: Client, tournament: Tournament):
    answer = paste(desk, tournament, "Navn;Navn;Klub", "Inga Bro;Bro;Basta")
    assert "Several columns mean the same" in answer.text
    assert "Inga Bro;Bro;Basta" in answer.text


def test_nothing_handed_over_is_refused(desk: Client, tournament: Tournament):
    assert "Choose a file, or paste the names." in paste(desk, tournament, " ").text


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: "x" + text, lambda _: ""])
def test_list_changed_on_the_way_is_refused(desk: Client, tournament: Tournament, change):
    preview = paste(desk, tournament, "Inga Bro")
    answer = desk.post(url(tournament), {"list": change(preview.context["signed_list"])}, follow=True)
    assert "The list did not arrive whole." in answer.text
    assert not Player.objects.exists()


def test_list_for_another_tournament_is_refused(desk: Client, tournament: Tournament, director: User):
    from tournament.domain.tournaments import create_tournament

    other = create_tournament(name="Andet", starts_on=tournament.starts_on, actor=director)
    preview = paste(desk, tournament, "Inga Bro")
    confirm(desk, other, preview)
    assert not Player.objects.exists()


def test_finished_tournament_takes_nobody(desk: Client, tournament: Tournament):
    preview = paste(desk, tournament, "Inga Bro")
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    answer = confirm(desk, tournament, preview)
    assert "The tournament is finished." in answer.text
    assert not Player.objects.exists()


def test_import_is_for_the_tournaments_own_director(
    tournament: Tournament, visitor: Client, keeper: Client, stranger: Client, desk: Client
):
    preview = paste(desk, tournament, "Inga Bro")
    for browser, code in ((visitor, 302), (keeper, 403), (stranger, 403)):
        assert browser.get(url(tournament)).status_code == code
        assert confirm(browser, tournament, preview).status_code == code
    assert not Player.objects.exists()


def test_preview_names_every_field_for_the_eye_and_the_reader(desk: Client, tournament: Tournament):
    create_player(name="Karen Sæby", actor=None)
    preview = paste(desk, tournament, "Karen Sæbye")
    (field,) = re.findall(r'<select id="(row-\d+)"', preview.text)
    assert f'for="{field}"' in preview.text
