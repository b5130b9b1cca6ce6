"""How the list is made, told below it."""

from __future__ import annotations

import pytest

from scoring.web.tie_breaks import tie_break_context
from tests.scenes import playing
from tests.web.scoring.public.pages import see, text
from tournament.tie_breaks import OFFERED, ORDERS, misfit, order_of

pytestmark = pytest.mark.django_db


def told(client, tournament):
    return text(see(client, "standings", tournament).xpath("//*[@id='how']")[0])


def test_each_tie_break_is_told_in_its_place(visitor):
    page = told(visitor, playing(8, tie_breaks=["fewest_kruk", "against_field", "lot"]))
    places = [page.index(f"{OFFERED[code].label}.") for code in ("fewest_kruk", "against_field", "lot")]
    assert places == sorted(places)
    assert "The list goes by all points" in page
    assert "three tables make +3, 0 and 0" in page
    assert "decides nothing" not in page


def test_without_any_they_share(visitor):
    page = told(visitor, playing(8, shared_boards=False))
    assert "share the place, and the next one is left out: 1, 2, 2, 4." in page
    assert "Against the field" not in page


def test_a_list_by_the_field_says_so(visitor):
    page = told(visitor, playing(8, ranking="field", tie_breaks=["won_contracts"]))
    assert "The list goes by the points against the field" in page
    assert "Most contracts won." in page


def test_with_shared_boards_the_column_is_explained_though_it_decides_nothing():
    context = tie_break_context(playing(8, tie_breaks=["mutual"]))
    assert (context["tells_field"], context["field_decides"]) == (True, False)


def test_every_order_fits_any_tournament_and_is_known_again():
    for key, order in ORDERS.items():
        assert order_of(order.codes) == key
        for ranking in ("points", "field"):
            assert misfit(order.codes, ranking=ranking, shared_boards=True) is None
    assert order_of(["lot"]) is None
