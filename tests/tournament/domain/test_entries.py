"""Registering, checking in, withdrawing."""

from __future__ import annotations

import pytest

from scoring.domain.adjustments import give_adjustment
from tests.scenes import begin, play, playing, registered, started
from tournament.domain.draws import discard_draws, draw_rounds
from tournament.domain.entries import (
    check_in,
    register_entries,
    register_new_player,
    remove_entry,
    return_entry,
    undo_check_in,
    withdraw_entry,
)
from tournament.domain.registry import create_club, create_player
from tournament.errors import Refused
from tournament.models import AuditEntry, Club, Entry, Player, Seat

pytestmark = pytest.mark.django_db


def test_nobody_is_registered_when_one_of_them_cannot_be() -> None:
    tournament = registered(3)
    known = Player.objects.get(name="Spiller 01")
    new = create_player(name="Ny", actor=None)
    with pytest.raises(Refused, match="already_registered"):
        register_entries(tournament=tournament, players=[new, known], actor=None)
    assert tournament.entries.count() == 3


def test_start_numbers_go_on_where_they_ended() -> None:
    tournament = registered(3)
    entry = register_new_player(tournament=tournament, name="Åse Lind", club_name="Ærø Klub", actor=None)
    assert (entry.start_no, entry.club.name if entry.club else "") == (4, "Ærø Klub")


def test_a_club_is_made_once_however_it_is_spelt() -> None:
    create_club(name="Århus L'hombre", actor=None)
    tournament = registered(3)
    entry = register_new_player(tournament=tournament, name="Åse", club_name="aarhus  l’HOMBRE", actor=None)
    assert (Club.objects.count(), entry.club.name if entry.club else "") == (1, "Århus L'hombre")


def test_checking_in_twice_is_logged_once() -> None:
    tournament = registered(3)
    entry = register_new_player(tournament=tournament, name="Åse", club_name="", actor=None)
    check_in(entry=entry, actor=None)
    check_in(entry=entry, actor=None)
    assert AuditEntry.objects.filter(verb="check_in", object_id=entry.pk).count() == 1


def test_nobody_is_removed_once_play_began() -> None:
    tournament = started(4)
    with pytest.raises(Refused, match="play_has_begun"):
        remove_entry(entry=tournament.entries.get(start_no=1), actor=None)
    assert tournament.entries.count() == 4


def test_somebody_with_a_penalty_is_withdrawn_and_not_removed() -> None:
    tournament = registered(4)
    entry = tournament.entries.get(start_no=1)
    give_adjustment(entry=entry, points=-1, reason="order", actor=None)
    with pytest.raises(Refused, match="has_adjustments"):
        remove_entry(entry=entry, actor=None)
    assert tournament.entries.count() == 4


def test_whoever_has_a_public_seat_cannot_be_unchecked() -> None:
    tournament = playing(4)
    with pytest.raises(Refused, match="has_played"):
        undo_check_in(entry=tournament.entries.get(start_no=1), actor=None)


def test_a_withdrawn_player_is_never_seated_again_and_earlier_rounds_stay() -> None:
    tournament = playing(12, rounds_planned=3)
    play(tournament, 1)
    seats = list(
        Seat.objects.filter(round__number=1).values_list("seating", "position", "entry").order_by("pk")
    )
    leaver = tournament.entries.get(start_no=7)
    withdrawn = withdraw_entry(entry=leaver, actor=None, reason="syg")
    discard_draws(tournament=tournament, actor=None)
    draw_rounds(tournament=tournament, actor=None)
    assert withdrawn.withdrawn_after_round == 1
    assert list(leaver.seats.values_list("round__number", flat=True)) == [1]
    assert seats == list(
        Seat.objects.filter(round__number=1).values_list("seating", "position", "entry").order_by("pk")
    )


def test_a_draw_made_before_somebody_left_cannot_be_published() -> None:
    tournament = playing(8)
    play(tournament, 1)
    withdraw_entry(entry=tournament.entries.get(start_no=3), actor=None)
    with pytest.raises(Refused) as refused:
        begin(tournament, 2)
    assert (refused.value.code, refused.value.params["gone"]) == ("draw_out_of_date", ["Spiller 03"])


def test_whoever_returns_is_seated_from_the_next_draw() -> None:
    tournament = playing(8)
    play(tournament, 1)
    entry = tournament.entries.get(start_no=3)
    withdraw_entry(entry=entry, actor=None)
    return_entry(entry=entry, actor=None)
    begin(tournament, 2)
    assert entry.seats.count() == 2


def test_everybody_withdrawn_means_no_draw() -> None:
    tournament = registered(3)
    for entry in tournament.entries.all():
        withdraw_entry(entry=entry, actor=None)
    assert Entry.objects.filter(state="checked_in").count() == 0
