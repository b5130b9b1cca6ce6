import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DLU, Contract, Outcome, RuleViolation, Settlement, Suit, settle
from tests.engine.vectors import code_of, each_row

SPLITS = [(d, a, 9 - d - a) for d in range(10) for a in range(10 - d)]
CONTRACTS = [spec.code for spec in DLU.specs]
BUYING = ["spil", "bedre_spil", "tourne", "kobe_nolo", "tourne_respekt"]
NOLO = ["kobe_nolo", "ren_nolo", "nolo_ouvert"]
# Section 5: won, bet or thrown in, kruk, won with Tout made, won with Tout failed.
POINTS = {
    "spil": (1, -1, -2, 2, 0),
    "bedre_spil": (1, -1, -2, 2, 0),
    "tourne": (2, -2, -3, 3, 1),
    "kobe_nolo": (2, -2, -3, None, None),
    "tourne_respekt": (3, -3, -4, 4, 2),
    "solo": (3, -3, -4, 4, 2),
    "solo_spar": (4, -4, -5, 5, 3),
    "ren_nolo": (4, -4, -5, None, None),
    "nolo_ouvert": (6, -6, -7, None, None),
}


def suits(contract):
    return DLU.spec(contract).trumps or (None,)


def refusal(**what):
    with pytest.raises(RuleViolation) as error:
        settle(**what)
    return code_of(error)


@each_row("settlements")
def test_every_golden_row_settles_as_it_should(row):
    what = {key: value for key, value in row.items() if key != "expect"}
    expected = row["expect"]
    if "error" in expected:
        assert refusal(**what) == expected["error"]
    else:
        settlement = settle(**what)
        assert {"outcome": settlement.outcome, "points": settlement.points} == expected
        assert isinstance(settlement.outcome, Outcome)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_table_of_points_is_the_unions(contract):
    won, bet, kruk, made, failed = POINTS[contract]
    for trump in suits(contract):
        assert settle(contract, trump, outcome="vundet").points == won
        assert settle(contract, trump, outcome="bet").points == bet
        assert settle(contract, trump, outcome="kruk").points == kruk
        if made is not None:
            assert settle(contract, trump, outcome="vundet", tout="made").points == made
            assert settle(contract, trump, outcome="vundet", tout="failed").points == failed
            assert settle(contract, trump, outcome="bet", tout="failed").points == bet - 1
            assert settle(contract, trump, outcome="kruk", tout="failed").points == kruk - 1


@pytest.mark.parametrize("tricks", SPLITS)
def test_every_split_of_nine_tricks_gives_the_result_of_the_rules(tricks):
    declarer, right, left = tricks
    best = max(right, left)
    trump = "vundet" if declarer > best else "bet" if declarer == best else "kruk"
    nolo = {0: "vundet", 1: "bet"}.get(declarer, "kruk")
    for contract in CONTRACTS:
        for suit in suits(contract):
            expected = nolo if suit is None else trump
            assert settle(contract, suit, tricks).outcome == expected
            assert settle(contract, suit, list(tricks), expected) == settle(contract, suit, tricks)


@given(
    st.sampled_from(CONTRACTS), st.sampled_from(SPLITS), st.sampled_from([None, "made", "failed"]), st.data()
)
def test_points_depend_only_on_contract_outcome_and_tout(contract, tricks, tout, data):
    trump, other = (data.draw(st.sampled_from(suits(contract))) for _ in range(2))
    try:
        settled = settle(contract, trump, tricks, tout=tout)
    except RuleViolation:
        return
    assert settle(contract, other, outcome=settled.outcome, tout=tout) == settled


@pytest.mark.parametrize("contract", CONTRACTS)
def test_only_buying_contracts_may_be_thrown_in_and_are_bet(contract):
    for trump in suits(contract):
        if contract in BUYING:
            thrown = settle(contract, trump, thrown_in=True)
            assert thrown == settle(contract, trump, outcome="bet", thrown_in=True)
            assert thrown == settle(contract, trump, outcome="bet")
            assert (
                refusal(contract=contract, trump=trump, thrown_in=True, outcome="kruk")
                == "outcome_contradicts"
            )
        else:
            assert refusal(contract=contract, trump=trump, thrown_in=True) == "cannot_throw_in"


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("trump", [None, *Suit])
def test_every_contract_is_played_in_its_own_suits_only(contract, trump):
    spec = DLU.spec(contract)
    if trump in suits(contract):
        assert settle(contract, trump, outcome="vundet").points == spec.value
        return
    if contract in NOLO:
        expected = "trump_in_nolo"
    elif trump is None:
        expected = "trump_missing"
    elif contract in ("spil", "solo"):
        expected = "spades_is_the_better_contract"
    else:
        expected = "trump_must_be_spades"
    assert refusal(contract=contract, trump=trump, outcome="vundet") == expected


def test_nine_tricks_without_tout_earn_nothing_extra():
    assert settle("spil", "H", (9, 0, 0)).points == settle("spil", "H", (5, 4, 0)).points


@pytest.mark.parametrize(
    "tricks",
    [
        (True, 4, 4),
        (9.0, 0, 0),
        (5, 3),
        (5, 3, 1, 0),
        (-1, 5, 5),
        (10, 0, -1),
        "531",
        9,
        (),
        [],
        {5, 3, 1},
        ("5", "3", "1"),
        (None, None, None),
        (10**400, -(10**400), 9),
        {0: 5, 1: 3, 2: 1},
        b"\x05\x03\x01",
    ],
)
def test_only_three_whole_numbers_that_make_nine_are_tricks(tricks):
    assert refusal(contract="spil", trump="H", tricks=tricks) == "tricks_must_sum_to_nine"


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"contract": "grand", "trump": "X"}, "unknown_contract"),
        ({"contract": "spil", "trump": "X", "outcome": "won"}, "unknown_trump"),
        ({"contract": "ren_nolo", "trump": "X"}, "unknown_trump"),
        ({"contract": "ren_nolo", "trump": "", "outcome": "vundet"}, "unknown_trump"),
        ({"contract": "spil", "outcome": "won"}, "trump_missing"),
        ({"contract": "spil", "trump": "H", "outcome": "won", "tout": "yes"}, "unknown_outcome"),
        ({"contract": "spil", "trump": "H", "outcome": "pas"}, "unknown_outcome"),
        ({"contract": "spil", "trump": "H", "outcome": ""}, "unknown_outcome"),
        ({"contract": "spil", "trump": "H", "tout": "yes", "tricks": (1, 1, 1)}, "unknown_tout"),
        ({"contract": "spil", "trump": "H", "tout": "", "outcome": "vundet"}, "unknown_tout"),
        ({"contract": "spil", "trump": "H", "tout": False, "outcome": "vundet"}, "unknown_tout"),
        ({"contract": "spil", "trump": "H", "thrown_in": None, "outcome": "bet"}, "unknown_thrown_in"),
        ({"contract": "spil", "trump": "H", "thrown_in": 1, "outcome": "bet"}, "unknown_thrown_in"),
        ({"contract": "solo", "trump": "H", "thrown_in": True, "tout": "made"}, "cannot_throw_in"),
        ({"contract": "spil", "trump": "H", "thrown_in": True, "tout": "made"}, "tout_thrown_in"),
        ({"contract": "ren_nolo", "tricks": (0, 9, 0), "outcome": "bet", "tout": "made"}, "tout_in_nolo"),
        (
            {"contract": "spil", "trump": "H", "tricks": (9, 0, 0), "outcome": "bet", "tout": "made"},
            "outcome_contradicts",
        ),
        ({"contract": "spil", "trump": "H", "tout": "failed"}, "outcome_missing"),
    ],
)
def test_what_is_wrong_in_more_ways_gives_the_first_code(what, code):
    assert refusal(**what) == code


def test_members_and_plain_codes_are_both_accepted():
    members = settle(contract=Contract("solo"), trump=Suit.H, outcome=Outcome.VUNDET, ruleset=DLU)
    assert members == settle(contract="solo", trump="H", outcome="vundet", ruleset="dlu")
    assert members == Settlement(Outcome.VUNDET, 3)


def test_one_four_four_is_a_setting():
    bet = DLU.replace(one_four_four="bet")
    assert settle("spil", "H", (1, 4, 4)).points == -2
    assert settle("spil", "H", (1, 4, 4), ruleset=bet).points == -1
    for tricks in SPLITS:
        if tricks != (1, 4, 4):
            assert settle("spil", "H", tricks, ruleset=bet) == settle("spil", "H", tricks)


def test_one_trick_in_a_nolo_without_buying_is_a_setting():
    kruk = DLU.replace(one_trick_without_buying="kruk")
    assert settle("ren_nolo", None, (1, 8, 0)).points == -4
    assert settle("ren_nolo", None, (1, 8, 0), ruleset=kruk).points == -5
    assert settle("nolo_ouvert", None, (1, 8, 0), ruleset=kruk).points == -7
    assert settle("kobe_nolo", None, (1, 8, 0), ruleset=kruk).points == -2


def test_a_nolo_thrown_in_is_a_setting():
    kruk = DLU.replace(nolo_thrown_in="kruk")
    refused = DLU.replace(nolo_thrown_in="refused")
    assert settle("kobe_nolo", thrown_in=True, ruleset=kruk).points == -3
    assert settle("spil", "H", thrown_in=True, ruleset=kruk).points == -1
    assert refusal(contract="kobe_nolo", thrown_in=True, ruleset=refused) == "cannot_throw_in"
    assert settle("spil", "H", thrown_in=True, ruleset=refused).points == -1


def test_a_failed_tout_on_a_lost_contract_is_a_setting():
    ignored = DLU.replace(tout_on_lost_contract="ignored")
    assert settle("spil", "H", outcome="bet", tout="failed").points == -2
    assert settle("spil", "H", outcome="bet", tout="failed", ruleset=ignored).points == -1
    assert settle("spil", "H", outcome="vundet", tout="failed", ruleset=ignored).points == 0


def test_what_tout_is_worth_belongs_to_the_rule_set():
    double = DLU.replace(tout_points=2)
    assert settle("solo", "H", (9, 0, 0), tout="made", ruleset=double).points == 5
    assert settle("solo", "H", (8, 1, 0), tout="failed", ruleset=double).points == 1


def test_solo_in_spades_may_stay_solo_by_setting():
    plain = DLU.replace(spades_after_solo="solo")
    assert settle("solo", "S", outcome="vundet", ruleset=plain).points == 3
    assert settle("solo_spar", "S", outcome="vundet", ruleset=plain).points == 4
    assert (
        refusal(contract="spil", trump="S", outcome="vundet", ruleset=plain)
        == "spades_is_the_better_contract"
    )


def test_a_house_rule_may_play_a_contract_in_some_suits_only():
    red = tuple(
        dataclasses.replace(spec, trumps=(Suit.H, Suit.D)) if spec.code == "tourne" else spec
        for spec in DLU.contracts
    )
    house = DLU.replace(code="house", name="House rules", contracts=red)
    assert settle("tourne", "D", outcome="vundet", ruleset=house).points == 2
    assert refusal(contract="tourne", trump="C", outcome="vundet", ruleset=house) == "unknown_trump"
