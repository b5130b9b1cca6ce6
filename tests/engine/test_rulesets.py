import dataclasses
import pickle
from typing import Any

import pytest

from engine import DLU, RULESETS, SETTINGS, RuleSet, RuleViolation, Suit, ruleset_of
from tests.engine.vectors import code_of

# code, rank, value, kruk, buys, trumps, least and most the declarer buys, opponents buy
TABLE = [
    ("spil", 1, 1, 2, True, "HDC", (1, 9), True),
    ("bedre_spil", 2, 1, 2, True, "S", (1, 9), True),
    ("tourne", 3, 2, 3, True, "SHDC", (2, 9), True),
    ("kobe_nolo", 3, 2, 3, True, "", (1, 9), False),
    ("tourne_respekt", 4, 3, 4, True, "SHDC", (2, 9), True),
    ("solo", 5, 3, 4, False, "HDC", (0, 0), True),
    ("solo_spar", 6, 4, 5, False, "S", (0, 0), True),
    ("ren_nolo", 6, 4, 5, False, "", (0, 0), False),
    ("nolo_ouvert", 7, 6, 7, False, "", (0, 0), False),
]


def test_the_table_of_contracts_is_the_unions():
    assert [
        (
            spec.code,
            spec.rank,
            spec.value,
            spec.kruk,
            spec.buys,
            "".join(spec.trumps),
            spec.declarer_buys,
            spec.opponents_buy,
        )
        for spec in DLU.specs
    ] == TABLE


def test_kruk_is_always_the_value_and_one():
    assert all(spec.kruk == spec.value + 1 for spec in DLU.specs)


def test_a_screen_learns_from_the_rule_set_what_to_offer():
    specs = {spec.code: spec for spec in DLU.specs}
    assert {code for code, spec in specs.items() if spec.is_nolo} == {"kobe_nolo", "ren_nolo", "nolo_ouvert"}
    assert {code for code, spec in specs.items() if spec.can_throw_in} == {
        "spil",
        "bedre_spil",
        "tourne",
        "kobe_nolo",
        "tourne_respekt",
    }
    assert all(spec.can_tout is spec.needs_trump is not spec.is_nolo for spec in specs.values())
    assert [code for code, spec in specs.items() if spec.hand_open] == ["nolo_ouvert"]
    assert [code for code, spec in specs.items() if spec.turns_a_card] == ["tourne", "tourne_respekt"]
    assert [code for code, spec in specs.items() if spec.needs_black_aces] == ["tourne_respekt"]


@pytest.mark.parametrize("junk", ["pas", "grand", "", None, [], 5, True])
def test_an_unknown_contract_has_no_spec(junk):
    with pytest.raises(RuleViolation) as error:
        DLU.spec(junk)
    assert code_of(error) == "unknown_contract"


@pytest.mark.parametrize(
    ("contract", "trump", "name"),
    [
        ("spil", "S", "bedre_spil"),
        ("spil", Suit.S, "bedre_spil"),
        ("spil", "H", "spil"),
        ("solo", "S", "solo_spar"),
        ("solo", "C", "solo"),
        ("solo", None, "solo"),
        ("tourne", "S", "tourne"),
        ("ren_nolo", None, "ren_nolo"),
    ],
)
def test_spades_give_a_contract_its_better_name(contract, trump, name):
    assert DLU.named(contract, trump) == name


def test_a_name_is_refused_for_an_unknown_contract_or_suit():
    for contract, trump, code in (("pas", "S", "unknown_contract"), ("spil", "X", "unknown_trump")):
        with pytest.raises(RuleViolation) as error:
            DLU.named(contract, trump)
        assert code_of(error) == code


def test_every_assumed_setting_has_a_default_among_its_values():
    for setting, allowed in SETTINGS.items():
        assert getattr(DLU, setting) in allowed
        assert len(allowed) > 1


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_value_of_a_setting_makes_a_rule_set_of_its_own(setting):
    variants = {DLU.replace(**{setting: value}) for value in SETTINGS[setting]}
    assert len(variants) == len(SETTINGS[setting])
    assert DLU in variants


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("junk", [None, 1, 0, "", "X", [], {}, 2.5, object()])
def test_an_unknown_value_of_a_setting_is_refused(setting, junk):
    for change in (
        lambda: DLU.replace(**{setting: junk}),
        lambda: dataclasses.replace(DLU, **{setting: junk}),
    ):
        with pytest.raises(RuleViolation) as error:
            change()
        assert (code_of(error), error.value.params["setting"]) == ("unknown_setting", setting)


@pytest.mark.parametrize(
    "settings",
    [
        {"four_four_one": "bet"},
        {"specs": ()},
        {"code": ""},
        {"name": None},
        {"contracts": ()},
        {"contracts": ["spil"]},
        {"contracts": DLU.contracts + DLU.contracts[:1]},
        {"contracts": DLU.contracts[1:]},
        {"tout_points": True},
        {"tout_points": 1.0},
        {"one_four_four": True},
        {"raise_named_buy": "kruk"},
    ],
)
def test_an_unknown_setting_is_refused(settings):
    with pytest.raises(RuleViolation) as error:
        DLU.replace(**settings)
    assert code_of(error) == "unknown_setting"


def test_a_rule_set_is_a_value():
    changed = DLU.replace(one_four_four="bet")
    assert changed != DLU
    assert changed.replace(one_four_four="kruk") == DLU
    assert hash(changed.replace(one_four_four="kruk")) == hash(DLU)
    copied = pickle.loads(pickle.dumps(changed))  # noqa: S301
    assert copied == changed
    assert copied.spec("solo") == changed.spec("solo")
    setting: Any = DLU
    with pytest.raises(dataclasses.FrozenInstanceError):
        setting.booking = "table"


def test_rule_sets_are_found_by_their_code():
    assert ruleset_of("dlu") is ruleset_of(DLU) is RULESETS["dlu"] is DLU
    junk: Any
    for junk in ("ombre", None, [], 1, RuleSet):
        with pytest.raises(RuleViolation) as error:
            ruleset_of(junk)
        assert code_of(error) == "unknown_ruleset"


def test_solo_in_spades_may_stay_solo():
    plain = DLU.replace(spades_after_solo="solo")
    assert plain.named("solo", "S") == "solo"
    assert plain.named("spil", "S") == "bedre_spil"
    assert plain.spec("solo").trumps == tuple(Suit)
    assert DLU.spec("solo").trumps == (Suit.H, Suit.D, Suit.C)
