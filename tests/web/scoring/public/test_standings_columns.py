"""Columns of the standings that come and go: movement, against the field, what separated equals, and the course."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.test import Client
from lxml import html

from scoring import queries
from scoring.domain.adjustments import give_adjustment
from scoring.domain.release import freeze_standings
from scoring.domain.standings import recompute
from scoring.models import Standing
from scoring.web.standings_chart import chart_of, rounds_with_results
from scoring.web.standings_lines import line_of, places_among
from tests.scenes import PAS, begin, declared, enter, play, playing, table
from tests.web.scoring.public.pages import address, cells, see, text, texts
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
# Points by start number: four places, one of them shared.
POINTS = {1: 9, 2: 5, 3: 5, 4: 1}


@pytest.fixture
def tournament() -> Tournament:
    """Four players with points of their own; one deal is played, which all passed."""
    tournament = playing(4)
    enter(table(tournament), 1, PAS)
    for start_no, points in POINTS.items():
        give_adjustment(
            entry=tournament.entries.get(start_no=start_no), points=points, reason="revoke", actor=None
        )
    return counted(tournament)


def counted(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def stood(tournament: Tournament, ranks: dict[int, int | None]) -> None:
    for start_no, rank in ranks.items():
        Standing.objects.filter(tournament=tournament, entry__start_no=start_no).update(rank_before=rank)


def column(page: html.HtmlElement, heading: str) -> list[str]:
    heads = texts(page, "//table[contains(@class, 'standings')]/thead/tr/th")
    return [row[heads.index(heading)] for row in cells(page, "standings")]


def heads(page: html.HtmlElement) -> list[str]:
    return texts(page, "//table[contains(@class, 'standings')]/thead/tr/th")


MOVED = "Places won since the last round"


class TestMovement:
    def test_places_won_and_lost_are_told_by_arrow_number_and_words(
        self, visitor: Client, tournament: Tournament
    ) -> None:
        stood(tournament, {1: 4, 2: 1, 3: 2, 4: 3})

        assert column(see(visitor, "standings", tournament), MOVED) == [
            "▲3 3 places up",
            "▼1 1 place down",
            "= same place",
            "▼1 1 place down",
        ]

    def test_an_arrow_is_not_read_aloud(self, visitor: Client, tournament: Tournament) -> None:
        stood(tournament, {1: 4, 2: 1, 3: 2, 4: 3})
        page = see(visitor, "standings", tournament)

        read = page.xpath("//td[@class='moved']/*[not(@aria-hidden)]")

        assert [text(words) for words in read] == [
            "3 places up", "1 place down", "same place", "1 place down",
        ]  # fmt: skip

    def test_who_had_no_place_before_is_new(self, visitor: Client, tournament: Tournament) -> None:
        stood(tournament, {1: None, 2: 1, 3: 1, 4: 3})

        assert column(see(visitor, "standings", tournament), MOVED)[0] == "new"

    def test_there_is_no_column_when_nobody_had_a_place(
        self, visitor: Client, tournament: Tournament
    ) -> None:
        stood(tournament, {1: None, 2: None, 3: None, 4: None})

        assert MOVED not in heads(see(visitor, "standings", tournament))

    def test_in_a_part_of_the_list_places_before_are_counted_anew_too(self, tournament: Tournament) -> None:
        stood(tournament, {1: 1, 2: 2, 3: 4, 4: 2})
        rows = queries.standings_rows(tournament)
        rounds = list(tournament.rounds.filter(number=1))
        lines = [line_of(row, rounds, True) for row in rows if row.entry.start_no != 1]

        shown = {line.entry.start_no: (line.rank, line.rank_before) for line in places_among(lines)}

        assert shown == {2: (1, 1), 3: (1, 3), 4: (3, 1)}


class TestAgainstTheField:
    @pytest.fixture(autouse=True)
    def compared(self, tournament: Tournament) -> None:
        for start_no, hundredths in {1: 1225, 2: -50, 3: 0, 4: None}.items():
            Standing.objects.filter(tournament=tournament, entry__start_no=start_no).update(
                against_field=hundredths
            )

    def test_it_stands_beside_the_points_with_two_decimals(
        self, visitor: Client, tournament: Tournament
    ) -> None:
        page = see(visitor, "standings", tournament)

        assert column(page, "Against the field") == ["+12.25", "−0.50", "0.00", "–"]
        assert heads(page).index("Total") < heads(page).index("Against the field")

    def test_danish_has_a_comma(self, visitor: Client, tournament: Tournament) -> None:
        assert "+12,25" in visitor.get(address("standings", tournament, language="da")).text

    def test_it_is_not_told_where_tables_shuffle_their_own(
        self, visitor: Client, tournament: Tournament
    ) -> None:
        Tournament.objects.filter(pk=tournament.pk).update(shared_boards=False)

        assert "Against the field" not in heads(see(visitor, "standings", tournament))

    @pytest.mark.parametrize("query", [{}, {"projector": "1"}])
    def test_it_leads_where_the_list_goes_by_it(
        self, visitor: Client, tournament: Tournament, query: dict[str, str]
    ) -> None:
        Tournament.objects.filter(pk=tournament.pk).update(ranking="field")
        page = see(visitor, "standings", tournament, **query)

        # With the penalties, which here are all that anybody has.
        assert texts(page, "//td[contains(@class, 'total')]") == ["+21.25", "+4.50", "+5.00", "+1.00"]
        if not query:
            assert column(page, "Against the field") == ["+12.25", "−0.50", "0.00", "–"]
            assert column(page, "Points") == ["+9", "+5", "+5", "+1"]


class TestWhatSeparatedEquals:
    @pytest.fixture
    def equals(self) -> Tournament:
        """East makes 3 with one contract, West with two; North and South have nothing."""
        tournament = playing(4, tie_breaks=["won_contracts", "highest_contract", "best_round"])
        seating = table(tournament)
        enter(seating, 1, declared(seating, 1, declarer="E", contract="solo"))
        enter(seating, 3, declared(seating, 3, declarer="W", tout="made"))
        enter(seating, 4, declared(seating, 4, declarer="W"))
        return counted(tournament)

    def test_only_what_decided_has_a_column(self, visitor: Client, equals: Tournament) -> None:
        shown = heads(see(visitor, "standings", equals))

        assert [head for head in ("Won", "Highest", "Best R") if head in shown] == ["Won"]

    def test_the_deciding_cells_are_marked_in_words(self, visitor: Client, equals: Tournament) -> None:
        assert column(see(visitor, "standings", equals), "Won") == [
            "2 decided the place", "1 decided the place", "0", "0",
        ]  # fmt: skip

    def test_whose_points_are_nobody_elses_has_an_empty_cell(
        self, visitor: Client, equals: Tournament
    ) -> None:
        last = Standing.objects.filter(tournament=equals).last()
        assert last is not None
        give_adjustment(entry=last.entry, points=-5, reason="revoke", actor=None)
        counted(equals)

        assert column(see(visitor, "standings", equals), "Won")[2:] == ["", ""]

    def test_the_highest_contract_is_told_by_its_name(self, visitor: Client, equals: Tournament) -> None:
        Tournament.objects.filter(pk=equals.pk).update(tie_breaks=["highest_contract"])
        Standing.objects.filter(tournament=equals, rank__lte=2).update(decided_by="highest_contract")

        assert column(see(visitor, "standings", equals), "Highest")[1] == "Solo decided the place"

    def test_how_the_list_is_made_stands_below(self, visitor: Client, equals: Tournament) -> None:
        told = texts(see(visitor, "standings", equals), "//details[@id='how']//ol/li/strong")

        assert told == ["Most contracts won.", "Highest contract won.", "Best single round."]


class TestCourse:
    """The picture of the leading ones."""

    @pytest.fixture
    def two_rounds(self) -> Tournament:
        tournament = playing(8, rounds_planned=3, shared_boards=False)
        play(tournament, 1)
        begin(tournament, 2)
        play(tournament, 2)
        return counted(tournament)

    def test_one_round_is_no_course(self, visitor: Client, tournament: Tournament) -> None:
        assert see(visitor, "standings", tournament).xpath("//*[@id='course']") == []

    def test_six_are_drawn_and_told_in_numbers(self, visitor: Client, two_rounds: Tournament) -> None:
        page = see(visitor, "standings", two_rounds)

        numbers = [[text(cell) for cell in row] for row in page.xpath("//*[@id='course-numbers']//tbody/tr")]

        assert len(page.xpath("//*[@id='course']//svg[contains(@class, 'course-lines')]/polyline")) == 6
        assert [row[0] for row in numbers] == column(page, "Name")[:6]
        assert [row[-1] for row in numbers] == column(page, "Total")[:6]  # after the last round

    def test_no_style_is_written_into_it(self, visitor: Client, two_rounds: Tournament) -> None:
        assert see(visitor, "standings", two_rounds).xpath("//*[@style] | //style") == []

    def test_hidden_rounds_are_not_in_it(self, visitor: Client, two_rounds: Tournament) -> None:
        freeze_standings(tournament=two_rounds, after_round=1, actor=None)
        counted(two_rounds)
        page = see(visitor, "standings", two_rounds)

        assert page.xpath("//*[@id='course'] | //@data-sums") == []

    def test_everybody_elses_sums_are_there_for_his_own_phone(
        self, visitor: Client, two_rounds: Tournament
    ) -> None:
        page = see(visitor, "standings", two_rounds)
        totals = [total.replace("−", "-").lstrip("+") for total in column(page, "Total")]

        assert [sums.split(",")[-1] for sums in page.xpath("//tr/@data-sums")] == totals

    def test_every_point_is_on_the_picture_and_no_letter_on_another(self, two_rounds: Tournament) -> None:
        rows = list(queries.standings_rows(two_rounds))
        lines = [line_of(row, queries.public_rounds(two_rounds), True) for row in rows]
        chart = chart_of(lines, rounds_with_results(lines))
        assert chart is not None
        heights = [float(mark.y) for curve in chart.curves for mark in curve.marks]
        letters = sorted(curve.label_y for curve in chart.curves)

        assert 0 < min(heights) <= max(heights) < chart.height
        assert all(below - above >= 16 for above, below in pairwise(letters))
        assert letters[-1] <= chart.height
        assert 0 in {line.value for line in chart.grid}
