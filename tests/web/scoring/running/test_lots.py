"""The page on which lots are drawn."""

from __future__ import annotations

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.domain.lots import draw_lots
from scoring.domain.standings import compute, recompute
from tests.scenes import play, playing
from tests.web.scoring.drawing.conftest import Desk, words
from tournament.models import AuditEntry, Entry, Tournament

pytestmark = pytest.mark.django_db


class InEnglish(Desk):
    """The director reads English."""

    def where(self, tournament, path):
        return f"/en{super().where(tournament, path)}"


@pytest.fixture
def desk(director):
    return InEnglish(director)


@pytest.fixture
def tournament(director):
    """Everybody has a point; 2 and 5 have two, so they share the first place."""
    tournament = playing(8, director, rounds_planned=1, tie_breaks=["won_contracts", "lot"])
    play(tournament, 1)
    for start_no in (2, 5):
        entry = tournament.entries.get(start_no=start_no)
        give_adjustment(entry=entry, points=1, reason="redeal", actor=director)
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def firsts(tournament: Tournament) -> list[tuple[int | None, int]]:
    numbers = dict(tournament.entries.values_list("pk", "start_no"))
    return [(row.rank, numbers[row.entry_id]) for row in compute(tournament)[:2]]


def test_the_page_of_the_results_leads_there_when_somebody_shares(desk, tournament):
    page = desk.get(tournament, "results/")
    assert "2 places are shared by players whom only a lot can separate." in words(page)
    assert f"/en/director/t/{tournament.slug}/results/lots/" in page.content.decode()


def test_without_lots_among_the_tie_breaks_there_is_no_way_there_and_a_reason(desk, tournament):
    Tournament.objects.update(tie_breaks=["won_contracts"])
    assert "/results/lots/" not in desk.get(tournament, "results/").content.decode()
    page = words(desk.get(tournament, "results/lots/"))
    assert "In this tournament lots separate nobody" in page
    assert "Let the machine draw" not in page


def test_who_shares_is_named_and_the_machine_draws(desk, tournament):
    page = words(desk.get(tournament, "results/lots/"))
    assert "Place 1 shared by 2 Spiller 02 Spiller 05" in page
    assert "Place 3 shared by 6" in page

    answer = desk.post(tournament, "results/lots/", do="draw", who=["2", "5"])

    assert "The lots are drawn: Spiller 0" in words(answer)
    ranks = firsts(tournament)
    assert sorted(ranks) in ([(1, 2), (2, 5)], [(1, 5), (2, 2)])
    page = words(desk.get(tournament, "results/lots/"))
    seed = (AuditEntry.objects.get(verb="draw_lots").after or {})["seed"]
    assert f"Drawn by the machine, seed {seed}." in page
    assert "Place 1 shared" not in page


def test_the_order_that_was_drawn_in_the_hall(desk, tournament):
    drawn = {"place-2": "2", "place-5": "1"}
    desk.post(tournament, "results/lots/", do="by_hand", who=["2", "5"], **drawn)
    assert firsts(tournament) == [(1, 5), (2, 2)]
    recompute(tournament_id=tournament.pk)
    page = words(desk.get(tournament, "results/lots/"))
    assert "Lots that were drawn Spiller 05 Spiller 02 Drawn in the hall. Take back" in page


@pytest.mark.parametrize("places", [("1", "1"), ("1", ""), ("0", "1"), ("1", "3"), ("x", "1")])
def test_an_order_that_is_none_is_refused_and_kept(desk, tournament, places):
    typed = dict(zip(("place-2", "place-5"), places, strict=True))
    address = f"/en/director/t/{tournament.slug}/results/lots/"
    answer = desk.client.post(address, {"do": "by_hand", "rank": "1", "who": ["2", "5"]} | typed)
    page = answer.content.decode()
    assert "Give each of them a number of their own, from 1 on." in page
    assert page.count("selected") == sum(place in {"1", "2"} for place in places)
    assert not Entry.objects.filter(lot__isnull=False).exists()


def test_a_second_press_and_an_old_page_draw_nothing_more(desk, tournament, director):
    desk.post(tournament, "results/lots/", do="draw", who=["2", "5"])
    before = firsts(tournament)
    answer = desk.post(tournament, "results/lots/", do="draw", who=["2", "5"])
    assert "The lots are drawn" in words(answer)
    assert firsts(tournament) == before
    assert AuditEntry.objects.filter(verb="draw_lots").count() == 1
    answer = desk.post(tournament, "results/lots/", do="draw", who=["2", "3"])
    assert "They do not share a place as the results are now." in words(answer)


def test_a_drawing_is_taken_back_until_the_result_is_final(desk, tournament, director):
    draw_lots(tournament=tournament, start_nos=[2, 5], actor=director)
    desk.post(tournament, "results/lots/", do="take_back", drawing="1")
    assert {rank for rank, _ in firsts(tournament)} == {1}
    draw_lots(tournament=tournament, start_nos=[2, 5], actor=director)
    Tournament.objects.update(state="finished")
    page = words(desk.get(tournament, "results/lots/"))
    assert "Take back" not in page
    assert "Lots that were drawn" in page
    answer = desk.post(tournament, "results/lots/", do="take_back", drawing="1")
    assert "The tournament is finished." in words(answer)
    assert {rank for rank, _ in firsts(tournament)} == {1, 2}


def test_a_lot_that_separates_nobody_says_so(desk, tournament, director):
    draw_lots(tournament=tournament, start_nos=[2, 5], actor=director)
    give_adjustment(entry=Entry.objects.get(start_no=5), points=1, reason="redeal", actor=director)
    recompute(tournament_id=tournament.pk)
    assert "It separates nobody as the results are now." in words(desk.get(tournament, "results/lots/"))


def test_the_log_names_those_who_drew_in_their_order(desk, tournament, director):
    draw_lots(tournament=tournament, start_nos=[2, 5], order=[5, 2], actor=director)
    page = words(desk.get(tournament, "log/"))
    assert "drew lots among Spiller 05 and Spiller 02" in page
    assert "drawn in the hall: yes" in page
