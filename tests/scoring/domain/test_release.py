"""A frozen list: others than the staff see the results as of a round, corrected but no further."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring import queries
from scoring.domain.adjustments import cancel_adjustment, give_adjustment, give_warning
from scoring.domain.deals import correct_deal
from scoring.domain.draws import draw_next, standing
from scoring.domain.release import freeze_standings, release_standings
from scoring.domain.standings import compute, recompute
from scoring.models import Adjustment, Deal, Standing
from tests.scenes import begin, declared, enter, fill, play, playing, table
from tournament.domain.draws import discard_draws, seats_by_number
from tournament.domain.locks import lock_tournament
from tournament.errors import Refused
from tournament.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db
Rows = list[tuple[int, int | None, int, list[int | None]]]


@pytest.fixture
def tournament() -> Tournament:
    """Two rounds of three are played, and the third has begun."""
    tournament = playing(8, rounds_planned=3, tie_breaks=["won_contracts", "mutual"])
    play(tournament, 1)
    begin(tournament, 2)
    play(tournament, 2)
    return counted(tournament)


def counted(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def freeze(tournament: Tournament, after_round: int) -> Tournament:
    freeze_standings(tournament=tournament, after_round=after_round, actor=None)
    tournament.refresh_from_db()
    return tournament


def seen(tournament: Tournament) -> Rows:
    """What everybody sees."""
    tournament.refresh_from_db()
    rows = queries.standings_rows(tournament)
    return [(row.entry.start_no, row.rank, row.total, row.round_points) for row in rows]


def as_of(tournament: Tournament, up_to: int | None) -> Rows:
    start_nos = dict(tournament.entries.values_list("pk", "start_no"))
    rows = compute(tournament, up_to)
    return [(start_nos[row.entry_id], row.rank, row.total, row.round_points) for row in rows]


def points_of(rows: Rows) -> dict[int, int]:
    return {start_no: total for start_no, _, total, _ in rows}


def test_the_list_is_as_of_the_round_before_any_worker_has_run(tournament: Tournament) -> None:
    before = as_of(tournament, 1)
    freeze(tournament, 1)
    assert seen(tournament) == before
    assert {len(row[3]) for row in seen(tournament)} == {1}
    assert sum(points_of(seen(tournament)).values()) == 8


def test_it_stays_while_play_goes_on(tournament: Tournament) -> None:
    freeze(tournament, 1)
    before = seen(tournament)
    begin(tournament, 3)
    fill(table(tournament, 3, 1))
    counted(tournament)
    assert seen(tournament) == before
    live = Standing.objects.filter(tournament=tournament, scope=Standing.Scope.LIVE)
    assert sum(row.total for row in live) == 8 + 8 + 4


def test_what_is_corrected_in_the_rounds_shown_shows(tournament: Tournament) -> None:
    freeze(tournament, 1)
    before = points_of(seen(tournament))
    seating = table(tournament, 1, 1)
    deal = Deal.objects.get(seating=seating, number=1, voided_at=None)
    declarer = seating.seats.get(position=deal.declarer).entry.start_no
    correct_deal(
        deal=deal, version=deal.version, line=declared(seating, 1, outcome="kruk"), actor=None, reason="x"
    )
    counted(tournament)
    assert points_of(seen(tournament)) == before | {declarer: before[declarer] - 3}
    assert seen(tournament) == as_of(tournament, 1)


def test_what_is_corrected_in_a_later_round_does_not(tournament: Tournament) -> None:
    freeze(tournament, 1)
    before = seen(tournament)
    seating = table(tournament, 2, 1)
    deal = Deal.objects.get(seating=seating, number=1, voided_at=None)
    correct_deal(
        deal=deal, version=deal.version, line=declared(seating, 1, outcome="kruk"), actor=None, reason="x"
    )
    counted(tournament)
    assert seen(tournament) == before


def test_released_everybody_sees_all_of_it_and_the_frozen_rows_are_gone(tournament: Tournament) -> None:
    freeze(tournament, 1)
    release_standings(tournament=tournament, actor=None)
    assert seen(tournament) == as_of(tournament, None)
    release_standings(tournament=tournament, actor=None)
    counted(tournament)
    assert not Standing.objects.filter(tournament=tournament, scope=Standing.Scope.PUBLIC).exists()
    assert tournament.released_at is not None
    verbs = AuditEntry.objects.filter(verb__in=["freeze_standings", "release_standings"]).order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["freeze_standings", "release_standings"]


def test_it_can_be_frozen_after_another_round_and_after_none(tournament: Tournament) -> None:
    freeze(tournament, 2)
    assert seen(tournament) == as_of(tournament, 2)
    freeze(tournament, 0)
    assert {row[1:3] for row in seen(tournament)} == {(None, 0)}
    assert {tuple(row[3]) for row in seen(tournament)} == {()}
    freeze(tournament, 0)
    assert AuditEntry.objects.filter(verb="freeze_standings").count() == 2


@pytest.mark.parametrize("after_round", [-1, 3, 99])
def test_a_round_that_is_not_before_the_last_is_refused(tournament: Tournament, after_round: int) -> None:
    with pytest.raises(Refused, match="impossible_freeze"):
        freeze_standings(tournament=tournament, after_round=after_round, actor=None)


class TestAdjustments:
    """Those of the rounds shown count; those without a round, when they were given before the next one began."""

    def total(self, tournament: Tournament) -> int:
        counted(tournament)
        return sum(row.adjustment_points for row in queries.standings_rows(tournament))

    def test_by_the_round_they_are_given_for(self, tournament: Tournament) -> None:
        freeze(tournament, 1)
        entry = tournament.entries.get(start_no=1)
        for number, points in ((1, -1), (2, -10), (3, -100)):
            round_ = tournament.rounds.get(number=number)
            give_adjustment(entry=entry, points=points, reason="revoke", round_=round_, actor=None)
        assert self.total(tournament) == -1

    def test_without_a_round_by_the_time_they_were_given(self, tournament: Tournament) -> None:
        entry = tournament.entries.get(start_no=1)
        early = give_adjustment(entry=entry, points=-1, reason="revoke", actor=None)
        give_adjustment(entry=entry, points=-10, reason="revoke", actor=None)
        began = tournament.rounds.get(number=2).opened_at or timezone.now()
        Adjustment.objects.filter(pk=early.pk).update(given_at=began - timedelta(minutes=1))
        freeze(tournament, 1)
        assert self.total(tournament) == -1
        freeze(tournament, 2)
        assert self.total(tournament) == -11

    def test_a_cancelled_one_counts_nowhere(self, tournament: Tournament) -> None:
        round_ = tournament.rounds.get(number=1)
        given = give_adjustment(
            entry=tournament.entries.get(start_no=1), points=-5, reason="revoke", round_=round_, actor=None
        )
        freeze(tournament, 1)
        assert self.total(tournament) == -5
        cancel_adjustment(adjustment=given, actor=None, reason="forkert")
        assert self.total(tournament) == 0

    def test_a_card_shows_those_that_count_and_no_warning(self, tournament: Tournament) -> None:
        entry = tournament.entries.get(start_no=1)
        for number in (1, 2):
            round_ = tournament.rounds.get(number=number)
            give_adjustment(entry=entry, points=-number, reason="revoke", round_=round_, actor=None)
        give_warning(entry=entry, reason="order", actor=None)
        assert [one.points for one in queries.adjustments_of(entry)] == [-1, -2]
        assert [one.points for one in queries.adjustments_of(entry, 1)] == [-1]


def test_the_next_step_and_the_next_draw_go_by_the_real_list() -> None:
    tournament = playing(8, rounds_planned=3, seating_method="monrad", deals_per_round=4)
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, contract="solo"))
    leader = seating.seats.get(position=declared(seating, 1).declarer).entry.start_no
    for table_no in (1, 2):
        fill(table(tournament, 1, table_no))
    play(tournament, 1)
    counted(tournament)
    discard_draws(tournament=tournament, actor=None)
    freeze(tournament, 0)
    assert standing(tournament)[0] == leader
    (second,) = draw_next(tournament=tournament, actor=None, seed=1)
    hidden = seats_by_number(second)
    assert queries.desk_state(tournament).step == "publish"
    discard_draws(tournament=tournament, actor=None)
    release_standings(tournament=tournament, actor=None)
    (second,) = draw_next(tournament=tournament, actor=None, seed=1)
    assert seats_by_number(second) == hidden
    assert queries.sum_check(tournament).agrees


def test_a_run_that_began_before_the_freeze_does_not_spoil_it(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker has read; then the director freezes; then the worker writes."""
    from scoring.domain import standings

    real = lock_tournament

    def freezing(tournament_id: int) -> Tournament:
        monkeypatch.setattr(standings, "lock_tournament", real)
        freeze(Tournament.objects.get(pk=tournament_id), 1)
        return real(tournament_id)

    begin(tournament, 3)
    monkeypatch.setattr(standings, "lock_tournament", freezing)
    recompute(tournament_id=tournament.pk)
    assert seen(tournament) == as_of(tournament, 1)
