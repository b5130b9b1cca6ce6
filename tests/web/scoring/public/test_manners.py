"""What holds for every public page: no cookie, few queries, only reading, long names in full."""

from __future__ import annotations

import pytest

from scoring.domain.standings import recompute
from tests.scenes import begin, enter, play, playing, table
from tests.web.scoring.public.pages import address, see
from tournament.models import Entry

pytestmark = pytest.mark.django_db
PAGES = [("overview",), ("standings",), ("standings-rows",), ("round", 1), ("player-card", 1)]
IDS = [page[0] for page in PAGES]
LONG = "Christian Frederik Wilhelm von Hindenburg-Rosenkrantz Løvenø"


@pytest.fixture(scope="module")
def most_queries():
    """What a page may cost, however many sit in the hall."""
    return {"overview": 5, "standings": 8, "standings-rows": 7, "round": 7, "player-card": 18}


def hall(players):
    tournament = playing(players)
    play(tournament, 1)
    begin(tournament, 2)
    for seating in tournament.rounds.get(number=2).seatings.all():
        enter(table(tournament, 2, seating.table_no), 1)
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("page", PAGES, ids=IDS)
@pytest.mark.parametrize("players", [4, 27])
def test_page_costs_the_same_few_queries_for_any_number_of_players(
    visitor, page, players, most_queries, django_assert_max_num_queries
):
    tournament = hall(players)
    url = address(page[0], tournament, *page[1:])

    with django_assert_max_num_queries(most_queries[page[0]]):
        assert visitor.get(url).status_code == 200


def test_looking_somebody_up_costs_three_queries_more(visitor, django_assert_max_num_queries, most_queries):
    tournament = hall(27)

    with django_assert_max_num_queries(most_queries["overview"] + 3):
        see(visitor, "overview", tournament, q="spiller")


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_page_sets_no_cookie(visitor, page):
    tournament = hall(4)

    response = visitor.get(address(page[0], tournament, *page[1:]))

    assert (response.status_code, dict(response.cookies), dict(visitor.cookies)) == (200, {}, {})


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_page_is_only_for_reading(visitor, page):
    tournament = hall(4)

    assert visitor.post(address(page[0], tournament, *page[1:])).status_code == 405


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_name_of_sixty_letters_is_there_in_full(visitor, page):
    tournament = hall(4)
    player = Entry.objects.get(tournament=tournament, start_no=1).player
    player.name = LONG
    player.save()

    response = visitor.get(address(page[0], tournament, *page[1:]))

    assert LONG in response.content.decode()


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_page_speaks_danish_without_a_prefix(visitor, page):
    tournament = hall(4)

    response = visitor.get(address(page[0], tournament, *page[1:], language="da"))

    assert (response.status_code, response["Content-Language"]) == (200, "da")
