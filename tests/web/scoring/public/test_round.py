"""Who sits where in a round."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.scenes import enter, play, playing, started, table
from tests.web.scoring.public.pages import address, see, start_no, text, texts
from tournament.domain.entries import withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import repair_seats, swap_seats
from tournament.models import Entry, Seat
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


def seats(tournament):
    return Seat.objects.filter(round__tournament=tournament, round__number=1).select_related(
        "seating", "entry"
    )


class TestChangesAfterPublication:
    def swap(self, tournament, one, other):
        swap_seats(
            round_=tournament.rounds.get(number=1),
            one=Entry.objects.get(tournament=tournament, start_no=one),
            other=Entry.objects.get(tournament=tournament, start_no=other),
            actor=None,
            reason="wheelchair",
        )

    def changed(self, page):
        return {int(no) for no in page.xpath("//ol[@class='seat-list']/li[@class='is-changed']/@data-no")}

    def test_those_who_were_swapped_are_marked_with_the_time(self, visitor):
        tournament = started(8)
        self.swap(tournament, 5, 6)  # before anybody saw the seats
        publish_round(round_=tournament.rounds.get(number=1), actor=None)
        self.swap(tournament, 2, 7)

        page = see(visitor, "round", tournament, 1)

        assert self.changed(page) == {2, 7}
        assert texts(page, "//li[@data-no='2']//span[@class='chip is-changed']")[0].startswith("changed ")

    def test_those_who_moved_in_a_repair_are_marked(self, visitor):
        tournament = started(8)
        publish_round(round_=tournament.rounds.get(number=1), actor=None)
        before = {seat.entry.start_no: (seat.seating.table_no, seat.position) for seat in seats(tournament)}
        withdraw_entry(entry=Entry.objects.get(tournament=tournament, start_no=3), actor=None)
        repair_seats(round_=tournament.rounds.get(number=1), actor=None, reason="did not come")

        after = {seat.entry.start_no: (seat.seating.table_no, seat.position) for seat in seats(tournament)}
        page = see(visitor, "round", tournament, 1)

        assert self.changed(page) == {no for no, place in after.items() if before[no] != place}

    def test_who_withdrew_is_marked_until_the_round_is_over(self, visitor):
        tournament = started(8)
        publish_round(round_=tournament.rounds.get(number=1), actor=None)
        withdraw_entry(entry=Entry.objects.get(tournament=tournament, start_no=3), actor=None)

        page = see(visitor, "round", tournament, 1)

        assert page.xpath("//li[.//span[contains(@class, 'is-withdrawn')]]/@data-no") == ["3"]

    def test_lists_are_304_until_a_seat_changes(self, visitor):
        tournament = playing(8)
        url = address("round-seats", tournament, 1)
        etag = visitor.get(url)["ETag"]
        enter(table(tournament), 1)
        assert visitor.get(url, headers={"If-None-Match": etag}).status_code == 304

        publish_round(round_=tournament.rounds.get(number=2), actor=None)
        answer = visitor.get(url, headers={"If-None-Match": etag})

        assert answer.status_code == 200
        assert "The seats of round 2 are up" in answer.content.decode()


def test_lists_of_a_round_that_is_only_drawn_are_unknown(visitor):
    assert visitor.get(address("round-seats", started(8), 1)).status_code == 404


def test_a_hall_that_opens_the_seats_costs_few_queries(visitor, django_assert_max_num_queries):
    tournament = playing(24)
    see(visitor, "round", tournament, 1)

    with django_assert_max_num_queries(4):
        for _ in range(2):
            see(visitor, "round", tournament, 1)


def test_wall_shows_names_and_no_way_out(visitor):
    tournament = playing(8)

    page = see(visitor, "round", tournament, 1, projector="1")

    assert len(page.xpath("//ol[@class='seat-list']/li")) == 8
    assert page.xpath("//header[@class='site-head']") == []
