"""Who has paid: one press, the sum, and who owes."""

from __future__ import annotations

import pytest
from django.test import Client

from tournament.models import Tournament


def url(tournament: Tournament, rest: str = "") -> str:
    return f"/en/director/t/{tournament.slug}/players/{rest}"


@pytest.fixture
def paid_for(four: Tournament) -> Tournament:
    Tournament.objects.update(fee=100)
    return four


def test_without_a_fee_nothing_is_said_of_one(desk: Client, four: Tournament):
    page = desk.get(url(four))
    assert page.context["fees"] is None
    assert "Mark as paid" not in page.text


def test_one_press_and_the_sum_follows(desk: Client, paid_for: Tournament):
    assert "0 of 400 kr. is paid." in desk.get(url(paid_for)).text
    for _ in range(2):
        answer = desk.post(url(paid_for, "2/fee/"), {"paid": "1"}, follow=True)
    assert "100 of 400 kr. is paid." in answer.text
    assert "3 have not paid" in answer.text
    assert [entry.start_no for entry in answer.context["fees"].owing] == [1, 3, 4]
    answer = desk.post(url(paid_for, "2/fee/"), {"paid": "0"}, follow=True)
    assert "0 of 400 kr. is paid." in answer.text


def test_it_comes_back_to_the_line_with_the_filter_on(desk: Client, paid_for: Tournament):
    answer = desk.post(url(paid_for, "2/fee/"), {"paid": "1", "q": "ørum"})
    assert answer["Location"] == url(paid_for, "?q=%C3%B8rum#entry-2")


def test_when_all_have_paid_it_says_so(desk: Client, paid_for: Tournament):
    for number in range(1, 5):
        desk.post(url(paid_for, f"{number}/fee/"), {"paid": "1"})
    assert "Everybody has paid." in desk.get(url(paid_for)).text
