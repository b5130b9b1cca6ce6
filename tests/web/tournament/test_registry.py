from __future__ import annotations

import pytest
from django.test import Client

from tournament.domain.registry import create_club, create_player
from tournament.models import Club, Player

FORMULA = '=HYPERLINK("http://x","y")'


def test_club_is_made_found_and_renamed(desk: Client):
    assert (
        desk.post("/director/clubs/new/", {"name": "Østergård L'hombre", "place": "Ærø"}).status_code == 302
    )
    club = Club.objects.get()
    assert "Østergård" in desk.get("/director/clubs/?q=oestergaard").text
    assert "Østergård" not in desk.get("/director/clubs/?q=odense").text
    answer = desk.post(f"/director/clubs/{club.uuid}/", {"name": "Østergård", "place": "Marstal"})
    assert answer["Location"] == "/director/clubs/"
    club.refresh_from_db()
    assert (club.name, club.place) == ("Østergård", "Marstal")


def test_taken_club_name_is_refused_and_kept(desk: Client):
    create_club(name="Århus Bugt", actor=None)
    answer = desk.post("/en/director/clubs/new/", {"name": "AARHUS BUGT", "place": "Skødstrup"})
    assert answer.status_code == 200
    assert "There is a club called “AARHUS BUGT” already." in answer.text
    assert 'value="AARHUS BUGT"' in answer.text
    assert 'value="Skødstrup"' in answer.text
    assert Club.objects.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "\u200b"])
def test_name_that_is_none_is_refused(desk: Client, name: str):
    assert desk.post("/director/clubs/new/", {"name": name}).status_code == 200
    assert desk.post("/director/players/new/", {"name": name}).status_code == 200
    assert not Club.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", [FORMULA, "+45", "@club", "<b>x</b>"])
def test_club_name_that_looks_like_something_else_is_text(desk: Client, name: str):
    desk.post("/director/clubs/new/", {"name": name})
    assert Club.objects.get().name == name
    text = desk.get("/director/clubs/").text
    assert name.replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;") in text


def test_player_is_made_and_corrected(desk: Client):
    club = create_club(name="Basta", actor=None)
    form = {"name": "Søren Ærø Åkjær", "club": club.pk, "member_no": "0101", "public_form": "full"}
    assert desk.post("/director/players/new/", form).status_code == 302
    player = Player.objects.get()
    assert (player.name, player.club, player.member_no) == ("Søren Ærø Åkjær", club, "0101")
    answer = desk.post(
        f"/director/players/{player.uuid}/", {"name": "Søren Åkjær", "club": "", "public_form": "initial"}
    )
    assert answer.status_code == 302
    player.refresh_from_db()
    assert (player.name, player.club, player.member_no) == ("Søren Åkjær", None, "")
    assert player.public_form == "initial"


@pytest.mark.parametrize("words", ["åkj", "akjaer soren", "basta søren", "ÅKJÆR"])
def test_player_is_found_by_words_of_name_and_club(desk: Client, words: str):
    create_player(name="Søren Åkjær", club=create_club(name="Basta", actor=None), actor=None)
    create_player(name="Bent Ørum", actor=None)
    text = desk.get("/director/players/", {"q": words}).text
    assert "Søren Åkjær" in text
    assert "Bent Ørum" not in text


def test_second_player_of_a_name_needs_a_word_more(desk: Client):
    create_player(name="Søren Ærø", club=create_club(name="Basta", actor=None), actor=None)
    form = {"name": "Ærø, Søren", "member_no": "7", "public_form": "full"}
    answer = desk.post("/en/director/players/new/", form)
    assert answer.status_code == 200
    assert "Søren Ærø, Basta" in answer.text
    assert 'type="checkbox"' in answer.text
    assert 'value="7"' in answer.text
    assert Player.objects.count() == 1
    assert desk.post("/director/players/new/", form | {"confirm": "on"}).status_code == 302
    assert Player.objects.count() == 2


def test_saving_a_player_under_his_own_name_asks_nothing(desk: Client):
    player = create_player(name="Søren Ærø", actor=None)
    create_player(name="Søren Ærø", actor=None)
    assert (
        desk.post(
            f"/director/players/{player.uuid}/", {"name": "Søren Ærø", "public_form": "full"}
        ).status_code
        == 302
    )


def test_players_come_fifty_a_page_in_danish_order(desk: Client):
    for number in range(51):
        create_player(name=f"Berg {number:02}", actor=None)
    create_player(name="Aagaard", actor=None)
    first, second = (desk.get(f"/director/players/?page={page}").text for page in (1, 2))
    assert "Aagaard" not in first
    assert "Aagaard" in second
    assert "Berg 49" in first


@pytest.mark.parametrize("address", ["clubs/", "clubs/new/", "players/", "players/new/", "tournaments/new/"])
def test_registry_is_for_directors(address: str, visitor: Client, keeper: Client, desk: Client):
    codes = [browser.get(f"/director/{address}").status_code for browser in (visitor, keeper, desk)]
    assert codes == [302, 403, 200]
