import copy
import pickle

import pytest

from engine import Call, Contract, Hand, Outcome, RuleViolation, Seat
from tests.engine.vectors import code_of


@pytest.mark.parametrize("kind", [Contract, Call])
def test_codes_of_contracts_and_calls_are_strings(kind):
    solo = kind("solo")
    assert solo == "solo"
    assert isinstance(solo, str)
    assert {"solo": 1}[solo] == 1
    assert kind(solo) == solo
    assert repr(solo) == f"{kind.__name__}('solo')"
    assert copy.deepcopy(solo) == pickle.loads(pickle.dumps(solo)) == solo  # noqa: S301


@pytest.mark.parametrize("junk", [None, 5, [], {}, object(), b"solo", True])
def test_a_code_that_is_no_string_is_refused(junk):
    for kind, code in ((Contract, "unknown_contract"), (Call, "unknown_call")):
        with pytest.raises(RuleViolation) as error:
            kind(junk)
        assert code_of(error) == code


@pytest.mark.parametrize("junk", [None, 5, [], {}, "x", "", True])
def test_closed_enums_refuse_what_they_do_not_have(junk):
    for kind, code in ((Outcome, "unknown_outcome"), (Seat, "unknown_seat"), (Hand, "unknown_hand")):
        with pytest.raises(RuleViolation) as error:
            kind(junk)
        assert code_of(error) == code


def test_members_equal_and_hash_as_their_codes():
    assert {"N": 1}[Seat.N] == 1
    ages: dict[str, int] = {Hand.FORHAND: 1}
    assert ages["forhand"] == 1
    assert [outcome.value for outcome in Outcome] == ["vundet", "bet", "kruk", "pas"]
