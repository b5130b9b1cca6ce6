import pytest

from engine import DLU, RuleViolation, Suit, check_declaration, check_purchase
from tests.engine.vectors import code_of

BOTH_ACES = ["SA", "CA", "H2", "H3", "H4", "D5", "D6", "CK", "SQ"]
ONE_ACE = ["SA", "C2", "H2", "H3", "H4", "D5", "D6", "CK", "SQ"]


def refusal(function, *arguments, **named):
    with pytest.raises(RuleViolation) as error:
        function(*arguments, **named)
    return code_of(error)


def test_respekt_needs_both_black_aces_where_the_hand_is_known():
    assert check_declaration("tourne_respekt", "H", hand=BOTH_ACES) == "tourne_respekt"
    assert check_declaration("tourne_respekt", "H") == "tourne_respekt"
    assert refusal(check_declaration, "tourne_respekt", "H", hand=ONE_ACE) == "respekt_needs_both_black_aces"
    assert check_declaration("tourne", "H", hand=ONE_ACE) == "tourne"


@pytest.mark.parametrize("contract", ["tourne", "tourne_respekt"])
def test_trumps_are_the_suit_of_the_turned_card(contract):
    assert check_declaration(contract, "H", turned="H5") == contract
    assert refusal(check_declaration, contract, "D", turned="H5") == "trump_is_not_the_turned_suit"


def test_a_turned_black_ace_makes_its_printed_suit_trumps_by_default():
    free = DLU.replace(turned_black_ace="any_suit")
    assert check_declaration("tourne", "C", turned="CA") == "tourne"
    assert refusal(check_declaration, "tourne", "H", turned="CA") == "trump_is_not_the_turned_suit"
    assert check_declaration("tourne", "H", turned="CA", ruleset=free) == "tourne"
    assert (
        refusal(check_declaration, "tourne", "H", turned="CK", ruleset=free) == "trump_is_not_the_turned_suit"
    )


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"contract": "pas"}, "unknown_contract"),
        ({"contract": "spil"}, "trump_missing"),
        ({"contract": "spil", "trump": "S"}, "spades_is_the_better_contract"),
        ({"contract": "ren_nolo", "trump": "H"}, "trump_in_nolo"),
        ({"contract": "spil", "trump": "H", "turned": "H5"}, "nothing_is_turned"),
        ({"contract": "tourne", "trump": "H", "turned": "H8"}, "unknown_card"),
        ({"contract": "tourne", "trump": "H", "turned": []}, "unknown_card"),
        ({"contract": "tourne", "trump": "H", "turned": "H5", "hand": ["H5"]}, "duplicate_card"),
        ({"contract": "tourne", "trump": "H", "hand": [*BOTH_ACES, "S3"]}, "too_many_cards"),
        ({"contract": "tourne", "trump": "H", "hand": ["SA", "SA"]}, "duplicate_card"),
        ({"contract": "tourne", "trump": "H", "hand": 9}, "unknown_card"),
        ({"contract": "tourne", "trump": "H", "ruleset": 9}, "unknown_ruleset"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(named, code):
    assert refusal(check_declaration, **named) == code


def test_every_contract_may_be_declared_in_each_of_its_suits():
    for spec in DLU.specs:
        for trump in spec.trumps or (None,):
            assert check_declaration(spec.code, trump) == spec.code
    assert check_declaration("spil", Suit.H) == "spil"


@pytest.mark.parametrize(
    ("contract", "counts", "left"),
    [
        ("spil", (), 13),
        ("spil", (1,), 12),
        ("spil", (9,), 4),
        ("spil", (9, 4), 0),
        ("spil", (9, 4, 0), 0),
        ("spil", [3, 0, 9], 1),
        ("spil", (3, None, None), 10),
        ("tourne", (2, 6, 5), 0),
        ("tourne_respekt", (9,), 4),
        ("kobe_nolo", (5,), 8),
        ("kobe_nolo", (5, 0, 0), 8),
        ("solo", (0, 9, 4), 0),
        ("solo_spar", (0, 0, 0), 13),
        ("ren_nolo", (0, 0, 0), 13),
        ("nolo_ouvert", (), 13),
    ],
)
def test_buying_leaves_the_rest_of_thirteen(contract, counts, left):
    assert check_purchase(contract, counts) == left


@pytest.mark.parametrize(
    ("contract", "counts", "buyer"),
    [
        ("spil", (0,), "declarer"),
        ("spil", (10,), "declarer"),
        ("spil", (-1,), "declarer"),
        ("spil", (True,), "declarer"),
        ("spil", (1.0,), "declarer"),
        ("spil", ("1",), "declarer"),
        ("spil", (10**5000,), "declarer"),
        ("spil", (9, 5), "right"),
        ("spil", (9, 4, 1), "left"),
        ("spil", (1, 10), "right"),
        ("tourne", (1,), "declarer"),
        ("tourne_respekt", (1,), "declarer"),
        ("kobe_nolo", (5, 1), "right"),
        ("kobe_nolo", (5, 0, 1), "left"),
        ("solo", (1,), "declarer"),
        ("ren_nolo", (1,), "declarer"),
        ("ren_nolo", (0, 1), "right"),
        ("nolo_ouvert", (0, 0, 1), "left"),
    ],
)
def test_a_wrong_number_bought_names_the_buyer(contract, counts, buyer):
    with pytest.raises(RuleViolation) as error:
        check_purchase(contract, counts)
    assert (code_of(error), error.value.params["buyer"]) == ("wrong_number_bought", buyer)


def test_nobody_buys_before_his_turn():
    assert refusal(check_purchase, "spil", (None, 2)) == "bought_out_of_order"
    assert refusal(check_purchase, "spil", (2, None, 2)) == "bought_out_of_order"


@pytest.mark.parametrize("counts", [None, 5, "123", (1, 2, 3, 4), {1: 1}])
def test_counts_are_a_list_of_at_most_three(counts):
    assert refusal(check_purchase, "spil", counts) == "wrong_number_bought"
