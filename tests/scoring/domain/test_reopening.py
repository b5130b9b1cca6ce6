"""The ends of a round and of a tournament: protests before, and taking them back after."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring import queries
from scoring.domain.reopening import reopen_problem, reopen_round, take_back_final
from scoring.domain.rounds import close_round, finish_tournament
from scoring.domain.standings import recompute
from scoring.domain.undo import last_step
from scoring.models import Snapshot
from tests.scenes import begin, play, playing, table
from tournament.domain.rounds import publish_round
from tournament.errors import Refused
from tournament.models import AuditEntry, Round, Tournament

pytestmark = pytest.mark.django_db


def round_of(tournament: Tournament, number: int = 1) -> Round:
    return Round.objects.select_related("tournament").get(tournament=tournament, number=number)


@pytest.fixture
def closed() -> Tournament:
    """The first of two rounds is closed."""
    tournament = playing(8)
    play(tournament, 1)
    return tournament


@pytest.fixture
def played() -> Tournament:
    """Everything is played; protests are taken."""
    tournament = playing(8, rounds_planned=1)
    play(tournament, 1)
    return tournament


class TestReopening:
    def reopen(self, tournament: Tournament, confirmed: str = "1", reason: str = "forkert lukket") -> Round:
        return reopen_round(round_=round_of(tournament), confirmed=confirmed, actor=None, reason=reason)

    def test_the_round_is_played_on_and_its_sheets_stay_signed(self, closed: Tournament) -> None:
        round_ = self.reopen(closed, " 1 ")
        assert (round_.state, round_.closed_at) == ("playing", None)
        assert table(closed).is_signed
        assert close_round(round_=round_of(closed), actor=None).state == "closed"

    def test_a_snapshot_is_taken_first(self, closed: Tournament) -> None:
        recompute(tournament_id=closed.pk)
        self.reopen(closed)
        assert Snapshot.objects.get().occasion == "reopen_round"
        verbs = list(AuditEntry.objects.order_by("-pk").values_list("verb", flat=True)[:2])
        assert verbs == ["reopen_round", "take_snapshot"]

    @pytest.mark.parametrize("typed", ["", "2", "ja", "01"])
    def test_the_number_must_be_typed(self, closed: Tournament, typed: str) -> None:
        with pytest.raises(Refused, match="confirmation_wrong"):
            self.reopen(closed, typed)
        assert round_of(closed).state == "closed"
        assert not Snapshot.objects.exists()

    def test_a_reason_must_be_given(self, closed: Tournament) -> None:
        with pytest.raises(Refused, match="reason_missing"):
            self.reopen(closed, reason=" ")

    def test_twice_is_once(self, closed: Tournament) -> None:
        self.reopen(closed)
        self.reopen(closed)
        assert AuditEntry.objects.filter(verb="reopen_round").count() == 1

    def test_the_close_is_a_step_no_more(self, closed: Tournament) -> None:
        self.reopen(closed)
        step = last_step(closed.pk)
        assert step is not None
        assert step.verb == "open_round"

    def test_not_when_the_next_round_has_begun(self, closed: Tournament) -> None:
        publish_round(round_=round_of(closed, 2), actor=None)
        assert reopen_problem(round_of(closed)) is None
        from scoring.domain.rounds import open_round

        open_round(round_=round_of(closed, 2), actor=None)
        with pytest.raises(Refused, match="later_round_begun") as refused:
            self.reopen(closed)
        assert refused.value.params == {"round": 1, "later": 2}

    def test_not_when_the_result_is_final(self, played: Tournament) -> None:
        finish_tournament(tournament=played, actor=None, reason="ingen protest")
        with pytest.raises(Refused, match="reopen_after_final"):
            self.reopen(played)


class TestProtests:
    def test_the_result_waits_for_the_time_for_protests(self, played: Tournament) -> None:
        closed_at = round_of(played).closed_at
        assert closed_at is not None
        with pytest.raises(Refused, match="protests_open") as refused:
            finish_tournament(tournament=played, actor=None)
        assert refused.value.params == {"until": closed_at + timedelta(minutes=30)}
        assert queries.desk_state(played).protests_until == closed_at + timedelta(minutes=30)

    def test_a_reason_declares_it_final_at_once_and_is_logged(self, played: Tournament) -> None:
        finish_tournament(tournament=played, actor=None, reason="alle er enige")
        assert AuditEntry.objects.get(verb="finish_tournament").reason == "alle er enige"

    def test_after_that_time_no_reason_is_needed(self, played: Tournament) -> None:
        Round.objects.update(closed_at=timezone.now() - timedelta(minutes=31))
        assert queries.desk_state(played).protests_until is None
        assert finish_tournament(tournament=played, actor=None).state == "finished"

    def test_no_time_at_all_is_over_at_once(self, played: Tournament) -> None:
        Tournament.objects.update(protest_minutes=0)
        assert finish_tournament(tournament=played, actor=None).state == "finished"

    def test_it_counts_from_the_round_that_was_closed_last(self) -> None:
        tournament = playing(8)
        play(tournament, 1)
        begin(tournament, 2)
        play(tournament, 2)
        earlier = timezone.now() - timedelta(hours=5)
        Round.objects.filter(number=2).update(closed_at=earlier)
        last = round_of(tournament, 1).closed_at
        assert last is not None
        with pytest.raises(Refused) as refused:
            finish_tournament(tournament=tournament, actor=None)
        assert refused.value.params["until"] == last + timedelta(minutes=30)


class TestNotFinal:
    def test_the_result_is_provisional_again(self, played: Tournament) -> None:
        finish_tournament(tournament=played, actor=None, reason="ingen protest")
        taken_back = take_back_final(tournament=played, actor=None, reason="en protest alligevel")
        assert (taken_back.state, taken_back.finished_at) == ("running", None)
        assert Snapshot.objects.get().occasion == "take_back_final"
        take_back_final(tournament=played, actor=None, reason="en gang til")
        assert AuditEntry.objects.filter(verb="take_back_final").count() == 1

    def test_a_reason_must_be_given(self, played: Tournament) -> None:
        finish_tournament(tournament=played, actor=None, reason="ingen protest")
        with pytest.raises(Refused, match="reason_missing"):
            take_back_final(tournament=played, actor=None, reason="")

    def test_what_never_started_is_not_taken_back(self) -> None:
        from tests.scenes import registered

        with pytest.raises(Refused, match="wrong_state"):
            take_back_final(tournament=registered(4), actor=None, reason="x")
