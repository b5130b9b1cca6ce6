"""What is stored about a person as page and file, and the page that makes him anonymous."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from scoring.domain.adjustments import give_adjustment
from scoring.domain.substitutes import substitute
from scoring.queries.personal import stored_about
from tests.scenes import a_user, fill, playing, table
from tournament.domain.entries import register_entry
from tournament.domain.registry import create_player
from tournament.domain.wishes import keep_apart
from tournament.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Somebody has played, was given points, plays for another in round 2, and should not meet a third."""
    tournament = playing(8, a_user("grethe"))
    entry = tournament.entries.get(start_no=1)
    seating = entry.seats.get(round__number=1).seating
    fill(table(tournament, 1, seating.table_no))
    give_adjustment(entry=entry, points=-2, reason="revoke", note="anden gang", actor=None)
    keep_apart(tournament=tournament, one=entry, other=tournament.entries.get(start_no=4), actor=None)
    substitute(
        entry=entry,
        player=create_player(name="Bo Beck", actor=None),
        from_round=2,
        after_deal=0,
        actor=None,
        reason="syg",
    )
    return tournament


@pytest.fixture
def desk(tournament):
    browser = Client()
    browser.force_login(tournament.staff.get().user)
    return browser


def player_of(tournament):
    return tournament.entries.get(start_no=1).player


def where(player, what):
    return f"/en/director/players/{player.uuid}/{what}"


class TestStored:
    def test_file_has_every_row_that_names_him(self, desk, tournament):
        answer = desk.get(where(player_of(tournament), "stored.json"))
        assert answer["Content-Disposition"] == 'attachment; filename="spiller-01.json"'
        stored = json.loads(answer.content)
        counts = {kind: len(rows) for kind, rows in stored.items() if isinstance(rows, list)}
        assert counts == {
            "registry": 1,
            "entries": 1,
            "seats": 1,
            "scores": 4,
            "substitutions": 1,
            "adjustments": 1,
            "wishes": 1,
            "log": counts["log"],
        }
        assert stored["registry"][0]["name"] == "Spiller 01"
        assert stored["adjustments"][0]["note"] == "anden gang"
        assert stored["substitutions"][0]["reason"] == "syg"
        assert stored["wishes"] == [{"tournament": "Prøve", "apart_from": 4}]
        assert {"registered Spiller 01", "let Bo Beck play for Spiller 01", "gave Spiller 01 −2 points"} <= {
            line["what"] for line in stored["log"]
        }

    def test_page_says_the_same_to_read(self, desk, tournament):
        text = desk.get(where(player_of(tournament), "stored/")).text
        assert text.count("<tr>") > 10
        for told in ("Spiller 01", "anden gang", "syg", "revoke", "let Bo Beck play for Spiller 01"):
            assert told in text

    def test_deals_that_a_substitute_played_are_his_too(self, tournament):
        rows = stored_about(Player.objects.get(name="Bo Beck"))
        assert (len(rows["substitutions"]), rows["entries"]) == (1, [])

    def test_it_is_for_who_directs_every_tournament_he_was_in(self, desk, tournament):
        other = playing(4, a_user("ove"), name="En anden")
        player = player_of(tournament)
        register_entry(tournament=other, player=player, actor=None)
        for what in ("stored/", "stored.json", "anonymise/"):
            assert desk.get(where(player, what)).status_code == 403
        assert where(player, "stored/") not in desk.get(where(player, "")).text
        desk.force_login(a_user("karen", is_superuser=True))
        assert desk.get(where(player, "stored/")).status_code == 200


class TestAnonymising:
    def test_it_takes_a_typed_word_and_a_reason(self, desk, tournament):
        player = player_of(tournament)
        assert where(player, "anonymise/") in desk.get(where(player, "")).text
        for form in ({"reason": "brev", "typed": "yes"}, {"reason": "", "typed": "anonymous"}, {}):
            assert desk.post(where(player, "anonymise/"), form).status_code == 200
        player.refresh_from_db()
        assert player.name == "Spiller 01"
        answer = desk.post(where(player, "anonymise/"), {"reason": "brev", "typed": "Anonymous"})
        assert answer["Location"] == "/en/director/players/"
        player.refresh_from_db()
        assert player.name == "Anonym"
        assert "The player is anonymous everywhere now." in desk.get(answer["Location"]).text

    def test_sent_again_it_is_the_same(self, desk, tournament):
        player = player_of(tournament)
        for _time in range(2):
            desk.post(where(player, "anonymise/"), {"reason": "brev", "typed": "anonymous"})
        assert Player.objects.exclude(anonymised_at=None).count() == 1

    def test_page_names_the_tournaments_and_warns_of_one_under_way(self, desk, tournament):
        text = desk.get(where(player_of(tournament), "anonymise/")).text
        assert "Prøve (2026)" in text
        assert "A tournament is under way" in text

    def test_in_each_language_he_is_called_so(self, desk, tournament):
        player = player_of(tournament)
        desk.post(where(player, "anonymise/"), {"reason": "brev", "typed": "anonymous"})
        assert "Anonymous" in Client().get(f"/en/t/{tournament.slug}/").text
