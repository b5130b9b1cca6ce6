"""The pages of substitutes: look somebody up, let him play from now, say when it ends."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.domain.substitutes import substitute
from scoring.models import Score
from tests.scenes import a_user, enter, playing, table
from tournament.domain.registry import create_player
from tournament.models import Player, Substitution

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return playing(8, a_user("grethe"))


@pytest.fixture
def desk(tournament):
    browser = Client()
    browser.force_login(tournament.staff.get().user)
    return browser


def page(tournament, start_no=1):
    return f"/en/director/t/{tournament.slug}/players/{start_no}/substitute/"


def entry_of(tournament, start_no=1):
    return tournament.entries.select_related("player").get(start_no=start_no)


def sheet_of(tournament, start_no=1):
    seat = entry_of(tournament, start_no).seats.get(round__number=1)
    return table(tournament, 1, seat.seating.table_no)


def form(**changes):
    return {"who": "new", "name": "", "from_round": "1", "after_deal": "0", "reason": "gik hjem"} | changes


def test_the_list_leads_there_for_whoever_plays(desk, tournament):
    text = desk.get(f"/en/director/t/{tournament.slug}/players/").text
    assert f'href="{page(tournament)}"' in text


def test_now_is_proposed(desk, tournament):
    enter(sheet_of(tournament), 1)
    enter(sheet_of(tournament), 2)
    answer = desk.get(page(tournament))
    assert (answer.context["form"]["from_round"].value(), answer.context["form"]["after_deal"].value()) == (
        1,
        2,
    )


def test_somebody_of_the_registry_is_found_and_plays_from_then(desk, tournament):
    player = create_player(name="Bo Beck", actor=None)
    found = desk.get(page(tournament), {"find": "beck"})
    assert str(player.uuid) in found.text
    answer = desk.post(
        f"{page(tournament)}?find=beck", form(who=str(player.uuid), name="beck", after_deal="1")
    )
    assert answer["Location"] == f"/en/director/t/{tournament.slug}/players/1/"
    made = Substitution.objects.get()
    assert (made.entry, made.player, made.from_round, made.after_deal) == (entry_of(tournament), player, 1, 1)
    assert "Bo Beck plays for Spiller 01 from now on." in desk.get(answer["Location"]).text


def test_somebody_new_is_made(desk, tournament):
    desk.post(page(tournament), form(name="Ny Nielsen"))
    assert Substitution.objects.get().player == Player.objects.get(name="Ny Nielsen")


def test_somebody_new_of_a_known_name_is_asked_about(desk, tournament):
    create_player(name="Bo Beck", actor=None)
    answer = desk.post(page(tournament), form(name="Beck, Bo"))
    assert "There is a player of this name already" in answer.text
    assert not Substitution.objects.exists()
    desk.post(page(tournament), form(name="Beck, Bo", confirm="on"))
    assert Substitution.objects.get().player.name == "Beck, Bo"


def test_what_is_missing_is_said_and_what_was_typed_stays(desk, tournament):
    answer = desk.post(page(tournament), form(after_deal="2", reason=""))
    assert answer.status_code == 200
    assert "Write a name." in answer.text
    assert answer.context["form"]["after_deal"].value() == "2"
    assert not Substitution.objects.exists()


def test_a_refusal_stands_on_the_form(desk, tournament):
    answer = desk.post(page(tournament), form(name="Ny Nielsen", after_deal="4"))
    assert "The number of the deal must be from 0 to 3 there." in answer.text
    assert not Player.objects.filter(name="Ny Nielsen").exists()


def test_who_plays_himself_is_not_offered(desk, tournament):
    answer = desk.get(page(tournament), {"find": "spiller"})
    assert answer.context["form"].found == {}


def test_sent_twice_it_is_one(desk, tournament):
    player = create_player(name="Bo Beck", actor=None)
    where = f"{page(tournament)}?find=beck"
    desk.post(where, form(who=str(player.uuid)))
    answer = desk.post(where, form(who=str(player.uuid)))
    assert Substitution.objects.count() == 1
    assert "has a substitute at that time already" in answer.text


class TestEnding:
    @pytest.fixture
    def made(self, tournament):
        return substitute(
            entry=entry_of(tournament),
            player=create_player(name="Bo Beck", actor=None),
            from_round=1,
            after_deal=0,
            actor=None,
            reason="syg",
        )

    def where(self, tournament, made, what="end"):
        return f"/en/director/t/{tournament.slug}/substitutes/{made.pk}/{what}/"

    def test_after_the_last_deal_is_proposed_and_noted(self, desk, tournament, made):
        enter(sheet_of(tournament), 1)
        enter(sheet_of(tournament), 2)
        answer = desk.get(self.where(tournament, made))
        asked = answer.context["form"]
        assert (asked["until_round"].value(), asked["until_deal"].value()) == (1, 2)
        desk.post(
            self.where(tournament, made), {"until_round": "1", "until_deal": "1", "reason": "er tilbage"}
        )
        names = Score.objects.filter(entry=made.entry).order_by("deal__number")
        assert list(names.values_list("player__name", flat=True)) == ["Bo Beck", "Spiller 01"]

    def test_a_whole_round(self, desk, tournament, made):
        desk.post(self.where(tournament, made), {"until_round": "1", "until_deal": "", "reason": "aftalt"})
        made.refresh_from_db()
        assert (made.until_round, made.until_deal) == (1, None)

    def test_before_the_beginning_it_is_refused(self, desk, tournament, made):
        answer = desk.post(
            self.where(tournament, made), {"until_round": "1", "until_deal": "0", "reason": "fejl"}
        )
        assert "It would end before it begins" in answer.text

    def test_taking_it_back_is_offered_only_before_he_has_played(self, desk, tournament, made):
        cancel = self.where(tournament, made, "cancel")
        assert cancel in desk.get(self.where(tournament, made)).text
        enter(sheet_of(tournament), 1)
        assert cancel not in desk.get(self.where(tournament, made)).text

    def test_taken_back_twice(self, desk, tournament, made):
        for _time in range(2):
            assert desk.post(self.where(tournament, made, "cancel")).status_code == 302
        assert not Substitution.objects.exists()

    def test_one_of_another_tournament_is_not_found(self, desk, tournament, made):
        other = playing(4, tournament.staff.get().user, name="En anden")
        assert desk.get(self.where(other, made)).status_code == 404

    def test_the_log_says_it_in_words(self, desk, tournament, made):
        text = desk.get(f"/en/director/t/{tournament.slug}/log/").text
        assert "let Bo Beck play for Spiller 01" in text
