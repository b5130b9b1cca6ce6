"""Tables of three: even where that costs nothing, a choice where it costs a repeat."""

import pytest

from engine.seating import EVEN_THREES, FEWEST_REPEATS, plan_seating
from tests.engine.seating.checker import count, spread


@pytest.mark.parametrize(("players", "rounds"), [(13, 4), (14, 4)])
def test_where_both_cannot_be_had_the_request_chooses_and_the_report_says_the_price(players, rounds):
    fewest = plan_seating(players=players, rounds=rounds)
    even = plan_seating(players=players, rounds=rounds, prefer=EVEN_THREES)
    cost = count(even.rounds, players).repeats - count(fewest.rounds, players).repeats
    assert fewest.report.even_threes_cost == even.report.even_threes_cost == cost > 0
    assert spread(count(even.rounds, players).threes) <= 1 < spread(count(fewest.rounds, players).threes)
    assert (fewest.report.prefer, even.report.prefer) == (FEWEST_REPEATS, EVEN_THREES)


@pytest.mark.parametrize(("players", "rounds"), [(27, 6), (40, 6), (58, 6), (46, 6)])
def test_without_a_conflict_the_preference_changes_nothing(players, rounds):
    fewest = plan_seating(players=players, rounds=rounds)
    even = plan_seating(players=players, rounds=rounds, prefer=EVEN_THREES)
    assert fewest.rounds == even.rounds
    assert fewest.report.even_threes_cost is None
    assert fewest.report.threes_spread <= 1
