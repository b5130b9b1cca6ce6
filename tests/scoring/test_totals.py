"""Deals counted by contract, by role and against the contracts of others; hand-computed."""

from __future__ import annotations

from scoring.models import Deal
from scoring.queries.totals import Made, totals_of
from tournament.models import Round

ROUND = Round(number=1)


def made(role, points=0, *, contract="", outcome="pas", declares=False, thrown_in=False, number=1):
    deal = Deal(number=number, contract=contract, outcome=outcome, thrown_in=thrown_in)
    return Made(deal, role, declares, points, ROUND)


def own(contract, outcome, points, role="forhand", **more):
    return made(role, points, contract=contract, outcome=outcome, declares=True, **more)


def other(contract, outcome, points=0, role="mellemhand"):
    return made(role, points, contract=contract, outcome=outcome)


DEALS = [
    own("spil", "vundet", 1),
    own("spil", "bet", -1, role="baghand", thrown_in=True),
    own("solo", "kruk", -4, number=3),
    own("solo", "vundet", 3, number=4),
    other("tourne", "bet"),
    other("tourne", "vundet"),
    made("mellemhand"),
    made("sitter_out", contract="nolo_ouvert", outcome="kruk"),
]


def numbers(count):
    return (count.deals, count.declared, count.won, count.bet, count.kruk, count.thrown_in, count.points)


def test_contracts_he_declared_in_the_order_of_the_rules():
    rows = totals_of(DEALS).in_order(["spil", "tourne", "solo"])

    assert [(code, numbers(count)) for code, count in rows] == [
        ("spil", (2, 2, 1, 1, 0, 1, 0)),
        ("solo", (2, 2, 1, 0, 1, 0, -1)),
    ]


def test_a_contract_the_rules_do_not_know_is_counted_last():
    rows = totals_of([own("ombre", "vundet", 5), *DEALS]).in_order(["spil", "solo"])

    assert [code for code, _ in rows] == ["spil", "solo", "ombre"]


def test_sums_of_the_declarer_and_of_his_opponent():
    totals = totals_of(DEALS)

    assert numbers(totals.declarer) == (4, 4, 2, 1, 1, 1, -1)
    assert numbers(totals.opponent) == (2, 0, 1, 1, 0, 0, 0)
    assert (totals.played, totals.passed) == (7, 1)


def test_every_deal_is_in_one_role():
    rows = [(role, count.deals, count.declared, count.points) for role, count in totals_of(DEALS).by_role()]

    assert rows == [
        ("forhand", 3, 3, 0),
        ("mellemhand", 3, 0, 0),
        ("baghand", 1, 1, -1),
        ("sitter_out", 1, 0, 0),
    ]


def test_nobody_sits_out_at_a_table_of_three():
    assert [role for role, _ in totals_of([made("forhand")]).by_role()] == [
        "forhand",
        "mellemhand",
        "baghand",
    ]


def test_best_and_worst_deal():
    totals = totals_of(DEALS)

    assert totals.best is not None
    assert totals.worst is not None
    assert (totals.best.deal.number, totals.worst.deal.number) == (4, 3)


def test_of_equal_deals_none_is_the_best():
    assert totals_of([made("forhand"), made("baghand"), made("sitter_out", 1)]).best is None


def test_nothing_played_is_nothing_counted():
    totals = totals_of([])

    assert (totals.played, totals.best, totals.in_order(["spil"])) == (0, None, [])
