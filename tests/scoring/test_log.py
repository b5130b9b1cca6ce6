"""The log as it is asked for: each filter alone, and together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.domain.adjustments import give_adjustment
from scoring.domain.anonymise import anonymise_player
from scoring.domain.calls import call_director
from scoring.domain.deals import correct_deal
from scoring.domain.moved_lines import Move
from scoring.domain.moves import move_deals, undo_move
from scoring.domain.removal import remove_tournament
from scoring.domain.substitutes import substitute
from scoring.queries import Asked, actors_in, audit_entries, audit_entries_outside
from tests.scenes import PAS, a_user, begin, declared, enter, play, playing, registered, started, table
from tournament.domain.accounts import create_account
from tournament.domain.actors import AtTable
from tournament.domain.draws import discard_draws
from tournament.domain.registry import create_club, create_player
from tournament.domain.seatings import swap_seats
from tournament.domain.tournaments import change_settings
from tournament.domain.wishes import keep_apart
from tournament.models import AuditEntry, Entry, Seating, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


def verbs(tournament: Tournament, **asked: Any) -> list[str]:
    """What is found, the oldest first."""
    found = audit_entries(tournament, Asked(**asked))
    return list(found.reverse().values_list("verb", flat=True))


def at(seating: Seating) -> Entry:
    """Who sits at South."""
    return Entry.objects.select_related("player").get(seats__seating=seating, seats__position="S")


def test_without_a_question_everything_is_there_newest_first(tournament: Tournament) -> None:
    found = list(audit_entries(tournament).values_list("pk", flat=True))
    assert found == sorted(found, reverse=True)
    assert len(found) == AuditEntry.objects.filter(tournament_id=tournament.pk).count()


def test_another_tournament_is_another_log(tournament: Tournament) -> None:
    other = registered(4, name="En anden")
    assert not set(audit_entries(tournament)) & set(audit_entries(other))


def test_by_whom(tournament: Tournament, director: User) -> None:
    other = a_user("ove")
    seating = table(tournament, 1, 2)
    change_settings(tournament=tournament, actor=other, place="Hobro")
    call_director(seating=seating, actor=AtTable(seating.pk, "S"))
    call_director(seating=table(tournament), actor=AtTable(table(tournament).pk, "S"))
    enter(seating, 1, PAS)
    assert verbs(tournament, actor=f"user-{other.pk}") == ["change_settings"]
    assert verbs(tournament, actor="table-2") == ["call_director"]
    assert verbs(tournament, actor="system") == ["record_deal"]
    actors = actors_in(audit_entries(tournament))
    assert (actors.users, actors.tables) == ((director, other), (1, 2))


def test_by_place(tournament: Tournament, director: User) -> None:
    first, second = table(tournament), table(tournament, 1, 2)
    deal = enter(first, 1, PAS)
    enter(first, 2, PAS)
    enter(second, 1, PAS)
    correct_deal(deal=deal, version=1, line=declared(first, 1), actor=director)
    call_director(seating=first, actor=None, number=1)
    assert verbs(tournament, round_no=1, table=1, deal=1) == ["record_deal", "correct_deal", "call_director"]
    assert verbs(tournament, table=2) == ["record_deal"]
    assert verbs(tournament, deal=2) == ["record_deal"]
    assert verbs(tournament, round_no=1)[:3] == ["draw_round", "publish_round", "open_round"]
    assert len(verbs(tournament, round_no=1)) == 8
    assert verbs(tournament, round_no=2) == ["draw_round"]
    assert verbs(tournament, round_no=9) == []


def test_a_round_that_is_gone_is_still_found(director: User) -> None:
    tournament = started(8, director)
    discard_draws(tournament=tournament, actor=director)
    assert verbs(tournament, round_no=2) == ["draw_round", "discard_draw"]


def test_a_penalty_belongs_to_its_round(tournament: Tournament, director: User) -> None:
    give_adjustment(
        entry=at(table(tournament)),
        points=-1,
        reason="order",
        round_=table(tournament).round,
        actor=director,
    )
    assert "give_adjustment" in verbs(tournament, round_no=1)
    assert "give_adjustment" not in verbs(tournament, round_no=2)


def test_deals_that_moved_are_found_where_they_were_and_where_they_are(tournament: Tournament) -> None:
    deal = enter(table(tournament), 1, PAS)
    moved = move_deals(moves=[Move(deal, 1, table(tournament, 1, 2), 3)], actor=None, reason="forkert bord")
    undo_move(audit_id=moved.pk, actor=None, reason="alligevel ikke")
    for place in ({"table": 1}, {"table": 2}, {"deal": 1}, {"deal": 3}, {"table": 1, "deal": 1}):
        assert verbs(tournament, **place)[-2:] == ["move_deals", "undo_move"]
    assert verbs(tournament, table=2, deal=1) == []


def test_seats_that_were_exchanged_are_found_at_both_tables(director: User) -> None:
    tournament = started(8, director)
    one, other = at(table(tournament)), at(table(tournament, 1, 2))
    swap_seats(round_=table(tournament).round, one=one, other=other, actor=director)
    for table_no in (1, 2):
        assert verbs(tournament, round_no=1, table=table_no) == ["swap_seats"]
    assert verbs(tournament, round_no=2, table=1) == []
    for entry in (one, other):
        assert "swap_seats" in verbs(tournament, about=str(entry.start_no))


def test_about_a_player_by_name_or_number(tournament: Tournament, director: User) -> None:
    seating, elsewhere = table(tournament), table(tournament, 1, 2)
    entry = at(seating)
    enter(seating, 1, PAS)
    enter(elsewhere, 1, PAS)
    give_adjustment(entry=entry, points=-1, reason="order", actor=director)
    keep_apart(tournament=tournament, one=entry, other=at(elsewhere), actor=director)
    found = ["register_entry", "check_in", "check_in_all", "record_deal", "give_adjustment", "keep_apart"]
    assert verbs(tournament, about=str(entry.start_no)) == found
    assert verbs(tournament, about=entry.full_name.upper()) == found
    assert verbs(tournament, about="nobody of that name") == []
    assert verbs(tournament, about="99") == []
    assert verbs(tournament, about="-") == []


def test_a_substitute_is_found_by_his_own_name(tournament: Tournament, director: User) -> None:
    seating = table(tournament)
    helper = create_player(name="Åse Ærø", actor=director)
    substitute(
        entry=at(seating), player=helper, from_round=1, after_deal=0, actor=director, reason="gik hjem"
    )
    enter(seating, 1, PAS)
    enter(table(tournament, 1, 2), 1, PAS)
    assert verbs(tournament, about="åse ærø") == ["substitute", "record_deal"]
    assert "substitute" in verbs(tournament, about=str(at(seating).start_no))


def test_by_kind_and_time(tournament: Tournament) -> None:
    enter(table(tournament), 1, PAS)
    assert verbs(tournament, verbs=frozenset({"open_round", "record_deal"})) == ["open_round", "record_deal"]
    now = timezone.now()
    assert verbs(tournament, since=now + timedelta(minutes=1)) == []
    assert verbs(tournament, until=now - timedelta(hours=1)) == []
    assert verbs(tournament, since=now - timedelta(hours=1), until=now + timedelta(minutes=1)) == verbs(
        tournament
    )


def test_by_words_in_the_reason(tournament: Tournament, director: User) -> None:
    seating = table(tournament)
    deal = enter(seating, 1, PAS)
    correct_deal(
        deal=deal, version=1, line=declared(seating, 1), actor=director, reason="Åse læste ØST som vest"
    )
    for words in ("åse", "vest ÅSE", "øst"):
        assert verbs(tournament, words=words) == ["correct_deal"]
    assert verbs(tournament, words="åse syd") == []


def test_everything_together(tournament: Tournament, director: User) -> None:
    seating = table(tournament)
    deal = enter(seating, 1, PAS)
    correct_deal(deal=deal, version=1, line=declared(seating, 1), actor=director, reason="læst forkert")
    asked = {
        "actor": f"user-{director.pk}",
        "about": str(at(seating).start_no),
        "round_no": 1,
        "table": 1,
        "deal": 1,
        "verbs": frozenset({"correct_deal", "record_deal"}),
        "words": "forkert",
        "since": timezone.now() - timedelta(hours=1),
        "until": timezone.now() + timedelta(minutes=1),
    }
    assert verbs(tournament, **asked) == ["correct_deal"]
    for change in (
        {"actor": "system"},
        {"deal": 2},
        {"words": "rigtigt"},
        {"verbs": frozenset({"void_deal"})},
    ):
        assert verbs(tournament, **(asked | change)) == []


def test_what_was_taken_out_for_an_anonymous_player_is_not_found(director: User) -> None:
    tournament = registered(4, director)
    entry = tournament.entries.select_related("player").get(start_no=1)
    give_adjustment(entry=entry, points=-1, reason="order", actor=director)
    AuditEntry.objects.create(
        tournament_id=tournament.pk,
        verb="check_in",
        object_type="entry",
        object_id=entry.pk,
        reason="hemmelig",
    )
    assert verbs(tournament, words="hemmelig") == ["check_in"]
    anonymise_player(player=entry.player, actor=director, reason="bad om det")
    assert verbs(tournament, words="hemmelig") == []
    assert verbs(tournament, about="Spiller 01") == []


def test_outside_tournaments(director: User) -> None:
    create_club(name="Hobro", actor=director)
    player = create_player(name="Åse Lind", actor=director)
    create_account(full_name="Niels Dam", actor=director)
    tournament = registered(0, director)
    change_settings(tournament=tournament, actor=director, place="Hobro")
    found = audit_entries_outside()
    assert set(found.values_list("verb", flat=True)) == {"create_club", "create_player", "create_account"}
    remove_tournament(tournament=tournament, actor=director)
    assert "change_settings" in found.all().values_list("verb", flat=True)
    about = audit_entries_outside(Asked(about="åse"))
    assert list(about.values_list("verb", "object_id")) == [("create_player", player.pk)]


def test_a_log_of_thousands_costs_no_more_queries(
    tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    play(tournament, 1)
    begin(tournament, 2)
    asked = Asked(about="Spiller", round_no=1, table=1, words="")
    with django_assert_max_num_queries(8):
        assert len(audit_entries(tournament, asked)) > 0
