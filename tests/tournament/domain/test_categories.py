"""Categories and handicaps of entries."""

from __future__ import annotations

import pytest

from tests.scenes import playing, registered
from tournament import queries
from tournament.domain.categories import add_label, remove_label, set_labels
from tournament.domain.handicaps import set_handicap
from tournament.errors import Refused
from tournament.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


def labels(tournament):
    return dict(tournament.entries.order_by("start_no").values_list("start_no", "labels"))


class TestCategories:
    def test_words_of_one_entry_in_the_order_they_were_written(self):
        tournament = registered(3)
        set_labels(entry=tournament.entries.get(start_no=2), labels=["veteran", " Ærøbo "], actor=None)
        assert labels(tournament) == {1: [], 2: ["veteran", "Ærøbo"], 3: []}

    def test_a_word_twice_is_one_however_it_is_spelt(self):
        tournament = registered(3)
        entry = set_labels(
            entry=tournament.entries.get(start_no=1), labels=["Begynder", "begynder"], actor=None
        )
        assert entry.labels == ["Begynder"]

    def test_a_word_that_is_used_keeps_its_spelling(self):
        tournament = registered(3)
        set_labels(entry=tournament.entries.get(start_no=1), labels=["Ærøbo"], actor=None)
        add_label(tournament=tournament, start_nos=[2], label="AERØBO", actor=None)
        assert labels(tournament) == {1: ["Ærøbo"], 2: ["Ærøbo"], 3: []}

    def test_many_at_once_and_back(self):
        tournament = registered(4)
        assert add_label(tournament=tournament, start_nos=[1, 3], label="veteran", actor=None) == 2
        assert add_label(tournament=tournament, start_nos=[1, 4], label="Veteran", actor=None) == 1
        assert labels(tournament) == {1: ["veteran"], 2: [], 3: ["veteran"], 4: ["veteran"]}
        assert remove_label(tournament=tournament, start_nos=[1, 2, 3], label="VETERAN", actor=None) == 2
        assert labels(tournament) == {1: [], 2: [], 3: [], 4: ["veteran"]}

    def test_what_changes_is_logged_and_nothing_else(self):
        tournament = registered(3)
        add_label(tournament=tournament, start_nos=[1], label="veteran", actor=None)
        add_label(tournament=tournament, start_nos=[1], label="veteran", actor=None)
        logged = AuditEntry.objects.filter(verb="set_labels")
        assert [(row.before, row.after) for row in logged] == [({"labels": []}, {"labels": ["veteran"]})]

    def test_the_version_rises_for_the_words_stand_in_the_list(self):
        tournament = playing(4)
        before = Tournament.objects.get().results_version
        add_label(tournament=tournament, start_nos=[1], label="veteran", actor=None)
        assert Tournament.objects.get().results_version == before + 1

    @pytest.mark.parametrize(
        ("word", "code"),
        [("", "category_missing"), (" - ", "category_missing"), ("x" * 41, "category_too_long")],
    )
    def test_what_is_no_category(self, word, code):
        tournament = registered(3)
        with pytest.raises(Refused) as refusal:
            add_label(tournament=tournament, start_nos=[1], label=word, actor=None)
        assert refusal.value.code == code

    def test_no_more_than_ten(self):
        tournament = registered(3)
        with pytest.raises(Refused) as refusal:
            set_labels(
                entry=tournament.entries.get(start_no=1), labels=[f"ord {n}" for n in range(11)], actor=None
            )
        assert refusal.value.code == "too_many_categories"

    def test_words_used_in_danish_order(self):
        tournament = registered(3)
        set_labels(entry=tournament.entries.get(start_no=1), labels=["Åben", "zebra"], actor=None)
        set_labels(entry=tournament.entries.get(start_no=2), labels=["abe", "zebra"], actor=None)
        assert queries.labels_used(tournament) == ["abe", "zebra", "Åben"]


class TestHandicaps:
    def test_before_the_start_it_is_set_freely(self):
        tournament = registered(3)
        entry = set_handicap(entry=tournament.entries.get(start_no=1), points=-5, actor=None)
        assert entry.handicap == -5

    def test_after_the_start_it_takes_a_reason_which_is_logged(self):
        tournament = playing(4)
        entry = tournament.entries.get(start_no=1)
        with pytest.raises(Refused) as refusal:
            set_handicap(entry=entry, points=5, actor=None)
        assert refusal.value.code == "handicap_after_start"
        set_handicap(entry=entry, points=5, actor=None, reason="glemt ved tilmeldingen")
        logged = AuditEntry.objects.get(verb="set_handicap")
        assert (logged.before, logged.after, logged.reason) == (
            {"handicap": 0},
            {"handicap": 5},
            "glemt ved tilmeldingen",
        )

    def test_when_the_result_is_final_it_stands(self):
        tournament = playing(4)
        Tournament.objects.update(state="finished")
        with pytest.raises(Refused) as refusal:
            set_handicap(entry=tournament.entries.get(start_no=1), points=5, actor=None, reason="glemt")
        assert refusal.value.code == "tournament_finished"

    def test_the_same_again_is_no_change(self):
        tournament = playing(4)
        set_handicap(entry=tournament.entries.get(start_no=1), points=0, actor=None)
        assert not AuditEntry.objects.filter(verb="set_handicap").exists()

    def test_more_than_anybody_can_play_is_a_slip(self):
        with pytest.raises(Refused) as refusal:
            set_handicap(entry=registered(3).entries.get(start_no=1), points=1000, actor=None)
        assert refusal.value.code == "impossible_handicap"
