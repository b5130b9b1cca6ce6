import dataclasses
import itertools
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DLU, Auction, Call, Contract, Hand, RuleViolation
from tests.engine.vectors import code_of, each_row

ALL_CALLS = ["pas", *(spec.code for spec in DLU.specs)]
HANDS = {"F": Hand.FORHAND, "M": Hand.MELLEMHAND, "B": Hand.BAGHAND}
NAMED_BUYS = ["bedre_spil", "tourne", "kobe_nolo", "tourne_respekt"]


def spoken(text, ruleset=DLU):
    """An auction from "F spil, M pas": who said what."""
    pairs = [part.split() for part in text.split(",")] if text else []
    return Auction.replay([(HANDS[hand], call) for hand, call in pairs], ruleset)


@each_row("auctions", having="winner")
def test_every_golden_auction_ends_as_it_should(row):
    auction = Auction.replay(row["calls"])
    assert auction.is_over
    assert auction.next_hand is None
    assert auction.legal_calls == ()
    assert auction.winner == row["winner"]
    assert auction.winning_call == row["call"]
    assert list(auction.declarable) == row["declarable"]
    assert [list(notice) for notice in auction.notices] == row["notices"]
    assert auction.passed_out is (row["winner"] is None)


@each_row("auctions", having="error")
def test_every_golden_mistake_is_refused_where_it_happens(row):
    with pytest.raises(RuleViolation) as error:
        Auction.replay(row["calls"])
    assert (code_of(error), error.value.params["at"]) == (row["error"], row["at"])
    Auction.replay(row["calls"][: row["at"]])


@each_row("auctions", having="next")
def test_every_golden_unfinished_auction_knows_who_speaks_next(row):
    auction = Auction.replay(row["calls"])
    assert not auction.is_over
    assert auction.next_hand == row["next"]
    assert list(auction.legal_calls) == row["legal"]
    assert [list(notice) for notice in auction.notices] == row["notices"]
    assert (auction.winner, auction.winning_call, auction.declarable) == (None, None, ())


@st.composite
def auctions(draw, ruleset=DLU, most=40):
    auction = Auction(ruleset)
    for _ in range(draw(st.integers(0, most))):
        if auction.next_hand is None:
            break
        auction = auction.call(auction.next_hand, draw(st.sampled_from(auction.legal_calls)))
    return auction


@given(auctions())
def test_legal_calls_are_exactly_those_accepted(auction):
    accepted = []
    for call in [*ALL_CALLS, "grand", ""]:
        try:
            auction.call(auction.next_hand or Hand.FORHAND, call)
        except RuleViolation:
            continue
        accepted.append(call)
    assert sorted(accepted) == list(auction.legal_calls)


@given(auctions())
def test_only_the_next_hand_may_speak(auction):
    for hand in Hand:
        if hand is auction.next_hand:
            continue
        with pytest.raises(RuleViolation) as error:
            auction.call(hand, "pas")
        assert code_of(error) == ("auction_over" if auction.is_over else "out_of_turn")


@given(auctions(most=60))
def test_an_auction_ends_with_one_winner_who_bid_last_or_with_none(auction):
    while auction.next_hand is not None:
        auction = auction.call(auction.next_hand, "pas")
    bids = [(hand, call) for hand, call in auction.calls if call != "pas"]
    if not bids:
        assert auction.winner is None
        assert auction.winning_call is None
        assert auction.passed_out
        return
    assert (auction.winner, auction.winning_call) == bids[-1]
    passed = [hand for hand, call in auction.calls if call == "pas"]
    assert sorted(passed) == sorted(hand for hand in Hand if hand is not auction.winner)


@given(auctions())
def test_bids_never_go_down_and_stand_still_only_for_the_elder(auction):
    age = list(Hand)
    bids = [(hand, DLU.spec(call).rank) for hand, call in auction.calls if call != "pas"]
    for (before, low), (after, high) in itertools.pairwise(bids):
        assert high > low or (high == low and age.index(after) < age.index(before))


@given(auctions())
def test_a_hand_that_passed_never_speaks_again(auction):
    said: dict[str, str] = {}
    for hand, call in auction.calls:
        assert said.get(hand) != "pas"
        said[hand] = call


@given(auctions())
def test_every_legal_sequence_ends_within_a_few_calls(auction):
    # Each rank can be bid at most twice by each pair of rivals.
    assert len(auction.calls) <= 20


@given(auctions())
def test_replaying_and_taking_back_gives_equal_auctions(auction):
    assert Auction.replay(auction.calls) == auction
    if auction.calls:
        before = auction.take_back()
        assert before.calls == auction.calls[:-1]
        again = before.call(*auction.calls[-1])
        assert again == auction
        assert again.notices == auction.notices
        assert again.legal_calls == auction.legal_calls


@given(auctions())
def test_notices_point_at_named_bids_only(auction):
    for index, notice in auction.notices:
        assert notice == "unnecessary_announcement"
        assert auction.calls[index][1] in [*NAMED_BUYS, "solo_spar"]


def test_nothing_can_be_taken_back_before_anything_is_said():
    with pytest.raises(RuleViolation) as error:
        Auction().take_back()
    assert code_of(error) == "nothing_to_take_back"


def test_an_auction_is_immutable():
    auction = Auction()
    opened = auction.call("forhand", "spil")
    assert auction.calls == ()
    assert opened.calls == ((Hand.FORHAND, "spil"),)
    changed: Any = auction
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.next_hand = None
    assert pickle.loads(pickle.dumps(opened)).legal_calls == opened.legal_calls  # noqa: S301


def test_members_and_plain_codes_are_both_accepted():
    assert Auction().call(Hand.FORHAND, Call("spil")) == Auction().call("forhand", "spil")
    assert Auction().call("forhand", Contract("spil")).calls[0][1] == "spil"


@pytest.mark.parametrize(
    ("so_far", "hand", "call", "code"),
    [
        ("F pas,M pas,B pas", "north", "grand", "auction_over"),
        ("F pas,M pas,B pas", None, None, "auction_over"),
        ("F spil", "forhand", "grand", "out_of_turn"),
        ("F spil", "north", "grand", "out_of_turn"),
        ("F spil", None, "spil", "out_of_turn"),
        ("F spil", "mellemhand", "grand", "unknown_call"),
        ("F spil", "mellemhand", [], "unknown_call"),
        ("F spil", "mellemhand", "PAS", "unknown_call"),
        ("F spil", "mellemhand", "spil", "insufficient"),
    ],
)
def test_a_call_wrong_in_more_ways_gives_the_first_code(so_far, hand, call, code):
    with pytest.raises(RuleViolation) as error:
        spoken(so_far).call(hand, call)
    assert code_of(error) == code


@pytest.mark.parametrize("calls", [None, 5, "spil", {"forhand": "spil"}, True, object()])
def test_calls_that_are_no_list_are_refused(calls):
    with pytest.raises(RuleViolation) as error:
        Auction.replay(calls)
    assert code_of(error) == "calls_must_be_pairs"


@pytest.mark.parametrize(
    "pair", [None, "forhand", ("forhand",), ("forhand", "spil", 1), {"forhand", "spil"}, 5]
)
def test_a_call_that_is_no_pair_is_refused_where_it_stands(pair):
    with pytest.raises(RuleViolation) as error:
        Auction.replay([("forhand", "spil"), pair])
    assert (code_of(error), error.value.params["at"]) == ("calls_must_be_pairs", 1)


def test_every_answer_is_spoken_even_when_only_pas_is_legal():
    auction = spoken("F nolo_ouvert")
    assert auction.next_hand is Hand.MELLEMHAND
    assert auction.legal_calls == ("pas",)
    auction = auction.call("mellemhand", "pas")
    assert (auction.next_hand, auction.legal_calls) == (Hand.BAGHAND, ("pas",))


def test_baghand_may_not_hold():
    assert "solo" not in spoken("F solo,M pas").legal_calls
    assert spoken("F solo,M pas,B ren_nolo").legal_calls == ("nolo_ouvert", "pas", "ren_nolo", "solo_spar")


def test_winner_of_a_named_buy_may_declare_upwards_only_by_setting():
    raising = DLU.replace(raise_named_buy=True)
    bedre = "F bedre_spil,M pas,B pas"
    assert spoken(bedre).declarable == ("bedre_spil",)
    assert spoken(bedre, raising).declarable == ("bedre_spil", "tourne", "kobe_nolo", "tourne_respekt")
    assert spoken("F kobe_nolo,M pas,B pas", raising).declarable == ("tourne", "kobe_nolo", "tourne_respekt")
    assert spoken("F tourne_respekt,M pas,B pas", raising).declarable == ("tourne_respekt",)
    assert spoken("F solo_spar,M pas,B pas", raising).declarable == ("solo_spar",)
    assert spoken("F spil,M pas,B pas", raising).declarable == spoken("F spil,M pas,B pas").declarable


def test_solo_and_solo_spar_stand_apart_when_solo_may_be_played_in_spades():
    plain = DLU.replace(spades_after_solo="solo")
    assert spoken("F solo,M pas,B pas", plain).declarable == ("solo",)
    assert spoken("F solo_spar", plain).notices == ()
    assert spoken("F tourne", plain).notices == ((0, "unnecessary_announcement"),)


def test_solo_spar_is_announced_unnecessarily_by_the_elder_who_could_hold_solo():
    assert spoken("F spil,M solo,F solo_spar").notices == ((2, "unnecessary_announcement"),)
    assert spoken("F spil,M solo,F ren_nolo").notices == ()


@pytest.mark.parametrize("junk", [None, "ombre", 5, [], object()])
def test_an_unknown_rule_set_is_refused(junk):
    with pytest.raises(RuleViolation) as error:
        Auction(junk)
    assert code_of(error) == "unknown_ruleset"


def test_a_rule_set_may_be_named_by_its_code():
    code: Any = "dlu"
    assert Auction(code) == Auction()
