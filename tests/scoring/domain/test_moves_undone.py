"""A move taken back: everything as it was, unless something has changed since."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring import queries
from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.lines import DealLine, settle_line
from scoring.domain.move_plans import exchanging, reseated, to_place, whole_sheets
from scoring.domain.moves import moved_lines, undo_move, undo_problem
from scoring.domain.tables import lose_player
from tests.scenes import PAS, declared, enter, fill, playing, table
from tests.scoring.domain.test_moves import done, move, state, undo, version
from tournament.errors import Refused, Taken
from tournament.models import AuditEntry, Seating, Tournament

pytestmark = pytest.mark.django_db


def test_an_undone_move_leaves_everything_as_it_was() -> None:
    tournament = playing(8, booking="table")
    one, other = table(tournament, 1, 1), table(tournament, 1, 2)
    fill(one)
    enter(other, 2, DealLine(declarer="N", contract="solo", trump="H", outcome="bet", dealer="E"))
    before = state(tournament)
    entry = done(whole_sheets(one, other))
    assert state(tournament) != before
    assert undo_problem(entry) is None
    risen = version(tournament)
    taken_back = undo(entry)
    assert version(tournament) == risen + 1
    assert state(tournament) == before
    assert (taken_back.verb, taken_back.object_id) == ("undo_move", entry.pk)
    with pytest.raises(Refused, match="move_undone_already"):
        undo(entry)


def test_what_was_changed_after_a_move_stops_its_undo() -> None:
    tournament = playing(8)
    deals = [enter(table(tournament), number, PAS) for number in (1, 2)]
    entry = move(deals, table(tournament, 1, 2))
    changed = correct_deal(
        deal=deals[1], version=2, line=declared(table(tournament, 1, 2), 2), actor=None, reason="rettet"
    )
    with pytest.raises(Refused) as refused:
        undo(entry)
    assert (refused.value.code, refused.value.params) == ("moved_deals_changed_since", {"deals": [2]})
    void_deal(deal=changed, version=3, actor=None, reason="fejl")
    assert getattr(undo_problem(entry), "code", "") == "moved_deals_changed_since"


def test_a_place_that_was_filled_after_a_move_stops_its_undo() -> None:
    tournament = playing(8)
    entry = move([enter(table(tournament), 1, PAS)], table(tournament, 1, 2))
    enter(table(tournament), 1, PAS)
    with pytest.raises(Taken, match="place_taken"):
        undo(entry)


def test_a_table_that_lost_a_player_since_does_not_get_its_deal_of_four_back() -> None:
    tournament = playing(8)
    seating = table(tournament)
    entry = move([enter(seating, 2)], table(tournament, 1, 2))
    lose_player(seating=seating, position="W", after_deal=0, actor=None, reason="syg")
    assert getattr(undo_problem(entry), "code", "") == "table_changed_since"


def test_two_moves_are_undone_one_after_the_other() -> None:
    tournament = playing(8)
    deal = enter(table(tournament), 1, PAS)
    before = state(tournament)
    first = move([deal], table(tournament), 2)
    deal.refresh_from_db()
    second = move([deal], table(tournament, 1, 2))
    with pytest.raises(Refused, match="moved_deals_changed_since"):
        undo(first)
    undo(second)
    undo(first)
    assert state(tournament) == before


def test_only_a_move_can_be_undone() -> None:
    enter(table(playing(8)), 1, PAS)
    other = AuditEntry.objects.filter(verb="record_deal").get()
    for pk in (other.pk, 0):
        with pytest.raises(Refused, match="unknown_move"):
            undo_move(audit_id=pk, actor=None, reason="x")


LINES = st.sampled_from(
    [
        None,
        PAS,
        DealLine(not_played_reason="Tid"),
        DealLine(outcome="pas", dealer="N"),
        *(
            DealLine(declarer=seat, contract="tourne", trump="D", outcome=outcome)
            for seat in "NESW"
            for outcome in ("vundet", "kruk")
        ),
    ]
)


class AnyMove(TestCase):
    """Tried on many sheets; each try is rolled back."""

    tournament: Tournament

    @classmethod
    def setUpTestData(cls) -> None:
        cls.tournament = playing(8, booking="opponents")

    @settings(max_examples=40, deadline=None)
    @given(
        one=st.lists(LINES, min_size=4, max_size=4),
        other=st.lists(LINES, min_size=4, max_size=4),
        seats=st.permutations("NESW"),
        first=st.integers(1, 4),
        kind=st.sampled_from(["sheets", "number", "table", "sat", "written"]),
    )
    def test_a_move_and_its_undo_leave_no_trace_on_the_sheets(
        self, one: list[Any], other: list[Any], seats: list[str], first: int, kind: str
    ) -> None:
        here, there = table(self.tournament, 1, 1), table(self.tournament, 1, 2)
        for seating, lines in ((here, one), (there, other)):
            for number, line in enumerate(lines, start=1):
                if line is not None and not refused(seating, number, line):
                    enter(seating, number, line)
        deals = list(queries.current_deals_of(here))
        moves = {
            "sheets": whole_sheets(here, there),
            "number": exchanging(to_place(deals[:1], here, first)),
            "table": exchanging(to_place(deals, there)),
            "sat": reseated(deals, dict(zip("NESW", seats, strict=True)), sat_there=True),
            "written": reseated(deals, dict(zip("NESW", seats, strict=True)), sat_there=False),
        }[kind]
        before = state(self.tournament)
        try:
            lines_told = moved_lines(moves)
            entry = done(moves)
        except Refused:
            assert state(self.tournament) == before
        else:
            assert not any(line.problem for line in lines_told)
            undo(entry)
            assert state(self.tournament) == before


def refused(seating: Seating, number: int, line: DealLine) -> bool:
    try:
        settle_line(line=line, seating=seating, number=number, tournament=seating.round.tournament)
    except Refused:
        return True
    return False
