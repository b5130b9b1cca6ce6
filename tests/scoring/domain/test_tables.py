"""A table of four that loses a player in mid-round goes on as three."""

from __future__ import annotations

import pytest

from scoring import queries
from scoring.domain.lines import DealLine
from scoring.domain.signatures import sign_seating
from scoring.domain.standings import recompute
from scoring.domain.tables import lose_player, take_player_back
from scoring.models import Deal, Standing
from tests.scenes import PAS, enter, play, playing, table
from tournament.errors import Refused

pytestmark = pytest.mark.django_db


def test_the_deal_goes_round_among_those_who_stay_and_nobody_sits_out() -> None:
    tournament = playing(8, deals_per_round=8)
    seating = table(tournament)
    for number in (1, 2):
        enter(seating, number, PAS)
    lose_player(seating=seating, position="N", after_deal=2, actor=None, reason="syg")
    lines = queries.sheet(table(tournament))
    assert "".join(line.dealer for line in lines) == "SEWSEWSE"
    assert [line.sitter_out for line in lines] == ["N", "W", "", "", "", "", "", ""]


def test_points_after_it_are_booked_among_three() -> None:
    tournament = playing(8, deals_per_round=8, booking="opponents")
    enter(table(tournament), 1, PAS)
    lose_player(seating=table(tournament), position="N", after_deal=1, actor=None, reason="syg")
    deal = enter(table(tournament), 2, DealLine(declarer="E", contract="tourne", trump="H", outcome="vundet"))
    assert {score.seat: (score.role, score.points) for score in deal.scores.all()} == {
        "W": ("forhand", -2),
        "S": ("mellemhand", -2),
        "E": ("baghand", 4),
    }


def test_whoever_left_cannot_be_declarer_any_more() -> None:
    tournament = playing(8)
    enter(table(tournament), 1, PAS)
    lose_player(seating=table(tournament), position="N", after_deal=1, actor=None, reason="syg")
    with pytest.raises(Refused, match="declarer_not_at_table"):
        enter(table(tournament), 2, DealLine(declarer="N", contract="spil", trump="H", outcome="bet"))


def test_whoever_left_owes_no_more_deals_and_the_sheet_can_be_signed() -> None:
    tournament = playing(8, deals_per_round=8)
    seating = table(tournament)
    for number in (1, 2):
        enter(seating, number, PAS)
    lose_player(seating=seating, position="N", after_deal=2, actor=None, reason="syg")
    recompute(tournament_id=tournament.pk)
    missing = {
        row.entry.seats.get(seating=seating).position: row.deals_missing for row in at_table(seating.pk)
    }
    assert missing == {"N": 0, "E": 6, "S": 6, "W": 6}
    for number in range(3, 9):
        enter(table(tournament), number, PAS)
    assert sign_seating(seating=seating, actor=None).pk


def at_table(seating: int) -> list[Standing]:
    return list(Standing.objects.filter(entry__seats__seating=seating).select_related("entry"))


@pytest.mark.parametrize(
    ("position", "after_deal", "reason", "code"),
    [
        ("N", 1, " ", "reason_missing"),
        ("X", 1, "syg", "seat_not_at_table"),
        ("N", 4, "syg", "unknown_deal_number"),
        ("N", -1, "syg", "unknown_deal_number"),
        ("N", 0, "syg", "later_deals_entered"),
    ],
)
def test_what_cannot_be_is_refused(position: str, after_deal: int, reason: str, code: str) -> None:
    tournament = playing(8)
    enter(table(tournament), 1, PAS)
    with pytest.raises(Refused) as refused:
        lose_player(
            seating=table(tournament), position=position, after_deal=after_deal, actor=None, reason=reason
        )
    assert refused.value.code == code
    assert not table(tournament).seats.filter(left_after_deal__isnull=False).exists()


def test_a_table_loses_one_player_only() -> None:
    tournament = playing(7)
    three = next(t.table_no for t in tournament.rounds.get(number=1).seatings.all() if t.seats.count() == 3)
    seats = table(tournament, 1, three).seats
    with pytest.raises(Refused, match="table_of_three_stays"):
        lose_player(
            seating=table(tournament, 1, three),
            position=seats.all()[0].position,
            after_deal=0,
            actor=None,
            reason="syg",
        )


def test_it_can_be_taken_back_until_three_have_played() -> None:
    tournament = playing(8)
    seating = table(tournament)
    lose_player(seating=seating, position="E", after_deal=0, actor=None, reason="syg")
    take_player_back(seating=seating, actor=None, reason="kom tilbage")
    assert queries.sheet(table(tournament))[0].sitter_out == "N"
    lose_player(seating=seating, position="E", after_deal=0, actor=None, reason="syg")
    enter(table(tournament), 1, PAS)
    with pytest.raises(Refused, match="later_deals_entered"):
        take_player_back(seating=seating, actor=None, reason="kom tilbage")


def test_a_whole_round_with_a_table_that_lost_somebody_can_be_closed() -> None:
    tournament = playing(8)
    enter(table(tournament), 1, PAS)
    lose_player(seating=table(tournament), position="W", after_deal=1, actor=None, reason="syg")
    assert play(tournament, 1).state == "closed"
    assert Deal.objects.filter(seating=table(tournament)).count() == 4
