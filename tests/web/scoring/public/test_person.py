"""A person across tournaments: what everybody may read in one place, and what nobody may."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from django.utils import translation
from lxml import html

from scoring import queries
from scoring.domain.anonymise import anonymise_player
from scoring.domain.merging import merge_players
from scoring.domain.release import freeze_standings
from scoring.domain.rounds import finish_tournament
from scoring.domain.standings import recompute
from scoring.domain.substitutes import substitute
from scoring.models import Score
from scoring.queries.persons import person_of
from tests.scenes import begin, declared, enter, fill, play, playing, registered, started, table
from tests.web.scoring.public.pages import cells, see, start_no, text, texts
from tournament.domain.entries import withdraw_entry
from tournament.domain.registry import change_player, create_player
from tournament.domain.tournaments import start_tournament
from tournament.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db


def where(player):
    with translation.override("en"):
        return reverse("person", args=[player.uuid])


def read(client, player):
    answer = client.get(where(player))
    assert answer.status_code == 200, answer.status_code
    return html.document_fromstring(answer.content.decode())


def player_at(tournament, position="E", table_no=1):
    number = start_no(tournament, table_no, position)
    return Entry.objects.get(tournament=tournament, start_no=number).player


def counted(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(standings_version=0)
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def take_part(tournament, player, position="E"):
    """Let a person have been the one who sat there."""
    entry = Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, position))
    Score.objects.filter(entry=entry, player=entry.player).update(player=player)
    Entry.objects.filter(pk=entry.pk).update(player=player)


def show(player, form):
    change_player(player=player, name=player.name, club=None, member_no="", public_form=form, actor=None)


@pytest.fixture
def bo():
    return create_player(name="Bo Beckmann", actor=None)


@pytest.fixture
def finished(bo):
    """Four played one round of four deals: East had the Solo, +3, and nothing else."""
    tournament = playing(4, name="Hobro Åbne", starts_on=date(2026, 3, 1), rounds_planned=1)
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, contract="solo"))
    play(tournament, 1)
    take_part(tournament, bo)
    counted(tournament)
    finish_tournament(tournament=tournament, actor=None, reason="done")
    return counted(tournament)


@pytest.fixture
def running(bo):
    """Round 1 is closed, round 2 is being played: East had the Spil of both first deals."""
    tournament = playing(4, name="Klubaften", starts_on=date(2026, 4, 1))
    play(tournament, 1)
    take_part(tournament, bo)
    return counted(tournament)


def test_tournaments_with_place_and_total_the_newest_first(visitor, bo, finished, running):
    page = read(visitor, bo)

    assert texts(page, "//h1") == ["Bo Beckmann"]
    assert texts(page, "//table[contains(@class, 'person-tournaments')]//th/a") == ["Klubaften", "Hobro Åbne"]
    rows = cells(page, "person-tournaments")
    # All four made one Spil in the club evening; the Solo won Hobro.
    assert [row[1:] for row in rows] == [["1 of 4", "+1"], ["1 of 4", "+3"]]
    assert "Provisional" in rows[0][0]
    assert "Provisional" not in rows[1][0]


def test_contracts_of_all_of_them(visitor, bo, finished, running):
    page = read(visitor, bo)

    assert [[row[0], row[1], row[-1]] for row in cells(page, "contract-totals")] == [
        ["Spil", "1", "+1"],
        ["Solo", "1", "+3"],
    ]
    assert texts(page, "//p[@class='stat']") == [
        "6 Deals played",
        "+4 Points in them",
        "+3 Best round: Hobro Åbne, round 1",
    ]


def test_what_he_played_for_another_is_his_and_the_place_is_the_others(visitor, bo):
    tournament = playing(4)
    for number in (1, 2):
        enter(table(tournament), number)
    entry = Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, "W"))
    substitute(entry=entry, player=bo, from_round=1, after_deal=2, actor=None, reason="ill")
    for number in (3, 4):
        enter(table(tournament), number)
    counted(tournament)

    own, his = read(visitor, entry.player), read(visitor, bo)

    # West was forhånd in deal 3 and had the Spil; both deals were played by Bo.
    assert f"played for {entry.name} · 2 deals" in cells(his, "person-tournaments")[0][0]
    assert cells(his, "person-tournaments")[0][1:] == ["–", "+1"]
    assert texts(his, "//p[@class='stat']")[:2] == ["2 Deals played", "+1 Points in them"]
    assert texts(own, "//p[@class='stat']")[:2] == ["1 Deals played", "0 Points in them"]
    assert "substitute: Bo Beckmann" in cells(own, "person-tournaments")[0][0]


def test_points_of_sitting_out_for_another_are_counted_where_they_are_given(visitor, bo):
    tournament = playing(4, booking="table")
    entry = Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, "N"))
    substitute(entry=entry, player=bo, from_round=1, after_deal=0, actor=None, reason="ill")
    # North sits out in the first deal and is forhånd in the second, where each other pays for a Spil.
    enter(table(tournament), 1)
    enter(table(tournament), 2)
    counted(tournament)

    page = read(visitor, bo)

    assert f"played for {entry.name} · 1 deal" in cells(page, "person-tournaments")[0][0]
    assert cells(page, "person-tournaments")[0][1:] == ["–", "+2"]


class TestPrivacy:
    def test_a_name_that_is_shown_nowhere_has_no_page(self, visitor, bo, finished):
        show(bo, "none")

        assert visitor.get(where(bo)).status_code == 404
        card = see(visitor, "player-card", finished, start_no(finished, 1, "E"))
        assert str(bo.uuid) not in html.tostring(card).decode()

    def test_who_was_made_anonymous_has_none(self, visitor, bo, finished):
        anonymise_player(player=bo, actor=None, reason="asked for it")

        assert visitor.get(where(bo)).status_code == 404

    def test_an_initial_is_all_there_is_of_the_last_name(self, visitor, bo, finished):
        show(bo, "initial")
        answer = visitor.get(where(bo))

        assert "Bo B." in answer.text
        assert "Beckmann" not in answer.text

    def test_who_never_took_part_in_public_has_none(self, visitor, bo):
        assert visitor.get(where(bo)).status_code == 404

    def test_a_draft_is_nobody_elses_business(self, visitor, director):
        tournament = started(4, director)
        Tournament.objects.filter(pk=tournament.pk).update(state="draft")
        player = Player.objects.get(entries__tournament=tournament, entries__start_no=1)

        assert visitor.get(where(player)).status_code == 404

    def test_who_signed_up_and_stayed_away_has_none_and_no_card_leads_there(self, visitor, director):
        tournament = registered(5, director)
        entry = tournament.entries.get(start_no=5)
        withdraw_entry(entry=entry, actor=director)
        start_tournament(tournament=tournament, actor=director)

        assert visitor.get(where(entry.player)).status_code == 404
        card = see(visitor, "player-card", tournament, 5)
        assert where(entry.player) not in card.xpath("//a/@href")

    def test_search_engines_are_asked_to_leave_it_out(self, visitor, bo, finished):
        page = read(visitor, bo)

        assert page.xpath("//meta[@name='robots']/@content") == ["noindex"]

    def test_it_sets_no_cookie(self, visitor, bo, finished):
        assert dict(visitor.get(where(bo)).cookies) == {}


def test_who_was_merged_leads_to_whom_he_is_now(visitor, bo, finished):
    double = create_player(name="Bo Bekmann", actor=None)
    merge_players(keep=bo, drop=double, actor=None, reason="the same")

    assert visitor.get(where(double)).headers["Location"] == where(bo)

    show(bo, "none")
    assert visitor.get(where(double)).status_code == 404


@pytest.mark.parametrize("reader", ["visitor", "director"])
def test_a_frozen_list_is_frozen_here_for_everybody(looks, reader, director, bo):
    tournament = playing(4, director)
    play(tournament, 1)
    begin(tournament, 2, director)
    seating = table(tournament, 2)
    for number in range(1, 5):
        enter(seating, number, declared(seating, number, contract="nolo_ouvert", trump=""))
    play(tournament, 2)
    freeze_standings(tournament=tournament, after_round=1, actor=director)
    counted(tournament)

    page = read(looks(reader, tournament), player_at(tournament))

    assert cells(page, "person-tournaments")[0][2] == "+1"
    assert "as of round 1" in text(page)
    assert "Nolo Ouvert" not in text(page)
    assert texts(page, "//p[@class='stat']")[0] == "3 Deals played"


@pytest.mark.parametrize("reader", ["visitor", "director"])
def test_secret_boards_are_not_counted(looks, reader, director):
    tournament = playing(8, director)
    fill(table(tournament))
    enter(table(tournament, 1, 2), 1)
    counted(tournament)

    page = read(looks(reader, tournament), player_at(tournament))

    assert texts(page, "//p[@class='stat']") == ["1 Deals played", "+1 Points in them"]


def test_the_deals_are_those_that_each_tournament_has_released(director, bo, finished, running):
    """The shortcut for closed rounds says the same as the one place of the rule."""
    secret = playing(8, director, name="Hemmelig")
    play(secret, 1)
    begin(secret, 2, director)
    enter(table(secret, 2), 1)
    frozen = playing(8, director, name="Frossen")
    play(frozen, 1)
    freeze_standings(tournament=frozen, after_round=0, actor=director)
    for tournament in (finished, running, secret, frozen):
        counted(tournament)
        for player in Player.objects.filter(entries__tournament=tournament):
            expected = {
                score.deal_id
                for one in Tournament.objects.filter(entries__player=player)
                for score in Score.objects.filter(player=player, deal__in=queries.released_deals(one))
            }
            assert {made.deal.pk for made in person_of(player).made} == expected


def test_it_costs_the_same_few_queries_for_any_number_of_tournaments(
    visitor, bo, finished, django_assert_max_num_queries
):
    for number in range(3):
        tournament = playing(4, name=f"Nr. {number}", rounds_planned=1)
        play(tournament, 1)
        take_part(tournament, bo)
        counted(tournament)

    with django_assert_max_num_queries(8):
        read(visitor, bo)
