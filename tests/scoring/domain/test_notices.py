"""Notices of an auction: who gave them, and the strafpoint the director makes of one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scoring import queries
from scoring.domain.adjustments import cancel_adjustment
from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.lines import line_of
from scoring.domain.notices import penalise_notice
from scoring.models import Adjustment, Deal
from tests.scenes import begin, declared, enter, fill, play, playing, table
from tests.scoring.domain.test_auctions import said
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Seating, Tournament

pytestmark = pytest.mark.django_db
# Forhånd, in deal 1 the one on E, names Tourné when spil would have done.
NAMED = said("F tourne, M pas, B pas")
# Mellemhånd, on W, does it after forhånd has passed.
NAMED_LATER = said("F pas, M bedre_spil, B pas")


@pytest.fixture
def tournament() -> Tournament:
    return playing(8)


@pytest.fixture
def seating(tournament: Tournament) -> Seating:
    return table(tournament)


@pytest.fixture
def deal(seating: Seating) -> Deal:
    return enter(seating, 1, declared(seating, 1, contract="tourne", calls=NAMED))


def sits(seating: Seating, seat: str) -> Entry:
    return seating.seats.get(position=seat).entry


def test_whoever_named_it_is_given_one_strafpoint_with_the_place(seating: Seating, deal: Deal) -> None:
    before = Tournament.objects.get().results_version
    given = penalise_notice(deal=deal, index=0, actor=None)
    assert (given.entry, given.points, given.reason, given.round) == (
        sits(seating, "E"),
        -1,
        "unnecessary_announcement",
        seating.round,
    )
    assert given.note == "1/1 #1: Tourné"
    assert Tournament.objects.get().results_version == before + 1
    assert AuditEntry.objects.filter(verb="give_adjustment").count() == 1


def test_pressed_twice_it_is_one(deal: Deal) -> None:
    first = penalise_notice(deal=deal, index=0, actor=None)
    assert penalise_notice(deal=deal, index=0, actor=None) == first
    assert Adjustment.objects.count() == 1


def test_it_follows_the_hand_that_spoke(seating: Seating) -> None:
    line = declared(seating, 1, declarer="W", contract="bedre_spil", trump="S", calls=NAMED_LATER)
    given = penalise_notice(deal=enter(seating, 1, line), index=1, actor=None)
    assert given.entry == sits(seating, "W")


def test_with_another_dealer_it_is_another_player(seating: Seating) -> None:
    # N deals: W is forhånd.
    line = declared(seating, 1, dealer="N", declarer="W", contract="tourne", calls=NAMED)
    assert penalise_notice(deal=enter(seating, 1, line), index=0, actor=None).entry == sits(seating, "W")


@pytest.mark.parametrize("index", [1, 2, 3, -1])
def test_a_call_without_a_notice_costs_nothing(deal: Deal, index: int) -> None:
    with pytest.raises(Refused) as refusal:
        penalise_notice(deal=deal, index=index, actor=None)
    assert refusal.value.code == "notice_gone"
    assert not Adjustment.objects.exists()


def test_a_deal_that_was_taken_off_has_no_notice(deal: Deal) -> None:
    void_deal(deal=deal, version=1, actor=None, reason="forkert bord")
    with pytest.raises(Refused) as refusal:
        penalise_notice(deal=deal, index=0, actor=None)
    assert refusal.value.code == "deal_voided"
    assert queries.notices_of_sheet(deal.seating) == []


def test_an_auction_corrected_meanwhile_has_no_such_notice(deal: Deal) -> None:
    correct_deal(deal=deal, version=1, line=replace(line_of(deal), calls=()), actor=None)
    with pytest.raises(Refused) as refusal:
        penalise_notice(deal=deal, index=0, actor=None)
    assert refusal.value.code == "notice_gone"


def test_what_was_given_stays_when_the_auction_is_corrected(seating: Seating, deal: Deal) -> None:
    given = penalise_notice(deal=deal, index=0, actor=None)
    correct_deal(
        deal=deal,
        version=1,
        line=replace(line_of(deal), calls=said("F spil, M pas, B pas")),
        actor=None,
    )
    notices = queries.notices_of_sheet(seating)
    assert (notices, queries.penalties_beside(seating, notices)) == ([], [given])
    cancel_adjustment(adjustment=given, actor=None, reason="meldt rigtigt")
    assert queries.penalties_beside(seating, notices) == []


def test_it_can_be_given_after_the_round(tournament: Tournament, seating: Seating, deal: Deal) -> None:
    play(tournament, 1)
    assert penalise_notice(deal=deal, index=0, actor=None).round == seating.round


def test_a_sheet_tells_its_notices_in_order(seating: Seating, deal: Deal) -> None:
    enter(seating, 2)
    # In deal 4, dealt by W, forhånd sits S and mellemhånd N.
    later = said("F spil, M solo_spar, F pas, B pas")
    enter(seating, 3, declared(seating, 3, calls=said("F spil, M pas, B pas")))
    enter(seating, 4, declared(seating, 4, declarer="N", contract="solo_spar", trump="S", calls=later))
    penalise_notice(deal=deal, index=0, actor=None)
    told = [
        (notice.deal.number, notice.index, notice.hand, notice.call, notice.adjustment is not None)
        for notice in queries.notices_of_sheet(seating)
    ]
    assert told == [(1, 0, "forhand", "tourne", True), (4, 1, "mellemhand", "solo_spar", False)]


def test_the_desk_counts_what_nobody_was_given_points_for(tournament: Tournament, deal: Deal) -> None:
    other = table(tournament, 1, 2)
    enter(other, 1, declared(other, 1, contract="tourne", calls=NAMED))
    enter(other, 2, declared(other, 2, contract="tourne", calls=NAMED))
    counted = [
        (round_.number, table_no, count) for round_, table_no, count in queries.notices_at_tables(tournament)
    ]
    assert counted == [(1, 1, 1), (1, 2, 2)]
    penalise_notice(deal=deal, index=0, actor=None)
    assert [row[1:] for row in queries.notices_at_tables(tournament)] == [(2, 2)]


def test_the_desk_forgets_a_round_that_is_closed(tournament: Tournament, deal: Deal) -> None:
    play(tournament, 1)
    begin(tournament, 2)
    fill(table(tournament, 2))
    assert queries.notices_at_tables(tournament) == []


def test_another_tournaments_notices_are_its_own(tournament: Tournament, deal: Deal) -> None:
    other = playing(4, name="En anden", starts_on=date(2026, 12, 5))
    assert queries.notices_at_tables(other) == []


def test_notices_take_a_fixed_number_of_queries(
    seating: Seating, django_assert_max_num_queries: object
) -> None:
    for number in range(1, 5):
        enter(seating, number, declared(seating, number, contract="tourne", calls=NAMED))
    with django_assert_max_num_queries(3):  # type: ignore[operator]  # the fixture has no type
        assert len(queries.notices_of_sheet(seating)) == 4
