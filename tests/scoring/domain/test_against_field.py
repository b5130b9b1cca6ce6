"""Against the field in the standings: an example reckoned by hand, sums that are nothing, and lists that go by it."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import hundredths, roles
from scoring import queries
from scoring.domain.adjustments import give_adjustment
from scoring.domain.archive import archive_of
from scoring.domain.archive_check import recomputed_hash, recomputed_standings
from scoring.domain.deals import void_deal
from scoring.domain.draws import standing
from scoring.domain.field import exact_sum, field_of, parts_of
from scoring.domain.lines import DealLine, dealers_of, seats_at
from scoring.domain.release import freeze_standings
from scoring.domain.standings import compute, recompute, standings_hash
from scoring.models import Deal, Standing
from tests.scenes import PAS, begin, declared, enter, fill, play, playing, table
from tournament.domain.handicaps import set_handicap
from tournament.domain.prizes import set_prizes
from tournament.models import Entry, Seating, Tournament

pytestmark = pytest.mark.django_db
NOT_PLAYED = DealLine(not_played_reason="Sent fremmøde")


def made(seating: Seating, number: int, role: str, **changes: Any) -> DealLine:
    """A Spil in hearts played by a role, won unless told otherwise."""
    dealer = dealers_of(seating, seating.round.tournament)[number - 1]
    declarer = str(getattr(roles(dealer, seats_at(seating, number)), role))
    values = {"contract": "spil", "trump": "H", "outcome": "vundet"} | changes
    return DealLine(declarer=declarer, **values)


def at_seats(seating: Seating) -> dict[str, int | None]:
    """What stands in the list for who sits where."""
    stored = {row.entry_id: row.against_field for row in compute(seating.round.tournament)}
    return {seat.position: stored[seat.entry_id] for seat in seating.seats.order_by("position")}


def three_tables(**fields: Any) -> tuple[Seating, Seating, Seating]:
    """Two tables of four with four deals, and one of three, without West, with three."""
    tournament = playing(11, **fields)
    one, two, three = (table(tournament, 1, number) for number in (1, 2, 3))
    assert [len(seating.seats.all()) for seating in (one, two, three)] == [4, 4, 3]
    assert {seat.position for seat in three.seats.all()} == set("ENS")
    return one, two, three


def play_the_example(one: Seating, two: Seating, three: Seating) -> None:
    """Board 1: forehand +1, +3, and all pass. Board 2: forehand −1, not played, middlehand +1. Board 4: −2 and +1."""
    enter(one, 1, made(one, 1, "forhand"))
    enter(two, 1, made(two, 1, "forhand", contract="solo"))
    enter(three, 1, PAS)
    enter(one, 2, made(one, 2, "forhand", outcome="bet"))
    enter(two, 2, NOT_PLAYED)
    enter(three, 2, made(three, 2, "mellemhand"))
    enter(one, 4, made(one, 4, "forhand", outcome="kruk"))
    enter(two, 4, made(two, 4, "forhand"))


def test_three_tables_reckoned_by_hand() -> None:
    """Means: board 1 forehand 4/3; board 2 forehand −1/2, middlehand 1/2; board 4 forehand −1/2; all else 0.

    Table 1: S deals board 1, so E is forehand: 1 − 4/3. E deals board 2: N forehand −1/2, S middlehand −1/2, and W sits
    out. W deals board 4: S forehand −2 + 1/2. Table 3 has no W: E deals board 2, so N is forehand and S middlehand.
    """
    one, two, three = three_tables()
    play_the_example(one, two, three)
    assert at_seats(one) == {"E": -33, "N": -50, "S": -200, "W": 0}
    assert at_seats(two) == {"E": 167, "N": 0, "S": 150, "W": 0}
    assert at_seats(three) == {"E": -133, "N": 50, "S": 50}


def test_a_board_that_a_table_can_still_play_is_not_in_it() -> None:
    one, two, three = three_tables()
    play_the_example(one, two, three)
    before = at_seats(one), at_seats(two), at_seats(three)
    enter(one, 3, made(one, 3, "forhand"))
    enter(two, 3, made(two, 3, "forhand", outcome="kruk"))
    assert (at_seats(one), at_seats(two), at_seats(three)) == before
    enter(three, 3, NOT_PLAYED)
    # N deals board 3, so W is forehand: +1 and −2, a mean of −1/2.
    assert (at_seats(one)["W"], at_seats(two)["W"]) == (150, -150)


def test_what_only_one_table_played_is_compared_with_nothing() -> None:
    one, two, three = three_tables()
    enter(one, 1, made(one, 1, "forhand", contract="solo"))
    enter(two, 1, NOT_PLAYED)
    enter(three, 1, NOT_PLAYED)
    assert set(at_seats(one).values()) == {None}


def test_a_table_that_shuffles_has_no_field() -> None:
    one, two, three = three_tables(shared_boards=False)
    play_the_example(one, two, three)
    assert {row.against_field for row in compute(one.round.tournament)} == {None}


def test_a_deal_taken_off_a_sheet_is_gone_from_the_field() -> None:
    one, two, three = three_tables()
    play_the_example(one, two, three)
    deal = Deal.objects.get(seating=one, number=4, voided_at=None)
    void_deal(deal=deal, version=deal.version, actor=None, reason="fejl")
    # Table 1 can play board 4 again, so it is a secret once more.
    assert at_seats(two)["S"] == 0
    assert at_seats(one)["S"] == -50


def test_it_is_rounded_once_and_half_to_even() -> None:
    """Three times a third is one, not 99 hundredths; an eighth is 12.5 hundredths, and three of them are 37.5."""
    parts = parts_of([[(1, 1), (2, 0), (3, 0)]] * 3)
    assert [hundredths(exact_sum([parts[entry]])) for entry in (1, 2, 3)] == [200, -100, -100]
    eighth = parts_of([[(1, 1), *((entry, 0) for entry in range(2, 9))]])
    assert hundredths(exact_sum([eighth[2]])) == -12
    assert hundredths(exact_sum([eighth[2]] * 3)) == -38


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 12), st.integers(-7, 6)), max_size=9, unique_by=lambda one: one[0]),
        max_size=12,
    )
)
def test_the_differences_of_every_hand_come_to_nothing(hands: list[list[tuple[int, int]]]) -> None:
    for hand in hands:
        parts = parts_of([hand])
        assert sum((exact_sum([own]) for own in parts.values()), Fraction(0)) == 0
        assert set(parts) == ({entry for entry, _ in hand} if len(hand) > 1 else set())
    together = parts_of(hands)
    apart: dict[int, Fraction] = {}
    for hand in hands:
        for entry, own in parts_of([hand]).items():
            apart[entry] = apart.get(entry, Fraction(0)) + exact_sum([own])
    assert {entry: exact_sum([own]) for entry, own in together.items()} == apart


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 999), booking=st.sampled_from(["declarer", "opponents", "table"]))
def test_a_tournament_has_no_more_to_win_from_the_field_than_to_lose(seed: int, booking: str) -> None:
    chance = random.Random(seed)
    tournament = playing(11, name=f"Prøve {seed} {booking}", booking=booking)
    for seating in tournament.rounds.get(number=1).seatings.all():
        sheet = table(tournament, 1, seating.table_no)
        for number in range(1, sheet.deals + 1):
            what = chance.choice(["vundet", "bet", "kruk", "pas", "not", "none"])
            if what == "pas":
                enter(sheet, number, PAS)
            elif what == "not":
                enter(sheet, number, NOT_PLAYED)
            elif what != "none":
                role = chance.choice(["forhand", "mellemhand", "baghand"])
                enter(sheet, number, made(sheet, number, role, outcome=what))
    field = field_of(tournament)
    for hand, played in field.hands.items():
        assert sum(field.difference(hand, one.points) or 0 for one in played) == 0
    exact = field.by_entry()
    assert sum(exact.values()) == 0
    rows = {row.entry_id: row.against_field for row in compute(tournament)}
    assert {pk: value for pk, value in rows.items() if value is not None} == {
        pk: hundredths(value) for pk, value in exact.items()
    }
    document = archive_of(tournament)
    document["tournament"]["ranking"] = "field"
    second = {row["start_no"]: row["against_field"] for row in recomputed_standings(document)}
    start_no = dict(tournament.entries.values_list("pk", "start_no"))
    assert second == {start_no[pk]: value for pk, value in rows.items()}


class TestRanking:
    """A list that goes by the field."""

    def two_tables(self) -> Tournament:
        """Table 1 wins little with board 1, table 2 much; board 2 is won at table 1 alone."""
        tournament = playing(8, ranking="field")
        one, two = table(tournament), table(tournament, 1, 2)
        enter(one, 1, made(one, 1, "forhand"))
        enter(two, 1, made(two, 1, "forhand", contract="solo"))
        enter(one, 2, made(one, 2, "mellemhand", contract="solo"))
        return tournament

    def test_the_order_is_by_what_the_others_made_of_the_same_cards(self) -> None:
        tournament = self.two_tables()
        rows = compute(tournament)
        # +3 and +1 with the same hand; the others made as much as each other; two sat out and held no cards.
        assert [(row.rank, row.against_field) for row in rows] == [
            (1, 100), *[(2, 0)] * 4, (6, -100), (None, None), (None, None)
        ]  # fmt: skip
        # The middlehand of board 2 has as many points as the first, by a board that is still secret.
        assert sorted(row.total for row in rows if row.rank == 2) == [0, 0, 0, 3]

    def test_penalties_and_handicap_count_a_hundred_for_a_point(self) -> None:
        tournament = self.two_tables()
        first = Entry.objects.get(pk=compute(tournament)[0].entry_id)
        last = Entry.objects.get(pk=compute(tournament)[5].entry_id)
        give_adjustment(entry=first, points=-3, reason="revoke", actor=None)
        set_handicap(entry=last, points=2, actor=None, reason="aftalt")
        rows = compute(tournament)
        assert (rows[0].entry_id, rows[0].field_total, rows[0].against_field) == (last.pk, 100, -100)
        assert (rows[5].entry_id, rows[5].field_total, rows[5].against_field) == (first.pk, -200, 100)

    def test_who_has_nothing_to_compare_has_no_place_and_with_a_penalty_only_that(self) -> None:
        tournament = playing(8, ranking="field")
        enter(table(tournament), 1, made(table(tournament), 1, "forhand"))
        assert {row.rank for row in compute(tournament)} == {None}
        entry = tournament.entries.get(start_no=3)
        give_adjustment(entry=entry, points=-1, reason="revoke", actor=None)
        first, *rest = compute(tournament)
        assert (first.entry_id, first.rank, first.field_total, first.against_field) == (
            entry.pk,
            1,
            -100,
            None,
        )
        assert [row.rank for row in rest] == [None] * 7
        assert {row.field_total for row in rest} == {None}

    def test_the_next_draw_goes_by_it(self) -> None:
        tournament = self.two_tables()
        numbers = dict(tournament.entries.values_list("pk", "start_no"))
        assert standing(tournament) == [numbers[row.entry_id] for row in compute(tournament)]

    def test_the_prizes_go_by_it(self) -> None:
        tournament = self.two_tables()
        prizes = [("", 1, "Pokal"), ("", 6, "Trøst")]
        set_prizes(tournament=tournament, prizes=prizes, actor=None)
        recompute(tournament_id=tournament.pk)
        tournament.refresh_from_db()
        rows = compute(tournament)
        winners = {one.first: [entry.pk for entry in one.entries] for one in queries.prize_list(tournament)}
        assert winners == {1: [rows[0].entry_id], 6: [rows[5].entry_id]}
        assert [row.total for row in (rows[0], rows[5])] == [3, 1]

    def test_equals_are_those_who_are_equal_against_the_field(self) -> None:
        tournament = self.two_tables()
        Tournament.objects.update(tie_breaks=["mutual", "won_contracts"])
        tournament.refresh_from_db()
        rows = compute(tournament)
        winner = next(row for row in rows if row.total == 3 and row.against_field == 0)
        assert (winner.rank, winner.decided_by) == (2, "won_contracts")

    def test_the_hash_covers_it_and_the_archive_gives_the_same(self) -> None:
        tournament = self.two_tables()
        play(tournament, 1)
        recompute(tournament_id=tournament.pk)
        tournament.refresh_from_db()
        document = archive_of(tournament)
        assert document["standings_hash"] == tournament.standings_hash == recomputed_hash(document)
        rows = compute(tournament)
        rows[0].against_field = (rows[0].against_field or 0) + 1
        assert standings_hash(rows) != tournament.standings_hash

    def test_the_hash_of_a_list_by_points_is_what_it_was(self) -> None:
        tournament = playing(8)
        play(tournament, 1)
        rows = compute(tournament)
        before = standings_hash(rows)
        for row in rows:
            row.against_field = 1_234
        assert standings_hash(rows) == before
        assert all("against_field" not in row for row in archive_of(tournament)["standings"])

    def test_an_archive_from_before_there_was_a_choice_is_one_by_points(self) -> None:
        tournament = playing(8)
        play(tournament, 1)
        document = archive_of(tournament)
        del document["tournament"]["ranking"]
        for entry in document["entries"]:
            del entry["lot"]
        assert recomputed_hash(document) == document["standings_hash"]

    def test_a_frozen_list_goes_by_the_rounds_it_shows(self) -> None:
        tournament = self.two_tables()
        play(tournament, 1)
        as_of_one = [(row.entry_id, row.rank, row.against_field) for row in compute(tournament)]
        begin(tournament, 2)
        freeze_standings(tournament=tournament, after_round=1, actor=None)
        for number in (1, 2):
            fill(table(tournament, 2, number))
        one = table(tournament, 2, 1)
        deal = Deal.objects.get(seating=one, number=1, voided_at=None)
        assert deal.points == 1
        recompute(tournament_id=tournament.pk)
        shown = Standing.objects.filter(tournament=tournament, scope=Standing.Scope.PUBLIC)
        assert [
            (row.entry_id, row.rank, row.against_field) for row in shown.order_by("position")
        ] == as_of_one


def test_as_a_tie_break_it_separates_only_where_all_have_something_to_compare() -> None:
    tournament = playing(8, tie_breaks=["against_field"])
    one, two = table(tournament), table(tournament, 1, 2)
    enter(one, 1, declared(one, 1, outcome="vundet"))
    enter(two, 1, PAS)
    # Seven have no points, of whom two sat out and held no cards.
    assert [(row.rank, row.decided_by) for row in compute(tournament)][1:] == [(2, "")] * 7
    enter(one, 2, PAS)
    enter(two, 2, PAS)
    # Now all held some. The forehand of table 2 made half a point less than the mean with his.
    rows = compute(tournament)
    assert [(row.rank, row.against_field) for row in rows] == [(1, 50), *[(2, 0)] * 6, (8, -50)]
    assert rows[-1].decided_by == "against_field"
