"""Lots: among whom they are drawn, by hand and from a seed, once, taken back, and worth nothing for anybody else."""

from __future__ import annotations

from typing import Any

import pytest

from engine import RankRow
from scoring.domain.adjustments import give_adjustment
from scoring.domain.archive import archive_of
from scoring.domain.archive_check import recomputed_hash
from scoring.domain.drawn import LARGEST_DRAWING, lot_of, order_from_seed, rank_with_lots
from scoring.domain.lots import draw_lots, equals_of, take_back_lots
from scoring.domain.release import freeze_standings
from scoring.domain.restore import restore
from scoring.domain.rounds import close_round
from scoring.domain.snapshots import document_of, take_snapshot
from scoring.domain.standings import compute, recompute
from scoring.domain.undo import last_step, undo_step
from scoring.models import Standing
from tests.scenes import begin, fill, play, playing, table
from tournament.domain.copying import copy_tournament
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Tournament

pytestmark = pytest.mark.django_db
TIES = ["won_contracts", "lot"]


def tied(**fields: Any) -> tuple[Tournament, list[int]]:
    """Eight who have played a round in which every forehand won a Spil: everybody has a point."""
    tournament = playing(8, **{"tie_breaks": TIES, **fields})
    play(tournament, 1)
    (group,) = equals_of(tournament)
    numbers = dict(tournament.entries.values_list("pk", "start_no"))
    return tournament, sorted(numbers[pk] for pk in group.entry_ids)


def order(tournament: Tournament) -> list[tuple[int | None, int, str]]:
    """Rank, start number and what decided, in order."""
    numbers = dict(tournament.entries.values_list("pk", "start_no"))
    return [(row.rank, numbers[row.entry_id], row.decided_by) for row in compute(tournament)]


def push(tournament: Tournament, *start_nos: int, points: int = 1) -> None:
    """Let some have more points than the others."""
    for start_no in start_nos:
        entry = tournament.entries.get(start_no=start_no)
        give_adjustment(entry=entry, points=points, reason="redeal", actor=None)


def test_what_is_drawn_by_hand_is_the_order_and_says_so() -> None:
    tournament, everybody = tied()
    drawn = [3, 1, 8, 2, 7, 4, 6, 5]
    assert draw_lots(tournament=tournament, start_nos=everybody, order=drawn, actor=None) == drawn
    assert order(tournament) == [(place, number, "lot") for place, number in enumerate(drawn, start=1)]
    tournament.refresh_from_db()
    assert tournament.standings_version < tournament.results_version
    recompute(tournament_id=tournament.pk)
    assert set(Standing.objects.values_list("decided_by", flat=True)) == {"lot"}
    entry = AuditEntry.objects.get(verb="draw_lots")
    assert entry.after == {"start_nos": drawn, "drawing": 1, "by_hand": True}
    assert entry.before == {"lots": dict.fromkeys(map(str, drawn))}


def test_a_seed_gives_the_same_order_to_everybody() -> None:
    tournament, everybody = tied()
    drawn = draw_lots(tournament=tournament, start_nos=everybody, seed=4711, actor=None)
    assert drawn == order_from_seed(everybody, 4711) == order_from_seed(reversed(everybody), 4711)
    assert sorted(drawn) == everybody
    assert drawn != order_from_seed(everybody, 4712)
    assert AuditEntry.objects.filter(verb="draw_lots", after__seed=4711).count() == 1


def test_every_order_comes_about_as_often_as_any_other() -> None:
    firsts = [order_from_seed([1, 2, 3], seed) for seed in range(6_000)]
    counts = [firsts.count(one) for one in {tuple(one): one for one in firsts}.values()]
    assert len(counts) == 6
    assert max(counts) - min(counts) < 200


def test_a_form_that_comes_twice_draws_once() -> None:
    tournament, everybody = tied()
    drawn = draw_lots(tournament=tournament, start_nos=everybody, actor=None)
    version = Tournament.objects.get().results_version
    assert draw_lots(tournament=tournament, start_nos=everybody, actor=None) == drawn
    assert draw_lots(tournament=tournament, start_nos=everybody, order=everybody, actor=None) == drawn
    assert AuditEntry.objects.filter(verb="draw_lots").count() == 1
    assert Tournament.objects.get().results_version == version


@pytest.mark.parametrize(
    ("who", "drawn", "code"),
    [
        ([1, 2], None, "lots_not_equal"),
        ([1], None, "lots_not_equal"),
        ([1, 99], None, "lots_not_equal"),
        ([], None, "lots_not_equal"),
        (range(1, 9), [1, 2, 3, 4, 5, 6, 7], "lots_order_wrong"),
        (range(1, 9), [1, 1, 3, 4, 5, 6, 7, 8], "lots_order_wrong"),
        (range(1, 9), [*range(1, 8), 9], "lots_order_wrong"),
    ],
)
def test_all_who_are_equal_draw_each_once_and_nobody_else(who, drawn, code) -> None:
    tournament, _ = tied()
    with pytest.raises(Refused) as refused:
        draw_lots(tournament=tournament, start_nos=who, order=drawn, actor=None)
    assert refused.value.code == code
    assert not Entry.objects.filter(lot__isnull=False).exists()


def test_no_lots_where_none_were_announced_nor_when_the_result_is_final() -> None:
    tournament, everybody = tied(tie_breaks=["won_contracts"])
    with pytest.raises(Refused, match="lots_not_used"):
        draw_lots(tournament=tournament, start_nos=everybody, actor=None)
    Tournament.objects.update(tie_breaks=TIES)
    draw_lots(tournament=tournament, start_nos=everybody, actor=None)
    Tournament.objects.update(state="finished")
    for act in (
        lambda: draw_lots(tournament=tournament, start_nos=everybody, actor=None),
        lambda: take_back_lots(tournament=tournament, drawing=1, actor=None),
    ):
        with pytest.raises(Refused, match="tournament_finished"):
            act()


def test_a_lot_says_nothing_when_results_part_them_or_let_another_in() -> None:
    tournament, _ = tied()
    push(tournament, 1, 2)
    draw_lots(tournament=tournament, start_nos=[1, 2], order=[2, 1], actor=None)
    assert order(tournament)[:2] == [(1, 2, "lot"), (2, 1, "lot")]
    push(tournament, 1)
    assert order(tournament)[:2] == [(1, 1, ""), (2, 2, "")]
    push(tournament, 2)
    assert order(tournament)[:2] == [(1, 2, "lot"), (2, 1, "lot")]
    push(tournament, 3, points=2)
    assert order(tournament)[:3] == [(1, 1, ""), (1, 2, ""), (1, 3, "")]
    draw_lots(tournament=tournament, start_nos=[1, 2, 3], order=[3, 2, 1], actor=None)
    assert [number for _, number, _ in order(tournament)][:3] == [3, 2, 1]


def test_lots_of_two_drawings_were_never_drawn_against_each_other() -> None:
    tournament, _ = tied()
    push(tournament, 1, 2)
    push(tournament, 3, 4, points=2)
    draw_lots(tournament=tournament, start_nos=[1, 2], order=[2, 1], actor=None)
    draw_lots(tournament=tournament, start_nos=[3, 4], order=[4, 3], actor=None)
    push(tournament, 1)
    push(tournament, 4, points=-1)
    push(tournament, 4)
    ranks = order(tournament)
    # 3, 4 and 1 are equal now; 1 drew with another.
    assert [(rank, number) for rank, number, _ in ranks[:3]] == [(1, 1), (1, 3), (1, 4)]


def test_who_stays_equal_of_a_larger_drawing_keeps_its_order() -> None:
    tournament, everybody = tied()
    draw_lots(tournament=tournament, start_nos=everybody, order=[8, 7, 6, 5, 4, 3, 2, 1], actor=None)
    push(tournament, 2, 5, 8)
    assert [number for _, number, _ in order(tournament)] == [8, 5, 2, 7, 6, 4, 3, 1]


def test_a_drawing_is_taken_back_and_the_step_too() -> None:
    tournament, everybody = tied()
    draw_lots(tournament=tournament, start_nos=everybody, actor=None)
    assert take_back_lots(tournament=tournament, drawing=1, actor=None)
    assert not take_back_lots(tournament=tournament, drawing=1, actor=None)
    assert {rank for rank, _, _ in order(tournament)} == {1}
    draw_lots(tournament=tournament, start_nos=everybody, actor=None)
    step = last_step(tournament.pk)
    assert step is not None
    assert step.verb == "draw_lots"
    assert undo_step(step=step, actor=None)
    assert not undo_step(step=step, actor=None)
    assert not Entry.objects.filter(lot__isnull=False).exists()
    assert AuditEntry.objects.filter(verb="take_back_lots").count() == 2


def test_the_archive_holds_them_and_gives_them_back() -> None:
    tournament, everybody = tied()
    snapshot = take_snapshot(tournament=tournament, actor=None, occasion="asked")
    draw_lots(tournament=tournament, start_nos=everybody, order=[*everybody[::-1]], actor=None)
    drawn = order(tournament)
    document = archive_of(Tournament.objects.get())
    assert recomputed_hash(document) == document["standings_hash"]
    restored = restore(
        tournament=tournament, document=document_of(snapshot), keep_later=True, actor=None, reason="prøve"
    )
    assert restored.agrees
    assert {rank for rank, _, _ in order(tournament)} == {1}
    assert restore(
        tournament=tournament, document=document, keep_later=True, actor=None, reason="prøve"
    ).agrees
    assert order(tournament) == drawn


def test_the_same_tournament_again_has_drawn_nothing() -> None:
    tournament, everybody = tied()
    draw_lots(tournament=tournament, start_nos=everybody, actor=None)
    again = copy_tournament(
        source=tournament,
        name="Igen",
        starts_on=tournament.starts_on,
        entries=tournament.entries.all(),
        actor=None,
    )
    assert (again.tie_breaks, again.ranking) == (TIES, "points")
    assert not again.entries.filter(lot__isnull=False).exists()


def test_a_list_as_of_an_earlier_round_tells_nothing_of_lots() -> None:
    """Who is equal at the end is not to be read from what others see before."""
    tournament, everybody = tied()
    begin(tournament, 2)
    freeze_standings(tournament=tournament, after_round=1, actor=None)
    for number in (1, 2):
        fill(table(tournament, 2, number))
    close_round(round_=tournament.rounds.get(number=2), actor=None)
    (group,) = equals_of(tournament)
    numbers = dict(tournament.entries.values_list("pk", "start_no"))
    draw_lots(tournament=tournament, start_nos=[numbers[pk] for pk in group.entry_ids], actor=None)
    recompute(tournament_id=tournament.pk)
    public = Standing.objects.filter(tournament=tournament, scope="public")
    assert set(public.values_list("rank", "decided_by")) == {(1, "")}
    live = Standing.objects.filter(tournament=tournament, scope="live")
    assert [row.rank for row in live.order_by("position")] == everybody
    assert set(live.values_list("rank_before", flat=True)) == {1}


def test_ninety_nine_draw_and_a_hundred_do_not() -> None:
    rows = [RankRow(key, 5) for key in range(1, LARGEST_DRAWING + 1)]
    lots = {key: lot_of(7, LARGEST_DRAWING + 1 - key) for key in range(1, LARGEST_DRAWING + 1)}
    ranked = rank_with_lots(rows, ["lot"], (), lots)
    assert [row.key for row in ranked] == list(range(LARGEST_DRAWING, 0, -1))
    assert [row.rank for row in ranked] == list(range(1, LARGEST_DRAWING + 1))
    assert lot_of(7, LARGEST_DRAWING) < lot_of(8, 1)
