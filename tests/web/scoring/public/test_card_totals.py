"""The card beside all who held the same cards, and its totals; every number is worked out by hand.

At a table of four South deals first: East is forhånd in deal 1, baghånd in 2, mellemhånd in 3, and sits out in 4.
"""

from __future__ import annotations

import pytest
from lxml import html

from scoring.domain.deals import correct_deal
from scoring.domain.release import freeze_standings
from scoring.domain.standings import recompute
from scoring.domain.substitutes import substitute
from tests.bench.large import fill as fill_large
from tests.scenes import PAS, begin, declared, enter, fill, play, playing, table
from tests.web.scoring.public.pages import address, cells, see, start_no, text, texts
from tournament.domain.registry import create_player
from tournament.models import Entry, Seat

pytestmark = pytest.mark.django_db
SOLO = {"contract": "solo", "outcome": "", "tricks": (5, 3, 1)}
TOURNE_BET = {"contract": "tourne", "declarer": "E", "outcome": "bet"}


@pytest.fixture
def tournament():
    """Two tables that share their boards: East at table 1 made +3, −2, 0; East at table 2 +1, +2, 0."""
    tournament = playing(8)
    first, second = table(tournament), table(tournament, 1, 2)
    enter(first, 1, declared(first, 1, **SOLO))
    enter(first, 2, declared(first, 2, **TOURNE_BET))
    enter(first, 3, declared(first, 3, outcome="kruk"))
    enter(first, 4)
    enter(second, 1)
    enter(second, 2, declared(second, 2, contract="kobe_nolo", trump="", declarer="E"))
    enter(second, 3, PAS)
    enter(second, 4, PAS)
    return tournament


def entry_at(tournament, position="E", table_no=1):
    return Entry.objects.get(tournament=tournament, start_no=start_no(tournament, table_no, position))


def card(client, tournament, position="E"):
    recompute(tournament_id=tournament.pk)
    return see(client, "player-card", tournament, start_no(tournament, 1, position))


def foot(page, name):
    """The last line of a table."""
    return texts(page, f"//table[contains(concat(' ', @class, ' '), ' {name} ')]/tfoot/tr/*[not(.='')]")


def test_each_deal_beside_all_who_held_the_same_cards(visitor, tournament):
    page = card(visitor, tournament)
    west, south = entry_at(tournament, "W").name, entry_at(tournament, "S").name

    assert cells(page, "card-deals") == [
        ["1", "1", "Solo ♥\ufe0e", "forehand declarer", "won 5–3–1", "+3", "+2.00", "+1.00"],
        ["2", "2", "Tourné ♥\ufe0e", "rearhand declarer", "bet", "−2", "0.00", "−2.00"],
        ["3", "3", f"Spil ♥\ufe0e {west}", "middlehand", "kruk", "0", "0.00", "0.00"],
        ["4", "4", f"Spil ♥\ufe0e {south}", "sits out", "won", "0", "–", "–"],
    ]
    assert foot(page, "card-deals")[-1] == "−1.00"
    assert cells(page, "totals")[0] == ["Round 1", "+1", "−1.00", "+1"]


def test_each_deal_leads_to_its_board(visitor, tournament):
    links = card(visitor, tournament).xpath("//table[contains(@class, 'card-deals')]/tbody//th/a/@href")

    assert links == [address("board", tournament, 1, board) for board in (1, 2, 3, 4)]


def test_totals_by_contract_and_by_role(visitor, tournament):
    page = card(visitor, tournament)

    assert cells(page, "contract-totals") == [
        ["Tourné", "1", "–", "1", "–", "−2"],
        ["Solo", "1", "1", "–", "–", "+3"],
    ]
    assert foot(page, "contract-totals")[1:] == ["2", "1", "1", "–", "+1"]
    assert cells(page, "role-totals") == [
        ["forehand", "1", "1", "+3"],
        ["middlehand", "1", "–", "0"],
        ["rearhand", "1", "1", "−2"],
        ["sits out", "1", "", "0"],
    ]
    assert texts(page, "//section[contains(@class, 'deal-totals')]//ul/li") == [
        "Against the contracts of others they won 0, bet 0, kruk 1 1 deal · 0",
        "All passed 0 deals",
        "Best deal round 1, deal 1: Solo ♥\ufe0e , won +3",
        "Worst deal round 1, deal 2: Tourné ♥\ufe0e , bet −2",
    ]
    assert "Never declared: Spil, Bedre spil, Købe nolo" in text(page)


def test_the_course_is_told_in_words(visitor, tournament):
    assert texts(card(visitor, tournament), "//*[name()='title'][@id]") == [
        "The course deal by deal: after round 1: +1"
    ]


def test_a_correction_is_in_all_of_it(visitor, tournament):
    deal = table(tournament).deals_entered.get(number=1)
    line = declared(table(tournament), 1, **(SOLO | {"tricks": (3, 5, 1)}))
    correct_deal(deal=deal, version=deal.version, line=line, actor=None, reason="typed wrongly")

    page = card(visitor, tournament)

    # Kruk is −4: with +1 at the other table −1.50 on average.
    assert cells(page, "card-deals")[0][4:] == ["kruk 3–5–1", "−4", "−1.50", "−2.50"]
    assert cells(page, "contract-totals")[1] == ["Solo", "1", "–", "–", "1", "−4"]
    assert cells(page, "totals")[0] == ["Round 1", "−6", "−4.50", "−6"]


def test_only_what_is_released_is_counted(visitor):
    tournament = playing(8)
    fill(table(tournament))
    for number in (1, 3):
        enter(table(tournament, 1, 2), number)

    page = card(visitor, tournament)

    # Of the two, deal 1 was East's own Spil.
    assert foot(page, "contract-totals")[1:3] == ["1", "1"]
    assert [row[1] for row in cells(page, "role-totals")] == ["1", "1", "–"]
    assert "Never declared" not in text(page)
    assert "without deals that are still secret" in text(page)


def test_nothing_after_a_freeze_is_counted(visitor):
    tournament = playing(4)
    play(tournament, 1)
    begin(tournament, 2)
    seating = table(tournament, 2)
    for number in range(1, 5):
        enter(seating, number, declared(seating, number, contract="nolo_ouvert", trump=""))
    freeze_standings(tournament=tournament, after_round=1, actor=None)

    page = card(visitor, tournament)

    assert [row[0] for row in cells(page, "contract-totals")] == ["Spil"]
    assert "after round 2" not in text(page)
    assert "Nolo Ouvert" not in text(page)


def test_a_table_of_three_has_nobody_sitting_out(visitor):
    tournament = playing(3)
    play(tournament, 1)

    page = card(visitor, tournament)

    assert [row[0] for row in cells(page, "role-totals")] == ["forehand", "middlehand", "rearhand"]
    assert sum(int(row[1]) for row in cells(page, "role-totals")) == table(tournament).deals


def test_a_substitute_is_marked_at_the_deals_he_played(visitor):
    tournament = playing(4)
    for number in (1, 2):
        enter(table(tournament), number)
    player = create_player(name="Bo Beck", actor=None)
    substitute(
        entry=entry_at(tournament), player=player, from_round=1, after_deal=2, actor=None, reason="ill"
    )
    for number in (3, 4):
        enter(table(tournament), number)

    page = card(visitor, tournament)

    name = entry_at(tournament).name
    assert f"Bo Beck (for {name})" in text(page)
    marked = [row[2].endswith("substitute") for row in cells(page, "card-deals")]
    assert marked == [False, False, True, True]


def test_somebody_who_was_moved_has_both_tables(visitor):
    tournament = playing(8, shared_boards=False)
    mover, other = entry_at(tournament), entry_at(tournament, table_no=2)
    for table_no in (1, 2):
        enter(table(tournament, 1, table_no), 1)
    swap(mover, other)
    for table_no in (1, 2):
        enter(table(tournament, 1, table_no), 2)
    recompute(tournament_id=tournament.pk)

    page = see(visitor, "player-card", tournament, mover.start_no)

    assert texts(page, "//p[contains(@class, 'at-table')]/a") == ["Table 1", "Table 2, East (E)"]
    assert [row[0] for row in cells(page, "card-deals")] == ["1", "2"]
    assert cells(page, "role-totals")[0][1:] == ["1", "1", "+1"]


def swap(one, other):
    """As the director's swap stands in the database."""
    seats = [Seat.objects.get(entry=entry, round__number=1) for entry in (one, other)]
    places = [(seat.seating, seat.position, seat.round) for seat in seats]
    for seat in seats:
        seat.delete()
    for entry, (seating, position, round_) in zip((other, one), places, strict=True):
        Seat.objects.create(entry=entry, seating=seating, position=position, round=round_)


def test_a_card_of_a_championship_costs_few_queries(visitor, django_assert_max_num_queries):
    tournament = fill_large(entries=8, rounds=14, deals=20)
    recompute(tournament_id=tournament.pk)
    with django_assert_max_num_queries(18):
        answer = visitor.get(address("player-card", tournament, 1))

    page = html.document_fromstring(answer.content.decode())
    assert len(cells(page, "card-deals")) == 280
    # Only the newest round is unfolded.
    assert page.xpath("//details/@id[../@open]") == ["round-14"]


class TestVersions:
    def ask(self, visitor, tournament, etag=""):
        tournament.refresh_from_db()
        return visitor.get(address("player-card", tournament, 1), headers={"If-None-Match": etag})

    def test_nothing_new_is_answered_shortly(self, visitor, tournament):
        etag = self.ask(visitor, tournament).headers["ETag"]

        answer = self.ask(visitor, tournament, etag)

        assert (answer.status_code, answer.content) == (304, b"")

    def test_a_count_a_category_and_a_deal_are_new(self, visitor, tournament):
        etag = self.ask(visitor, tournament).headers["ETag"]
        for change in (self.count, self.put_in_category, self.play_on):
            change(tournament)
            answer = self.ask(visitor, tournament, etag)
            assert answer.status_code == 200
            etag = answer.headers["ETag"]

    def count(self, tournament):
        recompute(tournament_id=tournament.pk)

    def put_in_category(self, tournament):
        Entry.objects.filter(tournament=tournament, start_no=1).update(labels=["Senior"])

    def play_on(self, tournament):
        play(tournament, 1)

    def test_who_is_logged_in_always_gets_the_page(self, looks, director, tournament):
        assert "ETag" not in self.ask(looks("director", tournament), tournament).headers


def test_search_engines_are_asked_to_leave_it_out(visitor, tournament):
    assert card(visitor, tournament).xpath("//meta[@name='robots']/@content") == ["noindex"]
