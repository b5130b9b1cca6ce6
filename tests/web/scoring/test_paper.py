"""What is printed: sheets with every deal's roles, lists, a whole day, diplomas; and what is not printed for whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.domain.lines import board_of, dealers_of, seats_of
from scoring.domain.standings import recompute
from scoring.domain.tables import lose_player
from scoring.models import Standing
from scoring.queries import paper as reads
from scoring.web.paper_pages import ROWS_TO_A_PAGE, pages_of
from tests.scenes import a_user, begin, play, playing, registered, started, table
from tests.web.scoring.printed import printed_sheets, see, texts, where
from tournament.domain.rounds import publish_round
from tournament.models import Entry, Player, Seat, StaffRole, Tournament, User

pytestmark = pytest.mark.django_db

# Section 2 of the rules: dealer, forhånd, mellemhånd, who sits out.
AT_FOUR = ["SEWN", "ENSW", "NWES", "WSNE"]
# By the empty seat: dealer, forhånd, mellemhånd.
AT_THREE = {
    "N": ["SEW", "EWS", "WSE"],
    "E": ["SNW", "NWS", "WSN"],
    "S": ["ENW", "NWE", "WEN"],
    "W": ["SEN", "ENS", "NSE"],
}


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(11, director, deals_per_round=16)


@pytest.fixture
def keeper(tournament: Tournament) -> Client:
    user = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.SCOREKEEPER)
    client = Client()
    client.force_login(user)
    return client


class TestSheets:
    """One for each table, with the roles of every deal."""

    def test_at_four_the_roles_go_round_as_the_rules_say(self, desk: Client, tournament: Tournament) -> None:
        for table_no, rows in enumerate(printed_sheets(see(desk, tournament, "sheets/1/"))[:2], start=1):
            seating = table(tournament, 1, table_no)
            if len(seats_of(seating)) == 3:
                continue
            assert [row[0] for row in rows] == [str(number) for number in range(1, 17)]
            assert ["".join(row[2:6]) for row in rows] == AT_FOUR * 4
            assert [row[1] for row in rows] == [
                str(board_of(seating, number, tournament)) for number in range(1, 17)
            ]

    def test_at_three_they_skip_the_empty_seat_and_there_are_three_quarters_of_the_deals(
        self, desk: Client, tournament: Tournament
    ) -> None:
        sheets = printed_sheets(see(desk, tournament, "sheets/1/"))
        (table_no, empty) = next(
            (number, next(iter(set("NESW") - set(seats_of(table(tournament, 1, number))))))
            for number in (1, 2, 3)
            if len(seats_of(table(tournament, 1, number))) == 3
        )
        rows = sheets[table_no - 1]
        assert ["".join(row[2:5]) for row in rows] == AT_THREE[empty] * 4
        # What is to be written: contract to points, and a sum for each of the three.
        assert [row[5:] for row in rows] == [[""] * 15] * 12

    @pytest.mark.parametrize("empty", "NESW")
    def test_whichever_seat_is_empty(self, tournament: Tournament, empty: str) -> None:
        seats = "NESW".replace(empty, "")
        rows = reads.empty_sheet(tournament, seats).rows
        assert [row.dealer + row.forhand + row.mellemhand + row.sitter_out for row in rows] == AT_THREE[
            empty
        ] * 4

    def test_the_first_dealer_is_the_tournaments(self, desk: Client, director: User) -> None:
        other = playing(8, director, name="Øst giver", first_dealer="E")
        rows = printed_sheets(see(desk, other, "sheets/1/"))[0]
        assert ["".join(row[2:6]) for row in rows] == [*AT_FOUR[1:], AT_FOUR[0]]

    def test_shared_boards_begin_where_the_movement_says(self, desk: Client, director: User) -> None:
        other = playing(8, director, name="Et sæt", board_sets=1)
        sheets = printed_sheets(see(desk, other, "sheets/1/"))
        assert [[row[1] for row in rows] for rows in sheets] == [list("1234"), list("3412")]

    def test_own_cards_have_no_boards(self, desk: Client, director: User) -> None:
        other = playing(8, director, name="Blandet ved bordet", shared_boards=False)
        rows = printed_sheets(see(desk, other, "sheets/1/"))[0]
        assert ["".join(row[1:5]) for row in rows] == AT_FOUR

    def test_a_table_that_lost_a_player_goes_on_as_three(self, desk: Client, tournament: Tournament) -> None:
        seating = next(
            table(tournament, 1, number)
            for number in (1, 2, 3)
            if len(seats_of(table(tournament, 1, number))) == 4
        )
        lose_player(seating=seating, position="N", after_deal=4, actor=None, reason="syg")
        rows = printed_sheets(see(desk, tournament, f"sheets/1/?table={seating.table_no}"))[0]
        assert ["".join(row[2:6]) for row in rows[:4]] == AT_FOUR
        assert [row[5] for row in rows[4:]] == ["–"] * len(rows[4:])
        assert [row[2] for row in rows] == dealers_of(table(tournament, 1, seating.table_no), tournament)
        assert "N" not in {letter for row in rows[4:] for letter in row[2:5]}

    def test_what_was_played_does_not_stand_on_it(self, desk: Client, tournament: Tournament) -> None:
        before = printed_sheets(see(desk, tournament, "sheets/1/"))
        play(tournament, 1)
        assert printed_sheets(see(desk, tournament, "sheets/1/")) == before

    def test_it_says_who_sits_where(self, desk: Client, tournament: Tournament) -> None:
        tree = see(desk, tournament, "sheets/1/?table=1")
        seats = {seat.position: seat.name for seat in table(tournament).seats.all()}
        assert texts(tree, "//ul[@class='paper-places']/li") == [
            f"{position} {seats.get(position, 'Empty seat')}" for position in "NESW"
        ]
        assert len(printed_sheets(tree)) == 1

    @pytest.mark.parametrize("wrong", ["9", "0", "x", "²"])
    def test_a_table_that_is_not_there_is_not_found(
        self, desk: Client, tournament: Tournament, wrong: str
    ) -> None:
        assert desk.get(where(tournament, "sheets/1/"), {"table": wrong}).status_code == 404
        assert desk.get(where(tournament, "sheets/9/"), {"drawn": "1"}).status_code == 404

    @pytest.mark.parametrize(
        ("deals", "expected"), [(4, [4]), (20, [20]), (24, [24]), (28, [16, 12]), (60, [20, 20, 20])]
    )
    def test_many_deals_are_spread_evenly_over_pages(
        self, tournament: Tournament, deals: int, expected: list[int]
    ) -> None:
        tournament.deals_per_round = deals
        pages = pages_of(reads.empty_sheet(tournament, reads.FOUR), has_boards=True)
        assert [len(page.rows) for page in pages] == expected
        assert [row.number for page in pages for row in page.rows] == list(range(1, deals + 1))
        assert max(expected) <= ROWS_TO_A_PAGE

    def test_the_legend_says_what_the_rules_say(self, desk: Client, tournament: Tournament) -> None:
        tree = see(desk, tournament, "sheets/1/?table=1")
        lines = texts(tree, "//div[@class='paper-worth']//tbody/tr")
        assert lines == [
            "Spil, Bedre spil+1−1−2−1+20",
            "Tourné+2−2−3−2+3+1",
            "Købe nolo+2−2−3−2––",
            "Tourné-Respekt+3−3−4−3+4+2",
            "Solo+3−3−4–+4+2",
            "Solo Spar+4−4−5–+5+3",
            "Ren nolo+4−4−5–––",
            "Nolo Ouvert+6−6−7–––",
        ]

    @pytest.mark.parametrize(
        ("booking", "expected"),
        [
            ("declarer", "the declarer gets +1, each opponent 0, who sits out 0."),
            ("opponents", "the declarer gets +2, each opponent −1, who sits out 0."),
            ("table", "the declarer gets +3, each opponent −1, who sits out −1."),
        ],
    )
    def test_it_says_who_gets_the_points(
        self, desk: Client, director: User, booking: str, expected: str
    ) -> None:
        other = playing(4, director, name="Bogføring", booking=booking)
        assert f"For each point {expected}" in " ".join(
            texts(see(desk, other, "sheets/1/"), "//div[@class='paper-legend']/p")
        )


def test_seats_stand_by_name_and_by_table(desk: Client, tournament: Tournament) -> None:
    Player.objects.filter(name="Spiller 03").update(name="Åse Ærø")
    Player.objects.get(name="Åse Ærø").save()
    tree = see(desk, tournament, "seats/1/")
    names = texts(tree, "//ol[contains(@class, 'paper-names')]/li")
    assert len(names) == 11
    assert names[-1].startswith("Åse Ærø Table ")
    seats = {seat.position: seat.name for seat in table(tournament).seats.all()}
    first = texts(tree, "(//li[@class='paper-table'])[1]/ul/li")
    assert first == [f"{position} {seats.get(position, 'Empty seat')}" for position in "NESW"]


def test_all_published_rounds_in_one_go(desk: Client, tournament: Tournament) -> None:
    titles = "//header[@class='paper-head']/h2"
    assert texts(see(desk, tournament, "seats/"), titles) == ["Round 1: your seat", "Round 1: the tables"]
    publish_round(round_=tournament.rounds.get(number=2), actor=None)
    assert len(texts(see(desk, tournament, "seats/"), titles)) == 4


def test_reserve_sheets_have_roles_and_neither_names_nor_numbers(
    desk: Client, tournament: Tournament
) -> None:
    tree = see(desk, tournament, "blank/?fours=2&threes=1")
    four, again, three = printed_sheets(tree)
    assert four == again
    assert ["".join(row[2:6]) for row in four] == AT_FOUR * 4
    assert ["".join(row[2:5]) for row in three] == AT_THREE["W"] * 4
    assert {row[1] for row in four} == {""}
    assert texts(tree, "//section[contains(@class, 'paper-sheet')]//h2") == ["Table"] * 3


@pytest.mark.parametrize("asked", ["fours=99999999", "fours=-3", "fours=x", "fours=²", ""])
def test_any_number_of_reserve_sheets_can_be_asked_for(
    desk: Client, tournament: Tournament, asked: str
) -> None:
    assert len(printed_sheets(see(desk, tournament, f"blank/?{asked}"))) <= 60


class TestSecrets:
    """Seats that are not published."""

    @pytest.fixture
    def tournament(self, director: User) -> Tournament:
        """Round 1 is played, round 2 drawn."""
        return playing(8, director)

    @pytest.mark.parametrize("end", ["seats/2/", "sheets/2/"])
    def test_a_drawn_round_is_printed_only_for_a_director_who_says_so(
        self, desk: Client, keeper: Client, tournament: Tournament, end: str
    ) -> None:
        assert desk.get(where(tournament, end)).status_code == 404
        assert keeper.get(where(tournament, end)).status_code == 404
        assert keeper.get(where(tournament, f"{end}?drawn=1")).status_code == 403
        tree = see(desk, tournament, f"{end}?drawn=1")
        marked = texts(tree, "//section//strong[@class='paper-secret']")
        assert len(marked) == len(tree.xpath("//section[contains(@class, 'paper-')]"))
        assert set(marked) == {"Not published: keep this at the desk"}

    def test_the_day_has_them_only_when_they_are_asked_for(
        self, desk: Client, keeper: Client, tournament: Tournament
    ) -> None:
        def names_of_round_2(tree: Any) -> set[str]:
            found = tree.xpath("//section[starts-with(@aria-label, 'Round 2,')]")
            assert len(found) == 2
            return {
                word
                for sheet in found
                for word in texts(sheet, ".//ul[@class='paper-places']/li/span")
                if word
            }

        assert names_of_round_2(see(desk, tournament, "day/")) == set()
        assert names_of_round_2(see(keeper, tournament, "day/")) == set()
        assert keeper.get(where(tournament, "day/?drawn=1")).status_code == 403
        assert len(names_of_round_2(see(desk, tournament, "day/?drawn=1"))) == 8

    def test_the_list_of_what_can_be_printed_offers_it_to_directors(
        self, desk: Client, keeper: Client, tournament: Tournament
    ) -> None:
        assert "drawn=1" in desk.get(where(tournament)).text
        text = keeper.get(where(tournament)).text
        assert "drawn=1" not in text
        assert where(tournament, "sheets/2/") not in text
        assert where(tournament, "people/") not in text


class TestNames:
    """What hangs in the hall is public, what the desk keeps is not."""

    @pytest.fixture
    def tournament(self, director: User) -> Tournament:
        made = playing(8, director)
        for player in Player.objects.all():
            player.name = f"Zacharias Qvistgaard {player.pk}"
            player.public_form = Player.PublicForm.NONE
            player.save()
        return made

    @pytest.mark.parametrize("end", ["seats/1/", "seats/", "sheets/1/"])
    def test_in_the_hall(self, desk: Client, tournament: Tournament, end: str) -> None:
        text = desk.get(where(tournament, end)).text
        assert "Qvistgaard" not in text
        assert "Start number 3" in text

    @pytest.mark.parametrize("end", ["people/", "points/"])
    def test_at_the_desk(self, desk: Client, tournament: Tournament, end: str) -> None:
        tree = see(desk, tournament, end)
        assert sum("Qvistgaard" in text for text in texts(tree, "//tbody/tr/th")) == 8
        assert texts(tree, "//strong[@class='paper-secret']") == ["For the desk"]

    def test_in_the_day_only_on_the_lists_of_the_desk(self, desk: Client, tournament: Tournament) -> None:
        tree = see(desk, tournament, "day/")
        for part in tree.xpath("//section[contains(@class, 'paper-')]"):
            is_for_the_desk = texts(part, ".//strong[@class='paper-secret']") == ["For the desk"]
            assert ("Qvistgaard" in part.text_content()) == is_for_the_desk


class TestDay:
    """All that it takes to go on without electricity."""

    def test_before_anything_is_drawn_every_round_has_tables_for_those_who_are_here(
        self, desk: Client, director: User
    ) -> None:
        tournament = registered(11, director, deals_per_round=16, board_sets=1)
        tree = see(desk, tournament, "day/")
        sheets = printed_sheets(tree)
        # Two rounds of two fours and a three, and the reserve of two and one.
        assert [len(rows) for rows in sheets] == [16, 16, 12, 16, 16, 12, 16, 16, 12]
        assert [rows[0][1] for rows in sheets[:3]] == ["1", "6", "11"]
        assert texts(tree, "//h2")[:7] == [
            "The day on paper",
            "Who is here?",
            "Points by hand",
            "Round 1: the tables",
            "Table 1",
            "Table 2",
            "Table 3",
        ]

    @pytest.mark.parametrize("players", [0, 1, 2, 5])
    def test_a_number_that_cannot_be_seated_has_no_tables(
        self, desk: Client, director: User, players: int
    ) -> None:
        tree = see(desk, registered(players, director), "day/")
        assert len(printed_sheets(tree)) == 3

    def test_rounds_that_are_over_are_left_out_and_their_points_are_in_the_list(
        self, desk: Client, director: User
    ) -> None:
        tournament = playing(8, director)
        play(tournament, 1)
        begin(tournament, 2)
        recompute(tournament_id=tournament.pk)
        tree = see(desk, tournament, "day/")
        assert "Round 1: the tables" not in texts(tree, "//h2")
        assert "Round 2: the tables" in texts(tree, "//h2")
        row = Standing.objects.filter(tournament=tournament).exclude(total=0).first()
        assert row is not None
        cells = texts(tree, f"//table[contains(@class, 'paper-points')]//tr[td[1]='{row.entry.start_no}']/td")
        assert cells == [str(row.entry.start_no), f"+{row.total}", "", "", ""]

    def test_the_list_at_the_door_is_the_directors(
        self, desk: Client, keeper: Client, tournament: Tournament
    ) -> None:
        assert "Who is here?" in texts(see(desk, tournament, "day/"), "//h2")
        assert "Who is here?" not in texts(see(keeper, tournament, "day/"), "//h2")

    def test_who_has_left_is_not_called(self, desk: Client, tournament: Tournament) -> None:
        Entry.objects.filter(tournament=tournament, start_no=4).update(state=Entry.State.WITHDRAWN)
        Entry.objects.filter(tournament=tournament, start_no=5).update(state=Entry.State.WAITLISTED)
        numbers = texts(see(desk, tournament, "people/"), "//tbody/tr/td[1]")
        assert "4" not in numbers
        assert "Spiller 05 (waiting list)" in texts(see(desk, tournament, "people/"), "//tbody/tr/th")

    def test_sixty_people_cost_few_queries(
        self, desk: Client, director: User, django_assert_max_num_queries: Any
    ) -> None:
        tournament = started(60, director, rounds_planned=3)
        with django_assert_max_num_queries(60):
            assert len(printed_sheets(see(desk, tournament, "day/"))) == 48


def test_everything_is_reached_from_rounds_overview_and_results(
    desk: Client, keeper: Client, tournament: Tournament
) -> None:
    base = f"/en/director/t/{tournament.slug}/"
    for end in ("", "rounds/", "rounds/1/", "results/"):
        assert f'href="{where(tournament)}' in desk.get(base + end).text, end
    for end in ("", "rounds/", "rounds/1/"):
        assert f'href="{where(tournament)}' in keeper.get(base + end).text, end


def test_names_are_text(desk: Client, tournament: Tournament) -> None:
    Player.objects.update(name='<b>Ærø</b> & "Søn"')
    assert Seat.objects.exists()
    for end in ("seats/1/", "sheets/1/", "people/", "points/", "day/"):
        assert "<b>Ærø" not in desk.get(where(tournament, end)).text, end
