"""The last step can be taken back where that is safe, once, and never the step before by mistake."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring import queries
from scoring.domain.adjustments import give_adjustment, give_warning
from scoring.domain.calls import answer_call, call_director
from scoring.domain.rounds import close_round, open_round
from scoring.domain.undo import is_undone, last_step, undo_problem, undo_step
from scoring.models import Adjustment, DirectorCall
from tests.scenes import PAS, a_user, begin, enter, play, playing, registered, started, table
from tournament.domain.clock import start_clock
from tournament.domain.draws import seats_by_number
from tournament.domain.entries import check_in, check_in_all, undo_check_in, withdraw_entry
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import start_tournament
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Round, Tournament

pytestmark = pytest.mark.django_db


def step_of(tournament: Tournament) -> AuditEntry:
    step = last_step(tournament.pk)
    assert step is not None
    return step


def problem_of(tournament: Tournament) -> str:
    problem = undo_problem(step_of(tournament))
    return problem.code if problem else ""


def undo(tournament: Tournament) -> str:
    """Take the last step back; the verb it is in the log."""
    step = step_of(tournament)
    undo_step(step=step, actor=None, reason="fortrudt")
    assert is_undone(step)
    return AuditEntry.objects.filter(tournament_id=tournament.pk, after__undoes=step.pk).get().verb


def state_of(tournament: Tournament, number: int = 1) -> Round:
    return tournament.rounds.get(number=number)


class TestPublishing:
    def test_seats_are_secret_again_and_stay_the_same(self) -> None:
        tournament = started(8)
        round_ = publish_round(round_=state_of(tournament), actor=None)
        seats = seats_by_number(round_)
        assert undo(tournament) == "unpublish_round"
        round_ = state_of(tournament)
        assert (round_.state, round_.published_at, seats_by_number(round_)) == ("drawn", None, seats)
        assert publish_round(round_=round_, actor=None).state == "published"

    def test_not_when_the_round_has_begun(self) -> None:
        tournament = started(8)
        publish_round(round_=state_of(tournament), actor=None)
        step = step_of(tournament)
        open_round(round_=state_of(tournament), actor=None)
        with pytest.raises(Refused, match="undo_not_last"):
            undo_step(step=step, actor=None)
        assert state_of(tournament).state == "playing"

    def test_not_when_a_later_round_is_public_too(self) -> None:
        tournament = started(8)
        publish_round(round_=state_of(tournament), actor=None)
        first = step_of(tournament)
        publish_round(round_=state_of(tournament, 2), actor=None)
        problem = undo_problem(first)
        assert problem is not None
        assert problem.code == "undo_later_published"

    def test_the_standings_lose_the_column(self) -> None:
        tournament = started(8)
        publish_round(round_=state_of(tournament), actor=None)
        tournament.refresh_from_db()
        before = tournament.results_version
        undo(tournament)
        tournament.refresh_from_db()
        assert tournament.results_version == before + 1


class TestBeginning:
    def test_the_round_has_not_begun_and_its_clock_neither(self) -> None:
        tournament = playing(8)
        round_ = state_of(tournament)
        start_clock(round_=round_, minutes=60, actor=None, at=timezone.now())
        assert undo(tournament) == "unopen_round"
        round_ = state_of(tournament)
        assert (round_.state, round_.opened_at, round_.clock_started_at) == ("published", None, None)
        assert round_.minutes == 60

    def test_not_when_a_deal_was_entered_even_if_it_was_taken_off(self) -> None:
        tournament = playing(8)
        deal = enter(table(tournament), 1, PAS)
        assert problem_of(tournament) == "undo_deals_entered"
        from scoring.domain.deals import void_deal

        void_deal(deal=deal, version=deal.version, actor=None, reason="forkert bord")
        assert problem_of(tournament) == "undo_deals_entered"
        with pytest.raises(Refused, match="undo_deals_entered"):
            undo(tournament)

    def test_then_the_publishing_is_the_last_step(self) -> None:
        tournament = playing(8)
        assert [undo(tournament), undo(tournament)] == ["unopen_round", "unpublish_round"]
        assert state_of(tournament).state == "drawn"


class TestPeople:
    def test_everybody_is_checked_out_again_but_who_was_here_before(self) -> None:
        tournament = registered(4)
        for entry in tournament.entries.all():
            undo_check_in(entry=entry, actor=None)
        check_in(entry=tournament.entries.get(start_no=1), actor=None)
        check_in_all(tournament=tournament, actor=None)
        assert undo(tournament) == "undo_check_in_all"
        states = tournament.entries.order_by("start_no").values_list("state", flat=True)
        assert list(states) == ["checked_in", "registered", "registered", "registered"]

    def test_not_when_seats_are_public(self) -> None:
        tournament = started(4)
        publish_round(round_=state_of(tournament), actor=None)
        checked_in = AuditEntry.objects.filter(verb="check_in_all").get()
        problem = undo_problem(checked_in)
        assert problem is not None
        assert problem.code == "undo_seats_public"

    def test_checking_nobody_in_is_no_step(self) -> None:
        tournament = registered(4)
        check_in_all(tournament=tournament, actor=None)
        assert AuditEntry.objects.filter(verb="check_in_all").count() == 1

    @pytest.mark.parametrize("state", ["registered", "checked_in", "waitlisted"])
    def test_who_was_withdrawn_is_what_he_was(self, state: str) -> None:
        tournament = registered(4)
        Entry.objects.filter(start_no=2).update(state=state)
        withdraw_entry(entry=tournament.entries.get(start_no=2), actor=None, reason="syg")
        assert undo(tournament) == "undo_withdrawal"
        entry = tournament.entries.get(start_no=2)
        assert (entry.state, entry.withdrawn_after_round) == (state, None)

    def test_not_when_he_has_returned_by_himself(self) -> None:
        from tournament.domain.entries import return_entry

        tournament = started(8)
        entry = tournament.entries.get(start_no=2)
        withdraw_entry(entry=entry, actor=None)
        withdrawn = step_of(tournament)
        return_entry(entry=entry, actor=None)
        problem = undo_problem(withdrawn)
        assert problem is not None
        assert (problem.code, problem_of(tournament)) == ("undo_gone", "undo_return")


class TestPointsAndCalls:
    @pytest.mark.parametrize("give", [lambda **what: give_adjustment(points=-1, **what), give_warning])
    def test_what_was_given_is_cancelled(self, give) -> None:
        tournament = playing(4)
        give(entry=tournament.entries.get(start_no=1), reason="revoke", actor=None)
        assert undo(tournament) == "cancel_adjustment"
        given = Adjustment.objects.get()
        assert (given.cancelled_at is None, given.cancel_reason) == (False, "fortrudt")

    def test_an_answered_call_waits_again(self) -> None:
        tournament = playing(4)
        call = call_director(seating=table(tournament), actor=None)
        answer_call(call=call, actor=a_user())
        assert undo(tournament) == "call_again"
        assert [one.pk for one in queries.waiting_calls(tournament)] == [call.pk]

    def test_not_when_the_table_has_called_again(self) -> None:
        tournament = playing(4)
        answer_call(call=call_director(seating=table(tournament), actor=None), actor=None)
        call_director(seating=table(tournament), actor=None)
        assert problem_of(tournament) == "undo_called_again"
        with pytest.raises(Refused, match="undo_called_again"):
            undo(tournament)
        assert DirectorCall.objects.filter(answered_at=None).count() == 1


class TestPressedTwice:
    def test_the_second_press_does_nothing(self) -> None:
        tournament = playing(8)
        step = step_of(tournament)
        assert undo_step(step=step, actor=None) is True
        assert undo_step(step=step, actor=None) is False
        assert state_of(tournament).state == "published"

    def test_somebody_else_has_done_something_meanwhile(self) -> None:
        tournament = playing(8)
        shown = step_of(tournament)
        give_adjustment(entry=tournament.entries.get(start_no=1), points=-1, reason="revoke", actor=None)
        with pytest.raises(Refused, match="undo_not_last"):
            undo_step(step=shown, actor=None)
        assert state_of(tournament).state == "playing"

    def test_what_tables_do_is_no_step(self) -> None:
        tournament = playing(8)
        opened = step_of(tournament)
        enter(table(tournament), 1)
        call_director(seating=table(tournament), actor=None)
        assert step_of(tournament) == opened

    def test_other_tournaments_have_steps_of_their_own(self) -> None:
        one, other = playing(4), playing(4, name="En anden")
        undo(one)
        assert (state_of(one).state, state_of(other).state) == ("published", "playing")


def test_an_ending_is_not_taken_back_by_a_press() -> None:
    tournament = playing(8)
    play(tournament, 1)
    step = step_of(tournament)
    assert (step.verb, undo_problem(step)) == ("close_round", None)
    with pytest.raises(Refused, match="undo_impossible"):
        undo_step(step=step, actor=None)


def test_what_cannot_be_taken_back_says_what_to_do_instead() -> None:
    tournament = registered(8)
    start_tournament(tournament=tournament, actor=None)
    assert problem_of(tournament) == "undo_start"
    with pytest.raises(Refused, match="undo_start"):
        undo(tournament)


def test_an_old_step_of_a_closed_round_is_not_taken_back() -> None:
    tournament = playing(8)
    opened = step_of(tournament)
    play(tournament, 1, close=False)
    close_round(round_=state_of(tournament), actor=None)
    begin(tournament, 2)
    problem = undo_problem(opened)
    assert problem is not None
    assert problem.code == "round_not_open"
