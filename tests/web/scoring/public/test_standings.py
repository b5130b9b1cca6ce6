"""The live standings: what stands in a row, what is missing, and what is fetched again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from scoring.domain.adjustments import cancel_adjustment, give_adjustment
from scoring.domain.lines import DealLine
from scoring.domain.rounds import finish_tournament
from scoring.domain.standings import recompute
from scoring.words import in_ranges
from tests.scenes import begin, declared, enter, fill, play, playing, registered, started, table
from tests.web.scoring.public.pages import address, cells, see, start_no, text, texts
from tournament.domain.entries import register_new_player, withdraw_entry
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db
STATE = "//div[contains(@class, 'standings-state')]"
MISSING = "//section[@id='missing'][not(@hidden)]//li"


def computed(tournament):
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def one_table(**settings):
    """Four players; who deals and who declares is the same in every run."""
    return playing(4, **settings)


def names(tournament, positions="NESW"):
    return {
        position: Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, position)).name
        for position in positions
    }


def test_row_has_place_name_club_points_of_each_round_total_and_deals(visitor):
    tournament = one_table()
    seating = table(tournament)
    # South deals first, so East is forhånd, and North sits out.
    enter(seating, 1, declared(seating, 1, contract="solo"))
    computed(tournament)
    who = names(tournament)

    rows = cells(see(visitor, "standings", tournament), "standings")

    # Three of the four deals are not entered yet.
    assert rows[0] == ["1", who["E"], "", "+3", "+3", "1", "3"]
    assert {tuple(row) for row in rows[1:]} == {
        ("2", who["S"], "", "0", "0", "1", "3"),
        ("2", who["W"], "", "0", "0", "1", "3"),
        ("2", who["N"], "", "0", "0", "–", "3"),
    }


def test_equal_totals_share_a_place_and_the_next_is_left_out(visitor):
    tournament = one_table()
    seating = table(tournament)
    for number in (1, 2, 3):
        enter(seating, number, declared(seating, number, contract="solo" if number == 1 else "spil"))
    computed(tournament)

    assert [row[0] for row in cells(see(visitor, "standings", tournament), "standings")] == [
        "1",
        "2",
        "2",
        "4",
    ]


def test_round_not_played_is_a_dash_and_never_zero(visitor):
    tournament = one_table()
    play(tournament, 1)
    computed(tournament)
    begin(tournament, 2)
    computed(tournament)

    rows = cells(see(visitor, "standings", tournament), "standings")

    assert [row[4] for row in rows] == ["–"] * 4
    assert [row[3] for row in rows] == ["+1"] * 4


def test_round_published_since_the_last_computation_has_its_column(visitor):
    from tournament.domain.rounds import publish_round

    tournament = one_table()
    play(tournament, 1)
    computed(tournament)
    publish_round(round_=tournament.rounds.get(number=2), actor=None)

    rows = cells(see(visitor, "standings", tournament), "standings")

    assert [len(row) for row in rows] == [7] * 4


def test_player_whose_deals_were_not_played_has_no_points(visitor):
    tournament = one_table()
    enter(table(tournament), 1, DealLine(not_played_reason="misdeal"))
    computed(tournament)

    rows = cells(see(visitor, "standings", tournament), "standings")

    assert {tuple(row[3:]) for row in rows} == {("–", "–", "–")}


def test_negative_points_have_a_minus_sign(visitor):
    tournament = one_table()
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, outcome="kruk"))
    computed(tournament)

    assert cells(see(visitor, "standings", tournament), "standings")[-1][3:5] == ["−2", "−2"]


def test_penalties_have_a_column_once_there_is_one(visitor):
    tournament = one_table()
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1))
    entry = Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, "E"))
    adjustment = give_adjustment(entry=entry, points=-1, reason="revoke", actor=None)
    computed(tournament)

    row = next(
        row for row in cells(see(visitor, "standings", tournament), "standings") if row[1] == entry.name
    )
    assert row[3:] == ["+1", "−1", "0", "1", "3"]

    cancel_adjustment(adjustment=adjustment, actor=None, reason="mistake")
    computed(tournament)
    assert len(cells(see(visitor, "standings", tournament), "standings")[0]) == 7


def test_what_decided_between_equals_is_said_with_its_value(visitor):
    tournament = one_table(tie_breaks=["won_contracts"])
    seating = table(tournament)
    # East makes 3 with one contract, West with two.
    enter(seating, 1, declared(seating, 1, declarer="E", contract="solo"))
    enter(seating, 3, declared(seating, 3, declarer="W", tout="made"))
    enter(seating, 4, declared(seating, 4, declarer="W"))
    computed(tournament)
    who = names(tournament)

    rows = cells(see(visitor, "standings", tournament), "standings")

    assert [(*row[:2], row[5]) for row in rows[:2]] == [
        ("1", who["W"], "2 decided the place"),
        ("2", who["E"], "1 decided the place"),
    ]
    assert {(row[0], row[1], row[5]) for row in rows[2:]} == {("3", who["N"], "0"), ("3", who["S"], "0")}


def test_who_withdrew_is_marked(visitor):
    tournament = one_table()
    entry = Entry.objects.get(tournament=tournament, start_no=2)
    withdraw_entry(entry=entry, actor=None)
    computed(tournament)

    rows = cells(see(visitor, "standings", tournament), "standings")

    assert f"{entry.name} × withdrawn after round 1" in [row[1] for row in rows]


def test_name_leads_to_the_card(visitor):
    tournament = one_table()
    computed(tournament)

    links = see(visitor, "standings", tournament).xpath("//table//th/a/@href")

    assert sorted(links) == [address("player-card", tournament, number) for number in (1, 2, 3, 4)]


def test_missing_deals_and_signatures_are_listed_by_table(visitor):
    tournament = playing(8)
    fill(table(tournament), sign=False)
    for number in (1, 3):
        enter(table(tournament, 1, 2), number)
    computed(tournament)

    page = see(visitor, "standings", tournament)

    assert texts(page, MISSING) == ["Table 1 not signed", "Table 2 deals 2, 4 are missing"]
    assert texts(page, "//section[@id='missing']/h3") == ["Round 1"]
    assert texts(page, f"{STATE}/span[contains(@class, 'chip')]") == ["Provisional"]


def test_rounds_to_come_keep_the_standings_provisional(visitor):
    tournament = one_table()
    play(tournament, 1)
    computed(tournament)

    page = see(visitor, "standings", tournament)

    assert texts(page, "//section[@id='missing']/p") == ["1 round is still to be played."]


def test_final_standings_say_so_and_are_asked_for_seldom(visitor):
    tournament = one_table(rounds_planned=1)
    play(tournament, 1)
    finish_tournament(tournament=tournament, actor=None, reason="nobody protests")
    computed(tournament)

    page = see(visitor, "standings", tournament)

    assert texts(page, f"{STATE}/span[contains(@class, 'chip')]") == ["Final"]
    assert len(page.xpath("//*[@data-poll]//*[@data-poll-ended]")) == 1
    assert texts(page, MISSING) == []


def test_results_that_are_not_counted_yet_are_announced(visitor):
    tournament = one_table()
    computed(tournament)
    enter(table(tournament), 1)

    assert "New results are being counted" in text(see(visitor, "standings", tournament))

    computed(tournament)
    assert "New results are being counted" not in text(see(visitor, "standings", tournament))


@pytest.mark.parametrize(("hour", "shown"), [(12, "14:05"), (22, "00:05")])
def test_time_is_danish_summer_time(visitor, monkeypatch, hour, shown):
    tournament = one_table()
    enter(table(tournament), 1)
    computed(tournament)
    moment = datetime(2026, 7, 4, hour, 5, tzinfo=UTC)
    Tournament.objects.filter(pk=tournament.pk).update(standings_computed_at=moment)
    monkeypatch.setattr(timezone, "now", lambda: moment)

    assert f"as of {shown}" in texts(see(visitor, "standings", tournament), STATE)[0]


def test_time_of_another_day_has_its_date(visitor):
    tournament = one_table()
    enter(table(tournament), 1)
    computed(tournament)
    moment = datetime(2025, 1, 31, 23, 30, tzinfo=UTC)
    Tournament.objects.filter(pk=tournament.pk).update(standings_computed_at=moment)

    assert "as of 1 February 2025 at 00:30" in texts(see(visitor, "standings", tournament), STATE)[0]


def test_before_anything_is_played_those_present_are_listed_with_dashes(visitor):
    tournament = registered(4)

    page = see(visitor_of_draft(tournament), "standings", tournament)

    assert "Nothing has been played yet." in text(page)
    assert cells(page, "standings") == [["–", f"Spiller 0{number}", "", "–", "–"] for number in (1, 2, 3, 4)]


def visitor_of_draft(tournament):
    from django.test import Client

    from tournament.domain.tournaments import open_registration

    open_registration(tournament=tournament, actor=None)
    return Client()


def test_round_that_has_begun_without_a_deal_still_gives_nobody_a_place(visitor):
    tournament = computed(playing(4))

    rows = cells(see(visitor, "standings", tournament), "standings")

    assert {(row[0], *row[3:]) for row in rows} == {("–", "–", "–", "–")}


def test_nobody_here_yet_is_said(visitor):
    tournament = started(4)
    Entry.objects.filter(tournament=tournament).update(state="registered")

    assert "Nobody is checked in yet" in text(see(visitor, "standings", tournament))


def test_late_player_is_listed_before_the_next_computation(visitor):
    from tournament.domain.entries import check_in

    tournament = one_table()
    play(tournament, 1)
    computed(tournament)
    late = register_new_player(tournament=tournament, name="Sent Ankommen", club_name="", actor=None)
    check_in(entry=late, actor=None)

    assert cells(see(visitor, "standings", tournament), "standings")[-1] == [
        "–",
        "Sent Ankommen",
        "",
        "–",
        "–",
        "–",
    ]


def test_projector_has_neither_head_nor_foot(visitor):
    tournament = computed(one_table())

    page = see(visitor, "standings", tournament, projector="1")

    assert page.get("class") == "is-projector"
    assert page.xpath("//header | //footer") == []
    assert len(cells(page, "standings")) == 4


class TestFetchedAgain:
    """The fragment behind poll.js."""

    @pytest.fixture
    def tournament(self):
        return computed(one_table())

    def fetch(self, client, tournament, etag=None):
        headers = {"If-None-Match": etag} if etag else {}
        return client.get(address("standings-rows", tournament), headers=headers)

    def test_same_rows_are_not_sent_twice(self, visitor, tournament):
        first = self.fetch(visitor, tournament)

        second = self.fetch(visitor, tournament, first["ETag"])

        assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
        assert second["ETag"] == first["ETag"]

    def test_weak_tag_of_a_proxy_is_known_too(self, visitor, tournament):
        etag = self.fetch(visitor, tournament)["ETag"]

        assert self.fetch(visitor, tournament, f"W/{etag}").status_code == 304

    def test_every_answer_must_be_asked_for_again(self, visitor, tournament):
        first = self.fetch(visitor, tournament)

        assert first["Cache-Control"] == "no-cache"
        assert self.fetch(visitor, tournament, first["ETag"])["Cache-Control"] == "no-cache"

    def test_page_knows_the_tag_of_what_it_shows(self, visitor, tournament):
        page = see(visitor, "standings", tournament)

        etag = page.xpath("//*[@data-poll]/@data-poll-etag")[0]

        assert self.fetch(visitor, tournament, etag).status_code == 304

    def test_page_holds_exactly_what_is_fetched(self, visitor, tournament):
        page = visitor.get(address("standings", tournament)).content.decode()

        rows = self.fetch(visitor, tournament).content.decode()

        assert rows in page

    def test_new_deal_is_sent_at_once_and_again_when_it_is_counted(self, visitor, tournament):
        etags = [self.fetch(visitor, tournament)["ETag"]]
        enter(table(tournament), 1)
        answer = self.fetch(visitor, tournament, etags[-1])
        assert answer.status_code == 200
        etags.append(answer["ETag"])
        computed(tournament)
        answer = self.fetch(visitor, tournament, etags[-1])

        assert answer.status_code == 200
        assert "+1" in answer.content.decode()

    def test_languages_have_their_own_tags(self, visitor, tournament):
        english = self.fetch(visitor, tournament)["ETag"]

        danish = visitor.get(
            address("standings-rows", tournament, language="da"), headers={"If-None-Match": english}
        )

        assert danish.status_code == 200

    def test_each_row_has_a_key_of_its_own(self, visitor, tournament):
        keys = see(visitor, "standings", tournament).xpath("//tbody/tr/@data-key")

        assert sorted(keys) == ["e1", "e2", "e3", "e4"]

    def test_unchanged_answer_costs_one_query(self, visitor, tournament, django_assert_num_queries):
        etag = self.fetch(visitor, tournament)["ETag"]

        with django_assert_num_queries(1):
            self.fetch(visitor, tournament, etag)

    def test_rows_are_rendered_once_for_the_whole_hall(self, visitor, tournament, django_assert_num_queries):
        self.fetch(visitor, tournament)

        with django_assert_num_queries(1):
            assert self.fetch(visitor, tournament).status_code == 200


@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        ((), ""),
        ((4,), "4"),
        ((4, 5), "4, 5"),
        ((4, 5, 6), "4–6"),
        ((1, 2, 3, 4, 6, 9, 10, 11), "1–4, 6, 9–11"),
        ((1, 3, 5), "1, 3, 5"),
    ],
)
def test_numbers_are_written_as_people_write_them(numbers, written):
    assert in_ranges(numbers) == written
