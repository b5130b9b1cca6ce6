"""What the page of a round says about its draw, before and after it is public."""

from __future__ import annotations

import pytest

from scoring.domain.draws import draw_next
from scoring.queries.drawing import quality_of
from tests.scenes import begin, registered, started
from tests.web.scoring.drawing.conftest import words
from tournament.domain.draws import seats_by_number
from tournament.domain.rounds import publish_round
from tournament.domain.seatings import swap_seats
from tournament.domain.tournaments import start_tournament
from tournament.models import Draw


def drawn(director, players, **settings):
    tournament = registered(players, director, **settings)
    start_tournament(tournament=tournament, actor=director)
    draw_next(tournament=tournament, actor=director, seed=7)
    return tournament


def test_a_draw_without_repeats_says_so_in_words(desk, director):
    tournament = drawn(director, 16, rounds_planned=5)
    page = desk.page(tournament, "rounds/1/")
    assert "16 spillere, hver med én plads i hver runde." in page
    assert "Hvert par mødes højst én gang: ja." in page
    assert "Det kan ikke gøres bedre: det er bevist." in page
    assert "Lodtrækningstal 7" in page


def test_repeat_meetings_are_named_and_counted_against_what_must_be(desk, director):
    tournament = drawn(director, 8, rounds_planned=4)
    page = desk.page(tournament, "rounds/1/")
    report = Draw.objects.get().report
    assert f"{report['repeats']} gentagne møder; mindst {report['repeats_bound']} kan ikke undgås." in page
    one, other, _ = report["repeated_pairs"][0]
    assert f"Spiller {one + 1:02} og Spiller {other + 1:02}" in page


def test_who_sits_most_often_at_a_table_of_three_is_named(desk, director):
    tournament = drawn(director, 7, rounds_planned=2)
    report = Draw.objects.get().report
    page = desk.page(tournament, "rounds/1/")
    most = [
        f"Spiller {n:02}" for n, times in enumerate(report["threes"], 1) if times == max(report["threes"])
    ]
    assert most[0] in page.split("Oftest: ")[1]


def test_a_published_round_keeps_the_same_report_below_its_tables(desk, director):
    tournament = drawn(director, 16, rounds_planned=2)
    publish_round(round_=tournament.rounds.get(number=1), actor=director)
    page = desk.page(tournament, "rounds/1/")
    assert page.index("Bord 4") < page.index("Hvert par mødes højst én gang: ja.")
    assert "Byt to spillere om" in page
    assert "Træk lod igen" not in page


def test_once_play_has_begun_nothing_can_be_changed(desk, director):
    tournament = drawn(director, 16, rounds_planned=2)
    begin(tournament, 1)
    page = desk.page(tournament, "rounds/1/")
    assert "Byt to spillere om" not in page
    assert "er begyndt" in words(desk.get(tournament, "rounds/1/swap/"))


def test_after_a_swap_the_report_is_counted_again_from_the_seats(desk, director):
    tournament = started(16, director, rounds_planned=3)
    round_ = tournament.rounds.get(number=2)
    tables = seats_by_number(round_)
    one, other = (tournament.entries.get(start_no=tables[table][0] or 0) for table in (0, 1))
    swap_seats(round_=round_, one=one, other=other, actor=None)
    quality = quality_of(Draw.objects.get())
    assert (Draw.objects.get().report["repeats"], quality.repeats > 0) == (0, True)
    assert "Nogen er flyttet efter lodtrækningen." in desk.page(tournament, "rounds/1/")


def test_where_two_plans_are_possible_both_costs_stand_and_the_other_can_be_chosen(desk, director):
    tournament = drawn(director, 13, rounds_planned=4)
    draw = Draw.objects.get()
    if draw.report["even_threes_cost"] is None:
        Draw.objects.update(report={**draw.report, "even_threes_cost": 2})
        draw.refresh_from_db()
    answer = desk.get(tournament, "rounds/1/")
    page = words(answer)
    assert "To planer er mulige" in page
    assert "Foretræk jævne borde med tre" in page
    assert "prefer=even_threes&amp;seed=" in answer.content.decode()
    based_on = desk.get(tournament, "rounds/again/", prefer="even_threes", seed="7").context["based_on"]
    desk.post(tournament, "rounds/again/", seed="7", based_on=based_on, prefer="even_threes")
    assert Draw.objects.get().inputs["prefer"] == "even_threes"
    assert Draw.objects.get().seed == 7


@pytest.mark.parametrize("method", ["full", "random"])
def test_the_scorekeeper_sees_the_report_but_no_buttons(desk, director, client, method):
    from tests.scenes import a_user
    from tournament.models import StaffRole

    tournament = drawn(director, 16, seating_method=method)
    keeper = a_user("niels", is_director=False)
    StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
    client.force_login(keeper)
    page = words(client.get(f"/director/t/{tournament.slug}/rounds/1/"))
    assert "Hvert par mødes højst én gang" in page
    assert "Byt to spillere om" not in page
