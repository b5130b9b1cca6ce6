"""Whatever is handed to the engine, it answers or raises a RuleViolation."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import DLU, SETTINGS, Auction, RankRow, RuleViolation, TableDeal


class Unequal:
    """Neither hashable nor comparable."""

    __hash__ = None  # type: ignore[assignment]  # which is how Python says so

    def __eq__(self, other):
        raise RuntimeError("not comparable")

    def __repr__(self):
        raise RuntimeError("not printable")


class Shout(str):
    """A string with an opinion of its own."""

    __slots__ = ()

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 7


class Number(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    9,
    10**5000,
    -(10**5000),
    1.0,
    float("nan"),
    float("inf"),
    1j,
    "",
    " ",
    "S",
    "solo",
    "\x00",
    "æøå" * 1000,
    "\ud800",
    b"S",
    bytearray(b"SA"),
    [],
    [[]],
    ["S"],
    [1, 2, 3],
    (),
    (None, None, None),
    {},
    {"S": 1},
    set(),
    {1},
    frozenset({"N"}),
    range(3),
    range(10**12),
    object(),
    type,
    int,
    len,
    Unequal(),
    [Unequal()] * 3,
    Shout("x"),
    Shout("solo"),
    Number(3),
    NotImplemented,
    Ellipsis,
    Exception("x"),
    DLU,
    TableDeal("S"),
    RankRow("a", 1),
]
junk = st.sampled_from(JUNK)
GOOD_CARDS = ["SA", "H7", "DQ"]

# Each public function with arguments that are right; one or all of them are replaced.
CALLS: dict[str, dict[str, Any]] = {
    "legal_cards": {"hand": GOOD_CARDS, "led": "CK", "trump": "S", "ruleset": DLU},
    "trick_winner": {"cards": GOOD_CARDS, "trump": "S"},
    "trump_order": {"suit": "S"},
    "plain_order": {"suit": "S", "nolo": False},
    "matadors": {"suit": "S"},
    "settle": {
        "contract": "solo",
        "trump": "H",
        "tricks": (9, 0, 0),
        "outcome": "vundet",
        "thrown_in": False,
        "tout": "made",
        "ruleset": DLU,
    },
    "check_declaration": {
        "contract": "tourne",
        "trump": "H",
        "hand": GOOD_CARDS,
        "turned": "H5",
        "ruleset": DLU,
    },
    "check_purchase": {"contract": "spil", "counts": (1, 2, 3), "ruleset": DLU},
    "book": {"points": 1, "declarer": "E", "seats": "NESW", "sitter_out": "N", "mode": "table"},
    "roles": {"dealer": "S", "seats": "NESW"},
    "right_of": {"seat": "S"},
    "next_dealer": {"dealer": "S", "seats": "NESW"},
    "dealers": {"first_dealer": "S", "seats": "NESW", "count": 4},
    "hand_of": {"seat": "S", "roles": engine.roles("S", "NESW")},
    "compares_mixed_tables": {"mode": "table"},
    "deals_at_table": {"deals_per_round": 16, "seats": "NESW", "ruleset": DLU},
    "score_deal": {"ruleset": DLU, "seats": "NESW", "deal": TableDeal("S", outcome="pas")},
    "score_table": {"ruleset": DLU, "seats": "NESW", "deals": [TableDeal("S", outcome="pas")]},
    "rank": {
        "rows": [RankRow("a", 1), RankRow("b", 1)],
        "tie_breaks": ["mutual"],
        "meetings": [("a", "b", 1, 2)],
    },
    "against_field": {"points": [1, 2]},
    "hundredths": {"value": 1},
    "ruleset_of": {"value": "dlu"},
    "Card": {"code": "SA"},
    "Contract": {"code": "solo"},
    "Call": {"code": "solo"},
    "Suit": {"value": "S"},
    "Seat": {"value": "S"},
    "Hand": {"value": "forhand"},
    "Outcome": {"value": "bet"},
    "Auction": {"ruleset": DLU},
}


def survives(function, **arguments):
    violation = None
    try:
        function(**arguments)
    except RuleViolation as raised:
        violation = raised
    if violation is not None:
        assert violation.code.replace("_", "").isalpha()
        assert len(str(violation)) < 200


@pytest.mark.parametrize("name", CALLS)
def test_right_arguments_are_accepted(name):
    getattr(engine, name)(**CALLS[name])


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name in CALLS for argument in CALLS[name]]
)
def test_any_junk_for_any_argument_is_answered_or_refused(name, argument):
    for value in JUNK:
        survives(getattr(engine, name), **(CALLS[name] | {argument: value}))


@pytest.mark.parametrize("name", [name for name in CALLS if len(CALLS[name]) > 1])
@settings(max_examples=60)
@given(data=st.data())
def test_junk_everywhere_is_answered_or_refused(name, data):
    survives(getattr(engine, name), **{argument: data.draw(junk) for argument in CALLS[name]})


@given(junk, junk)
def test_junk_in_the_auction_is_refused(hand, call):
    survives(Auction().call, hand=hand, call=call)
    survives(Auction.replay, calls=[(hand, call)])
    survives(Auction.replay, calls=[("forhand", call), hand])
    survives(Auction.replay, calls=hand, ruleset=call)


FIELDS = (
    "dealer",
    "declarer",
    "contract",
    "trump",
    "tricks",
    "outcome",
    "thrown_in",
    "tout",
    "played",
    "seats",
)


@pytest.mark.parametrize("field", FIELDS)
def test_junk_in_any_field_of_a_deal_is_answered_or_refused(field):
    deal: dict[str, Any] = {
        "dealer": "S",
        "declarer": "E",
        "contract": "spil",
        "trump": "H",
        "tricks": (5, 3, 1),
    }
    for value in JUNK:
        survives(engine.score_table, ruleset=DLU, seats="NESW", deals=[TableDeal(**(deal | {field: value}))])


def test_junk_in_a_row_of_a_ranking_is_answered_or_refused():
    for value in JUNK:
        for row in (RankRow("a", value), RankRow("a", 1, value), RankRow("a", 1, {"lot": value})):
            survives(engine.rank, rows=[row, RankRow("b", 1, {"lot": 1})], tie_breaks=["lot"])


@pytest.mark.parametrize("setting", [*SETTINGS, "code", "name", "contracts", "tout_points"])
def test_junk_in_a_setting_is_answered_or_refused(setting):
    for value in JUNK:
        survives(DLU.replace, **{setting: value})


def test_a_string_with_its_own_idea_of_equality_is_taken_for_what_it_says():
    assert engine.settle(Shout("solo"), Shout("H"), outcome=Shout("bet")).points == -3
    with pytest.raises(RuleViolation):
        engine.settle(Shout("x"), "H", outcome="bet")
