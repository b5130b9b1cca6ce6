from __future__ import annotations

from datetime import date

import pytest

from tournament.domain.imports import Decision, import_players
from tournament.domain.registry import create_club, create_player
from tournament.domain.tournaments import create_tournament
from tournament.errors import Refused
from tournament.models import AuditEntry, Club, Entry, Player, Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    return create_tournament(name="Prøve", starts_on=date(2026, 10, 24), actor=None)


def run(tournament: Tournament, *decisions: Decision, newest_seen: int = 0):
    result = import_players(tournament=tournament, decisions=decisions, actor=None, newest_seen=newest_seen)
    return result.registered, result.new_players, result.new_clubs, result.already


def test_new_people_come_with_their_club_once(tournament: Tournament):
    done = run(tournament, Decision(1, "Åse Lind", "Basta", "7"), Decision(2, "Bo Ørum", "BASTA"))
    assert done == (2, 2, 1, [])
    entries = list(
        tournament.entries.values_list("start_no", "player__name", "club__name", "player__member_no")
    )
    assert entries == [(1, "Åse Lind", "Basta", "7"), (2, "Bo Ørum", "Basta", "")]


def test_the_same_decisions_again_change_nothing(tournament: Tournament):
    decisions = Decision(1, "Åse Lind", "Basta"), Decision(2, "Bo Ørum")
    run(tournament, *decisions)
    assert run(tournament, *decisions) == (0, 0, 0, ["Åse Lind", "Bo Ørum"])
    assert (Player.objects.count(), Entry.objects.count(), Club.objects.count()) == (2, 2, 1)


def test_somebody_made_meanwhile_in_another_tournament_is_taken(tournament: Tournament):
    player = create_player(name="Lind, Åse", club=create_club(name="Basta", actor=None), actor=None)
    assert run(tournament, Decision(1, "Åse Lind", "Basta")) == (1, 0, 0, [])
    assert tournament.entries.get().player == player


def test_a_namesake_that_was_seen_stays_somebody_else(tournament: Tournament):
    before = create_player(name="Åse Lind", actor=None)
    assert run(tournament, Decision(1, "Åse Lind"), newest_seen=before.pk) == (1, 1, 0, [])
    assert run(tournament, Decision(1, "Åse Lind"), newest_seen=before.pk) == (0, 0, 0, ["Åse Lind"])
    assert Player.objects.count() == 2


def test_a_namesake_of_another_club_stays_somebody_else(tournament: Tournament):
    create_player(name="Åse Lind", club=create_club(name="Matador", actor=None), actor=None)
    assert run(tournament, Decision(1, "Åse Lind", "Basta")) == (1, 1, 1, [])


def test_chosen_club_is_taken_instead_of_the_name_written(tournament: Tournament):
    club = create_club(name="Basta", actor=None)
    assert run(tournament, Decision(1, "Åse Lind", "Bastta", club_id=club.pk)) == (1, 1, 0, [])
    assert run(tournament, Decision(1, "Åse Lind", "Bastta", club_id=club.pk)) == (0, 0, 0, ["Åse Lind"])
    assert tournament.entries.get().club == club


def test_one_player_chosen_twice_is_registered_once(tournament: Tournament):
    player = create_player(name="Åse Lind", actor=None)
    done = run(tournament, Decision(1, "Åse", player_id=player.pk), Decision(2, "Aase", player_id=player.pk))
    assert done == (1, 0, 0, ["Åse Lind"])


@pytest.mark.parametrize("fault", ["gone", "nameless", "finished"])
def test_one_row_that_cannot_be_leaves_everything_as_it_was(tournament: Tournament, fault: str):
    bad = Decision(2, "Væk", player_id=999_999) if fault == "gone" else Decision(2, " ")
    if fault == "finished":
        Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(Refused):
        run(tournament, Decision(1, "Åse Lind", "Basta"), bad)
    assert (Player.objects.count(), Club.objects.count(), Entry.objects.count()) == (0, 0, 0)
    assert not AuditEntry.objects.exclude(verb="create_tournament").exists()


def test_the_log_says_how_many_and_no_names(tournament: Tournament):
    run(tournament, Decision(1, "Åse Lind", "Basta"))
    entry = AuditEntry.objects.get(verb="import_players")
    assert entry.after == {"registered": 1, "new_players": 1, "new_clubs": 1, "already": 0}
