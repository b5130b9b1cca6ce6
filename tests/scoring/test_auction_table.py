"""The auction as a table: a walk through it is the engine's auction, call by call."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import DLU, Auction, RuleSet
from scoring.auction_table import auction_table, auction_table_text, auction_table_version

VARIANTS = [
    DLU,
    DLU.replace(raise_named_buy=True),
    DLU.replace(spades_after_solo="solo"),
    DLU.replace(raise_named_buy=True, spades_after_solo="solo"),
]
RANKS = {"spil": 1, "bedre_spil": 2, "tourne": 3, "kobe_nolo": 3, "tourne_respekt": 4, "solo": 5}
RANKS |= {"solo_spar": 6, "ren_nolo": 6, "nolo_ouvert": 7}


def step(table: dict[str, Any], state: dict[str, Any], call: str) -> tuple[dict[str, Any], str, list[str]]:
    """The state after a call, the call's mark and its notices, as a script reads them."""
    for said, after, mark, *notices in state["legal"]:
        if table["calls"][said] == call:
            return (
                table["states"][after],
                table["marks"][mark],
                [table["notices"][notice] for notice in notices],
            )
    raise AssertionError(call)


def expected_mark(bids: list[str], call: str) -> str:
    if call == "pas":
        return "pas"
    if not bids:
        return "open"
    return "hold" if RANKS[bids[-1]] == RANKS[call] else "overbid"


@pytest.mark.parametrize("ruleset", VARIANTS, ids=["DLU", "raise", "plain solo", "both"])
@given(data=st.data())
def test_a_walk_through_the_table_is_the_auction_call_by_call(ruleset: RuleSet, data: st.DataObject) -> None:
    table = auction_table(ruleset)
    state, auction = table["states"][0], Auction(ruleset)
    bids: list[str] = []
    while auction.next_hand is not None:
        offered = [table["calls"][call] for call, *_ in state["legal"]]
        assert state["next"] == auction.next_hand
        assert sorted(offered) == list(auction.legal_calls)
        assert offered == sorted(offered, key=table["calls"].index)
        call = data.draw(st.sampled_from(offered))
        at = len(auction.calls)
        auction = auction.call(auction.next_hand, call)
        state, mark, notices = step(table, state, call)
        assert mark == expected_mark(bids, call)
        assert [(at, notice) for notice in notices] == [one for one in auction.notices if one[0] == at]
        if call != "pas":
            bids.append(call)
    assert (state["winner"], state["declarable"]) == (auction.winner, list(auction.declarable))
    assert "next" not in state


def test_the_calls_stand_in_rank_order_after_pas() -> None:
    assert auction_table(DLU)["calls"] == [
        "pas",
        "spil",
        "bedre_spil",
        "tourne",
        "kobe_nolo",
        "tourne_respekt",
        "solo",
        "solo_spar",
        "ren_nolo",
        "nolo_ouvert",
    ]


def test_every_state_can_be_reached_and_none_stands_twice() -> None:
    table = auction_table(DLU)
    reached = {after for state in table["states"] for _, after, *_ in state.get("legal", [])}
    assert reached == set(range(1, len(table["states"])))
    assert len({repr(state) for state in table["states"]}) == len(table["states"])


def test_the_table_is_small_enough_for_a_phone_in_a_full_hall() -> None:
    assert len(auction_table_text(DLU)) < 8_000


def test_the_version_is_that_of_the_table() -> None:
    versions = {auction_table_version(ruleset) for ruleset in VARIANTS}
    assert len(versions) == len({auction_table_text(ruleset) for ruleset in VARIANTS}) == len(VARIANTS)
    assert auction_table_version(DLU) == auction_table_version(DLU.replace(booking="table"))
