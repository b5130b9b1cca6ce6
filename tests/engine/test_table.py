from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    BOOKING_MODES,
    DLU,
    Outcome,
    RuleViolation,
    Seat,
    Settlement,
    TableDeal,
    book,
    compares_mixed_tables,
    dealers,
    deals_at_table,
    roles,
    score_deal,
    score_table,
)
from tests.engine.vectors import code_of, each_row

THREES = ("NES", "NEW", "NSW", "ESW")
seats_of_tables = st.sampled_from(("NESW", *THREES))
ALL_PASS: Any = {"outcome": "pas"}
JUNK: Any = None


def refusal(function, *arguments, **named):
    with pytest.raises(RuleViolation) as error:
        function(*arguments, **named)
    return code_of(error)


@each_row("tables", having="booked")
def test_booking_of_every_golden_row(row):
    what = {key: value for key, value in row.items() if key != "booked"}
    booked = book(**what)
    assert booked == row["booked"]
    assert list(booked) == [seat for seat in Seat if seat in row["seats"]]


@given(
    seats_of_tables,
    st.sampled_from(Seat),
    st.sampled_from(Seat),
    st.integers(),
    st.sampled_from(BOOKING_MODES),
)
def test_booking_adds_up_to_the_points_or_to_nothing(seats, dealer, declarer, points, mode):
    if dealer not in seats or declarer not in seats:
        return
    sitter_out = roles(dealer, seats).sitter_out
    if declarer is sitter_out:
        assert refusal(book, points, declarer, seats, sitter_out, mode) == "declarer_sits_out"
        return
    booked = book(points, declarer, seats, sitter_out, mode)
    assert sum(booked.values()) == (points if mode == "declarer" else 0)
    others = len(seats) - 1
    assert booked[declarer] == points * {"declarer": 1, "opponents": 2, "table": others}[mode]
    if sitter_out is not None:
        assert booked[sitter_out] == (-points if mode == "table" else 0)


def test_only_table_booking_does_not_compare_across_mixed_tables():
    assert [compares_mixed_tables(mode) for mode in BOOKING_MODES] == [True, True, False]
    assert refusal(compares_mixed_tables, "x") == refusal(compares_mixed_tables, []) == "unknown_mode"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"points": 1.0}, "not_a_whole_number"),
        ({"points": True}, "not_a_whole_number"),
        ({"points": None}, "not_a_whole_number"),
        ({"points": "1"}, "not_a_whole_number"),
        ({"mode": "all"}, "unknown_mode"),
        ({"mode": ""}, "unknown_mode"),
        ({"mode": None}, "unknown_mode"),
        ({"mode": []}, "unknown_mode"),
        ({"declarer": "X"}, "unknown_seat"),
        ({"declarer": None}, "unknown_seat"),
        ({"sitter_out": "X"}, "unknown_seat"),
        ({"sitter_out": None}, "sitter_out_missing"),
        ({"sitter_out": "E"}, "declarer_sits_out"),
        ({"seats": "NES"}, "nobody_sits_out"),
        ({"seats": "ESW"}, "unknown_seat"),
        ({"seats": "NESN"}, "duplicate_seat"),
        ({"seats": "NE"}, "wrong_number_of_seats"),
    ],
)
def test_a_booking_that_cannot_be_is_refused(changes, code):
    what = {"points": 3, "declarer": "E", "seats": "NESW", "sitter_out": "N", "mode": "declarer"} | changes
    assert refusal(book, **what) == code


def test_members_and_plain_codes_are_both_accepted():
    members = book(3, Seat.E, set(Seat), Seat.N)
    assert members == book(3, "E", "WSEN", "N") == {"N": 0, "E": 3, "S": 0, "W": 0}
    assert all(type(seat) is Seat for seat in members)


def test_a_table_of_three_plays_three_quarters_of_the_deals():
    assert deals_at_table(16, "NESW") == 16
    for seats in THREES:
        assert deals_at_table(16, seats) == 12
        assert deals_at_table(16, seats, DLU.replace(three_handed_deals="all")) == 16


@given(st.integers(1, 50))
def test_everybody_plays_the_same_number_of_deals_at_three_and_at_four(quarters):
    def plays(seats):
        counts = dict.fromkeys(seats, 0)
        for dealer in dealers("S", seats, deals_at_table(4 * quarters, seats)):
            for seat in roles(dealer, seats).active:
                counts[seat] += 1
        return set(counts.values())

    assert plays("NESW") == plays("NES") == plays("ESW") == {3 * quarters}


@pytest.mark.parametrize("deals", [0, -4, 3, 15, 10**9])
def test_deals_of_a_round_are_a_multiple_of_four(deals):
    assert refusal(deals_at_table, deals, "NESW") == "deals_must_be_a_multiple_of_four"


def test_a_number_of_deals_is_whole():
    for junk in (4.0, "4", None, True):
        assert refusal(deals_at_table, junk, "NESW") == "not_a_whole_number"


def test_a_deal_is_settled_and_booked_with_its_roles():
    scored = score_deal(DLU, "NESW", TableDeal("S", "E", "spil", "H", (5, 3, 1)))
    assert scored.roles == roles("S", "NESW")
    assert scored.settlement == Settlement(Outcome.VUNDET, 1)
    assert scored.points == {"N": 0, "E": 1, "S": 0, "W": 0}


def test_a_whole_table_is_scored_in_order():
    deals = [
        TableDeal("S", "E", "spil", "H", (5, 3, 1)),
        TableDeal("E", **ALL_PASS),
        TableDeal("N", played=False),
        TableDeal("W", "S", "solo_spar", "S", outcome="kruk"),
        TableDeal("S", "W", "kobe_nolo", thrown_in=True),
        TableDeal("E", "N", "solo", "D", (9, 0, 0), tout="made"),
    ]
    assert score_table(DLU, "NESW", deals) == (
        {"N": 0, "E": 1, "S": 0, "W": 0},
        {"N": 0, "E": 0, "S": 0, "W": 0},
        None,
        {"N": 0, "E": 0, "S": -5, "W": 0},
        {"N": 0, "E": 0, "S": 0, "W": -2},
        {"N": 4, "E": 0, "S": 0, "W": 0},
    )


def test_booking_is_a_setting_of_the_rule_set():
    deal = TableDeal("S", "E", "tourne", "H", outcome="vundet")
    assert score_table(DLU.replace(booking="opponents"), "ESW", [deal]) == ({"E": 4, "S": -2, "W": -2},)
    assert score_table(DLU.replace(booking="table"), "NESW", [deal]) == ({"N": -2, "E": 6, "S": -2, "W": -2},)


def test_an_all_pass_deal_counts_as_played_with_zero_unless_a_new_deal_is_dealt():
    deal = TableDeal("S", **ALL_PASS)
    assert score_deal(DLU, "NES", deal).settlement == Settlement(Outcome.PAS, 0)
    assert score_table(DLU, "NES", [deal]) == ({"N": 0, "E": 0, "S": 0},)
    assert score_table(DLU.replace(all_pass_counts=False), "NES", [deal]) == (None,)


def test_a_table_that_loses_a_player_goes_on_as_three():
    deals = [
        TableDeal("S", "E", "spil", "H", outcome="vundet"),
        TableDeal("E", "S", "spil", "H", outcome="vundet", seats="NES"),
    ]
    assert score_table(DLU.replace(booking="opponents"), "NESW", deals) == (
        {"N": 0, "E": 2, "S": -1, "W": -1},
        {"N": -1, "E": -1, "S": 2},
    )
    assert score_deal(DLU, "NESW", deals[1]).roles.sitter_out is None


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (TableDeal("X", "E", "spil", "H", outcome="bet"), "unknown_seat"),
        (TableDeal("S", "N", "spil", "H", outcome="bet"), "declarer_sits_out"),
        (TableDeal("S", "X", "spil", "H", outcome="bet"), "unknown_seat"),
        (TableDeal("S", None, "spil", "H", outcome="bet"), "declarer_missing"),
        (TableDeal("S", "E"), "unknown_contract"),
        (TableDeal("S", "E", "spil", outcome="bet"), "trump_missing"),
        (TableDeal("S", "E", "spil", "H"), "outcome_missing"),
        (TableDeal("S", "E", outcome="pas"), "pas_with_contract"),
        (TableDeal("S", contract="spil", outcome="pas"), "pas_with_contract"),
        (TableDeal("S", outcome="pas", thrown_in=True), "pas_with_contract"),
        (TableDeal("S", outcome="pas", tricks=(3, 3, 3)), "pas_with_contract"),
        (TableDeal("S", outcome="pas", played=False), "not_played_with_result"),
        (TableDeal("S", "E", played=False), "not_played_with_result"),
        (TableDeal("S", played=JUNK), "unknown_played"),
        (TableDeal("S", seats="NE", outcome="pas"), "wrong_number_of_seats"),
        ({"dealer": "S"}, "not_a_deal"),
        (None, "not_a_deal"),
    ],
)
def test_a_mistake_in_a_deal_says_which_deal(deal, code):
    good = TableDeal("S", "E", "spil", "H", (5, 3, 1))
    with pytest.raises(RuleViolation) as error:
        score_table(DLU, "NESW", [good, deal])
    assert (code_of(error), error.value.params["deal"]) == (code, 1)
    assert refusal(score_deal, DLU, "NESW", deal) == code


@pytest.mark.parametrize("deals", [None, 5, "deals", {}, True])
def test_deals_are_a_list(deals):
    assert refusal(score_table, DLU, "NESW", deals) == "not_a_deal"


@given(
    st.lists(
        st.sampled_from(
            [
                TableDeal("S", "E", "spil", "H", outcome="vundet"),
                TableDeal("S", **ALL_PASS),
                TableDeal("S", played=False),
            ]
        )
    ),
    st.integers(0, 20),
)
def test_points_of_a_deal_never_depend_on_later_ones(deals, known):
    assert score_table(DLU, "NESW", deals[:known]) == score_table(DLU, "NESW", deals)[:known]
