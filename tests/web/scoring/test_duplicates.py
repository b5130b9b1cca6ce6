"""The pages on which players are said to be one or two."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.scenes import a_user, begin, play, started
from tournament.domain.entries import register_entry
from tournament.domain.registry import create_club, create_player
from tournament.models import AuditEntry, DifferentPeople, Player, Tournament

pytestmark = pytest.mark.django_db
LIST = "/en/director/players/duplicates/"
MERGE = "/en/director/players/merge/"


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(a_user("grethe", is_superuser=True))
    return client


@pytest.fixture
def played() -> Tournament:
    tournament = started(8)
    begin(tournament, 1)
    play(tournament, 1)
    return tournament


def shown(desk: Client, keep: Player, drop: Player) -> Any:
    return desk.get(MERGE, {"keep": str(keep.uuid), "drop": str(drop.uuid)})


def form(page: Any, keep: Player, drop: Player, **more: str) -> dict[str, str]:
    found = re.search(r'name="based_on" value="([^"]+)"', page.text)
    assert found
    return {
        "keep": str(keep.uuid),
        "drop": str(drop.uuid),
        "based_on": found[1],
        "reason": "samme person",
    } | more


def alike() -> tuple[Player, Player]:
    club = create_club(name="Basta", actor=None)
    return (
        create_player(name="Åse Lind", club=club, member_no="7", actor=None),
        create_player(name="Lind, Aase", actor=None),
    )


def test_a_pair_is_proposed_with_reason_clubs_and_tournaments(desk: Client, played: Tournament):
    Player.objects.filter(name__startswith="Spiller").update(name_key="")
    one, other = alike()
    register_entry(tournament=played, player=other, actor=None)
    text = desk.get(LIST).text
    assert "The same name" in text
    assert "Basta · no. 7 · 0 tournaments" in text
    assert "no club · 1 tournament" in text
    # Who has played more is proposed to stay.
    assert f"keep={other.uuid}&amp;drop={one.uuid}" in text


def test_nobody_alike_is_said(desk: Client):
    create_player(name="Åse Lind", actor=None)
    assert "Nobody looks like anybody else" in desk.get(LIST).text


def test_two_people_are_proposed_no_more_until_that_is_taken_back(desk: Client):
    one, other = alike()
    pair = {"one": str(one.uuid), "other": str(other.uuid)}
    for _ in range(2):
        answer = desk.post(f"{LIST}different/", pair, follow=True)
    assert "are two people, and are proposed no more" in answer.text
    assert "One person: see what merging does" not in answer.text
    assert DifferentPeople.objects.count() == 1
    answer = desk.post(f"{LIST}different/", pair | {"again": "1"}, follow=True)
    assert "One person: see what merging does" in answer.text


def test_what_will_happen_is_shown_and_then_it_does(desk: Client, played: Tournament):
    keep = alike()[0]
    drop = played.entries.get(start_no=3).player
    page = shown(desk, keep, drop)
    for words in (
        "start number 3 is Åse Lind from now on",
        "All 4 deals are kept",
        "Points and places do not change",
    ):
        assert words in page.text
    assert Player.objects.filter(merged_into__isnull=False).count() == 0
    for _ in range(2):
        answer = desk.post(MERGE, form(page, keep, drop), follow=True)
        assert "Spiller 03 is now Åse Lind. All results are kept." in answer.text
    assert played.entries.get(start_no=3).player == keep
    assert AuditEntry.objects.filter(verb="merge_players", tournament_id=played.pk).count() == 1
    log = desk.get(f"/en/director/t/{played.slug}/log/").text
    assert "merged Spiller 03 into Åse Lind" in log
    assert "samme person" in log


def test_the_one_who_went_leads_to_the_one_who_stayed(desk: Client):
    keep, drop = alike()
    desk.post(MERGE, form(shown(desk, keep, drop), keep, drop))
    answer = desk.get(f"/en/director/players/{drop.uuid}/")
    assert answer["Location"] == f"/en/director/players/{keep.uuid}/"
    assert "Lind, Aase was merged into this player on" in desk.get(answer["Location"]).text
    assert "is merged into Åse Lind already" in shown(desk, keep, drop).text


def test_two_who_both_took_part_are_told_where_and_have_no_button(desk: Client, played: Tournament):
    one, other = (played.entries.get(start_no=number).player for number in (1, 2))
    page = shown(desk, one, other)
    assert "each of them takes part in" in page.text
    assert "Prøve" in page.text
    assert "Merge them" not in page.text
    desk.post(MERGE, {"keep": str(one.uuid), "drop": str(other.uuid), "reason": "x"})
    assert Player.objects.filter(merged_into__isnull=False).count() == 0


def test_a_refusal_keeps_the_reason_that_was_typed(desk: Client, played: Tournament):
    keep, drop = alike()
    old = form(shown(desk, keep, drop), keep, drop, reason="min begrundelse")
    register_entry(tournament=played, player=drop, actor=None)
    answer = desk.post(MERGE, old)
    assert "Something has changed meanwhile" in answer.text
    assert 'value="min begrundelse"' in answer.text
    desk.post(MERGE, form(answer, keep, drop))
    assert Player.objects.filter(merged_into=keep).count() == 1


def test_who_does_not_direct_the_tournament_sees_but_does_not_merge(played: Tournament):
    keep, drop = alike()[0], played.entries.get(start_no=3).player
    other = Client()
    other.force_login(a_user("ove"))
    page = shown(other, keep, drop)
    assert "It is for the administrator" in page.text
    assert "Merge them" not in page.text
    other.post(MERGE, {"keep": str(keep.uuid), "drop": str(drop.uuid), "reason": "x"})
    assert played.entries.get(start_no=3).player == drop


def test_the_other_one_is_looked_up(desk: Client):
    keep, drop = alike()
    page = desk.get(MERGE, {"keep": str(keep.uuid), "q": "lind aase"})
    assert f"?keep={keep.uuid}&amp;drop={drop.uuid}" in page.text
    assert "Nobody in the registry" in desk.get(MERGE, {"keep": str(keep.uuid), "q": "xyz"}).text


@pytest.mark.parametrize("query", [{}, {"keep": "x"}, {"drop": "x"}])
def test_without_anybody_it_leads_to_the_list(desk: Client, query: dict[str, str]):
    assert desk.get(MERGE, query)["Location"] == LIST
    assert desk.post(f"{LIST}different/", query)["Location"] == LIST
