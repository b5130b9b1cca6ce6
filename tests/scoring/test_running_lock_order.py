"""Verbs of the director that meet tables which enter: on PostgreSQL none waits for ever, nothing is done twice."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from scoring.domain.adjustments import cancel_adjustment, give_adjustment
from scoring.domain.lots import draw_lots, take_back_lots
from scoring.domain.release import freeze_standings, release_standings
from scoring.domain.reopening import reopen_round
from scoring.domain.rounds import close_round, finish_tournament
from scoring.domain.standings import recompute
from scoring.domain.undo import last_step, undo_step
from scoring.models import Deal, Standing
from tests.scenes import PAS, enter, fill, play, playing, table
from tests.scoring.test_lock_order import TIMES, at_once
from tournament.domain.banner import show_banner
from tournament.domain.clock import give_table_time, start_clock, stop_clock
from tournament.domain.entries import check_in
from tournament.models import AuditEntry, Round, Seating

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_the_clock_is_worked_while_tables_enter() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", deals_per_round=8)
        round_, seating = tournament.rounds.get(number=1), table(tournament)
        start_clock(round_=round_, minutes=60, actor=None, at=timezone.now())
        outcomes = at_once(
            partial(stop_clock, round_=round_, actor=None, at=timezone.now()),
            partial(give_table_time, seating=seating, minutes=5, had=0, actor=None),
            partial(give_table_time, seating=seating, minutes=5, had=0, actor=None),
            partial(show_banner, tournament=tournament, text="Frokost", actor=None),
            partial(enter, seating, 1, PAS),
            partial(enter, table(tournament, 1, 2), 1, PAS),
        )
        assert sorted(outcomes) == ["clock_changed_meanwhile", *["done"] * 5]
        assert Seating.objects.get(pk=seating.pk).extra_minutes == 5


def test_a_round_is_taken_back_while_a_table_enters_its_first_deal() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        step = last_step(tournament.pk)
        assert step is not None
        seating = table(tournament)
        outcomes = at_once(partial(undo_step, step=step, actor=None), partial(enter, seating, 1, PAS))
        state = Round.objects.get(tournament=tournament, number=1).state
        entered = Deal.objects.filter(seating=seating).count()
        assert (outcomes, state, entered) in (
            (["done", "round_not_open"], "published", 0),
            (["undo_deals_entered", "done"], "playing", 1),
        )


def test_two_press_undo_at_the_same_moment() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        step = last_step(tournament.pk)
        assert step is not None
        assert at_once(*[partial(undo_step, step=step, actor=None)] * 4) == ["done"] * 4
        undone = AuditEntry.objects.filter(tournament_id=tournament.pk, after__has_key="undoes")
        assert [entry.verb for entry in undone] == ["unopen_round"]


def test_a_penalty_is_taken_back_while_it_is_cancelled() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        entry = tournament.entries.first()
        assert entry is not None
        given = give_adjustment(entry=entry, points=-1, reason="revoke", actor=None)
        step = last_step(tournament.pk)
        assert step is not None
        outcomes = at_once(
            partial(undo_step, step=step, actor=None, reason="x"),
            partial(cancel_adjustment, adjustment=given, actor=None, reason="y"),
        )
        assert outcomes[1] == "done"
        assert outcomes[0] in {"done", "undo_gone", "undo_not_last"}


def test_a_round_is_reopened_while_the_result_is_declared_final() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", rounds_planned=1)
        round_ = play(tournament, 1)
        outcomes = at_once(
            partial(reopen_round, round_=round_, confirmed="1", actor=None, reason="x"),
            partial(finish_tournament, tournament=tournament, actor=None, reason="x"),
        )
        assert sorted(outcomes) in (["done", "rounds_remain"], ["done", "reopen_after_final"])


def test_a_round_is_closed_and_reopened_at_once() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}")
        round_ = play(tournament, 1)
        outcomes = at_once(
            partial(reopen_round, round_=round_, confirmed="1", actor=None, reason="x"),
            partial(close_round, round_=round_, actor=None),
        )
        assert outcomes[0] == "done"
        assert outcomes[1] in {"done", "round_not_open"}


def test_the_list_is_frozen_and_released_while_it_is_counted() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", deals_per_round=8)
        enter(table(tournament), 1)
        outcomes = at_once(
            partial(freeze_standings, tournament=tournament, after_round=0, actor=None),
            partial(recompute, tournament_id=tournament.pk),
            partial(enter, table(tournament, 1, 2), 1),
            partial(recompute, tournament_id=tournament.pk),
            partial(release_standings, tournament=tournament, actor=None),
        )
        assert outcomes == ["done"] * 5
        recompute(tournament_id=tournament.pk)
        tournament.refresh_from_db()
        frozen = Standing.objects.filter(tournament=tournament, scope=Standing.Scope.PUBLIC)
        assert frozen.count() == (0 if tournament.frozen_after_round is None else 8)


def test_lots_are_drawn_twice_at_the_same_moment_while_a_table_enters() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", tie_breaks=["lot"])
        for number in (1, 2):
            fill(table(tournament, 1, number))
        again = partial(draw_lots, tournament=tournament, start_nos=range(1, 9), actor=None)
        outcomes = at_once(
            again,
            partial(
                draw_lots, tournament=tournament, start_nos=range(1, 9), order=range(8, 0, -1), actor=None
            ),
            again,
            partial(recompute, tournament_id=tournament.pk),
            partial(check_in, entry=tournament.entries.get(start_no=1), actor=None),
        )
        assert outcomes == ["done"] * 5
        steps = AuditEntry.objects.filter(tournament_id=tournament.pk, verb="draw_lots")
        assert steps.count() == 1
        drawn = tournament.entries.order_by("lot").values_list("start_no", flat=True)
        assert list(drawn) == (steps[0].after or {})["start_nos"]


def test_lots_are_taken_back_while_the_result_is_declared_final() -> None:
    for time in range(TIMES):
        tournament = playing(8, name=f"Prøve {time}", rounds_planned=1, tie_breaks=["lot"])
        play(tournament, 1)
        draw_lots(tournament=tournament, start_nos=range(1, 9), actor=None)
        outcomes = at_once(
            partial(take_back_lots, tournament=tournament, drawing=1, actor=None),
            partial(finish_tournament, tournament=tournament, actor=None, reason="x"),
        )
        kept = tournament.entries.filter(lot__isnull=False).count()
        assert (outcomes, kept) in ((["done", "done"], 0), (["tournament_finished", "done"], 8))
