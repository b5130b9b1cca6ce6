"""Deals moved to the right table, number or seats: as if they had been typed there, all or none, and undone exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from scoring import queries
from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.lines import DealLine, line_of
from scoring.domain.move_plans import exchanging, one_to_the_right, reseated, to_place, whole_sheets
from scoring.domain.moves import (
    Move,
    already_moved,
    move_deals,
    moved_lines,
    once_stood_at,
    points_moved,
    undo_move,
)
from scoring.domain.signatures import sign_seating
from scoring.domain.standings import recompute
from scoring.models import Deal, Score
from tests.scenes import PAS, a_user, begin, declared, enter, fill, play, playing, started, table
from tournament.errors import NotAllowed, Refused, Stale, Taken
from tournament.models import AuditEntry, Seating, StaffRole, Tournament

pytestmark = pytest.mark.django_db

EAST_WEST = {"E": "W", "W": "E"}
CALLS = (("forhand", "spil"), ("mellemhand", "pas"), ("baghand", "pas"))


def move(deals: Sequence[Deal], seating: Seating, first: int | None = None) -> AuditEntry:
    return done(to_place(deals, seating, first))


def done(moves: Sequence[Move]) -> AuditEntry:
    return move_deals(moves=moves, actor=None, reason="forkert bord")


def undo(entry: AuditEntry) -> AuditEntry:
    return undo_move(audit_id=entry.pk, actor=None, reason="var rigtigt")


def reread(deal: Deal) -> Deal:
    return Deal.objects.get(pk=deal.pk)


def version(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).results_version


def sheets(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Everything that stands on the sheets of a tournament."""
    deals = queries.current_deals(tournament).select_related("seating__round")
    return [
        (
            (deal.seating.round.number, deal.seating.table_no, deal.number, deal.board),
            (deal.dealer, deal.dealer_overridden, deal.outcome, deal.points),
            line_of(deal),
        )
        for deal in deals.order_by("seating__round__number", "seating__table_no", "number")
    ]


def scores(tournament: Tournament) -> set[tuple[Any, ...]]:
    return set(
        Score.objects.filter(deal__seating__round__tournament=tournament).values_list(
            "deal__seating__round__number",
            "deal__seating__table_no",
            "deal__number",
            "entry__start_no",
            "player__name",
            "seat",
            "role",
            "points",
        )
    )


def standings(tournament: Tournament) -> list[tuple[Any, ...]]:
    recompute(tournament_id=tournament.pk)
    return list(
        queries.standings_rows(tournament).values_list(
            "rank", "entry__start_no", "total", "deals_played", "deals_missing", "round_points"
        )
    )


def state(tournament: Tournament) -> tuple[Any, ...]:
    return sheets(tournament), scores(tournament), standings(tournament)


def numbers(seating: Seating) -> list[int]:
    return list(
        Deal.objects.filter(seating=seating, voided_at=None).order_by("pk").values_list("number", flat=True)
    )


def test_deals_of_another_table_count_as_if_they_had_been_typed_there() -> None:
    wrong, right = playing(8, booking="opponents"), playing(8, name="Rigtig", booking="opponents")
    deals = [enter(table(wrong, 1, 1), number) for number in (1, 2, 4)]
    for number in (1, 2, 4):
        enter(table(right, 1, 2), number)
    move(deals, table(wrong, 1, 2))
    assert state(wrong) == state(right)
    assert [Deal.objects.get(pk=deal.pk).version for deal in deals] == [2, 2, 2]


def test_a_block_is_shifted_over_its_own_places_and_every_deal_is_dealt_by_whose_turn_it_is() -> None:
    wrong, right = playing(8, deals_per_round=8), playing(8, name="Rigtig", deals_per_round=8)
    lines = [DealLine(declarer="W", contract="spil", trump="H", outcome="bet"), PAS, PAS]
    deals = [enter(table(wrong), number, line) for number, line in enumerate(lines, start=3)]
    for number, line in enumerate(lines, start=4):
        enter(table(right), number, line)
    move(deals, table(wrong), 4)
    assert numbers(table(wrong)) == [4, 5, 6]
    assert state(wrong) == state(right)


def test_two_numbers_are_exchanged() -> None:
    tournament = playing(8)
    seating = table(tournament)
    third, fourth = enter(seating, 3, PAS), enter(seating, 4, DealLine(not_played_reason="Tid"))
    done([Move(third, 1, seating, 4), Move(fourth, 1, seating, 3)])
    assert numbers(seating) == [4, 3]
    assert [deal.is_played for deal in Deal.objects.order_by("number")] == [False, True]


def test_a_deal_in_the_way_changes_places_when_that_is_asked_for() -> None:
    tournament = playing(8, deals_per_round=8)
    seating = table(tournament)
    deals = [enter(seating, number, PAS) for number in range(5, 8)]
    last = enter(seating, 8, DealLine(not_played_reason="Tid"))
    done(exchanging(to_place(deals, seating, 6)))
    assert numbers(seating) == [6, 7, 8, 5]
    assert Deal.objects.get(number=5).pk == last.pk


def test_two_whole_sheets_are_exchanged_also_when_one_has_more_deals() -> None:
    wrong, right = playing(8, booking="table"), playing(8, name="Rigtig", booking="table")
    one, other = DealLine(outcome="pas"), DealLine(declarer="E", contract="tourne", trump="C", outcome="kruk")
    enter(table(wrong, 1, 1), 1, one)
    enter(table(wrong, 1, 1), 2, PAS)
    enter(table(wrong, 1, 2), 1, other)
    enter(table(right, 1, 2), 1, one)
    enter(table(right, 1, 2), 2, PAS)
    enter(table(right, 1, 1), 1, other)
    done(whole_sheets(table(wrong, 1, 1), table(wrong, 1, 2)))
    assert state(wrong) == state(right)


def test_a_seat_that_was_written_wrongly_is_read_as_the_right_one() -> None:
    wrong, right = playing(8), playing(8, name="Rigtig")
    line = DealLine(declarer="E", contract="solo", trump="H", outcome="vundet")
    deal = enter(table(wrong), 1, line)
    enter(table(right), 1, DealLine(declarer="W", contract="solo", trump="H", outcome="vundet"))
    done(reseated([deal], EAST_WEST, sat_there=False))
    assert state(wrong) == state(right)


def test_when_they_sat_otherwise_the_deal_went_round_with_them() -> None:
    tournament = playing(8, booking="opponents")
    seating = table(tournament)
    deals = [enter(seating, number) for number in (1, 2, 3)]
    deals.append(enter(seating, 4, PAS))
    right = one_to_the_right(seating)
    before = {(row[2], row[5]): row[6:] for row in scores(tournament)}
    done(reseated(deals, right, sat_there=True))
    assert {(row[2], row[5]): row[6:] for row in scores(tournament)} == {
        (number, right[seat]): what for (number, seat), what in before.items()
    }
    assert [(deal.dealer, deal.dealer_overridden) for deal in Deal.objects.order_by("number")] == [
        ("E", True),
        ("N", True),
        ("W", True),
        ("S", True),
    ]


def test_a_named_dealer_is_read_by_the_same_seats_and_kept_unless_it_is_his_turn() -> None:
    tournament = playing(8)
    seating = table(tournament)
    line = DealLine(declarer="N", contract="spil", trump="C", outcome="bet", dealer="E")
    deal = enter(seating, 1, line)
    move([deal], seating, 2)
    deal.refresh_from_db()
    assert (deal.dealer, deal.dealer_overridden) == ("E", False)
    deal = enter(seating, 1, line)
    done(reseated([deal], EAST_WEST, sat_there=False))
    deal.refresh_from_db()
    assert (deal.dealer, deal.dealer_overridden) == ("W", True)
    move([deal], seating, 3)
    deal.refresh_from_db()
    assert (deal.dealer, deal.dealer_overridden) == ("W", True)


def test_an_auction_that_cannot_have_been_there_is_left_out_and_comes_back_with_the_undo() -> None:
    tournament = playing(8, deals_per_round=8)
    seating = table(tournament)
    line = DealLine(declarer="E", contract="spil", trump="H", outcome="vundet", calls=CALLS)
    deal = enter(seating, 1, line)
    stays, falls = (moved_lines(to_place([deal], seating, number))[0] for number in (5, 2))
    assert (stays.drops_auction, falls.drops_auction) == (False, True)
    entry = move([deal], seating, 2)
    assert Deal.objects.get().calls is None
    undo(entry)
    assert line_of(Deal.objects.get()) == line


def test_the_board_follows_the_number_and_the_first_board_of_the_table() -> None:
    tournament = playing(8)
    Seating.objects.filter(pk=table(tournament, 1, 2).pk).update(first_board=3)
    deal = enter(table(tournament, 1, 1), 1, PAS)
    move([deal], table(tournament, 1, 2), 2)
    assert Deal.objects.get().board == 4


def test_a_table_of_three_has_its_own_seats_and_numbers() -> None:
    tournament = playing(7, deals_per_round=4)
    tables = {seating.seats.count(): seating for seating in tournament.rounds.get(number=1).seatings.all()}
    four, three = (table(tournament, 1, tables[size].table_no) for size in (4, 3))
    empty = ({"N", "E", "S", "W"} - {seat.position for seat in three.seats.all()}).pop()
    number = next(n for n in range(1, 5) if declared(four, n).declarer == empty)
    deal = enter(four, number)
    for first, code in ((1, "declarer_not_at_table"), (4, "unknown_deal_number")):
        with pytest.raises(Refused) as refused:
            move([deal], three, first)
        assert refused.value.code == code
    other = declared(three, 1).declarer
    done([Move(deal, 1, three, 1, {empty: other, other: empty})])
    assert reread(deal).declarer == other
    with pytest.raises(Refused, match="seat_not_at_table"):
        done(reseated([reread(deal)], {empty: other, other: empty}, sat_there=False))


def test_what_stands_in_the_way_is_told_and_nothing_moves() -> None:
    tournament = playing(8)
    first, second = enter(table(tournament), 1, PAS), enter(table(tournament), 2, PAS)
    there = enter(table(tournament, 1, 2), 2, PAS)
    before, risen = state(tournament), version(tournament)
    with pytest.raises(Taken) as taken:
        move([first, second], table(tournament, 1, 2))
    assert (taken.value.code, taken.value.stored.pk) == ("place_taken", there.pk)
    assert (state(tournament), version(tournament)) == (before, risen)


def test_a_place_whose_deal_was_taken_off_is_free() -> None:
    tournament = playing(8)
    deal = enter(table(tournament), 1, PAS)
    void_deal(deal=enter(table(tournament, 1, 2), 1, PAS), version=1, actor=None, reason="fejl")
    move([deal], table(tournament, 1, 2))
    assert numbers(table(tournament, 1, 2)) == [1]


def test_what_cannot_be_is_refused_and_nothing_is_stored() -> None:
    tournament = playing(8)
    one, other = table(tournament, 1, 1), table(tournament, 1, 2)
    deals = [enter(one, number) for number in (1, 2)]
    before = state(tournament)
    impossible: list[tuple[str, list[Move]]] = [
        ("nothing_to_move", []),
        ("nothing_to_move", to_place(deals, one)),
        ("deal_moved_twice", [*to_place(deals[:1], other), *to_place(deals[:1], other)]),
        ("two_deals_to_one_place", [Move(deal, 1, other, 3) for deal in deals]),
        ("unknown_deal_number", to_place(deals, other, 0)),
        ("unknown_deal_number", to_place(deals, other, 5)),
        ("two_on_one_seat", reseated(deals, {"E": "W"}, sat_there=False)),
        ("seat_not_at_table", reseated(deals, {"E": "X", "X": "E"}, sat_there=True)),
        ("declarer_sits_out", reseated(deals, {"E": "N", "N": "E"}, sat_there=False)),
    ]
    for code, moves in impossible:
        with pytest.raises(Refused) as refusal:
            done(moves)
        assert refusal.value.code == code
    assert state(tournament) == before
    assert not AuditEntry.objects.filter(verb="move_deals").exists()


def test_a_deal_changed_meanwhile_is_not_moved() -> None:
    tournament = playing(8)
    seating, other = table(tournament, 1, 1), table(tournament, 1, 2)
    deal = enter(seating, 1, PAS)
    moves = to_place([deal], other)
    correct_deal(deal=deal, version=1, line=declared(seating, 1), actor=None)
    with pytest.raises(Stale, match="version_is_old"):
        done(moves)
    void_deal(deal=deal, version=2, actor=None, reason="fejl")
    with pytest.raises(Taken, match="deal_voided"):
        done(moves)


def test_the_same_order_given_twice_is_known_as_done() -> None:
    tournament = playing(8)
    deals = [enter(table(tournament), number) for number in (1, 2)]
    moves = to_place(deals, table(tournament, 1, 2))
    assert not already_moved(moves)
    entry = done(moves)
    with pytest.raises(Stale):
        done(moves)
    assert already_moved(moves)
    undo(entry)
    assert not already_moved(moves)


def test_nothing_moves_between_tournaments_or_to_a_round_that_has_not_begun() -> None:
    tournament, foreign = playing(8), playing(8, name="En anden")
    deal = enter(table(tournament), 1, PAS)
    for target, code in (
        (table(foreign), "moves_between_tournaments"),
        (table(tournament, 2), "round_not_open"),
    ):
        with pytest.raises(Refused) as refused:
            move([deal], target)
        assert refused.value.code == code


def test_deals_move_to_another_round_that_has_begun() -> None:
    tournament = started(8)
    begin(tournament, 1)
    play(tournament, 1, close=False)
    begin(tournament, 2)
    void_deal(
        deal=Deal.objects.get(seating=table(tournament, 1, 2), number=3), version=1, actor=None, reason="fejl"
    )
    deal = enter(table(tournament, 2), 3)
    move([deal], table(tournament, 1, 2))
    deal.refresh_from_db()
    assert (deal.seating_id, deal.number) == (table(tournament, 1, 2).pk, 3)


def test_signed_and_closed_sheets_are_mended_by_the_director_and_keep_their_signature() -> None:
    director = a_user()
    tournament = playing(8, director)
    play(tournament, 1)
    one, other = table(tournament, 1, 1), table(tournament, 1, 2)
    move_deals(moves=whole_sheets(one, other), actor=director, reason="byttet om")
    assert {table(tournament, 1, number).state for number in (1, 2)} == {"signed"}
    assert [row.changed_after_signing for row in queries.tables_of_desk(one.round)] == [False, False]
    deal = Deal.objects.get(seating=one, number=1)
    move_deals(moves=reseated([deal], EAST_WEST, sat_there=True), actor=director, reason="plads")
    assert [row.changed_after_signing for row in queries.tables_of_desk(one.round)] == [True, False]


def test_it_takes_the_director_and_a_reason() -> None:
    director = a_user()
    tournament = playing(8, director)
    keeper = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    moves = to_place([enter(table(tournament), 1, PAS)], table(tournament, 1, 2))
    with pytest.raises(NotAllowed, match="director_moves_deals"):
        move_deals(moves=moves, actor=keeper, reason="forkert bord")
    with pytest.raises(Refused, match="reason_missing"):
        move_deals(moves=moves, actor=director, reason=" ")
    entry = move_deals(moves=moves, actor=director, reason="forkert bord")
    with pytest.raises(NotAllowed):
        undo_move(audit_id=entry.pk, actor=keeper, reason="nej")
    with pytest.raises(Refused, match="reason_missing"):
        undo_move(audit_id=entry.pk, actor=director, reason="")


def test_one_move_is_one_entry_in_the_log_and_one_new_version_of_the_results() -> None:
    tournament = playing(8)
    deals = [enter(table(tournament), number) for number in (1, 2)]
    risen = version(tournament)
    entry = move(deals, table(tournament, 1, 2), 3)
    assert version(tournament) == risen + 1
    assert list(AuditEntry.objects.filter(verb="move_deals")) == [entry]
    assert (entry.object_type, entry.object_id, entry.reason) == (
        "seating", table(tournament).pk, "forkert bord",
    )  # fmt: skip
    told = [
        [(row["deal"], row["table"], row["number"], row["declarer"], row["version"]) for row in side["deals"]]
        for side in (entry.before or {}, entry.after or {})
    ]
    one, two = (deal.pk for deal in deals)
    assert told == [[(one, 1, 1, "E", 1), (two, 1, 2, "N", 1)], [(one, 2, 3, "E", 2), (two, 2, 4, "N", 2)]]


def test_the_preview_says_what_would_be_and_stores_nothing() -> None:
    tournament = playing(8)
    one, other = table(tournament, 1, 1), table(tournament, 1, 2)
    good = enter(one, 1)
    bad = enter(one, 2)
    enter(other, 2, PAS)
    before, risen = state(tournament), version(tournament)
    lines = moved_lines(to_place([good, bad], other))
    assert [line.problem and line.problem.code for line in lines] == [None, "place_taken"]
    assert [line.after and (line.after.seating_id, line.after.number) for line in lines] == [
        (other.pk, 1),
        None,
    ]
    assert (state(tournament), version(tournament)) == (before, risen)


def test_the_preview_says_whose_points_change() -> None:
    tournament = playing(8)
    one, other = table(tournament, 1, 1), table(tournament, 1, 2)
    deal = enter(one, 1)
    enter(one, 2, PAS)
    loses, gains = (seating.seats.get(position="E").entry for seating in (one, other))
    moves = to_place([deal], other)
    told = {row.entry: (row.before, row.after) for row in points_moved(moved_lines(moves)) if row.changes}
    assert told == {loses: (1, 0), gains: (None, 1)} | {
        seat.entry: (None, 0) for seat in other.seats.exclude(position="E")
    }
    done(moves)
    now = {row.entry: row.before for row in points_moved(moved_lines(to_place([reread(deal)], one)))}
    assert {entry: now[entry] for entry in told} == {entry: after for entry, (_, after) in told.items()}


def test_a_phone_that_sends_again_what_was_moved_means_the_moved_deal() -> None:
    tournament = playing(8)
    deal = enter(table(tournament), 1, PAS)
    assert not once_stood_at(deal, table(tournament).pk, 1)
    move([deal], table(tournament, 1, 2))
    deal.refresh_from_db()
    assert once_stood_at(deal, table(tournament).pk, 1)
    assert not once_stood_at(deal, table(tournament).pk, 2)


def test_a_moved_deal_can_be_corrected_and_the_sheet_signed() -> None:
    tournament = playing(8)
    deal = enter(table(tournament), 1)
    move([deal], table(tournament, 1, 2))
    fill(table(tournament, 1, 2), sign=False)
    assert sign_seating(seating=table(tournament, 1, 2), actor=None).pk
