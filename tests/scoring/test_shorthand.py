"""Rows in shorthand: every letter that could be two things, names, tricks, and that writing and reading agree."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import DLU, RuleViolation, settle
from scoring.domain.lines import DealLine
from scoring.shorthand import DANISH, ENGLISH, Letters, read, written
from tournament.errors import Refused
from tournament.text import clean

if TYPE_CHECKING:
    from engine import RuleSet, Settlement

NAMES = {"N": "Anna Berg", "E": "Anna Sørensen", "S": "Peter Vestergaard", "W": "Åge Ærø-Holm"}
OPTIONAL = DLU.replace(suit_noted="optional")


def line(text: str, names: dict[str, str] = NAMES) -> DealLine | None:
    return read(text, names=names, ruleset=DLU)


def spil(**changes: Any) -> DealLine:
    values = {"declarer": "N", "contract": "spil", "trump": "H", "outcome": "vundet"} | changes
    return DealLine(**values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n sp h v", spil()),
        ("N SP H V", spil()),
        ("n\tsp\th\tv", spil()),
        ("n;sp;h;v", spil()),
        ("n, sp, h, v", spil()),
        ("n sph v", spil()),
        ("n sp♥ v", spil()),
        ("n sp ♥\ufe0f v", spil()),
        ("nord spil hjerter vundet", spil()),
        ("north spil hearts won", spil()),
        ("Anna Berg: Spil i hjerter, vundet", spil()),
        ("Anna Berg: Spil in hearts, won", spil()),
        ("n sp r b", spil(trump="D", outcome="bet")),
        ("n sp d b", spil(trump="D", outcome="bet")),
        # k is klør where a result follows, and kruk where none does.
        ("n sp k v", spil(trump="C")),
        ("n sp k k", spil(trump="C", outcome="kruk")),
        ("n sp c k", spil(trump="C", outcome="kruk")),
        ("n sp k", spil(trump="", outcome="kruk")),
        ("n spk k", spil(trump="C", outcome="kruk")),
        ("n spk", spil(trump="C", outcome="")),
        # s is Syd, spar or smidt by where it stands.
        ("s sp s v", spil(declarer="S", contract="bedre_spil", trump="S")),
        ("s sp s s", spil(declarer="S", contract="bedre_spil", trump="S", outcome="", thrown_in=True)),
        ("s sp s", spil(declarer="S", trump="", outcome="", thrown_in=True)),
        ("n sp ♠", spil(contract="bedre_spil", trump="S", outcome="")),
        ("n sp spar", spil(contract="bedre_spil", trump="S", outcome="")),
        ("n sp s 441", spil(contract="bedre_spil", trump="S", outcome="", tricks=(4, 4, 1))),
        ("n sp s t-", spil(trump="", outcome="", thrown_in=True, tout="failed")),
        ("n sp h s", spil(outcome="", thrown_in=True)),
        ("n bs s", spil(contract="bedre_spil", trump="S", outcome="", thrown_in=True)),
        ("n bs s v", spil(contract="bedre_spil", trump="S")),
        ("n bs k", spil(contract="bedre_spil", trump="S", outcome="kruk")),
        ("n bedre spil v", spil(contract="bedre_spil", trump="S")),
        # v is Vest and vundet.
        ("v sp h v", spil(declarer="W")),
        ("w sp h w", spil(declarer="W")),
        ("v sp v", spil(declarer="W", trump="")),
        ("ø so k v", spil(declarer="E", contract="solo", trump="C")),
        ("o so k v", spil(declarer="E", contract="solo", trump="C")),
        ("oe so k v", spil(declarer="E", contract="solo", trump="C")),
        ("e so k v", spil(declarer="E", contract="solo", trump="C")),
        ("øst so k v", spil(declarer="E", contract="solo", trump="C")),
        ("syd so k v", spil(declarer="S", contract="solo", trump="C")),
        ("n so s v", spil(contract="solo_spar", trump="S")),
        ("n sos v", spil(contract="solo_spar", trump="S")),
        ("n ss v", spil(contract="solo_spar", trump="S")),
        ("n solo spar v", spil(contract="solo_spar", trump="S")),
        ("n solo kulør v", spil(contract="solo_spar", trump="S")),
        ("n to s v", spil(contract="tourne", trump="S")),
        ("n tourné h v", spil(contract="tourne")),
        ("n tr k v", spil(contract="tourne_respekt", trump="C")),
        ("n tourné respekt k v", spil(contract="tourne_respekt", trump="C")),
        ("n Tourné-Respekt k v", spil(contract="tourne_respekt", trump="C")),
        ("n kn k", spil(contract="kobe_nolo", trump="", outcome="kruk")),
        ("n kn s", spil(contract="kobe_nolo", trump="", outcome="", thrown_in=True)),
        ("n købe nolo b", spil(contract="kobe_nolo", trump="", outcome="bet")),
        ("n kobe nolo b", spil(contract="kobe_nolo", trump="", outcome="bet")),
        ("n kn k 3", spil(contract="kobe_nolo", trump="", outcome="kruk")),
        ("n rn v", spil(contract="ren_nolo", trump="")),
        ("n ren nolo v", spil(contract="ren_nolo", trump="")),
        ("n no v", spil(contract="nolo_ouvert", trump="")),
        ("n nolo ouvert v", spil(contract="nolo_ouvert", trump="")),
        # A suit that the contract does not have is read; the rules say that it is wrong.
        ("n kn h v", spil(contract="kobe_nolo")),
        ("n bs h v", spil(contract="bedre_spil")),
        ("n sp h", spil(outcome="")),
        ("n sp h thrown in", spil(outcome="", thrown_in=True)),
        ("n sp h smidt", spil(outcome="", thrown_in=True)),
    ],
)
def test_a_row_is_read_by_position(text: str, expected: DealLine) -> None:
    assert line(text) == expected


@pytest.mark.parametrize(
    ("text", "tricks", "outcome"),
    [
        ("n sp h 441", (4, 4, 1), ""),
        ("n sp h 4-4-1", (4, 4, 1), ""),
        ("n sp h 4 4 1", (4, 4, 1), ""),
        ("n sp h 4/4/1", (4, 4, 1), ""),
        ("n sp h b 441", (4, 4, 1), "bet"),
        ("n sp h 441 b", (4, 4, 1), "bet"),
        ("n sp h 442", (4, 4, 2), ""),  # not nine: the rules say so
        # One number, where it is enough.
        ("n sp h 9", (9, 0, 0), "vundet"),
        ("n sp h 8", None, "vundet"),
        ("n sp h 5", None, "vundet"),
        ("n sp h 2", None, "kruk"),
        ("n sp h 0", None, "kruk"),
        ("n sp h b 4", None, "bet"),
        ("n sp 5", None, "vundet"),
        ("n kn 0", None, "vundet"),
        ("n kn 1", None, "bet"),
        ("n kn 2", None, "kruk"),
        ("n kn 9", (9, 0, 0), "kruk"),
        ("n rn 1", None, "bet"),
    ],
)
def test_tricks_are_of_all_three_or_as_many_as_decide(
    text: str, tricks: tuple[int, int, int] | None, outcome: str
) -> None:
    read_line = line(text)
    assert read_line is not None
    assert (read_line.tricks, read_line.outcome) == (tricks, outcome)


def test_what_a_number_of_tricks_decides_is_asked_of_the_rule_set() -> None:
    strict = DLU.replace(one_trick_without_buying="kruk", one_four_four="bet")
    read_line = read("n rn 1", names=NAMES, ruleset=strict)
    assert read_line is not None
    assert read_line.outcome == "kruk"
    with pytest.raises(Refused) as refusal:
        read("n sp h 1", names=NAMES, ruleset=strict)
    assert refusal.value.code == "row_tricks_ambiguous"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n sp h v t+", spil(tout="made")),
        ("n sp h v t-", spil(tout="failed")),
        ("n sp h t+ v", spil(tout="made")),
        ("n sp h v t –", spil(tout="failed")),
        ("n sp h v tout+", spil(tout="made")),
        ("Anna Berg: Spil i hjerter, vundet, Tout klaret", spil(tout="made")),
        ("Anna Berg: Spil i hjerter, vundet, Tout ikke klaret", spil(tout="failed")),
        ("n sp h v Tout failed", spil(tout="failed")),
        ("n sp h v g:ø", spil(dealer="E")),
        ("g:n n sp h v", spil(dealer="N")),
        ("n sp h v giver: vest", None),
        ("n sp h v giver:peter", spil(dealer="S")),
        ("p", DealLine(outcome="pas")),
        ("P", DealLine(outcome="pas")),
        ("pas", DealLine(outcome="pas")),
        ("alle pas", DealLine(outcome="pas")),
        ("all pass", DealLine(outcome="pas")),
        ("p g:v", DealLine(outcome="pas", dealer="W")),
        ("- syg", DealLine(not_played_reason="syg")),
        ("-syg", DealLine(not_played_reason="syg")),
        ("– tiden løb ud; alle gik, hjem", DealLine(not_played_reason="tiden løb ud; alle gik, hjem")),
        ("ikke spillet: tiden løb ud", DealLine(not_played_reason="tiden løb ud")),
        ("not played: no time", DealLine(not_played_reason="no time")),
        ("g:s - syg", DealLine(not_played_reason="syg", dealer="S")),
    ],
)
def test_tout_dealer_all_pass_and_not_played(text: str, expected: DealLine | None) -> None:
    if expected is None:  # Vestergaard sits there, and not on the west seat
        with pytest.raises(Refused) as refusal:
            line(text)
        assert refusal.value.code == "row_ambiguous_player"
    else:
        assert line(text) == expected


@pytest.mark.parametrize("text", ["", "  ", "\t", "\u200b"])
def test_nothing_typed_is_no_line(text: str) -> None:
    assert line(text) is None


@pytest.mark.parametrize(
    ("who", "seat"),
    [
        ("p", "S"),
        ("pet", "S"),
        ("PETER", "S"),
        ("vestergaard", "S"),
        ("vesterg", "S"),
        ("Vestergaard Peter", "S"),
        ("å", "W"),
        ("aage", "W"),
        ("age", "W"),
        ("Ærø", "W"),
        ("aero-h", "W"),
        ("holm", "W"),
        ("Åge Ærø-Holm", "W"),
        ("anna b", "N"),
        ("anna berg", "N"),
        ("anna so", "E"),
        ("anna sø", "E"),
        ("anna s", "E"),
        ("sørensen", "E"),
        ("sorensen", "E"),
        ("soerensen", "E"),
        ("s", "S"),
        ("v", "W"),
    ],
)
def test_a_player_is_a_seat_or_the_beginning_of_a_name(who: str, seat: str) -> None:
    read_line = line(f"{who} so h v")
    assert read_line == spil(declarer=seat, contract="solo")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("anna so h v", ["Anna Berg", "Anna Sørensen"]),
        ("a sp h v", ["Anna Berg", "Anna Sørensen", "Åge Ærø-Holm"]),
        ("vest sp h v", ["Åge Ærø-Holm", "Peter Vestergaard"]),  # who sits west, and who is called so
    ],
)
def test_a_player_who_may_be_two_is_asked_for(text: str, names: list[str]) -> None:
    with pytest.raises(Refused) as refusal:
        line(text)
    assert refusal.value.code == "row_ambiguous_player"
    assert refusal.value.params["names"] == names


def test_a_whole_name_is_its_player_though_another_name_begins_with_it() -> None:
    names = {"N": "Bo Holm", "E": "Bo Holmgaard", "S": "Bo Holm", "W": "Ib"}
    with pytest.raises(Refused) as refusal:
        line("bo holm sp h v", names)
    assert refusal.value.code == "row_ambiguous_player"
    assert line("bo holm sp h v", names | {"S": "Kaj"}) == spil()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x sp h v", "row_no_such_player"),
        ("sp h v", "declarer_missing"),
        ("t+", "declarer_missing"),
        ("n", "contract_missing"),
        ("peter", "contract_missing"),
        ("n zz h v", "row_contract_unknown"),
        ("n nolo v", "row_contract_unknown"),
        ("n sp h v xx", "row_unreadable"),
        ("n sp h v ?", "row_unreadable"),
        ("n sp h v v", "row_unreadable"),
        ("n sp h +1", "row_unreadable"),
        ("n sp h v t+ t+", "row_unreadable"),
        ("-5", "row_unreadable"),
        ("x" * 301, "row_unreadable"),
        ("n sp h 4", "row_tricks_ambiguous"),
        ("n sp h 3", "row_tricks_ambiguous"),
        ("n sp h 44", "tricks_must_sum_to_nine"),
        ("n sp h 4410", "tricks_must_sum_to_nine"),
        ("n sp h v 2", "outcome_contradicts"),
        ("n sp h s 5", "tricks_and_thrown_in"),
        ("p t+", "pas_with_result"),
        ("-", "reason_missing"),
        ("ikke spillet", "reason_missing"),
        ("- " + "x" * 201, "row_reason_too_long"),
        ("n sp h v g:q", "row_no_such_player"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        line(text)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("stored", "danish", "english"),
    [
        (spil(), "n sp h v", "n sp h v"),
        (spil(declarer="E", trump="D"), "ø sp r v", "e sp d v"),
        (spil(declarer="W", trump="C", outcome="kruk"), "v sp k k", "w sp c k"),
        (spil(contract="bedre_spil", trump="S"), "n bs v", "n bs v"),
        (spil(outcome="bet", thrown_in=True), "n sp h s", "n sp h s"),
        (spil(tricks=(9, 0, 0), tout="made", dealer="E"), "n sp h 900 t+ g:ø", "n sp h 900 t+ g:e"),
        (DealLine(outcome="pas", dealer="W"), "p g:v", "p g:w"),
        (DealLine(not_played_reason="syg"), "- syg", "- syg"),
        (spil(contract="vole"), "n vole h v", "n vole h v"),
    ],
)
def test_a_line_is_written_as_short_as_it_can_be(stored: DealLine, danish: str, english: str) -> None:
    assert written(stored, ruleset=DLU) == danish
    assert written(stored, ruleset=DLU, letters=ENGLISH) == english


def legal_deals(ruleset: RuleSet) -> list[DealLine]:
    """Every way a contract can end by the rules, but for who plays and who deals."""
    splits = [(own, right, 9 - own - right) for own in range(10) for right in range(10 - own)]
    ends: list[dict[str, Any]] = [{"tricks": split} for split in splits]
    ends += [{"outcome": outcome} for outcome in ("vundet", "bet", "kruk")] + [{"thrown_in": True}]
    found = []
    for spec, end, tout in product(ruleset.specs, ends, ("", "made", "failed")):
        for trump in [suit.value for suit in spec.trumps] or [""]:
            line = DealLine(contract=str(spec.code), trump=trump, tout=tout, **end)
            try:
                settled = settled_by(line, ruleset)
            except RuleViolation:
                continue
            found.append(replace(line, outcome=settled.outcome.value))
            if ruleset.suit_noted == "optional" and len(spec.trumps) > 1:
                found.append(replace(found[-1], trump=""))
    return found


def settled_by(line: DealLine, ruleset: RuleSet) -> Settlement:
    return settle(
        line.contract, line.trump or None, line.tricks, line.outcome or None,
        thrown_in=line.thrown_in, tout=line.tout or None, ruleset=ruleset,
    )  # fmt: skip


LEGAL = {DLU: legal_deals(DLU), OPTIONAL: legal_deals(OPTIONAL)}


@settings(max_examples=500)
@given(st.data(), st.sampled_from([DANISH, ENGLISH]), st.sampled_from([DLU, OPTIONAL]))
def test_every_legal_deal_is_read_as_it_was_written(
    data: st.DataObject, letters: Letters, ruleset: RuleSet
) -> None:
    stored = replace(
        data.draw(st.sampled_from(LEGAL[ruleset])),
        declarer=data.draw(st.sampled_from("NESW")),
        dealer=data.draw(st.sampled_from(["", "N", "E", "S", "W"])),
    )
    again = read(written(stored, ruleset=ruleset, letters=letters), names=NAMES, ruleset=ruleset)
    assert again is not None
    assert replace(again, outcome=settled_by(again, ruleset).outcome.value) == stored


@given(st.text(max_size=40))
def test_a_reason_is_read_as_it_was_written(reason: str) -> None:
    kept = clean(reason)
    if kept:
        stored = DealLine(not_played_reason=kept)
        assert line(written(stored, ruleset=DLU)) == stored
        dealt = replace(stored, dealer="E")
        assert line(written(dealt, ruleset=DLU)) == dealt


@given(st.text(max_size=60))
def test_anything_typed_is_a_line_or_a_refusal(text: str) -> None:
    with suppress(Refused):
        line(text)
