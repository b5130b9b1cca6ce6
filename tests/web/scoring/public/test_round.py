"""Who sits where in a round."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.scenes import play, playing, started, table
from tests.web.scoring.public.pages import address, see, start_no, text, texts
from tournament.domain.rounds import publish_round
from tournament.models import Entry
from tournament.web.templatetags import seat_letter

pytestmark = pytest.mark.django_db
ROLES = ["visitor", "stranger", "scorekeeper", "director", "administrator"]


@pytest.mark.parametrize("role", ROLES)
def test_round_that_is_only_drawn_is_unknown_to_everybody(looks, role, director):
    tournament = started(8, director)

    assert looks(role, tournament).get(address("round", tournament, 1)).status_code == 404


def test_round_that_does_not_exist_is_unknown(visitor):
    tournament = playing(8)

    assert visitor.get(address("round", tournament, 9)).status_code == 404


def test_names_are_listed_in_danish_order_with_table_and_seat(visitor):
    tournament = started(4)
    for number, name in enumerate(["Zita", "Aagaard", "Ærø", "Anders"], start=1):
        player = Entry.objects.get(tournament=tournament, start_no=number).player
        player.name = name
        player.save()
    publish_round(round_=tournament.rounds.get(number=1), actor=None)
    seats = {seat.entry.name: seat.position for seat in table(tournament).seats.all()}

    lines = texts(see(visitor, "round", tournament, 1), "//ol[@class='seat-list']/li")

    assert lines == [f"{name} Table 1 {seats[name]}" for name in ("Anders", "Zita", "Ærø", "Aagaard")]


def test_each_table_has_its_map_with_the_first_dealer(visitor):
    tournament = playing(8)

    page = see(visitor, "round", tournament, 1)

    for table_no in (1, 2):
        (found,) = page.xpath(f"//section[@id='table-{table_no}']")
        names = {
            position: Entry.objects.get(
                tournament=tournament, start_no=start_no(tournament, table_no, position)
            ).name
            for position in "NESW"
        }
        assert texts(found, ".//div[contains(@class, 'seat is-')]") == [
            f"N {names['N']}",
            f"E {names['E']}",
            f"S {names['S']} Dealer",
            f"W {names['W']}",
        ]


def test_empty_seat_of_a_table_of_three_does_not_deal(visitor):
    tournament = playing(3)
    taken = {seat.position for seat in table(tournament).seats.all()}

    page = see(visitor, "round", tournament, 1)

    assert len(page.xpath("//div[contains(@class, 'is-empty')]")) == 1
    (dealer,) = page.xpath("//div[contains(@class, 'is-dealer')]//span[@class='seat-letter']")
    assert text(dealer) in taken


def test_neighbouring_rounds_are_linked_when_they_are_public(visitor):
    tournament = playing(8, rounds_planned=3)
    play(tournament, 1)
    publish_round(round_=tournament.rounds.get(number=2), actor=None)

    page = see(visitor, "round", tournament, 2)

    assert page.xpath("//a[@rel='prev']/@href") == [address("round", tournament, 1)]
    assert page.xpath("//a[@rel='next']/@href") == []


def test_page_can_be_printed(visitor):
    tournament = playing(8)

    assert len(see(visitor, "round", tournament, 1).xpath("//button[@data-print]")) == 1


def test_east_and_west_have_danish_letters():
    with translation.override("da"):
        danish = [seat_letter(position) for position in "NESW"]
    with translation.override("en"):
        english = [seat_letter(position) for position in "NESW"]

    assert (danish, english) == (["N", "Ø", "S", "V"], ["N", "E", "S", "W"])
