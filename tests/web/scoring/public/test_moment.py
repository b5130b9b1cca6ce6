"""The living part of the overview: what is on, and where one player sits, for a phone that asks for him."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from lxml import html

from scoring.domain.release import freeze_standings
from scoring.domain.standings import recompute
from tests.scenes import a_user, begin, enter, play, playing, registered, started, table
from tests.web.scoring.public.pages import address, start_no, text
from tournament.domain.banner import show_banner
from tournament.domain.entries import withdraw_entry
from tournament.domain.registry import change_player
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import swap_seats
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def ask(tournament, no=None, *, client=None, etag=None, **query):
    if no is not None:
        query["no"] = str(no)
    headers = {"If-None-Match": etag} if etag else {}
    return (client or Client()).get(address("moment", tournament), query, headers=headers)


def said(tournament, no=None, **query):
    answer = ask(tournament, no, **query)
    assert answer.status_code == 200
    return html.fromstring(f"<div>{answer.content.decode()}</div>")


def mine(tournament, no, **query):
    (place,) = said(tournament, no, **query).xpath("//section[@data-key='me']")
    return place


def part(place, key):
    return text(place.xpath(f".//*[@data-key='{key}']")[0])


def counted(tournament):
    recompute(tournament_id=tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def entry(tournament, number):
    return Entry.objects.select_related("player", "player__club").get(tournament=tournament, start_no=number)


class TestMyPlace:
    def test_seat_is_told_with_its_letter_in_words_and_with_who_else_sits_there(self):
        tournament = playing(8)
        number = start_no(tournament, 2, "E")
        others = {seat.position: seat.entry.name for seat in table(tournament, 1, 2).seats.all()}

        place = mine(tournament, number)

        assert part(place, "me-seat") == "Round 1 · being played now Table 2 E East"
        mates = [text(line) for line in place.xpath(".//ul[@class='my-mates']/li")]
        assert mates == [f"{letter} {others[letter]}" for letter in "NSW"]

    def test_deals_to_sit_out_are_those_dealt_by_who_sits_opposite(self):
        tournament = playing(8)  # south deals first, and the deal goes to his right: S, E, N, W

        out = {
            position: part(mine(tournament, start_no(tournament, 1, position)), "me-more")[-1]
            for position in "NESW"
        }

        assert out == {"N": "1", "W": "2", "S": "3", "E": "4"}

    def test_nobody_sits_out_at_a_table_of_three(self):
        tournament = playing(3)

        assert "sit out" not in text(mine(tournament, 1))

    def test_next_seat_is_told_when_it_is_up_already(self):
        tournament = playing(8)
        publish_round(round_=tournament.rounds.get(number=2), actor=None)
        number = start_no(tournament, 1, "N", 2)

        place = mine(tournament, number)

        assert "Round 1" in part(place, "me-seat")
        assert "After that: round 2, table 1, North" in part(place, "me-more")

    def test_before_the_seats_are_up_it_says_that_they_come_here(self):
        tournament = started(8)

        assert "Your table is shown here" in text(mine(tournament, 1))

    def test_who_withdrew_is_told_so(self):
        tournament = started(8)
        withdraw_entry(entry=entry(tournament, 3), actor=None)

        assert part(mine(tournament, 3), "me-seat") == "Withdrawn"

    def test_unknown_number_has_no_place(self):
        tournament = playing(4)

        for number in ("99", "0", "-1", "x", "1" * 30, ""):
            assert said(tournament, number).xpath("//section[@data-key='me']") == []

    def test_place_and_total_come_from_the_standings(self):
        tournament = playing(8)
        seating = table(tournament)
        enter(seating, 1)
        winner = start_no(tournament, 1, "E")  # forhand of deal 1
        tournament = counted(tournament)

        assert part(mine(tournament, winner), "me-stands") == "1. Place +1 points in all"

    def test_frozen_standings_stay_frozen_here_too(self):
        director = a_user()
        tournament = playing(8, director)
        play(tournament, 1)
        tournament = counted(tournament)
        frozen = {n: part(mine(tournament, n), "me-stands") for n in range(1, 9)}
        freeze_standings(tournament=tournament, after_round=1, actor=director)
        begin(tournament, 2)
        play(tournament, 2)
        tournament = counted(tournament)

        shown = {n: part(mine(tournament, n), "me-stands") for n in range(1, 9)}

        assert shown == {
            n: f"{stands} As of round 1. The rest is shown later." for n, stands in frozen.items()
        }


class TestPolling:
    def test_nothing_new_is_304_also_when_a_deal_is_entered_elsewhere(self):
        tournament = playing(8)
        number = start_no(tournament, 1, "N")
        etag = ask(tournament, number)["ETag"]

        enter(table(tournament, 1, 2), 1)

        assert ask(tournament, number, etag=etag).status_code == 304

    def test_each_change_that_is_shown_is_heard_of(self):
        tournament = started(8)
        etags = [ask(tournament, 1)["ETag"]]
        publish_round(round_=tournament.rounds.get(number=1), actor=None)
        etags.append(ask(tournament, 1)["ETag"])
        swap_seats(
            round_=tournament.rounds.get(number=1),
            one=entry(tournament, 1),
            other=entry(tournament, 2),
            actor=None,
            reason="wheelchair",
        )
        etags.append(ask(tournament, 1)["ETag"])
        change_player(player=entry(tournament, 1).player, name="Åse", club=None, member_no="", actor=None)
        etags.append(ask(tournament, 1)["ETag"])
        show_banner(tournament=tournament, text="Kaffe", actor=None)
        etags.append(ask(tournament, 1)["ETag"])

        assert len(set(etags)) == len(etags)

    def test_new_seat_is_in_the_answer_after_the_seats_went_up(self):
        tournament = playing(8)
        play(tournament, 1)
        assert "Your table is shown here" in text(mine(tournament, 1))

        publish_round(round_=tournament.rounds.get(number=2), actor=None)

        assert part(mine(tournament, 1), "me-seat").startswith("Round 2 Table ")

    def test_a_hall_that_asks_at_once_costs_a_query_each(self, django_assert_max_num_queries):
        tournament = playing(24)
        cache.clear()
        client = Client()
        with django_assert_max_num_queries(12):
            etags = {1: ask(tournament, 1, client=client)["ETag"]}

        # The tournament itself; all else is read once for everybody.
        with django_assert_max_num_queries(23):
            etags |= {number: ask(tournament, number, client=client)["ETag"] for number in range(2, 25)}
        with django_assert_max_num_queries(24):
            again = [ask(tournament, n, client=client, etag=etag).status_code for n, etag in etags.items()]

        assert again == [304] * 24

    def test_no_cookie_and_only_for_reading(self):
        tournament = playing(4)

        assert dict(ask(tournament, 1).cookies) == {}
        assert Client().post(address("moment", tournament)).status_code == 405


def test_front_page_gets_one_line():
    tournament = playing(8)
    number = start_no(tournament, 2, "W")

    line = said(tournament, number, line="1")

    assert text(line) == f"Spiller {number:02} You sit at table 2, West, round 1"
    assert line.xpath("//@data-me-no") == [str(number)]


def test_draft_has_no_moment_for_visitors():
    assert ask(registered(4)).status_code == 404


@pytest.mark.parametrize("form", ["initial", "none"])
def test_names_are_as_everybody_may_read_them(form):
    tournament = playing(4)
    for row in tournament.entries.select_related("player"):
        name = f"Zacharias Qvistgaard {row.start_no}"
        change_player(player=row.player, name=name, club=None, member_no="", public_form=form, actor=None)

    told = ask(tournament, 1).content.decode() + ask(tournament, 1, line="1").content.decode()

    assert "Qvistgaard" not in told
    assert ("Zacharias" in told) == (form == "initial")


def test_seat_that_changed_after_it_was_published_says_when():
    tournament = started(8)
    round_ = tournament.rounds.get(number=1)
    publish_round(round_=round_, actor=None)
    swap_seats(
        round_=round_, one=entry(tournament, 1), other=entry(tournament, 2), actor=None, reason="wheelchair"
    )

    assert ["changed" in part(mine(tournament, number), "me-seat") for number in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
