"""The curve of a player's card: where the lines go, and what is written beside them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from scoring.web.curve import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Step, curve_of


def places(line):
    return [tuple(float(number) for number in place.split(",")) for place in line.split()]


def test_it_begins_at_nought_and_adds_up():
    curve = curve_of([Step(1, 4), Step(1, -2), Step(2, 2)])

    assert curve is not None
    assert places(curve.points) == [
        (LEFT, HEIGHT - BOTTOM),
        (LEFT + 98.7, TOP),
        (LEFT + 197.3, HEIGHT / 2 - (BOTTOM - TOP) / 2),
        (WIDTH - RIGHT, TOP),
    ]
    assert [(end.number, end.sum) for end in curve.ends] == [(1, 2), (2, 4)]


def test_one_deal_has_no_course():
    assert curve_of([]) is None
    assert curve_of([Step(1, 3)]) is None


def test_the_field_has_a_line_of_its_own_where_anything_can_be_compared():
    alone = curve_of([Step(1, 1), Step(1, 1)])
    compared = curve_of([Step(1, 1, Fraction(1, 3)), Step(1, 1)])

    assert alone is not None
    assert compared is not None
    assert alone.field == ""
    # What cannot be compared leaves the sum where it is.
    assert [y for _, y in places(compared.field)][1:] == [places(compared.field)[1][1]] * 2


def test_labels_never_touch():
    flat = curve_of([Step(1, 0), Step(1, 0)])
    steep = curve_of([Step(1, 100), Step(1, -101), Step(1, 1)])

    assert flat is not None
    assert steep is not None
    assert [value for value, _ in flat.levels] == [0]
    assert [value for value, _ in steep.levels] == [0, 100]


def test_with_many_rounds_only_some_are_named():
    steps = [Step(number, 1) for number in range(1, 22) for _ in range(4)]
    curve = curve_of(steps)

    assert curve is not None
    assert len(curve.ends) == 21
    named = [end.middle for end in curve.ends if end.is_named]
    assert min(after - before for before, after in pairwise(named)) >= 26
