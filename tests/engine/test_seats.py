from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DLU, Hand, Roles, RuleViolation, Seat, dealers, hand_of, next_dealer, right_of, roles
from tests.engine.vectors import code_of, each_row

TABLES = [set(Seat), *(set(three) for three in combinations(Seat, 3))]
tables = st.sampled_from(TABLES)


def refusal(function, *arguments):
    with pytest.raises(RuleViolation) as error:
        function(*arguments)
    return code_of(error)


@each_row("tables", having="forhand")
def test_roles_of_every_golden_row(row):
    found = roles(dealer=row["dealer"], seats=row["seats"])
    for role in ("forhand", "mellemhand", "baghand", "sitter_out"):
        assert getattr(found, role) == row[role]


def test_play_runs_from_south_to_east_north_and_west():
    assert [right_of(seat) for seat in "SENW"] == list("ENWS")


@given(tables, st.permutations(list(Seat)), st.sampled_from(Seat))
def test_the_order_of_the_seats_in_a_string_means_nothing(table, order, dealer):
    if dealer in table:
        assert roles(dealer, "".join(seat for seat in order if seat in table)) == roles(dealer, table)


@pytest.mark.parametrize("first", Seat)
def test_over_four_deals_everybody_deals_once_and_sits_out_once(first):
    played = [roles(dealer, "NESW") for dealer in dealers(first, "NESW", 4)]
    assert sorted(deal.baghand for deal in played) == sorted(Seat)
    assert {deal.sitter_out for deal in played} == set(Seat)
    for role in ("forhand", "mellemhand"):
        assert sorted(getattr(deal, role) for deal in played) == sorted(Seat)


@given(tables, st.sampled_from(Seat), st.integers(0, 40))
def test_each_deal_has_its_roles_at_occupied_seats_and_the_dealer_moves_right(table, first, count):
    sequence = dealers(first, table, count)
    assert len(sequence) == count
    for dealer, following in pairwise(sequence):
        assert following is next_dealer(dealer, table)
    for dealer in sequence:
        found = roles(dealer, table)
        everybody = {*found.active, found.sitter_out} - {None}
        assert everybody == table
        assert found.baghand is dealer
        assert found.sitter_out in ({right_of(right_of(dealer))} if len(table) == 4 else {None})


def test_south_deals_first_by_default_and_then_east_north_and_west():
    assert dealers(DLU.first_dealer, "NESW", 5) == tuple("SENWS")


@pytest.mark.parametrize(
    ("first", "seats", "sequence"),
    [
        ("S", "NEW", "ENWE"),
        ("S", "NES", "SENS"),
        ("N", "ESW", "WSEW"),
        ("E", "NSW", "NWSN"),
        ("W", "NES", "SENS"),
    ],
)
def test_an_empty_seat_is_skipped_by_the_deal(first, seats, sequence):
    assert "".join(dealers(first, seats, 4)) == sequence


def test_over_three_deals_at_a_table_of_three_everybody_deals_once():
    for table in TABLES[1:]:
        assert sorted(dealers("S", table, 3)) == sorted(table)


def test_the_hand_of_a_seat_is_its_role_and_none_for_the_sitter_out():
    found = roles("S", "NESW")
    assert [hand_of(seat, found) for seat in "ENWS"] == [Hand.FORHAND, None, Hand.MELLEMHAND, Hand.BAGHAND]
    assert refusal(hand_of, "N", roles("S", "ESW")) == "unknown_seat"
    assert refusal(hand_of, "N", "forhand") == "unknown_roles"


def test_roles_can_be_compared():
    assert roles("S", "NSW") == Roles(Seat.N, Seat.W, Seat.S, None)


@pytest.mark.parametrize(
    ("dealer", "seats", "code"),
    [
        ("X", "NESW", "unknown_seat"),
        ("", "NESW", "unknown_seat"),
        (None, "NESW", "unknown_seat"),
        ("N", "ESW", "unknown_seat"),
        ("N", "NEX", "unknown_seat"),
        ("N", "NESWX", "unknown_seat"),
        ("N", ["N", "E", None], "unknown_seat"),
        ("N", None, "unknown_seat"),
        ("N", 4, "unknown_seat"),
        ("N", {"N": 1, "E": 2, "S": 3}, "unknown_seat"),
        ("N", "NNES", "duplicate_seat"),
        ("N", "NE", "wrong_number_of_seats"),
        ("N", "", "wrong_number_of_seats"),
        ("N", [], "wrong_number_of_seats"),
    ],
)
def test_a_table_that_cannot_be_is_refused(dealer, seats, code):
    assert refusal(roles, dealer, seats) == code


@pytest.mark.parametrize(
    ("first", "count", "code"),
    [
        ("X", 4, "unknown_seat"),
        ("S", -1, "wrong_number_of_deals"),
        ("S", 10**30, "wrong_number_of_deals"),
        ("S", 4.0, "not_a_whole_number"),
        ("S", True, "not_a_whole_number"),
        ("S", None, "not_a_whole_number"),
    ],
)
def test_a_sequence_of_dealers_that_cannot_be_is_refused(first, count, code):
    assert refusal(dealers, first, "NESW", count) == code


def test_unknown_seats_have_no_right():
    for function in (right_of, lambda seat: next_dealer(seat, "NESW")):
        assert refusal(function, "X") == "unknown_seat"
        assert refusal(function, []) == "unknown_seat"
