"""One player's card: round by round, deal by deal."""

from __future__ import annotations

import pytest

from scoring.domain.adjustments import cancel_adjustment, give_adjustment
from scoring.domain.lines import DealLine
from scoring.domain.notices import penalise_notice
from scoring.domain.standings import recompute
from scoring.domain.tables import lose_player
from tests.scenes import PAS, begin, declared, enter, play, playing, table
from tests.web.scoring.public.pages import address, cells, see, start_no, text, texts
from tournament.domain.entries import withdraw_entry
from tournament.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """One table, so that nothing is secret. South deals first."""
    return playing(4)


def entry_at(tournament, position):
    return Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, position))


def card(client, tournament, position="E"):
    recompute(tournament_id=tournament.pk)
    return see(client, "player-card", tournament, start_no(tournament, 1, position))


def test_player_of_no_such_number_is_unknown(visitor, tournament):
    assert visitor.get(address("player-card", tournament, 5)).status_code == 404


def test_declarer_is_marked_on_his_own_card(visitor, tournament):
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, contract="solo", outcome="", tricks=(5, 3, 1)))

    page = card(visitor, tournament, "E")

    assert cells(page, "card-deals") == [["1", "1", "Solo ♥\ufe0e", "forehand declarer", "won 5–3–1", "+3"]]
    assert len(page.xpath("//tr[@class='is-declarer']")) == 1


def test_others_see_who_declared_and_their_own_role(visitor, tournament):
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1))
    declarer = entry_at(tournament, "E").name

    rows = {seat: cells(card(visitor, tournament, seat), "card-deals")[0] for seat in "NSW"}

    assert rows == {
        "N": ["1", "1", f"Spil ♥\ufe0e {declarer}", "sits out", "won", "0"],
        "S": ["1", "1", f"Spil ♥\ufe0e {declarer}", "rearhand dealer", "won", "0"],
        "W": ["1", "1", f"Spil ♥\ufe0e {declarer}", "middlehand", "won", "0"],
    }


@pytest.mark.parametrize(
    ("changes", "result", "points"),
    [
        ({"outcome": "bet"}, "bet", "−1"),
        ({"outcome": "kruk"}, "kruk", "−2"),
        ({"outcome": "", "thrown_in": True}, "bet thrown in", "−1"),
        ({"tout": "made"}, "won Tout made", "+2"),
        ({"tout": "failed"}, "won Tout failed", "0"),
    ],
)
def test_result_is_told_in_words(visitor, tournament, changes, result, points):
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, **changes))

    assert cells(card(visitor, tournament), "card-deals")[0][4:] == [result, points]


def test_nolo_has_no_suit(visitor, tournament):
    seating = table(tournament)
    enter(seating, 1, declared(seating, 1, contract="kobe_nolo", trump=""))

    assert cells(card(visitor, tournament), "card-deals")[0][2] == "Købe nolo"


def test_deal_that_all_passed_counts_nought(visitor, tournament):
    enter(table(tournament), 1, PAS)

    assert cells(card(visitor, tournament), "card-deals") == [
        ["1", "1", "all passed", "forehand", "all pass", "0"]
    ]


def test_deal_not_played_has_its_reason_and_no_points(visitor, tournament):
    enter(table(tournament), 1, DealLine(not_played_reason="time ran out"))

    page = card(visitor, tournament)

    (row,) = cells(page, "card-deals")
    assert (row[0], row[2], row[-1]) == ("1", "not played: time ran out", "–")
    assert texts(page, "//summary/span[@class='round-points']") == ["–"]


def test_what_is_not_played_after_somebody_left_is_the_others_alone(visitor, tournament):
    enter(table(tournament), 1)
    lose_player(seating=table(tournament), position="E", after_deal=2, actor=None, reason="ill")
    for number in (2, 3):
        enter(table(tournament), number, DealLine(not_played_reason="time ran out"))

    of_who_left, of_who_stayed = (
        [row[0] for row in cells(card(visitor, tournament, position), "card-deals")] for position in "EW"
    )

    assert (of_who_left, of_who_stayed) == (["1", "2"], ["1", "2", "3"])


@pytest.mark.parametrize("kind", ["visitor", "scorekeeper"])
def test_card_is_never_kept_without_asking(looks, tournament, kind):
    """Those who keep the scores see more than others: the next one at the same browser must not get it."""
    answer = looks(kind, tournament).get(address("player-card", tournament, 1))

    assert answer["Cache-Control"] == "no-cache"


def test_deals_that_are_not_entered_are_named(visitor, tournament):
    seating = table(tournament)
    enter(seating, 2, declared(seating, 2))

    assert "Deals 1, 3, 4 are not entered." in text(card(visitor, tournament))


def test_table_and_table_mates_are_linked(visitor, tournament):
    page = card(visitor, tournament, "E")

    assert texts(page, "//p[contains(@class, 'at-table')]/a") == ["Table 1, East (E)"]
    assert texts(page, "//ul[@class='mates']/li") == [
        f"{position} {entry_at(tournament, position).name}" for position in "NSW"
    ]
    assert page.xpath("//ul[@class='mates']//a/@href") == [
        address("player-card", tournament, start_no(tournament, 1, position)) for position in "NSW"
    ]


def test_rounds_and_penalties_make_the_total(visitor, tournament):
    play(tournament, 1)
    begin(tournament, 2)
    seating = table(tournament, 2)
    enter(seating, 1, declared(seating, 1, contract="solo"))
    entry = Entry.objects.get(tournament=tournament, start_no=start_no(tournament, 1, "E", 2))
    give_adjustment(entry=entry, points=-2, reason="revoke", actor=None)
    recompute(tournament_id=tournament.pk)

    page = see(visitor, "player-card", tournament, entry.start_no)

    assert cells(page, "totals") == [
        ["Round 1", "+1", "+1"],
        ["Round 2", "+3", "+4"],
        ["Penalties", "−2", ""],
        ["Total", "+2", ""],
    ]


def test_round_without_a_seat_is_told(visitor, tournament):
    from tournament.domain.entries import check_in, register_new_player

    late = register_new_player(tournament=tournament, name="Sent Ankommen", club_name="Faaborg", actor=None)
    check_in(entry=late, actor=None)

    page = see(visitor, "player-card", tournament, late.start_no)

    assert "No seat in this round." in text(page)
    assert texts(page, "//p[@class='page-meta']") == ["Faaborg Start number 5"]


def test_penalty_is_shown_with_its_reason_and_a_cancelled_one_too(visitor, tournament):
    entry = entry_at(tournament, "E")
    round_ = tournament.rounds.get(number=1)
    give_adjustment(entry=entry, points=-2, reason="revoke", note="deal 3", round_=round_, actor=None)
    other = give_adjustment(entry=entry, points=-1, reason="redeal", actor=None)
    cancel_adjustment(adjustment=other, actor=None, reason="wrong player")

    assert texts(card(visitor, tournament), "//section[@id='penalties']//li") == [
        "revoke · Round 1 deal 3 −2",
        "redeal Cancelled: wrong player −1",
    ]


def test_note_of_a_penalty_tells_nothing_of_a_board_that_others_can_still_play(visitor):
    tournament = playing(8)
    seating = table(tournament)
    calls = (("forhand", "tourne"), ("mellemhand", "pas"), ("baghand", "pas"))
    deal = enter(seating, 1, declared(seating, 1, contract="tourne", calls=calls))
    penalise_notice(deal=deal, index=0, actor=None)

    path = "//section[@id='penalties']//li"
    before = texts(card(visitor, tournament, "E"), path)
    play(tournament, 1)
    after = texts(card(visitor, tournament, "E"), path)

    assert before == ["unnecessary announcement · Round 1 −1"]
    assert after == ["unnecessary announcement · Round 1 1/1 #1: Tourné −1"]


def test_place_and_total_are_dashes_before_anything_is_played(visitor, tournament):
    assert texts(card(visitor, tournament), "//p[@class='stat']") == ["– Place", "– Total", "– Deals played"]


def test_who_withdrew_is_marked(visitor, tournament):
    withdraw_entry(entry=entry_at(tournament, "E"), actor=None)

    assert "Withdrawn after round 1" in texts(card(visitor, tournament), "//p[@class='page-meta']")[0]


def test_old_card_follows_the_scores_when_somebody_else_takes_the_seat(visitor, tournament):
    from tournament.models import Seat

    seating = table(tournament)
    enter(seating, 1, declared(seating, 1))
    entry = entry_at(tournament, "E")
    Seat.objects.filter(entry=entry).delete()

    page = see(visitor, "player-card", tournament, entry.start_no)

    assert [row[0] for row in cells(page, "card-deals")] == ["1"]
    assert texts(page, "//p[contains(@class, 'at-table')]/a") == ["Table 1"]
