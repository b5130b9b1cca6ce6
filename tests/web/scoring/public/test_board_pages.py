"""One board at every table, and the boards of a round, as everybody may read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scoring.domain.lines import DealLine
from scoring.domain.release import freeze_standings, release_standings
from scoring.web.templatetags import difference, hundredths
from tests.scenes import PAS, begin, declared, enter, fill, play, playing, started, table
from tests.web.scoring.public.pages import address, cells, see, start_no, texts
from tournament.domain.codes import table_code
from tournament.domain.rounds import publish_round
from tournament.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db
OUTSIDERS = ["visitor", "stranger", "table"]
STAFF = ["scorekeeper", "director", "administrator"]
OUVERT = {"contract": "nolo_ouvert", "trump": "", "outcome": "kruk"}


@pytest.fixture
def reader(looks):
    def browser(role: str, tournament: Tournament) -> Client:
        if role == "table":
            return Client(headers={"Authorization": f"Table {table_code(table(tournament))} E"})
        client: Client = looks(role, tournament)
        return client

    return browser


def two_tables(director: Any = None, **settings: Any) -> Tournament:
    """Board 1: the first table won a Spil in hearts (+1), the second was kruk in a Nolo Ouvert (-7)."""
    tournament = playing(8, director, **settings)
    enter(table(tournament), 1)
    enter(table(tournament, 1, 2), 1, declared(table(tournament, 1, 2), 1, **OUVERT))
    return tournament


def name_at(tournament: Tournament, table_no: int, position: str) -> str:
    return Entry.objects.get(
        tournament=tournament, start_no=start_no(tournament, table_no, position)
    ).player.name


def test_board_tells_who_held_what_and_the_difference_from_the_average(visitor):
    tournament = two_tables()
    # South deals the first deal, so east is forhånd, north sits out, and west is mellemhånd.
    names = [[name_at(tournament, table_no, seat) for seat in "EWSN"] for table_no in (1, 2)]

    rows = cells(see(visitor, "board", tournament, 1, 1), "traveller")

    assert rows == [
        [
            "Table 1",
            "Spil ♥\N{VARIATION SELECTOR-15} won",
            f"Forehand declarer {names[0][0]} declarer +1 +4.00",
            f"Middlehand {names[0][1]} 0 0.00",
            f"Rearhand {names[0][2]} 0 0.00",
            f"Sits out {names[0][3]}",
        ],
        [
            "Table 2",
            "Nolo Ouvert kruk",
            f"Forehand declarer {names[1][0]} declarer −7 −4.00",
            f"Middlehand {names[1][1]} 0 0.00",
            f"Rearhand {names[1][2]} 0 0.00",
            f"Sits out {names[1][3]}",
        ],
    ]


def test_board_tells_what_each_hand_was_worth_and_what_was_played_how_often(visitor):
    page = see(visitor, "board", two_tables(), 1, 1)

    assert texts(page, "//dl[@class='worth']/div") == [
        "Forehand −3.00 from −7 to +1",
        "Middlehand 0.00 0 everywhere",
        "Rearhand 0.00 0 everywhere",
    ]
    assert cells(page, "results") == [
        ["Spil ♥\N{VARIATION SELECTOR-15} won Forehand", "1", "+1", "+4.00"],
        ["Nolo Ouvert kruk Forehand", "1", "−7", "−4.00"],
    ]


def test_decimals_are_written_as_the_language_does(visitor):
    tournament = two_tables()

    danish = visitor.get(address("board", tournament, 1, 1, language="da")).content.decode()

    assert "+4,00" in danish
    assert "+4.00" not in danish


def test_names_lead_to_the_cards_and_tables_to_the_seats(visitor):
    tournament = two_tables()

    page = see(visitor, "board", tournament, 1, 1)

    assert page.xpath("//tr[@id='table-2']//td[contains(@class, 'is-declarer')]//a/@href") == [
        address("player-card", tournament, start_no(tournament, 2, "E"))
    ]
    assert page.xpath("//tr[@id='table-2']/th/a/@href") == [address("round", tournament, 1) + "#table-2"]


@pytest.mark.parametrize(
    ("order", "tables"),
    [("", ["1", "2"]), ("forhand", ["1", "2"]), ("table", ["1", "2"]), ("<b>", ["1", "2"])],
)
def test_orders_that_are_asked_for(visitor, order, tables):
    page = see(visitor, "board", two_tables(), 1, 1, order=order)

    assert page.xpath("//tr/@data-table") == tables


def test_order_by_table_leaves_the_best_where_it_sits(visitor):
    tournament = playing(8)
    enter(table(tournament), 1, declared(table(tournament), 1, outcome="bet"))
    enter(table(tournament, 1, 2), 1)

    best = see(visitor, "board", tournament, 1, 1).xpath("//tr/@data-table")
    by_table = see(visitor, "board", tournament, 1, 1, order="table").xpath("//tr/@data-table")

    assert (best, by_table) == (["2", "1"], ["1", "2"])


def test_what_was_not_played_says_why_and_all_pass_is_nought(visitor):
    tournament = playing(8)
    enter(table(tournament), 1, DealLine(not_played_reason="misdeal"))
    enter(table(tournament, 1, 2), 1, PAS)

    rows = cells(see(visitor, "board", tournament, 1, 1), "traveller")

    assert rows[0][:2] == ["Table 2", "all passed"]
    assert rows[1] == ["Table 1", "not played: misdeal"]


def test_table_that_did_not_play_the_board_is_not_counted(visitor):
    tournament = playing(8)
    enter(table(tournament), 1, DealLine(not_played_reason="misdeal"))
    enter(table(tournament, 1, 2), 1)

    page = see(visitor, "board", tournament, 1, 1)

    assert "1 table has played it" in texts(page, "//p[@class='page-meta']")[0]
    assert "With one table only there is no average to compare with." in page.text_content()


def test_auction_is_told_with_the_board_and_not_before(visitor):
    tournament = playing(8)
    seating = table(tournament)
    calls = (("forhand", "spil"), ("mellemhand", "pas"), ("baghand", "pas"))
    enter(seating, 1, declared(seating, 1, calls=calls))

    before = see(visitor, "board", tournament, 1, 1)
    enter(table(tournament, 1, 2), 1)
    after = see(visitor, "board", tournament, 1, 1)

    assert texts(before, "//details") == []
    assert texts(after, "//ol[@class='said']/li") == ["Forehand Spil", "Middlehand Pas", "Rearhand Pas"]


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_nobody_is_told_of_a_board_that_can_still_be_played(reader, role, director):
    tournament = playing(12, director)
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, **OUVERT))
    client = reader(role, tournament)

    for page in (
        see(client, "board", tournament, 1, seating.first_board),
        see(client, "boards", tournament, 1),
    ):
        assert "Ouvert" not in page.text_content()
        assert "kruk" not in page.text_content()
    assert texts(see(client, "board", tournament, 1, seating.first_board), "//p[@class='secret']") == [
        "What the tables made is shown as soon as every table has played the board. 2 tables have it to come."
    ]
    assert cells(see(client, "boards", tournament, 1), "board-list")[seating.first_board - 1] == [
        f"{seating.first_board}",
        "2 tables have it to come",
    ]


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_everybody_is_told_once_no_table_can_play_it_any_more(reader, role, director):
    tournament = two_tables(director)

    assert len(cells(see(reader(role, tournament), "board", tournament, 1, 1), "traveller")) == 2


@pytest.mark.parametrize("role", [*OUTSIDERS, *STAFF])
def test_frozen_results_are_for_the_staff_who_is_told_so(reader, role, director):
    tournament = two_tables(director)
    play(tournament, 1)
    begin(tournament, 2, director)
    client = reader(role, tournament)
    freeze_standings(tournament=tournament, after_round=0, actor=director)

    pages = [see(client, "board", tournament, 1, 1), see(client, "boards", tournament, 1)]

    for page in pages:
        seen = "Ouvert" in page.text_content()
        assert seen == (role in STAFF)
        told = "Others do not see the results of this round yet." in page.text_content()
        assert told == (role in STAFF)
    # Another round tells nothing of it either.
    assert bool(texts(see(client, "boards", tournament, 2), "//ul[contains(@class, 'swings')]")) == (
        role in STAFF
    )

    release_standings(tournament=Tournament.objects.get(pk=tournament.pk), actor=director)

    assert "Ouvert" in see(client, "board", tournament, 1, 1).text_content()


def test_where_each_table_shuffled_its_own_cards_there_is_nothing_to_compare(visitor):
    tournament = two_tables(shared_boards=False)

    page = see(visitor, "boards", tournament, 1)

    assert "every table shuffled its own cards" in page.text_content()
    assert cells(page, "board-list") == []
    assert visitor.get(address("board", tournament, 1, 1)).status_code == 404


@pytest.mark.parametrize("board", [0, 5, 99999])
def test_board_that_does_not_exist_is_unknown(visitor, board):
    assert visitor.get(address("board", playing(8), 1, board)).status_code == 404


def test_boards_of_a_round_are_unknown_until_its_seats_are_published(visitor):
    tournament = started(8)

    assert visitor.get(address("boards", tournament, 1)).status_code == 404
    assert visitor.get(address("board", tournament, 1, 1)).status_code == 404

    publish_round(round_=tournament.rounds.get(number=1), actor=None)

    assert cells(see(visitor, "boards", tournament, 1), "board-list")[0] == ["1", "2 tables have it to come"]


def test_list_tells_what_was_played_most_and_each_hand(visitor):
    tournament = two_tables()
    enter(table(tournament), 2)
    enter(table(tournament, 1, 2), 2)

    rows = cells(see(visitor, "boards", tournament, 1), "board-list")

    assert rows == [
        ["1", "Nolo Ouvert 1 of 2 tables", "−3.00 −7 to +1", "0.00 0", "0.00 0"],
        ["2", "Spil ♥\N{VARIATION SELECTOR-15} 2 of 2 tables", "+1.00 +1", "0.00 0", "0.00 0"],
        ["3", "2 tables have it to come"],
        ["4", "2 tables have it to come"],
    ]


def test_largest_swings_are_linked_those_of_other_rounds_too(visitor, director):
    tournament = two_tables(director)
    play(tournament, 1)
    begin(tournament, 2, director)

    first, second = (see(visitor, "boards", tournament, number) for number in (1, 2))

    said = "Forehand: from −7 to +1 8 points apart"
    assert texts(first, "//ul[contains(@class, 'swings')]/li") == [f"Board 1 {said}"]
    assert texts(second, "//ul[contains(@class, 'swings')]/li") == [f"Round 1, board 1 {said}"]
    assert second.xpath("//ul[contains(@class, 'swings')]//a/@href") == [address("board", tournament, 1, 1)]


def test_boards_before_and_after_are_linked(visitor):
    tournament = two_tables()

    def linked(board):
        page = see(visitor, "board", tournament, 1, board)
        return [set(page.xpath(f"//a[@rel='{rel}']/@href")) for rel in ("prev", "next")]

    at = {board: address("board", tournament, 1, board) for board in range(1, 5)}
    assert linked(1) == [set(), {at[2]}]
    assert linked(2) == [{at[1]}, {at[3]}]
    assert linked(4) == [{at[3]}, set()]


def test_table_of_three_and_what_it_does_not_play(visitor):
    tournament = playing(7, deals_per_round=16)
    three = next(no for no in (1, 2) if table(tournament, 1, no).deals == 12)
    for table_no in (1, 2):
        fill(table(tournament, 1, table_no))

    shared = cells(see(visitor, "board", tournament, 1, 12, order="table"), "traveller")
    beyond = see(visitor, "board", tournament, 1, 13)

    assert shared[three - 1][-1] == ""
    assert shared[2 - three][-1].startswith("Sits out ")
    assert len(cells(beyond, "traveller")) == 1
    assert f"Table {three} has fewer deals and does not play this board." in beyond.text_content()
    assert "With one table only there is no average to compare with." in beyond.text_content()


def test_name_that_is_not_shown_in_full_stays_so(visitor):
    tournament = two_tables()
    player = Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, "E")).player
    Player.objects.filter(pk=player.pk).update(name="Hemmelige Hans", public_form=Player.PublicForm.NONE)

    assert "Hemmelige" not in see(visitor, "board", tournament, 1, 1).text_content()


@pytest.mark.parametrize("page", [("boards", 1), ("board", 1, 1)], ids=["boards", "board"])
@pytest.mark.parametrize("players", [8, 27])
def test_page_costs_the_same_few_queries_and_no_cookie(visitor, page, players, django_assert_max_num_queries):
    tournament = playing(players)
    play(tournament, 1)
    url = address(page[0], tournament, *page[1:])

    with django_assert_max_num_queries(9):
        response = visitor.get(url)

    assert (response.status_code, dict(response.cookies)) == (200, {})
    assert visitor.post(url).status_code == 405


def test_orders_by_hand_use_the_dealer_of_the_table(visitor):
    """Whoever dealt out of turn was baghånd there: the hands follow the cards, not the seats."""
    tournament = playing(8)
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, declarer="N", dealer="E"))
    enter(table(tournament, 1, 2), 1)

    rows = cells(see(visitor, "board", tournament, 1, 1, order="table"), "traveller")

    assert rows[0][2] == f"Forehand declarer {name_at(tournament, 1, 'N')} declarer +1 0.00"
    assert rows[0][4] == f"Rearhand {name_at(tournament, 1, 'E')} 0 0.00"


@pytest.mark.parametrize(
    ("language", "shown"),
    [("da", ["+1,25", "−0,50", "0,00", "–", "−12,07"]), ("en", ["+1.25", "−0.50", "0.00", "–", "−12.07"])],
)
def test_hundredths_have_a_sign_and_the_decimals_of_the_language(language, shown):
    with translation.override(language):
        assert [hundredths(value) for value in (125, -50, 0, None, -1207)] == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(4, 3), "+1.33"),
        (Fraction(-2, 3), "−0.67"),
        (Fraction(1, 8), "+0.12"),
        (Fraction(-1, 999), "0.00"),
    ],
)
def test_exact_differences_are_rounded_half_to_even(value, shown):
    with translation.override("en"):
        assert difference(value) == shown
