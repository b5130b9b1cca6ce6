"""Deals told from the auction to the points, as a table would live them."""

import pytest

from engine import DLU, Auction, RuleViolation, TableDeal, check_declaration, score_table, settle
from tests.engine.vectors import code_of


def won(*calls):
    auction = Auction.replay(calls)
    assert auction.is_over
    return auction


def refusal(function, *arguments, **named):
    with pytest.raises(RuleViolation) as error:
        function(*arguments, **named)
    return code_of(error)


def test_forhand_plays_spil_in_hearts():
    auction = won(("forhand", "spil"), ("mellemhand", "pas"), ("baghand", "pas"))
    assert auction.winner == "forhand"
    assert "spil" in auction.declarable
    assert settle("spil", "H", (5, 3, 1)).points == 1
    assert settle("spil", "H", (4, 4, 1)).points == -1
    assert settle("spil", "H", (3, 5, 1)).points == -2
    assert settle("spil", "H", thrown_in=True).points == -1


def test_the_winner_of_spil_declares_tourne_or_kobe_nolo():
    auction = won(("forhand", "spil"), ("mellemhand", "pas"), ("baghand", "pas"))
    assert {"tourne", "kobe_nolo"} <= set(auction.declarable)
    assert settle("tourne", "H", (4, 3, 2)).points == 2
    assert [settle("kobe_nolo", None, (d, 9 - d, 0)).points for d in (0, 1, 2, 7)] == [2, -2, -3, -3]


def test_mellemhand_goes_over_a_held_solo_and_loses_it():
    auction = won(
        ("forhand", "spil"),
        ("mellemhand", "solo"),
        ("forhand", "solo"),
        ("mellemhand", "solo_spar"),
        ("forhand", "pas"),
        ("baghand", "pas"),
    )
    assert (auction.winner, auction.declarable) == ("mellemhand", ("solo_spar",))
    # East dealt: forhånd is north, mellemhånd south.
    deal = TableDeal("E", "S", auction.declarable[0], "S", (3, 4, 2))
    assert score_table(DLU, "NESW", [deal]) == ({"N": 0, "E": 0, "S": -5, "W": 0},)


def test_the_elder_holds_with_the_twin_and_the_younger_may_not():
    auction = won(
        ("forhand", "spil"),
        ("mellemhand", "tourne"),
        ("forhand", "kobe_nolo"),
        ("mellemhand", "pas"),
        ("baghand", "pas"),
    )
    assert (auction.winner, auction.declarable) == ("forhand", ("kobe_nolo",))
    assert refusal(Auction.replay, [("forhand", "tourne"), ("mellemhand", "kobe_nolo")]) == "insufficient"


def test_solo_with_tout_announced():
    assert settle("solo", "H", (9, 0, 0), tout="made").points == 4
    assert settle("solo", "H", (8, 1, 0), tout="failed").points == 2


def test_nolo_ouvert_and_what_is_refused():
    assert settle("nolo_ouvert", None, (1, 8, 0)).points == -6
    assert settle("nolo_ouvert", None, (3, 6, 0)).points == -7
    assert refusal(settle, "solo", "H", thrown_in=True) == "cannot_throw_in"
    assert refusal(settle, "nolo_ouvert", None, (9, 0, 0), tout="made") == "tout_in_nolo"


def test_a_table_of_three_books_against_the_opponents():
    deal = TableDeal("S", "E", "tourne", "C", outcome="vundet")
    assert score_table(DLU.replace(booking="opponents"), "ESW", [deal]) == ({"E": 4, "S": -2, "W": -2},)


def test_respekt_without_both_black_aces_in_a_known_hand():
    hand = ["SA", "SK", "SQ", "H2", "H3", "D4", "D5", "C6", "C7"]
    assert refusal(check_declaration, "tourne_respekt", "H", hand=hand) == "respekt_needs_both_black_aces"
