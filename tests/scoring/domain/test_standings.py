"""Standings: derived, shared ranks, never ahead of or lost behind the results."""

from __future__ import annotations

import random
from collections import Counter
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Outcome, settle
from scoring import queries
from scoring.domain.adjustments import cancel_adjustment, give_adjustment
from scoring.domain.deals import void_deal
from scoring.domain.lines import DealLine
from scoring.domain.standings import compute, recompute, standings_hash
from scoring.domain.totals import Reading, read
from scoring.models import Adjustment, Deal, Score, Standing
from tests.scenes import PAS, declared, enter, fill, play, playing, table
from tournament.domain.entries import withdraw_entry
from tournament.errors import Refused
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def places(tournament: Tournament) -> list[tuple[int | None, int, int]]:
    """Rank, start number and total, in order."""
    recompute(tournament_id=tournament.pk)
    return list(queries.standings_rows(tournament).values_list("rank", "entry__start_no", "total"))


def test_equal_totals_share_a_rank_and_the_next_is_left_out() -> None:
    tournament = playing(8)
    seating = table(tournament)
    enter(seating, 1, DealLine(declarer="E", contract="solo", trump="H", outcome="vundet"))
    enter(seating, 2, DealLine(declarer="N", contract="spil", trump="H", outcome="vundet"))
    enter(seating, 3, DealLine(declarer="W", contract="spil", trump="D", outcome="vundet"))
    enter(table(tournament, 1, 2), 1, PAS)
    ranks = [rank for rank, _, _ in places(tournament)]
    assert ranks == [1, 2, 2, 4, 4, 4, 4, 4]


def test_full_ties_stand_in_the_order_of_start_numbers() -> None:
    tournament = playing(8)
    for table_no in (1, 2):
        enter(table(tournament, 1, table_no), 1, PAS)
    assert [(rank, start_no) for rank, start_no, _ in places(tournament)] == [(1, n) for n in range(1, 9)]


def test_who_has_played_nothing_has_no_place_and_stands_last() -> None:
    tournament = playing(8)
    enter(table(tournament), 1, declared(table(tournament), 1, outcome="kruk"))
    at_table = {seat.entry.start_no for seat in table(tournament).seats.all()}
    rows = places(tournament)
    assert [rank for rank, _, _ in rows] == [1, 1, 1, 4, None, None, None, None]
    assert {start_no for _, start_no, _ in rows[:4]} == at_table


def test_a_tie_break_decides_and_says_so() -> None:
    tournament = playing(8, tie_breaks=["fewest_kruk"])
    seating = table(tournament)
    enter(seating, 1, DealLine(declarer="E", contract="spil", trump="H", outcome="kruk"))
    enter(seating, 2, DealLine(declarer="N", contract="tourne", trump="H", outcome="bet"))
    enter(table(tournament, 1, 2), 1, PAS)
    recompute(tournament_id=tournament.pk)
    last = list(Standing.objects.order_by("-position")[:2])
    assert [(row.rank, row.total, row.decided_by) for row in last] == [
        (8, -2, "fewest_kruk"),
        (7, -2, "fewest_kruk"),
    ]


def test_a_round_not_played_is_not_zero() -> None:
    tournament = playing(8)
    seating = table(tournament)
    enter(seating, 1, DealLine(not_played_reason="Sent fremmøde"))
    recompute(tournament_id=tournament.pk)
    assert {tuple(row.round_points) for row in Standing.objects.all()} == {(None,)}
    enter(seating, 2, PAS)
    recompute(tournament_id=tournament.pk)
    assert Counter(row.round_points[0] for row in Standing.objects.all()) == {0: 4, None: 4}


def test_sitting_out_does_not_count_as_a_deal_played() -> None:
    tournament = playing(8, deals_per_round=8)
    fill(table(tournament))
    recompute(tournament_id=tournament.pk)
    at_table = Standing.objects.filter(entry__seats__seating=table(tournament))
    assert [(row.deals_played, row.deals_missing) for row in at_table] == [(6, 0)] * 4


def test_everybody_plays_the_same_number_of_deals_at_three_and_at_four() -> None:
    tournament = playing(7, deals_per_round=16)
    play(tournament, 1)
    recompute(tournament_id=tournament.pk)
    assert {row.deals_played for row in Standing.objects.all()} == {12}


def test_adjustments_are_added_shown_and_can_be_cancelled() -> None:
    tournament = playing(8)
    entry = tournament.entries.get(start_no=3)
    penalty = give_adjustment(entry=entry, points=-2, reason="revoke", actor=None)
    recompute(tournament_id=tournament.pk)
    row = Standing.objects.get(entry=entry)
    assert (row.deal_points, row.adjustment_points, row.total, row.rank) == (0, -2, -2, 1)
    cancel_adjustment(adjustment=penalty, actor=None, reason="fejl")
    recompute(tournament_id=tournament.pk)
    assert Standing.objects.get(entry=entry).total == 0
    assert Adjustment.objects.get().cancel_reason == "fejl"


@pytest.mark.parametrize(
    ("points", "reason", "note", "code"),
    [
        (0, "revoke", "", "impossible_adjustment"),
        (1000, "revoke", "", "impossible_adjustment"),
        (-1, "ugly_tie", "", "unknown_reason"),
        (-1, "other", " ", "note_missing"),
    ],
)
def test_an_impossible_adjustment_is_refused(points: int, reason: str, note: str, code: str) -> None:
    entry = playing(4).entries.get(start_no=1)
    with pytest.raises(Refused) as refused:
        give_adjustment(entry=entry, points=points, reason=reason, note=note, actor=None)
    assert (refused.value.code, Adjustment.objects.count()) == (code, 0)


def test_a_penalty_sent_twice_is_given_once() -> None:
    entry, key = playing(4).entries.get(start_no=1), uuid4()
    for _ in range(2):
        give_adjustment(entry=entry, points=-1, reason="revoke", actor=None, client_key=key)
    assert Adjustment.objects.count() == 1


def test_a_withdrawn_player_keeps_his_points_and_his_place() -> None:
    tournament = playing(8)
    play(tournament, 1)
    before = places(tournament)
    withdraw_entry(entry=tournament.entries.get(start_no=2), actor=None)
    assert places(tournament) == before


def test_a_recompute_that_finds_nothing_new_does_nothing() -> None:
    tournament = playing(8)
    fill(table(tournament))
    assert recompute(tournament_id=tournament.pk)
    assert not recompute(tournament_id=tournament.pk)
    assert not recompute(tournament_id=0)


def test_a_recompute_from_scratch_gives_the_same_rows_and_hash() -> None:
    tournament = playing(8)
    play(tournament, 1)
    places(tournament)
    stored = Tournament.objects.get().standings_hash
    rows = list(Standing.objects.values_list("entry", "rank", "position", "total", "round_points"))
    Standing.objects.all().delete()
    Tournament.objects.update(standings_version=0)
    recompute(tournament_id=tournament.pk)
    assert (Tournament.objects.get().standings_hash, stored) == (stored, standings_hash(compute(tournament)))
    assert rows == list(Standing.objects.values_list("entry", "rank", "position", "total", "round_points"))


def test_an_older_recompute_does_not_overwrite_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = playing(8)
    seating = table(tournament)
    enter(seating, 1)
    late = read(tournament)
    enter(seating, 2)

    def overtaken(which: Tournament) -> Reading:
        monkeypatch.setattr("scoring.domain.standings.read", read)
        recompute(tournament_id=which.pk)
        return late

    monkeypatch.setattr("scoring.domain.standings.read", overtaken)
    assert not recompute(tournament_id=tournament.pk)
    assert sum(row.total for row in Standing.objects.all()) == 2


def test_missing_deals_and_signatures_are_listed_by_table() -> None:
    tournament = playing(8)
    enter(table(tournament, 1, 1), 2)
    fill(table(tournament, 1, 2), sign=False)
    assert [(row.round_number, row.table_no, row.missing) for row in queries.missing_results(tournament)] == [
        (1, 1, (1, 3, 4)),
        (1, 2, ()),
    ]


ACTIONS = st.lists(st.tuples(st.integers(1, 2), st.integers(1, 4), st.integers(0, 5)), max_size=12)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(actions=ACTIONS, seed=st.integers(0, 99))
def test_points_of_deals_and_adjustments_always_make_the_totals(
    actions: list[tuple[int, int, int]], seed: int
) -> None:
    tournament = playing(8, name=f"Prøve {seed}")
    chance = random.Random(seed)
    for table_no, number, what in actions:
        seating = table(tournament, 1, table_no)
        stored = Deal.objects.filter(seating=seating, number=number, voided_at__isnull=True).first()
        if stored is not None:
            void_deal(deal=stored, version=stored.version, actor=None, reason="x")
        elif what == 5:
            entry = chance.choice(list(tournament.entries.all()))
            give_adjustment(entry=entry, points=-1, reason="revoke", actor=None)
        else:
            outcome = chance.choice(["vundet", "bet", "kruk"])
            enter(seating, number, declared(seating, number, outcome=outcome))
    recompute(tournament_id=tournament.pk)
    current = Deal.objects.filter(seating__round__tournament=tournament, voided_at__isnull=True)
    expected = sum(settle("spil", "H", outcome=Outcome(deal.outcome)).points for deal in current)
    given_points = sum(a.points for a in Adjustment.objects.filter(tournament=tournament))
    rows = Standing.objects.filter(tournament=tournament)
    assert sum(score.points for score in Score.objects.filter(deal__in=current)) == expected
    assert sum(row.total for row in rows) == expected + given_points
    assert queries.sum_check(tournament).agrees
