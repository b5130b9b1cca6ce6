"""The ranking of a category and the column of handicaps: page, wall, API and workbook alike (scenario 11)."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook

from scoring import queries
from scoring.domain.adjustments import give_adjustment
from scoring.domain.standings import recompute
from scoring.exports.workbook import write_workbook
from scoring.models import Standing
from tests.scenes import PAS, enter, playing, table
from tests.web.scoring.public.pages import address, cells, see, text, texts
from tournament.domain.categories import add_label
from tournament.domain.handicaps import set_handicap
from tournament.models import Entry

pytestmark = pytest.mark.django_db
# Points by start number; two share the second place of all, and two the fourth.
POINTS = {1: 9, 2: 5, 3: 5, 4: 1, 5: 1, 6: -3, 7: -7, 8: -8}
VETERANS = (2, 3, 5, 7)


@pytest.fixture
def tournament():
    tournament = playing(8)
    for table_no in (1, 2):
        enter(table(tournament, 1, table_no), 1, PAS)
    for start_no, points in POINTS.items():
        give_adjustment(
            entry=tournament.entries.get(start_no=start_no), points=points, reason="revoke", actor=None
        )
    add_label(tournament=tournament, start_nos=VETERANS, label="Veteran", actor=None)
    add_label(tournament=tournament, start_nos=[7], label="Åben række", actor=None)
    return counted(tournament)


def counted(tournament):
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def places(tournament):
    rows = list(queries.standings_rows(tournament))
    start_nos = {row.entry_id: row.entry.start_no for row in rows}
    return {start_nos[pk]: found for pk, found in queries.category_places(rows).items()}


def test_places_are_counted_anew_and_shared_as_among_all(tournament):
    assert places(tournament) == {
        2: {"Veteran": 1},
        3: {"Veteran": 1},
        5: {"Veteran": 3},
        7: {"Veteran": 4, "Åben række": 1},
    }


def test_who_has_played_nothing_has_no_place(tournament):
    Standing.objects.filter(entry__start_no=7).update(rank=None)
    assert places(tournament)[7] == {"Veteran": None, "Åben række": None}


def test_page_shows_the_place_in_the_category_and_that_among_all(tournament):
    tree = see(Client(), "standings", tournament, category="veteran")
    ranks = [(row[0], row[1].split(" Veteran")[0]) for row in cells(tree, "standings")]
    assert ranks == [
        ("1", "Spiller 02 no. 2 of all"),
        ("1", "Spiller 03 no. 2 of all"),
        ("3", "Spiller 05 no. 4 of all"),
        ("4", "Spiller 07 no. 7 of all"),
    ]


def test_page_leads_to_each_category_in_danish_order(tournament):
    tree = see(Client(), "standings", tournament)
    assert texts(tree, "//nav[@aria-label='Categories']/a") == ["All players", "Veteran", "Åben række"]
    links = tree.xpath("//nav[@aria-label='Categories']/a/@href")
    assert links[2] == "?category=%C3%85ben%20r%C3%A6kke"
    there = see(Client(), "standings", tournament, category="Åben række")
    assert len(cells(there, "standings")) == 1
    assert text(there.xpath("//nav[@aria-label='Categories']/a[@aria-current]")[0]) == "Åben række"


@pytest.mark.parametrize("query", [{}, {"projector": "1"}])
def test_what_is_fetched_again_is_the_same_category(tournament, query):
    tree = see(Client(), "standings", tournament, category="Veteran", **query)
    fetched = tree.xpath("//@data-poll")
    where = next(link for link in fetched if "rows" in link)
    answer = Client().get(where)
    assert "Spiller 05" in answer.text
    assert "Spiller 01" not in answer.text
    assert answer.headers["ETag"] == tree.xpath("//@data-poll-etag")[0]


def test_rows_of_a_category_are_not_those_of_another(tournament):
    visitor = Client()
    rows = address("standings-rows", tournament)
    everybody, veterans = visitor.get(rows), visitor.get(rows, {"category": "Veteran"})
    assert ("Spiller 01" in everybody.text, "Spiller 01" in veterans.text) == (True, False)
    assert everybody.headers["ETag"] != veterans.headers["ETag"]


def test_nobody_is_in_a_category_that_does_not_exist(tournament):
    assert cells(see(Client(), "standings", tournament, category="konge"), "standings") == []


def test_api_tells_every_place_and_takes_the_same_filter(tournament):
    where = f"/api/v1/tournaments/{tournament.slug}/standings/"
    everybody = Client().get(where).json()["rows"]
    assert {row["start_no"]: row["categories"] for row in everybody if row["categories"]} == places(
        tournament
    )
    veterans = Client().get(where, {"category": "VETERAN"}).json()["rows"]
    assert [row["start_no"] for row in veterans] == [2, 3, 5, 7]


def workbook(tournament):
    file = BytesIO()
    with translation.override("en"):
        write_workbook(tournament, file)
    return load_workbook(BytesIO(file.getvalue()))


def test_workbook_has_a_sheet_of_them(tournament):
    sheet = workbook(tournament)["Categories"]
    rows = [row for row in sheet.iter_rows(values_only=True) if row[0] in {"Veteran", "Åben række"}]
    assert [(row[0], row[1], row[2], row[-1]) for row in rows] == [
        ("Veteran", 1, 2, 2),
        ("Veteran", 1, 3, 2),
        ("Veteran", 3, 5, 4),
        ("Veteran", 4, 7, 7),
        ("Åben række", 1, 7, 7),
    ]


def test_workbook_has_none_where_nobody_is_in_any():
    tournament = counted(playing(4))
    assert "Categories" not in workbook(tournament).sheetnames


class TestHandicap:
    def test_it_has_a_column_of_its_own_and_is_in_the_total(self, tournament):
        set_handicap(entry=Entry.objects.get(start_no=8), points=20, actor=None, reason="aftalt")
        tree = see(Client(), "standings", counted(tournament))
        first = cells(tree, "standings")[0]
        assert (first[0], first[1].split(" Veteran")[0]) == ("1", "Spiller 08")
        assert {"+20", "+12"} <= set(first)
        assert "Handicap" in texts(tree, "//thead//th")

    def test_nobody_has_one_and_there_is_no_column(self, tournament):
        tree = see(Client(), "standings", tournament)
        assert "Handicap" not in texts(tree, "//thead//th")
        assert "Handicap" not in [cell.value for row in workbook(tournament)["Standings"] for cell in row]

    def test_card_api_and_workbook_say_it_too(self, tournament):
        set_handicap(entry=Entry.objects.get(start_no=8), points=-4, actor=None, reason="aftalt")
        counted(tournament)
        card = see(Client(), "player-card", tournament, 8)
        assert "Handicap −4" in [" ".join(row.split()) for row in texts(card, "//table//tr")]
        rows = Client().get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
        assert [(row["handicap_points"], row["total"]) for row in rows if row["start_no"] == 8] == [(-4, -12)]
        sheet = workbook(tournament)["Standings"]
        heading = next(row for row in sheet.iter_rows(values_only=True) if "Handicap" in row)
        last = next(row for row in sheet.iter_rows(values_only=True) if row[1] == 8)
        assert (last[heading.index("Handicap")], last[heading.index("Total")]) == (-4, -12)

    def test_the_sums_agree_with_it(self, tournament):
        set_handicap(entry=Entry.objects.get(start_no=8), points=20, actor=None, reason="aftalt")
        sums = queries.sum_check(counted(tournament))
        assert (sums.handicap_points, sums.agrees) == (20, True)

    def test_it_alone_gives_nobody_a_place(self):
        tournament = playing(4)
        set_handicap(entry=Entry.objects.get(start_no=4), points=20, actor=None, reason="aftalt")
        rows = Standing.objects.filter(tournament=counted(tournament))
        assert set(rows.values_list("rank", flat=True)) == {None}
        assert queries.sum_check(tournament).agrees
