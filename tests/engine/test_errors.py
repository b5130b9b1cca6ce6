import copy
import pickle

from engine import RuleViolation


def test_a_violation_has_a_code_and_parameters():
    violation = RuleViolation("insufficient", at=1, call="spil")
    assert isinstance(violation, Exception)
    assert violation.code == "insufficient"
    assert violation.params == {"at": 1, "call": "spil"}
    assert str(violation) == "insufficient (at=1, call=spil)"
    assert repr(violation) == "RuleViolation('insufficient', {'at': 1, 'call': 'spil'})"
    assert str(RuleViolation("empty_hand")) == "empty_hand"


def test_a_parameter_may_be_called_code():
    assert RuleViolation("unknown_call", code="x").params == {"code": "x"}


def test_more_can_be_said_of_a_violation_but_nothing_is_unsaid():
    violation = RuleViolation("insufficient", at=1)
    assert violation.with_params(at=5, deal=2).params == {"at": 1, "deal": 2}
    assert violation.params == {"at": 1}


def test_a_violation_travels_between_processes_with_its_parameters():
    violation = RuleViolation("insufficient", at=1)
    for copied in (pickle.loads(pickle.dumps(violation)), copy.deepcopy(violation)):  # noqa: S301
        assert (copied.code, copied.params) == ("insufficient", {"at": 1})
