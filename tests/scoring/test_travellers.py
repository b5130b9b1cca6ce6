"""One board at every table: the averages by hand, who sees them, and what is counted how often."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine import roles
from scoring import queries
from scoring.domain.deals import void_deal
from scoring.domain.field import HeldHand, field_of
from scoring.domain.lines import DealLine, dealers_of, seats_at
from scoring.domain.release import freeze_standings
from scoring.domain.substitutes import substitute_new_player
from scoring.models import Deal
from tests.scenes import PAS, a_user, begin, enter, fill, play, playing, table
from tournament.models import Seating, StaffRole, Tournament

pytestmark = pytest.mark.django_db
NOT_PLAYED = DealLine(not_played_reason="et kort med tal på")


def number_of(seating: Seating, board: int) -> int:
    """The deal at this table that is played with a board."""
    return (board - seating.first_board) % seating.round.deals + 1


def on_board(seating: Seating, board: int, hand: str, **changes: Any) -> Deal:
    """The hand declares, a Spil in hearts that is won unless told otherwise."""
    number = number_of(seating, board)
    around = roles(dealers_of(seating, seating.round.tournament)[number - 1], seats_at(seating, number))
    values = {"contract": "spil", "trump": "H", "outcome": "vundet"} | changes
    return enter(seating, number, DealLine(declarer=str(getattr(around, hand)), **values))


def three_tables() -> Tournament:
    """Board 1: forhånd made Spil (+1) and Solo (+3); at the third table mellemhånd lost a Tourné (-2)."""
    tournament = playing(12)
    on_board(table(tournament, 1, 1), 1, "forhand")
    on_board(table(tournament, 1, 2), 1, "forhand", contract="solo", trump="D")
    on_board(table(tournament, 1, 3), 1, "mellemhand", contract="tourne", trump="S", outcome="bet")
    return tournament


def look(tournament: Tournament, board: int = 1, user: Any = None, number: int = 1) -> queries.Traveller:
    return queries.traveller(tournament.rounds.get(number=number), board, user)


def boards(tournament: Tournament, user: Any = None, number: int = 1) -> queries.RoundBoards:
    return queries.round_boards(tournament.rounds.get(number=number), user)


def test_averages_are_those_worked_out_by_hand():
    found = look(three_tables())

    assert [(hand.role, hand.mean, hand.lowest, hand.highest, hand.spread) for hand in found.hands] == [
        ("forhand", Fraction(4, 3), 0, 3, 3),
        ("mellemhand", Fraction(-2, 3), -2, 0, 2),
        ("baghand", Fraction(0), 0, 0, 0),
    ]


def test_each_player_has_the_difference_from_the_average_of_the_hand():
    found = look(three_tables())

    assert [[holder.difference for holder in at.hands] for at in found.tables] == [
        [Fraction(-1, 3), Fraction(2, 3), 0],
        [Fraction(5, 3), Fraction(2, 3), 0],
        [Fraction(-4, 3), Fraction(-4, 3), 0],
    ]
    assert [at.declarer and at.declarer.role for at in found.tables] == ["forhand", "forhand", "mellemhand"]


def test_averages_agree_with_the_field_that_decides_places():
    tournament = three_tables()
    round_ = tournament.rounds.get(number=1)
    field = field_of(tournament)

    of_board = {hand.role: hand.mean for hand in look(tournament).hands}
    of_list = {hand.role: hand.mean for hand in boards(tournament).lines[0].hands}

    assert of_board == of_list
    assert of_board == {role: field.mean(HeldHand(round_.pk, 1, role)) for role in of_board}


def test_all_pass_counts_as_nought_and_not_played_not_at_all():
    tournament = playing(12)
    on_board(table(tournament, 1, 1), 1, "forhand")
    for table_no, line in ((2, PAS), (3, NOT_PLAYED)):
        seating = table(tournament, 1, table_no)
        enter(seating, number_of(seating, 1), line)

    found = look(tournament)

    assert [(hand.mean, hand.tables) for hand in found.hands] == [(Fraction(1, 2), 2), (0, 2), (0, 2)]
    assert [len(at.hands) for at in found.tables] == [3, 3, 0]
    assert boards(tournament).lines[0].most == queries.MostPlayed("", "", 1, 2)


def test_one_table_is_nothing_to_compare_with():
    tournament = playing(4)
    on_board(table(tournament), 1, "forhand")

    found = look(tournament)

    assert [hand.mean for hand in found.hands] == [None, None, None]
    assert [holder.difference for holder in found.tables[0].hands] == [None, None, None]
    assert boards(tournament).swings == ()


def test_opponents_points_are_compared_where_they_are_booked():
    tournament = playing(8, booking="opponents")
    on_board(table(tournament, 1, 1), 1, "forhand")
    on_board(table(tournament, 1, 2), 1, "forhand", outcome="bet")

    found = look(tournament)

    assert [[holder.points for holder in at.hands] for at in found.tables] == [[2, -1, -1], [-2, 1, 1]]
    assert [[holder.difference for holder in at.hands] for at in found.tables] == [[2, -1, -1], [-2, 1, 1]]
    assert [result.points for result, _ in found.results] == [2, -2]


def test_results_are_counted_by_contract_suit_hand_and_outcome_the_most_frequent_first():
    tournament = playing(16)
    changes: list[dict[str, Any]] = [
        {"outcome": "", "tricks": (4, 3, 2)},
        {"outcome": "", "tricks": (6, 2, 1)},
        {"trump": "D"},
        {"outcome": "bet", "thrown_in": True},
    ]
    for table_no, change in enumerate(changes, start=1):
        on_board(table(tournament, 1, table_no), 1, "forhand", **change)

    results = look(tournament).results

    assert [(one.trump, one.outcome, one.thrown_in, one.points, tables) for one, tables in results] == [
        ("H", "vundet", False, 1, 2),
        ("D", "vundet", False, 1, 1),
        ("H", "bet", True, -1, 1),
    ]
    assert results[0][0].difference == Fraction(1, 2)


def test_tables_stand_by_what_a_hand_made_and_last_who_did_not_play():
    tournament = playing(16)
    on_board(table(tournament, 1, 1), 1, "mellemhand", outcome="kruk")
    on_board(table(tournament, 1, 2), 1, "forhand")
    seating = table(tournament, 1, 3)
    enter(seating, number_of(seating, 1), NOT_PLAYED)
    on_board(table(tournament, 1, 4), 1, "mellemhand", contract="solo")
    tables = look(tournament).tables

    assert [at.table_no for at in queries.in_order(tables, "")] == [4, 2, 1, 3]
    assert [at.table_no for at in queries.in_order(tables, "forhand")] == [2, 1, 4, 3]
    assert [at.table_no for at in queries.in_order(tables, "mellemhand")] == [4, 2, 1, 3]


def test_whoever_sat_there_is_named():
    tournament = playing(8)
    seating = table(tournament)
    entry = seating.seats.get(position="E").entry
    substitute_new_player(
        entry=entry, name="Vibeke Vikar", from_round=1, after_deal=0, reason="syg", actor=None
    )
    for table_no in (1, 2):
        on_board(table(tournament, 1, table_no), 1, "forhand")

    at = look(tournament).tables[0]
    names = {holder.entry.start_no: holder.name for holder in at.hands}

    assert names[entry.start_no] == "Vibeke Vikar"


def test_table_of_three_is_among_the_others_for_boards_it_does_not_play():
    tournament = playing(7, deals_per_round=16)
    three = next(no for no in (1, 2) if table(tournament, 1, no).deals == 12)
    four = 3 - three
    for table_no in (1, 2):
        fill(table(tournament, 1, table_no))

    shared, beyond = look(tournament, 12), look(tournament, 13)

    assert (shared.others, len(shared.tables)) == ((), 2)
    assert {at.table_no: at.sitter_out is None for at in shared.tables} == {three: True, four: False}
    assert (beyond.others, [at.table_no for at in beyond.tables]) == ((three,), [four])


def test_a_table_whose_deal_was_taken_out_after_the_round_stays_in_the_list():
    director = a_user()
    tournament = playing(12, director)
    play(tournament, 1)
    deal = Deal.objects.get(seating=table(tournament, 1, 3), board=2)
    void_deal(deal=deal, version=deal.version, actor=director, reason="forkert bord")

    found = look(tournament, 2)

    assert (found.is_released, found.tables_done, found.tables_to_come) == (True, 2, 1)
    assert [at.deal is None for at in found.tables] == [False, False, True]


def readers(tournament: Tournament) -> dict[str, Any]:
    keeper = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=keeper, role=StaffRole.Role.SCOREKEEPER)
    return {"visitor": None, "scorekeeper": keeper, "administrator": a_user("karen", is_superuser=True)}


def test_nobody_sees_a_board_that_a_table_can_still_play():
    tournament = three_tables()
    deal = on_board(table(tournament, 1, 1), 2, "forhand")
    assert deal.board == 2

    for who, user in readers(tournament).items():
        found = look(tournament, 2, user)
        line = boards(tournament, user).lines[1]
        assert (found.is_released, found.tables, found.hands, found.results) == (False, (), (), ()), who
        assert (found.tables_done, found.tables_to_come) == (1, 2), who
        assert (line.is_released, line.tables_to_come, line.hands, line.most) == (False, 2, (), None), who


def test_a_board_is_hidden_again_when_a_table_loses_its_deal():
    tournament = three_tables()
    deal = Deal.objects.get(seating=table(tournament, 1, 3), board=1)

    void_deal(deal=deal, version=deal.version, actor=None, reason="forkert bord")

    assert not look(tournament).is_released
    assert boards(tournament).swings == ()


def test_results_after_a_freeze_are_for_the_staff_alone():
    director = a_user()
    tournament = playing(8, director)
    play(tournament, 1)
    freeze_standings(tournament=tournament, after_round=0, actor=director)

    seen = {}
    for who, user in readers(tournament).items():
        # As a page does, each reader gets the tournament anew.
        again = Tournament.objects.get(pk=tournament.pk)
        found, listed = look(again, 1, user), boards(again, user)
        seen[who] = (found.is_frozen, bool(found.tables), listed.is_frozen, bool(listed.lines[0].hands))

    assert seen == {
        "visitor": (True, False, True, False),
        "scorekeeper": (False, True, False, True),
        "administrator": (False, True, False, True),
    }


def test_largest_swings_of_a_round_and_of_all_the_rounds_that_are_shown():
    director = a_user()
    tournament = playing(8, director)
    for table_no, outcome in ((1, "vundet"), (2, "kruk")):
        seating = table(tournament, 1, table_no)
        on_board(seating, 2, "baghand", contract="nolo_ouvert", trump="", outcome=outcome)
        on_board(seating, 3, "mellemhand", contract="solo", outcome=outcome)
    play(tournament, 1)
    begin(tournament, 2, director)
    for table_no, outcome in ((1, "vundet"), (2, "kruk")):
        on_board(table(tournament, 2, table_no), 1, "forhand", contract="tourne", outcome=outcome)
    play(tournament, 2)

    first, second = boards(tournament), boards(tournament, number=2)

    assert [(one.board, one.hand.role, one.hand.spread) for one in first.swings] == [
        (2, "baghand", 13),
        (3, "mellemhand", 7),
    ]
    assert [(one.round_number, one.board, one.hand.spread) for one in second.swings_of_all] == [
        (1, 2, 13),
        (1, 3, 7),
        (2, 1, 5),
    ]

    freeze_standings(tournament=tournament, after_round=1, actor=director)
    tournament.refresh_from_db()

    assert [one.round_number for one in boards(tournament).swings_of_all] == [1, 1]


@pytest.mark.parametrize("players", [8, 27])
def test_a_board_and_a_list_cost_the_same_few_queries(players, django_assert_max_num_queries):
    tournament = playing(players)
    for seating in tournament.rounds.get(number=1).seatings.all():
        fill(table(tournament, 1, seating.table_no))
    tournament = Tournament.objects.get(pk=tournament.pk)
    round_ = tournament.rounds.get(number=1)

    with django_assert_max_num_queries(6):
        queries.traveller(round_, 1)
    with django_assert_max_num_queries(6):
        queries.round_boards(round_)
