"""Stored and constructed designs: every round complete, no pair twice."""

from itertools import combinations

import pytest

from engine.seating.designs import cyclic_rounds, design_rounds, develop

KNOWN = {16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21}


def check_design(rounds, points):
    pairs = [pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)]
    assert len(set(pairs)) == len(pairs)
    for tables in rounds:
        assert all(len(table) == 4 for table in tables)
        assert sorted(point for table in tables for point in table) == list(range(points))


@pytest.mark.parametrize(("points", "rounds"), KNOWN.items())
def test_stored_designs_have_their_rounds_and_no_pair_twice(points, rounds):
    design = design_rounds(points, 21)
    assert len(design) == rounds
    check_design(design, points)


def test_fewer_rounds_are_the_first_ones():
    assert design_rounds(40, 4) == design_rounds(40, 13)[:4]


@pytest.mark.parametrize("points", [4, 8, 12])
def test_small_fields_have_no_design(points):
    assert design_rounds(points, 5) == []


@pytest.mark.parametrize("size", [*range(17, 51), 60, 100, 125, 250])
def test_cyclic_rounds_have_no_pair_twice(size):
    rounds = cyclic_rounds(size, 12)
    assert len(rounds) == 12
    check_design(rounds, 4 * size)


@pytest.mark.parametrize("size", [17, 25, 43, 250])
def test_cyclic_rounds_also_number_the_tables(size):
    visits = [
        (point, n) for tables in cyclic_rounds(size, 12) for n, table in enumerate(tables) for point in table
    ]
    assert len(set(visits)) == len(visits)


def test_develop_turns_within_orbits_and_leaves_the_rest():
    assert develop([[0, 2, 3, 6], [1, 4, 5, 7]], 3, 2) == [
        [[0, 2, 3, 6], [1, 4, 5, 7]],
        [[1, 0, 4, 6], [2, 5, 3, 7]],
        [[2, 1, 5, 6], [0, 3, 4, 7]],
    ]
