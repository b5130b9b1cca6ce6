"""Where everybody stood a round ago: the list of then, as it would be worked out for that round alone."""

from __future__ import annotations

import random

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.domain.lines import DealLine
from scoring.domain.release import freeze_standings
from scoring.domain.standings import compute, recompute
from scoring.models import Standing
from tests.scenes import PAS, begin, declared, enter, play, playing, table
from tournament.domain.entries import withdraw_entry
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def before(tournament: Tournament, up_to: int | None = None) -> dict[int, int | None]:
    """The rank of a round ago by entry."""
    return {row.entry_id: row.rank_before for row in compute(tournament, up_to)}


def ranks(tournament: Tournament, up_to: int) -> dict[int, int | None]:
    return {row.entry_id: row.rank for row in compute(tournament, up_to)}


def play_at_random(tournament: Tournament, number: int, chance: random.Random) -> None:
    """Every result is another; a deal in ten is not played."""
    for seating in tournament.rounds.get(number=number).seatings.order_by("table_no"):
        sheet = table(tournament, number, seating.table_no)
        for deal in range(1, sheet.deals + 1):
            what = chance.choice(["vundet", "vundet", "bet", "kruk", "pas"])
            line = PAS if what == "pas" else declared(sheet, deal, outcome=what)
            enter(sheet, deal, DealLine(not_played_reason="tid") if chance.random() < 0.1 else line)


def test_in_the_first_round_there_was_none() -> None:
    tournament = playing(8)
    assert set(before(tournament).values()) == {None}
    give_adjustment(entry=tournament.entries.get(start_no=1), points=2, reason="redeal", actor=None)
    play(tournament, 1)
    assert set(before(tournament).values()) == {None}


@pytest.mark.parametrize("ranking", ["points", "field"])
@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_the_true_rank_of_then_with_ties_and_penalties(seed: int, ranking: str) -> None:
    """Three rounds, every tie-break, penalties of a round and of none, and one who has left."""
    chance = random.Random(seed)
    ties = [
        "mutual",
        "won_contracts",
        "fewest_kruk",
        "highest_contract",
        "best_round",
        "against_field",
        "lot",
    ]
    tie_breaks = [code for code in ties if code != "against_field"] if ranking == "field" else ties
    tournament = playing(11, rounds_planned=3, ranking=ranking, tie_breaks=tie_breaks)
    entries = list(tournament.entries.order_by("start_no"))
    for number in (1, 2, 3):
        if number > 1:
            begin(tournament, number)
        round_ = tournament.rounds.get(number=number)
        give_adjustment(entry=chance.choice(entries), points=-1, reason="revoke", actor=None, round_=round_)
        give_adjustment(entry=chance.choice(entries), points=1, reason="redeal", actor=None)
        play_at_random(tournament, number, chance)
        if number > 1:
            assert before(tournament) == ranks(tournament, number - 1)
        play(tournament, number)
    withdraw_entry(entry=entries[4], actor=None)
    assert before(tournament) == ranks(tournament, 2)
    assert before(tournament, 2) == ranks(tournament, 1)
    assert len(set(before(tournament).values())) > 3


def test_a_round_counts_from_its_first_result_on() -> None:
    tournament = playing(8, rounds_planned=2)
    enter(table(tournament), 1, declared(table(tournament), 1))
    play(tournament, 1)
    begin(tournament, 2)
    assert set(before(tournament).values()) == {None}
    enter(table(tournament, 2, 1), 1, PAS)
    assert before(tournament) == ranks(tournament, 1)


def test_in_a_frozen_list_it_is_of_the_rounds_that_are_shown() -> None:
    tournament = playing(8, rounds_planned=3)
    chance = random.Random(3)
    for number in (1, 2, 3):
        if number > 1:
            begin(tournament, number)
        play_at_random(tournament, number, chance)
        play(tournament, number)
    freeze_standings(tournament=tournament, after_round=2, actor=None)
    recompute(tournament_id=tournament.pk)
    stored = Standing.objects.filter(tournament=tournament)
    shown = {row.entry_id: row.rank_before for row in stored.filter(scope="public")}
    real = {row.entry_id: row.rank_before for row in stored.filter(scope="live")}
    assert (shown, real) == (ranks(tournament, 1), ranks(tournament, 2))
    freeze_standings(tournament=tournament, after_round=1, actor=None)
    assert set(stored.filter(scope="public").values_list("rank_before", flat=True)) == {None}


def test_it_follows_a_correction_and_is_stored() -> None:
    tournament = playing(8, rounds_planned=2)
    play(tournament, 1)
    begin(tournament, 2)
    enter(table(tournament, 2, 1), 1, PAS)
    recompute(tournament_id=tournament.pk)
    last = tournament.entries.get(pk=Standing.objects.order_by("-position").values("entry")[0]["entry"])
    give_adjustment(
        entry=last, points=40, reason="redeal", actor=None, round_=tournament.rounds.get(number=1)
    )
    recompute(tournament_id=tournament.pk)
    assert Standing.objects.get(entry=last).rank_before == 1
