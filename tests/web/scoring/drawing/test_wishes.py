"""The page of wishes, and its verbs."""

from __future__ import annotations

import pytest

from tests.scenes import registered, started
from tests.web.scoring.drawing.conftest import words
from tournament.domain.wishes import fix_table, keep_apart
from tournament.errors import Refused
from tournament.models import ApartPair, AuditEntry, Tournament


@pytest.fixture
def tournament(director):
    return registered(16, director)


def entry(tournament, start_no):
    return tournament.entries.get(start_no=start_no)


def test_a_pair_is_added_once_and_removed(desk, tournament):
    one, other = entry(tournament, 9), entry(tournament, 2)
    for first, second in ((one, other), (other, one)):
        answer = desk.post(tournament, "wishes/", do="apart", one=first.pk, other=second.pk)
    assert "Spiller 02 – Spiller 09" in words(answer)
    pair = ApartPair.objects.get()
    log = desk.page(tournament, "log/")
    assert "bad om, at Spiller 02 og Spiller 09 ikke mødes" in log
    for _ in range(2):
        desk.post(tournament, f"wishes/{pair.pk}/remove/")
    assert not ApartPair.objects.exists()
    assert AuditEntry.objects.filter(verb="no_longer_apart").count() == 1


def test_the_same_player_twice_is_refused_at_the_field(desk, tournament):
    one = entry(tournament, 9)
    answer = desk.post(tournament, "wishes/", do="apart", one=one.pk, other=one.pk)
    assert "ikke Spiller 09 to gange" in words(answer)
    assert not ApartPair.objects.exists()


def test_somebody_of_another_tournament_is_refused(desk, tournament, director):
    stranger = entry(registered(4, director, name="En anden"), 1)
    desk.post(tournament, "wishes/", do="apart", one=entry(tournament, 1).pk, other=stranger.pk)
    assert not ApartPair.objects.exists()


def test_a_pair_that_meets_all_the_same_is_told(desk, director):
    tournament = started(4, director)
    keep_apart(tournament=tournament, one=entry(tournament, 1), other=entry(tournament, 2), actor=None)
    assert "Mødes alligevel i runde 1, 2" in desk.page(tournament, "wishes/")


def test_a_fixed_table_is_given_and_taken_away(desk, tournament):
    desk.post(tournament, "wishes/", do="fix", entry=entry(tournament, 7).pk, table_no="2")
    assert entry(tournament, 7).fixed_table == 2
    assert "Spiller 07 : bord 2" in desk.page(tournament, "wishes/")
    for _ in range(2):
        desk.post(tournament, "wishes/table/7/remove/")
    assert entry(tournament, 7).fixed_table is None
    assert AuditEntry.objects.filter(verb="fix_table").count() == 2


@pytest.mark.parametrize("table", ["0", "-1", "251", "to", ""])
def test_a_table_that_cannot_be_is_refused(desk, tournament, table):
    desk.post(tournament, "wishes/", do="fix", entry=entry(tournament, 7).pk, table_no=table)
    assert entry(tournament, 7).fixed_table is None


def test_a_fifth_player_at_one_fixed_table_is_refused_with_the_names(desk, tournament):
    for start_no in (1, 2, 3, 4):
        fix_table(entry=entry(tournament, start_no), table_no=1, actor=None)
    answer = desk.post(tournament, "wishes/", do="fix", entry=entry(tournament, 5).pk, table_no="1")
    assert "Spiller 01, Spiller 02, Spiller 03, Spiller 04" in words(answer)
    assert entry(tournament, 5).fixed_table is None


def test_a_fixed_table_beyond_those_there_are_is_warned_of(desk, tournament):
    fix_table(entry=entry(tournament, 5), table_no=9, actor=None)
    assert "Der er færre borde, end disse skal bruge" in desk.page(tournament, "wishes/")


def test_wishes_change_during_play_but_not_after_the_end(desk, director):
    tournament = started(8, director)
    fix_table(entry=entry(tournament, 5), table_no=1, actor=None)
    Tournament.objects.update(state="finished")
    with pytest.raises(Refused, match="tournament_finished"):
        fix_table(entry=entry(tournament, 5), table_no=2, actor=None)
    desk.post(tournament, "wishes/", do="fix", entry=entry(tournament, 5).pk, table_no="2")
    assert entry(tournament, 5).fixed_table == 1
