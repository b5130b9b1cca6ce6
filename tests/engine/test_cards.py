import copy
import pickle

import pytest

from engine import DECK, Card, RuleViolation, Suit, matadors, plain_order, trump_order
from engine.cards import cards_of
from tests.engine.vectors import code_of


def codes(cards):
    return " ".join(cards)


def test_the_deck_has_forty_different_cards_and_no_8_9_10():
    assert len(DECK) == len(set(DECK)) == 40
    assert {card.rank for card in DECK} == set("AKQJ765432")
    assert all(sum(card.suit is suit for card in DECK) == 10 for suit in Suit)


def test_a_card_equals_its_code_and_there_is_one_object_of_it():
    assert Card("SA") == "SA"
    assert {"SA": 1}[Card("SA")] == 1
    assert Card("SA") is Card(Card("SA"))
    assert copy.deepcopy(Card("H7")) is pickle.loads(pickle.dumps(Card("H7"))) is Card("H7")  # noqa: S301
    assert repr(Card("H7")) == "Card('H7')"


@pytest.mark.parametrize("code", ["", "S", "S8", "S10", "XA", "AS", "sa", "SA ", None, 5, [], True])
def test_any_other_code_is_an_unknown_card(code):
    with pytest.raises(RuleViolation) as error:
        Card(code)
    assert code_of(error) == "unknown_card"


@pytest.mark.parametrize(
    ("suit", "order"),
    [
        ("S", "SA S2 CA SK SQ SJ S7 S6 S5 S4 S3"),
        ("C", "SA C2 CA CK CQ CJ C7 C6 C5 C4 C3"),
        ("H", "SA H7 CA HA HK HQ HJ H2 H3 H4 H5 H6"),
        ("D", "SA D7 CA DA DK DQ DJ D2 D3 D4 D5 D6"),
    ],
)
def test_trumps_rank_from_spadille_down(suit, order):
    assert codes(trump_order(suit)) == order
    assert len(trump_order(suit)) == (11 if suit in "SC" else 12)


@pytest.mark.parametrize(
    ("suit", "nolo", "order"),
    [
        ("S", False, "SK SQ SJ S7 S6 S5 S4 S3 S2"),
        ("C", False, "CK CQ CJ C7 C6 C5 C4 C3 C2"),
        ("H", False, "HK HQ HJ HA H2 H3 H4 H5 H6 H7"),
        ("D", False, "DK DQ DJ DA D2 D3 D4 D5 D6 D7"),
        ("S", True, "SK SQ SJ S7 S6 S5 S4 S3 S2 SA"),
        ("C", True, "CK CQ CJ C7 C6 C5 C4 C3 C2 CA"),
        ("H", True, "HK HQ HJ HA H2 H3 H4 H5 H6 H7"),
        ("D", True, "DK DQ DJ DA D2 D3 D4 D5 D6 D7"),
    ],
)
def test_plain_suits_rank_from_the_king_down(suit, nolo, order):
    assert codes(plain_order(suit, nolo)) == order


@pytest.mark.parametrize("trump", list(Suit))
def test_the_trumps_and_three_plain_suits_are_all_forty_cards(trump):
    plain = [card for suit in Suit if suit is not trump for card in plain_order(suit)]
    assert sorted([*trump_order(trump), *plain]) == sorted(DECK)


def test_the_four_suits_of_nolo_are_all_forty_cards():
    assert sorted(card for suit in Suit for card in plain_order(suit, nolo=True)) == sorted(DECK)


def test_matadors_are_the_three_highest_trumps_and_ponto_is_none():
    for suit in Suit:
        assert matadors(suit) == trump_order(suit)[:3]
    assert "HA" not in matadors("H")


@pytest.mark.parametrize("suit", ["X", "", None, [], 3])
def test_orders_are_refused_for_an_unknown_suit(suit):
    for order in (trump_order, plain_order, matadors):
        with pytest.raises(RuleViolation) as error:
            order(suit)
        assert code_of(error) == "unknown_suit"


@pytest.mark.parametrize("nolo", ["no", None, 1, []])
def test_nolo_is_true_or_false(nolo):
    with pytest.raises(RuleViolation) as error:
        plain_order("S", nolo)
    assert code_of(error) == "unknown_nolo"


def test_a_suit_equals_its_code_and_an_unknown_one_is_refused():
    assert Suit("S") == "S"
    assert [suit for suit in Suit if suit.is_black] == ["S", "C"]
    with pytest.raises(RuleViolation) as error:
        Suit("X")
    assert code_of(error) == "unknown_suit"


def test_a_card_given_twice_is_refused():
    with pytest.raises(RuleViolation) as error:
        cards_of(["SA", "H7", "SA"])
    assert (code_of(error), error.value.params) == ("duplicate_card", {"value": "SA"})
