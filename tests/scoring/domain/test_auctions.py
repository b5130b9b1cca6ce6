"""An auction beside a deal: it leads to the line, is kept with it, and changes nothing where there is none."""

from __future__ import annotations

from dataclasses import asdict, replace
from uuid import uuid4

import pytest

from engine import RuleViolation
from scoring.domain.deals import apply_refused, correct_deal, keep_refused, record_deal, void_deal
from scoring.domain.lines import DealLine, as_codes, line_from, line_of
from scoring.domain.scores import current_deals, sheet_hash
from scoring.domain.signatures import sign_seating
from scoring.models import Deal, RefusedEntry
from tests.scenes import PAS, declared, enter, fill, playing, table
from tournament.errors import Refused, Taken
from tournament.models import AuditEntry, Seating

pytestmark = pytest.mark.django_db
Calls = tuple[tuple[str, str], ...]
HANDS = {"F": "forhand", "M": "mellemhand", "B": "baghand"}


def said(text: str) -> Calls:
    """Calls from "F spil, M pas": who said what."""
    return tuple((HANDS[part.split()[0]], part.split()[1]) for part in text.split(","))


SPIL = said("F spil, M pas, B pas")
ALL_PAS = said("F pas, M pas, B pas")
# Golden examples 3 and 4 of the rules. In deal 1 forhånd sits E, mellemhånd W and baghånd S.
HELD_SOLO = said("F spil, M solo, F solo, M solo_spar, F pas, B pas")
HELD_TWIN = said("F spil, M tourne, F kobe_nolo, M pas, B pas")


@pytest.fixture
def seating() -> Seating:
    return table(playing(8))


def test_an_auction_is_kept_with_the_deal_it_leads_to(seating: Seating) -> None:
    deal = enter(seating, 1, declared(seating, 1, calls=SPIL))
    assert Deal.objects.get(pk=deal.pk).calls == [list(pair) for pair in SPIL]
    assert line_of(deal).calls == SPIL


def test_mellemhand_plays_solo_spar_after_a_held_solo(seating: Seating) -> None:
    line = DealLine(declarer="W", contract="solo_spar", trump="S", tricks=(3, 4, 2), calls=HELD_SOLO)
    assert enter(seating, 1, line).points == -5


def test_forhand_plays_the_twin_he_held_with(seating: Seating) -> None:
    line = DealLine(declarer="E", contract="kobe_nolo", outcome="vundet", calls=HELD_TWIN)
    assert enter(seating, 1, line).points == 2


@pytest.mark.parametrize(
    ("contract", "trump"),
    [
        ("spil", "C"),
        ("bedre_spil", "S"),
        ("tourne", "S"),
        ("kobe_nolo", ""),
        ("tourne_respekt", "D"),
    ],
)
def test_who_wins_with_spil_may_play_any_buying_contract(seating: Seating, contract: str, trump: str) -> None:
    deal = enter(seating, 1, declared(seating, 1, contract=contract, trump=trump, calls=SPIL))
    assert deal.contract == contract


def test_all_passed_and_it_is_written_down(seating: Seating) -> None:
    deal = enter(seating, 1, replace(PAS, calls=ALL_PAS))
    assert (deal.outcome, deal.points, len(deal.calls or [])) == ("pas", 0, 3)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"calls": SPIL[:2]}, "auction_unfinished"),
        ({"calls": ALL_PAS}, "auction_passed_out"),
        ({"calls": said("F pas, M spil, B pas")}, "auction_says_other_declarer"),
        ({"calls": said("F solo, M pas, B pas")}, "auction_says_other_contract"),
        ({"calls": said("F tourne, M pas, B pas")}, "auction_says_other_contract"),
        ({"calls": said("F spil, B pas, M pas")}, "out_of_turn"),
        ({"calls": said("F solo, M spil, B pas")}, "insufficient"),
        ({"calls": said("F spil, M pas, B pas, F pas")}, "auction_over"),
        ({"calls": said("F grand, M pas, B pas")}, "unknown_call"),
    ],
)
def test_an_auction_that_does_not_lead_to_the_line_is_refused(
    seating: Seating, line: dict[str, Calls], code: str
) -> None:
    with pytest.raises((Refused, RuleViolation)) as refusal:
        enter(seating, 1, declared(seating, 1, **line))
    assert isinstance(refusal.value, (Refused, RuleViolation))
    assert refusal.value.code == code
    assert not Deal.objects.exists()


def test_the_refusal_says_who_won_the_auction(seating: Seating) -> None:
    with pytest.raises(Refused) as refusal:
        enter(seating, 1, declared(seating, 1, calls=said("F pas, M spil, B pas")))
    assert refusal.value.params == {"seat": "W"}


def test_all_passed_is_not_what_a_won_auction_says(seating: Seating) -> None:
    with pytest.raises(Refused) as refusal:
        enter(seating, 1, replace(PAS, calls=SPIL))
    assert refusal.value.code == "auction_was_won"
    with pytest.raises(Refused) as refusal:
        enter(seating, 1, replace(PAS, calls=ALL_PAS[:2]))
    assert refusal.value.code == "auction_unfinished"


def test_a_deal_that_was_not_played_has_no_auction(seating: Seating) -> None:
    with pytest.raises(Refused) as refusal:
        enter(seating, 1, DealLine(not_played_reason="Tiden løb ud", calls=SPIL))
    assert refusal.value.code == "not_played_with_result"


def test_another_dealer_gives_the_hands_to_others(seating: Seating) -> None:
    line = DealLine(declarer="W", contract="spil", trump="H", outcome="vundet", dealer="N", calls=SPIL)
    assert enter(seating, 1, line).declarer == "W"
    with pytest.raises(Refused) as refusal:
        enter(seating, 2, replace(line, declarer="E", dealer="N"))
    assert (refusal.value.code, refusal.value.params) == ("auction_says_other_declarer", {"seat": "W"})


def test_a_table_of_three_has_the_same_three_hands() -> None:
    tournament = playing(3)
    seating = table(tournament)
    assert enter(seating, 1, declared(seating, 1, calls=SPIL)).calls == [list(pair) for pair in SPIL]


# The hashes of a line and of a sheet as they were before auctions could be written down.
FINGERPRINT = "2afd20bc03e254c533ea53a4d125a1ef96eebde94e2fd3d48be81b5928aeceec"
SHEET = "c788b77cf65e98abf6ae06e4b364cc250edc7b4dc811b3b27413047b92bd94d3"


def test_without_an_auction_a_line_has_the_fingerprint_it_always_had() -> None:
    line = DealLine(declarer="E", contract="spil", trump="H", outcome="vundet")
    assert line.fingerprint() == FINGERPRINT
    assert replace(line, calls=SPIL).fingerprint() != FINGERPRINT


def test_without_an_auction_a_sheet_has_the_hash_it_always_had(seating: Seating) -> None:
    enter(seating, 1, DealLine(declarer="E", contract="spil", trump="H", outcome="vundet"))
    enter(seating, 2, PAS)
    assert sheet_hash(current_deals(seating)) == SHEET
    assert all("calls" not in as_codes(deal) for deal in current_deals(seating))


def test_an_auction_is_part_of_what_is_signed(seating: Seating) -> None:
    fill(seating, sign=False)
    signature = sign_seating(seating=seating, actor=None)
    deal = current_deals(seating)[0]
    correct_deal(
        deal=deal, version=1, line=replace(line_of(deal), calls=SPIL), actor=None, reason="skrevet ned"
    )
    assert sheet_hash(current_deals(seating)) != signature.sheet_hash


def test_a_correction_adds_an_auction_and_takes_it_off_again(seating: Seating) -> None:
    deal = enter(seating, 1)
    plain = line_of(deal)
    with_calls = correct_deal(deal=deal, version=1, line=replace(plain, calls=SPIL), actor=None)
    assert (with_calls.version, with_calls.calls) == (2, [list(pair) for pair in SPIL])
    entry = AuditEntry.objects.get(verb="correct_deal")
    before, after = entry.before or {}, entry.after or {}
    assert ("calls" in before, after["calls"]) == (False, [list(pair) for pair in SPIL])
    again = correct_deal(deal=deal, version=2, line=replace(plain, calls=SPIL), actor=None)
    assert again.version == 2
    without = correct_deal(deal=deal, version=2, line=plain, actor=None)
    assert (without.version, without.calls, without.scores.count()) == (3, None, 4)


def test_a_correction_of_the_contract_takes_its_auction_with_it(seating: Seating) -> None:
    deal = enter(seating, 1, declared(seating, 1, calls=SPIL))
    with pytest.raises(Refused) as refusal:
        correct_deal(deal=deal, version=1, line=replace(line_of(deal), contract="solo"), actor=None)
    assert refusal.value.code == "auction_says_other_contract"


def test_the_same_auction_sent_twice_is_one_deal(seating: Seating) -> None:
    line, key = declared(seating, 1, calls=SPIL), uuid4()
    first = record_deal(seating=seating, number=1, line=line, client_key=key, actor=None)
    second = record_deal(seating=seating, number=1, line=line, client_key=key, actor=None)
    assert (first.created, second.created, second.deal.pk) == (True, False, first.deal.pk)
    other = replace(line, calls=())
    with pytest.raises(Taken) as refusal:
        record_deal(seating=seating, number=1, line=other, client_key=key, actor=None)
    assert refusal.value.code == "key_used_for_another_line"


def test_what_came_too_late_keeps_its_auction(seating: Seating) -> None:
    line = declared(seating, 1, calls=SPIL)
    kept = keep_refused(
        seating=seating, number=1, line=line, client_key=uuid4(), code="sheet_signed", actor=None
    )
    stored = RefusedEntry.objects.get(pk=kept.pk)
    assert line_from(stored.body) == line
    assert apply_refused(refused=stored, actor=None, reason="gælder").calls == [list(pair) for pair in SPIL]


def test_a_line_of_before_there_were_auctions_is_read(seating: Seating) -> None:
    body = asdict(declared(seating, 1))
    del body["calls"]
    assert line_from(body) == declared(seating, 1)


def test_a_deal_taken_off_keeps_what_was_said(seating: Seating) -> None:
    deal = enter(seating, 1, declared(seating, 1, calls=SPIL))
    assert void_deal(deal=deal, version=1, actor=None, reason="forkert bord").calls == [
        list(pair) for pair in SPIL
    ]
