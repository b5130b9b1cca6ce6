"""Recording, correcting and voiding deals: nothing lost, nothing twice."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from engine import RuleViolation
from scoring.domain.deals import apply_refused, correct_deal, discard_refused, record_deal, void_deal
from scoring.domain.lines import DealLine
from scoring.domain.signatures import reopen_seating, sign_seating
from scoring.models import Deal, RefusedEntry, Score
from tests.scenes import PAS, a_user, begin, declared, enter, fill, play, playing, started, table
from tournament.domain.draws import discard_draws
from tournament.errors import NotAllowed, Refused, Stale, Taken
from tournament.models import AuditEntry, StaffRole, Tournament

pytestmark = pytest.mark.django_db


def points_of(deal: Deal) -> dict[str, tuple[str, int]]:
    return {score.seat: (score.role, score.points) for score in deal.scores.all()}


def version(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).results_version


def test_a_deal_is_booked_to_the_declarer_with_everybodys_role() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, DealLine(declarer="E", contract="solo", trump="H", tricks=(5, 3, 1)))
    assert (deal.dealer, deal.outcome, deal.points, deal.board) == ("S", "vundet", 3, 1)
    assert points_of(deal) == {
        "E": ("forhand", 3),
        "W": ("mellemhand", 0),
        "S": ("baghand", 0),
        "N": ("sitter_out", 0),
    }


@pytest.mark.parametrize(
    ("booking", "expected"),
    [
        ("declarer", {"N": 0, "E": -2, "S": 0, "W": 0}),
        ("opponents", {"N": 0, "E": -4, "S": 2, "W": 2}),
        ("table", {"N": 2, "E": -6, "S": 2, "W": 2}),
    ],
)
def test_the_tournaments_booking_decides_who_gets_the_points(booking: str, expected: dict[str, int]) -> None:
    seating = table(playing(8, booking=booking))
    deal = enter(seating, 1, DealLine(declarer="E", contract="spil", trump="H", outcome="kruk"))
    assert {seat: points for seat, (_, points) in points_of(deal).items()} == expected


def test_the_dealer_goes_round_and_the_one_opposite_sits_out() -> None:
    seating = table(playing(8, deals_per_round=8))
    deals = [enter(seating, number, PAS) for number in range(1, 9)]
    assert [deal.dealer for deal in deals] == list("SENWSENW")
    out = [score.seat for deal in deals for score in deal.scores.filter(role="sitter_out")]
    assert out == list("NWSENWSE")


def test_the_first_dealer_is_a_setting() -> None:
    seating = table(playing(8, first_dealer="N"))
    assert enter(seating, 1, PAS).dealer == "N"


def test_all_pass_counts_as_played_with_nothing_for_anybody() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, PAS)
    assert (deal.points, deal.is_played, deal.scores.count()) == (0, True, 4)


def test_not_played_is_not_zero() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, DealLine(not_played_reason="Tiden løb ud"))
    assert (deal.points, deal.is_played, deal.scores.count()) == (None, False, 0)


def test_a_dealer_who_dealt_wrongly_is_flagged_and_changes_who_sits_out() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, DealLine(declarer="N", contract="spil", trump="C", outcome="bet", dealer="W"))
    assert (deal.dealer, deal.dealer_overridden) == ("W", True)
    assert points_of(deal)["E"][0] == "sitter_out"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (DealLine(declarer="N", contract="spil", trump="H", outcome="vundet"), "declarer_sits_out"),
        (
            DealLine(declarer="E", contract="spil", trump="S", outcome="vundet"),
            "spades_is_the_better_contract",
        ),
        (DealLine(declarer="E", contract="solo", trump="H", thrown_in=True), "cannot_throw_in"),
        (DealLine(declarer="E", contract="ren_nolo", outcome="vundet", tout="made"), "tout_in_nolo"),
        (DealLine(declarer="E", contract="spil", trump="H", tricks=(5, 3, 2)), "tricks_must_sum_to_nine"),
        (DealLine(declarer="E", contract="spil", outcome="vundet"), "trump_missing"),
        (DealLine(contract="spil", trump="H", outcome="vundet"), "declarer_missing"),
        (DealLine(declarer="X", contract="spil", trump="H", outcome="vundet"), "declarer_not_at_table"),
        (DealLine(declarer="E", outcome="vundet"), "contract_missing"),
        (DealLine(declarer="E", outcome="pas"), "pas_with_result"),
        (DealLine(contract="spil", not_played_reason="Uheld"), "not_played_with_result"),
        (DealLine(outcome="pas", dealer="X"), "unknown_seat"),
    ],
)
def test_an_impossible_line_is_refused_by_code_and_nothing_is_stored(line: DealLine, code: str) -> None:
    tournament = playing(8)
    before = version(tournament)
    with pytest.raises((RuleViolation, Refused)) as refused:
        enter(table(tournament), 1, line)
    assert getattr(refused.value, "code", None) == code
    assert (Deal.objects.count(), Score.objects.count(), version(tournament)) == (0, 0, before)


@pytest.mark.parametrize("number", [0, 5, 99])
def test_a_table_has_only_the_deals_of_its_sheet(number: int) -> None:
    with pytest.raises(Refused, match="unknown_deal_number"):
        enter(table(playing(8)), number, PAS)


def test_the_same_line_sent_again_is_the_same_deal() -> None:
    tournament = playing(8)
    seating, key = table(tournament), uuid4()
    first = record_deal(seating=seating, number=1, line=PAS, client_key=key, actor=None)
    after = version(tournament)
    again = record_deal(seating=seating, number=1, line=PAS, client_key=key, actor=None)
    assert (first.created, again.created, first.deal.pk) == (True, False, again.deal.pk)
    assert (Deal.objects.count(), version(tournament)) == (1, after)


def test_the_same_key_with_another_line_is_a_conflict() -> None:
    seating, key = table(playing(8)), uuid4()
    deal = enter(seating, 1, PAS, key)
    with pytest.raises(Taken) as taken:
        enter(seating, 1, declared(seating, 1), key)
    assert (taken.value.code, taken.value.stored.pk) == ("key_used_for_another_line", deal.pk)
    with pytest.raises(Taken):
        enter(seating, 2, PAS, key)
    assert Deal.objects.count() == 1


def test_another_key_for_a_taken_place_is_a_conflict_that_shows_what_stands() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, PAS)
    with pytest.raises(Taken) as taken:
        enter(seating, 1, declared(seating, 1))
    assert (taken.value.code, taken.value.stored.pk) == ("place_taken", deal.pk)


def test_a_replay_after_a_correction_answers_with_the_deal_of_today() -> None:
    seating, key = table(playing(8)), uuid4()
    deal = enter(seating, 1, PAS, key)
    correct_deal(deal=deal, version=1, line=declared(seating, 1), actor=None)
    replayed = record_deal(seating=seating, number=1, line=PAS, client_key=key, actor=None)
    assert (replayed.created, replayed.deal.version, replayed.deal.contract) == (False, 2, "spil")


def test_a_replay_after_a_void_changes_nothing() -> None:
    seating, key = table(playing(8)), uuid4()
    deal = enter(seating, 1, PAS, key)
    void_deal(deal=deal, version=1, actor=None, reason="forkert bord")
    replayed = record_deal(seating=seating, number=1, line=PAS, client_key=key, actor=None)
    assert (replayed.deal.pk, replayed.deal.voided_at is None) == (deal.pk, False)
    other = enter(seating, 1, declared(seating, 1))
    assert record_deal(seating=seating, number=1, line=PAS, client_key=key, actor=None).deal.pk == other.pk


def test_a_correction_needs_the_version_it_was_based_on() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, PAS)
    correct_deal(deal=deal, version=1, line=declared(seating, 1), actor=None)
    with pytest.raises(Stale) as stale:
        correct_deal(deal=deal, version=1, line=declared(seating, 1, outcome="bet"), actor=None)
    assert (stale.value.stored.version, stale.value.stored.outcome) == (2, "vundet")
    assert Deal.objects.get().outcome == "vundet"


def test_opening_a_deal_and_saving_the_same_changes_nothing() -> None:
    tournament = playing(8)
    seating = table(tournament)
    line = declared(seating, 1)
    deal = enter(seating, 1, line)
    before = version(tournament), AuditEntry.objects.count()
    corrected = correct_deal(deal=deal, version=1, line=line, actor=None)
    assert (corrected.version, (version(tournament), AuditEntry.objects.count())) == (1, before)


def test_a_correction_rewrites_the_scores_and_is_logged_with_before_and_after() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, declared(seating, 1))
    correct_deal(
        deal=deal, version=1, line=declared(seating, 1, outcome="kruk"), actor=None, reason="tastefejl"
    )
    entry = AuditEntry.objects.get(verb="correct_deal")
    assert points_of(deal)["E"] == ("forhand", -2)
    assert entry.before is not None
    assert entry.after is not None
    assert (entry.before["points"], entry.after["points"], entry.reason) == (1, -2, "tastefejl")


def test_a_voided_deal_leaves_its_place_free_and_its_points_gone() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1)
    with pytest.raises(Refused, match="reason_missing"):
        void_deal(deal=deal, version=1, actor=None, reason=" ")
    void_deal(deal=deal, version=1, actor=None, reason="spil 2")
    assert (Score.objects.count(), Deal.objects.count()) == (0, 1)
    assert enter(seating, 1, PAS).points == 0


def test_the_database_allows_one_current_deal_for_a_place() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, PAS)
    copy = replace_pk(deal)
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()
    assert Deal.objects.count() == 1


def replace_pk(deal: Deal) -> Deal:
    copy = Deal.objects.get(pk=deal.pk)
    copy.pk, copy.client_key = None, uuid4()
    copy._state.adding = True
    return copy


@pytest.mark.parametrize("when", ["signed", "closed"])
def test_what_comes_too_late_is_refused_and_kept_once(when: str) -> None:
    tournament = playing(8)
    seating = table(tournament)
    number = seating.deals
    fill(seating)
    if when == "closed":
        play(tournament, 1)
    line, key = replace(declared(seating, number), outcome="bet"), uuid4()
    codes = {"signed": "sheet_signed", "closed": "round_closed"}
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            record_deal(seating=seating, number=number, line=line, client_key=key, actor=None)
        assert refused.value.code == codes[when]
    kept = RefusedEntry.objects.get()
    assert (kept.number, kept.body["outcome"], kept.state) == (number, "bet", "waiting")


def test_before_a_round_has_begun_nothing_is_kept_and_the_draw_can_still_be_thrown_away() -> None:
    tournament = started(8)
    with pytest.raises(Refused, match="round_not_open"):
        enter(table(tournament), 1)
    assert not RefusedEntry.objects.exists()
    assert discard_draws(tournament=tournament, actor=None) == 2


def test_every_version_of_a_late_line_is_kept() -> None:
    seating, key = table(playing(8)), uuid4()
    fill(seating)
    for outcome in ("bet", "kruk", "bet"):
        with pytest.raises(Refused):
            enter(seating, 1, declared(seating, 1, outcome=outcome), key)
    assert [late.body["outcome"] for late in RefusedEntry.objects.all()] == ["bet", "kruk"]


def test_a_correction_that_comes_after_the_signature_is_kept_and_can_be_applied() -> None:
    director, keeper = a_user(), a_user("niels", is_director=False)
    tournament = playing(8, director)
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    seating = table(tournament)
    fill(seating)
    deal = Deal.objects.get(seating=seating, number=1)
    with pytest.raises(NotAllowed):
        correct_deal(deal=deal, version=1, line=declared(seating, 1, outcome="kruk"), actor=keeper)
    apply_refused(refused=RefusedEntry.objects.get(), actor=director, reason="rigtigt på papiret")
    assert Deal.objects.get(pk=deal.pk).outcome == "kruk"


def test_a_late_line_that_was_applied_is_the_phones_own_deal_when_it_is_sent_again() -> None:
    seating, key = table(playing(8)), uuid4()
    fill(seating)
    with pytest.raises(Refused):
        enter(seating, 1, PAS, key)
    deal = Deal.objects.get(seating=seating, number=1)
    void_deal(deal=deal, version=1, actor=None, reason="forkert")
    apply_refused(refused=RefusedEntry.objects.get(), actor=None, reason="rigtigt")
    again = record_deal(seating=seating, number=1, line=PAS, client_key=key, actor=None)
    assert (again.created, again.deal.outcome) == (False, "pas")


def test_the_reason_for_not_playing_can_be_corrected() -> None:
    seating = table(playing(8))
    deal = enter(seating, 1, DealLine(not_played_reason="syg"))
    corrected = correct_deal(deal=deal, version=1, line=DealLine(not_played_reason="for sent"), actor=None)
    assert (corrected.version, Deal.objects.get().not_played_reason) == (2, "for sent")


@pytest.mark.parametrize("nothing", ["\u200b", " \u00ad "])
def test_a_reason_that_cannot_be_read_is_none(nothing: str) -> None:
    seating = table(playing(8))
    with pytest.raises(Refused, match="reason_missing"):
        enter(seating, 1, DealLine(not_played_reason=nothing))
    deal = enter(seating, 1, PAS)
    with pytest.raises(Refused, match="reason_missing"):
        void_deal(deal=deal, version=1, actor=None, reason=nothing)


def test_the_director_can_let_a_late_line_count() -> None:
    seating = table(playing(8))
    fill(seating)
    with pytest.raises(Refused):
        enter(seating, 2, replace(declared(seating, 2), outcome="bet"))
    late = RefusedEntry.objects.get()
    apply_refused(refused=late, actor=None, reason="kom på papir")
    assert Deal.objects.get(seating=seating, number=2).outcome == "bet"
    assert RefusedEntry.objects.get().state == "applied"
    with pytest.raises(Refused, match="already_decided"):
        discard_refused(refused=late, actor=None, reason="nej")


def test_after_signing_only_the_director_corrects_and_says_why() -> None:
    director, keeper = a_user(), a_user("niels", is_director=False)
    tournament = playing(8, director)
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    seating = table(tournament)
    fill(seating)
    deal = Deal.objects.get(seating=seating, number=1)
    line = declared(seating, 1, outcome="bet")
    with pytest.raises(NotAllowed):
        correct_deal(deal=deal, version=1, line=line, actor=keeper, reason="nej")
    with pytest.raises(Refused, match="reason_missing_after_signing"):
        correct_deal(deal=deal, version=1, line=line, actor=director)
    assert correct_deal(deal=deal, version=1, line=line, actor=director, reason="regnefejl").outcome == "bet"


def test_a_reopened_sheet_takes_deals_again() -> None:
    seating = table(playing(8))
    fill(seating)
    reopen_seating(seating=seating, actor=None, reason="glemt spil")
    deal = Deal.objects.get(seating=seating, number=1)
    correct_deal(deal=deal, version=1, line=PAS, actor=None)
    assert sign_seating(seating=seating, actor=None).pk
    assert Deal.objects.get(pk=deal.pk).outcome == "pas"


def test_correcting_round_one_after_round_two_is_public_moves_no_seat() -> None:
    tournament = playing(8)
    play(tournament, 1)
    begin(tournament, 2)
    seats = list(
        tournament.rounds.get(number=2).seatings.values_list("table_no", "seats__position", "seats__entry")
    )
    deal = Deal.objects.filter(seating__round__number=1, number=1).first()
    assert deal is not None
    seating = table(tournament, 1, deal.seating.table_no)
    line = declared(seating, 1, outcome="kruk")
    correct_deal(deal=deal, version=1, line=line, actor=None, reason="protest")
    assert seats == list(
        tournament.rounds.get(number=2).seatings.values_list("table_no", "seats__position", "seats__entry")
    )
