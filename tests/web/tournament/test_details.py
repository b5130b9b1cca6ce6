"""What is said about an entry: categories and handicap on its page, and a category for many at once."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.scenes import playing, registered
from tournament.models import Entry

pytestmark = pytest.mark.django_db


def labels():
    return dict(Entry.objects.order_by("start_no").values_list("start_no", "labels"))


class TestOneEntry:
    def test_it_is_saved_and_shown_in_the_list(self, desk: Client, director):
        tournament = registered(3, director)
        where = f"/en/director/t/{tournament.slug}/players/2/"
        answer = desk.post(where, {"labels": "veteran, Ærøbo,,", "handicap": "-3"})
        assert answer["Location"] == f"/en/director/t/{tournament.slug}/players/"
        entry = Entry.objects.get(start_no=2)
        assert (entry.labels, entry.handicap) == (["veteran", "Ærøbo"], -3)
        text = desk.get(answer["Location"]).text
        assert "veteran, Ærøbo" in text
        assert "handicap −3" in text

    def test_emptied_there_is_nothing(self, desk: Client, director):
        tournament = registered(3, director)
        Entry.objects.filter(start_no=2).update(labels=["veteran"], handicap=4)
        desk.post(f"/en/director/t/{tournament.slug}/players/2/", {"labels": "", "handicap": ""})
        entry = Entry.objects.get(start_no=2)
        assert (entry.labels, entry.handicap) == ([], 0)

    def test_after_the_start_the_handicap_asks_why_and_nothing_is_half_saved(self, desk: Client, director):
        tournament = playing(4, director)
        where = f"/en/director/t/{tournament.slug}/players/2/"
        answer = desk.post(where, {"labels": "veteran", "handicap": "5", "reason": ""})
        assert "Play has begun: write why the handicap is changed now." in answer.text
        assert labels()[2] == []
        desk.post(where, {"labels": "veteran", "handicap": "5", "reason": "glemt"})
        entry = Entry.objects.get(start_no=2)
        assert (entry.labels, entry.handicap) == (["veteran"], 5)

    def test_the_words_used_so_far_are_told(self, desk: Client, director):
        tournament = registered(3, director)
        Entry.objects.filter(start_no=1).update(labels=["Ærøbo"])
        assert "Ærøbo" in desk.get(f"/en/director/t/{tournament.slug}/players/2/").text


class TestManyAtOnce:
    def send(self, desk, tournament, **form):
        return desk.post(f"/en/director/t/{tournament.slug}/players/categories/", form)

    def test_those_who_are_ticked_get_it_and_lose_it(self, desk: Client, director):
        tournament = registered(4, director)
        answer = self.send(desk, tournament, start_no=["1", "3"], label="veteran", do="add")
        assert "Changed for 2 players." in desk.get(answer["Location"]).text
        assert labels() == {1: ["veteran"], 2: [], 3: ["veteran"], 4: []}
        self.send(desk, tournament, start_no=["1", "2"], label="Veteran", do="remove")
        assert labels() == {1: [], 2: [], 3: ["veteran"], 4: []}

    def test_nobody_ticked_or_nothing_written_is_said_and_ticks_stay(self, desk: Client, director):
        tournament = registered(4, director)
        assert "Tick those it is about." in self.send(desk, tournament, label="veteran", do="add").text
        answer = self.send(desk, tournament, start_no=["3"], label="", do="add")
        assert answer.status_code == 200
        assert answer.context["ticked"] == {3}

    def test_words_used_are_suggested(self, desk: Client, director):
        tournament = registered(4, director)
        Entry.objects.filter(start_no=1).update(labels=["Ærøbo"])
        text = desk.get(f"/en/director/t/{tournament.slug}/players/categories/").text
        assert '<option value="Ærøbo"></option>' in text

    def test_a_word_is_text_whatever_it_is(self, desk: Client, director):
        tournament = registered(4, director)
        self.send(desk, tournament, start_no=["1"], label='<b>"x', do="add")
        text = desk.get(f"/en/director/t/{tournament.slug}/players/").text
        assert "&lt;b&gt;&quot;x" in text
