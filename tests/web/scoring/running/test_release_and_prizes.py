"""The page of the results: what others see, and who gets which prize."""

from __future__ import annotations

import re

import pytest

from scoring.domain.release import freeze_standings, release_standings
from scoring.domain.rounds import finish_tournament
from scoring.domain.standings import recompute
from tests.scenes import declared, enter, fill, play, playing, table
from tests.web.scoring.drawing.conftest import words
from tests.web.scoring.public.pages import address
from tournament.domain.prizes import set_prizes
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(director):
    """One table: South deals first, so East wins a Solo (3), then a Spil each for the next three."""
    tournament = playing(4, director, rounds_planned=1)
    enter(table(tournament), 1, declared(table(tournament), 1, contract="solo"))
    fill(table(tournament))
    play(tournament, 1)
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


class TestRelease:
    def test_the_director_hides_and_shows(self, desk, director):
        tournament = playing(8, director, rounds_planned=3)
        assert desk.get(tournament, "results/").context["suggested"] == 2

        desk.post(tournament, "results/", do="freeze", after_round="1")
        tournament.refresh_from_db()
        assert tournament.frozen_after_round == 1
        desk.post(tournament, "results/", do="release")
        tournament.refresh_from_db()
        assert tournament.frozen_after_round is None

    def test_after_the_final_result_the_next_step_is_to_show_what_is_hidden(self, desk, director, tournament):
        freeze_standings(tournament=tournament, after_round=0, actor=director)
        finish_tournament(tournament=tournament, actor=director, reason="x")
        assert desk.get(tournament, "").context["state"].step == "release"

        release_standings(tournament=tournament, actor=director)

        assert desk.get(tournament, "").context["state"].step == "export"

    @pytest.mark.parametrize("after_round", ["", "-1", "3", "to", "99999"])
    def test_what_is_no_round_is_refused_with_a_sentence(self, desk, director, after_round):
        tournament = playing(8, director, rounds_planned=3)

        answer = desk.post(tournament, "results/", do="freeze", after_round=after_round)

        assert "notice is-error" in answer.content.decode()
        tournament.refresh_from_db()
        assert tournament.frozen_after_round is None


def listed(page: str) -> list[str]:
    """Each line of the list, in words."""
    lists = re.findall(r'<ul class="lines prize-list">(.*?)</ul>', page, re.DOTALL)
    rows = [row for one in lists for row in re.findall(r"<li>(.*?)</li>", one, re.DOTALL)]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def names_by_total(tournament: Tournament) -> list[str]:
    return [
        entry.name for entry in Entry.objects.filter(tournament=tournament).order_by("standings__position")
    ]


class TestPrizes:
    def form(self, *rows: tuple[str, str, str], initial: int = 0) -> dict[str, str]:
        data = {"prize-TOTAL_FORMS": str(len(rows)), "prize-INITIAL_FORMS": str(initial)}
        for index, (place, category, text) in enumerate(rows):
            data |= {
                f"prize-{index}-place": place,
                f"prize-{index}-category": category,
                f"prize-{index}-text": text,
            }
        return data

    def test_rows_are_saved_and_an_emptied_one_is_removed(self, desk, tournament):
        desk.post(tournament, "prizes/", **self.form(("1", "", "Pokal"), ("2", "", "Rødvin"), ("", "", "")))
        desk.post(tournament, "prizes/", **self.form(("1", "", "Pokal"), ("2", "", ""), initial=2))

        tournament.refresh_from_db()
        assert tournament.prizes == [{"category": "", "place": 1, "text": "Pokal"}]

    def test_a_prize_without_a_place_is_kept_on_the_page_and_not_saved(self, desk, tournament):
        answer = desk.post(tournament, "prizes/", **self.form(("", "", "Pokal")))

        assert 'value="Pokal"' in answer.content.decode()
        assert "field-error" in answer.content.decode()
        tournament.refresh_from_db()
        assert tournament.prizes == []

    def test_those_who_share_a_place_share_what_their_places_are_worth(self, desk, tournament):
        first, *others = names_by_total(tournament)
        set_prizes(
            tournament=tournament,
            prizes=[("", 1, "Pokal"), ("", 2, "Rødvin"), ("", 3, "Kaffe"), ("", 9, "Trøst")],
            actor=None,
        )

        page = desk.client.get(f"/en/director/t/{tournament.slug}/prizes/list/?from=first").content.decode()

        shared = " ".join(others)
        assert listed(page) == [f"Place 1 {first} Pokal", f"Places 2–4 {shared} 3 share: Rødvin, Kaffe"]
        assert "Trøst" in page.split('id="left"')[1]

    def test_read_aloud_the_first_place_comes_last(self, desk, tournament):
        set_prizes(tournament=tournament, prizes=[("", 1, "Pokal"), ("", 2, "Rødvin")], actor=None)

        page = desk.client.get(f"/en/director/t/{tournament.slug}/prizes/list/").content.decode()

        assert [row.split()[-1] for row in listed(page)] == ["Rødvin", "Pokal"]

    def test_within_a_category_the_places_are_counted_anew(self, desk, tournament):
        rows = names_by_total(tournament)
        Entry.objects.filter(player__name__in=[rows[0], rows[-1]]).update(labels=["Junior"])
        Entry.objects.filter(player__name=rows[1]).update(labels=["Dame", "Senior"])
        prizes = [("Junior", 2, "Bog"), ("dame", 1, "Blomster"), ("", 1, "Pokal")]
        set_prizes(tournament=tournament, prizes=prizes, actor=None)

        page = desk.client.get(f"/en/director/t/{tournament.slug}/prizes/list/?from=first").content.decode()

        assert listed(page) == [
            f"Place 1 {rows[1]} Blomster",
            f"Place 2 {rows[-1]} Bog",
            f"Place 1 {rows[0]} Pokal",
        ]

    def test_it_goes_by_the_real_list_while_another_is_shown(self, desk, tournament):
        first = names_by_total(tournament)[0]
        set_prizes(tournament=tournament, prizes=[("", 1, "Pokal")], actor=None)
        freeze_standings(tournament=tournament, after_round=0, actor=None)

        page = desk.client.get(f"/en/director/t/{tournament.slug}/prizes/list/").content.decode()

        assert listed(page) == [f"Place 1 {first} Pokal"]

    def test_it_is_public_only_when_the_result_is_final_and_released(self, visitor, tournament):
        set_prizes(tournament=tournament, prizes=[("", 1, "Pokal")], actor=None)
        where = address("prizes", tournament)

        def seen() -> tuple[int, bool]:
            on_overview = where in visitor.get(address("overview", tournament)).content.decode()
            return visitor.get(where).status_code, on_overview

        assert seen() == (404, False)
        freeze_standings(tournament=tournament, after_round=0, actor=None)
        finish_tournament(tournament=tournament, actor=None, reason="x")
        assert seen() == (404, False)
        release_standings(tournament=tournament, actor=None)
        assert seen() == (200, True)
        assert listed(visitor.get(where).content.decode())[0].endswith("Pokal")

    def test_without_prizes_there_is_no_page(self, visitor, tournament):
        finish_tournament(tournament=tournament, actor=None, reason="x")

        assert visitor.get(address("prizes", tournament)).status_code == 404

    def test_a_list_without_winners_says_so(self, desk, director):
        tournament = playing(4, director, name="Ingen har spillet")
        set_prizes(tournament=tournament, prizes=[("", 1, "Pokal")], actor=None)

        assert "Pokal" in words(desk.get(tournament, "prizes/list/"))
