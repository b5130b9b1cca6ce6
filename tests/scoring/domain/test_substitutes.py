"""Scenario 18: a substitute plays on for an entry; nobody is one more, and both names stand in the results."""

from __future__ import annotations

import pytest
from django.utils import translation

from scoring.domain.deals import correct_deal
from scoring.domain.lines import line_of
from scoring.domain.moved_lines import Move
from scoring.domain.moves import move_deals
from scoring.domain.standings import compute
from scoring.domain.substitutes import (
    cancel_substitution,
    end_substitution,
    substitute,
    substitute_new_player,
)
from scoring.models import Score
from scoring.queries.substitutes import Moment, end_of, moment_of
from tests.scenes import begin, declared, enter, fill, play, playing, registered, table
from tournament.domain.entries import check_in, check_in_all, register_entry, withdraw_entry
from tournament.domain.registry import create_player
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Player, Seat, Substitution

pytestmark = pytest.mark.django_db


def entry_at(tournament, table_no=1, position="N", round_number=1):
    return Entry.objects.get(
        tournament=tournament,
        seats__round__number=round_number,
        seats__seating__table_no=table_no,
        seats__position=position,
    )


def bo():
    return create_player(name="Bo Beck", actor=None)


def let_play(entry, player, round_number=1, after_deal=0):
    return substitute(
        entry=entry,
        player=player,
        from_round=round_number,
        after_deal=after_deal,
        actor=None,
        reason="gik hjem",
    )


def end(substitution, round_number, deal):
    return end_substitution(
        substitution=substitution, until_round=round_number, until_deal=deal, actor=None, reason="er tilbage"
    )


def players_of(entry):
    """Who played each deal for an entry: (round, deal) -> name."""
    rows = Score.objects.filter(entry=entry).values_list(
        "deal__seating__round__number", "deal__number", "player__name"
    )
    return {(round_number, deal): name for round_number, deal, name in rows}


class TestInMidRound:
    def test_deals_from_then_on_are_his_and_those_before_keep_who_played_them(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        enter(table(tournament), 1)
        enter(table(tournament), 2)

        let_play(entry, bo(), after_deal=2)
        enter(table(tournament), 3)

        own = entry.player.name
        assert players_of(entry) == {(1, 1): own, (1, 2): own, (1, 3): "Bo Beck"}

    def test_the_entry_stays_one_participant_with_its_seats(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        seats = sorted(Seat.objects.values_list("pk", "entry_id"))

        let_play(entry, bo(), after_deal=2)
        fill(table(tournament))

        assert Entry.objects.filter(tournament=tournament).count() == 8
        assert sorted(Seat.objects.values_list("pk", "entry_id")) == seats
        assert len(compute(tournament)) == 8
        row = next(row for row in compute(tournament) if row.entry_id == entry.pk)
        points = Score.objects.filter(entry=entry).values_list("points", flat=True)
        assert row.total == sum(points)

    def test_a_correction_of_an_earlier_deal_leaves_it_with_who_played_it(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        deal = enter(table(tournament), 1)
        let_play(entry, bo(), after_deal=1)

        correct_deal(deal=deal, version=1, line=declared(table(tournament), 1, outcome="bet"), actor=None)

        assert players_of(entry) == {(1, 1): entry.player.name}

    def test_deals_entered_before_anybody_said_so_change_hands_and_the_log_says_how_many(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        fill(table(tournament), sign=False)

        let_play(entry, bo(), after_deal=2)

        own = entry.player.name
        assert players_of(entry) == {(1, 1): own, (1, 2): own, (1, 3): "Bo Beck", (1, 4): "Bo Beck"}
        logged = AuditEntry.objects.filter(verb="substitute")
        assert list(logged.values_list("object_id", "after__to_substitute", "reason")) == [
            (entry.pk, 2, "gik hjem")
        ]

    def test_nothing_is_played_by_others_than_before(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        fill(table(tournament), sign=False)
        others = sorted(Score.objects.exclude(entry=entry).values_list("pk", "player_id"))

        let_play(entry, bo(), after_deal=2)

        assert sorted(Score.objects.exclude(entry=entry).values_list("pk", "player_id")) == others

    def test_the_version_of_the_results_rises_for_names_stand_in_them(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        before = tournament.results_version
        let_play(entry, bo())
        tournament.refresh_from_db()
        assert tournament.results_version > before

    def test_a_deal_moved_to_his_table_is_scored_for_the_substitute(self):
        tournament = playing(8)
        entry = entry_at(tournament, table_no=2)
        let_play(entry, bo())
        deal = enter(table(tournament, table_no=1), 1)

        move_deals(moves=[Move(deal, 1, table(tournament, table_no=2), 1)], actor=None, reason="forkert bord")

        assert players_of(entry) == {(1, 1): "Bo Beck"}


class TestOverSeveralRounds:
    def test_he_plays_on_until_it_is_ended(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        made = let_play(entry, bo(), after_deal=2)
        play(tournament, 1)
        begin(tournament, 2)
        seat = Seat.objects.get(entry=entry, round__number=2)
        enter(table(tournament, 2, seat.seating.table_no), 1)

        end(made, 2, 1)
        enter(table(tournament, 2, seat.seating.table_no), 2)

        own = entry.player.name
        assert players_of(entry) == {
            (1, 1): own,
            (1, 2): own,
            (1, 3): "Bo Beck",
            (1, 4): "Bo Beck",
            (2, 1): "Bo Beck",
            (2, 2): own,
        }

    def test_an_end_put_right_changes_just_the_deals_between(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        fill(table(tournament), sign=False)
        made = let_play(entry, bo())
        end(made, 1, 1)
        own = entry.player.name
        assert players_of(entry) == {(1, 1): "Bo Beck", (1, 2): own, (1, 3): own, (1, 4): own}

        end(made, 1, 3)

        assert players_of(entry) == {(1, 1): "Bo Beck", (1, 2): "Bo Beck", (1, 3): "Bo Beck", (1, 4): own}
        told = ("before__until_deal", "after__until_deal", "after__to_substitute", "after__back")
        last = AuditEntry.objects.filter(verb="end_substitution").values_list(*told)[0]
        assert last == (1, 3, 2, 0)

    def test_the_last_deal_of_a_round_is_the_whole_round(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        made = end(let_play(entry, bo()), 1, 4)
        assert (made.until_round, made.until_deal) == (1, None)

    def test_another_may_follow_when_the_first_has_ended(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        end(let_play(entry, bo()), 1, 2)
        let_play(entry, create_player(name="Eva Ek", actor=None), after_deal=3)
        fill(table(tournament), sign=False)
        own = entry.player.name
        assert players_of(entry) == {(1, 1): "Bo Beck", (1, 2): "Bo Beck", (1, 3): own, (1, 4): "Eva Ek"}


class TestNames:
    def names(self, entry):
        fresh = Entry.objects.get(pk=entry.pk)
        with translation.override("en"):
            return [fresh.name_in(1), fresh.name_in(2)]

    def test_who_sits_there_comes_first(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        own = entry.player.name
        assert self.names(entry) == [own, own]
        made = let_play(entry, bo(), after_deal=2)
        assert self.names(entry) == [f"Bo Beck (for {own})"] * 2
        end(made, 1, None)
        assert self.names(entry) == [f"Bo Beck (for {own})", own]
        end(made, 1, 3)
        assert self.names(entry) == [f"{own} (substitute: Bo Beck)", own]

    def test_what_the_name_hides_from_everybody_the_staff_reads(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        player = bo()
        Player.objects.filter(pk=player.pk).update(public_form="initial")
        let_play(entry, player)
        fresh = Entry.objects.get(pk=entry.pk)
        own = entry.player.name
        assert (fresh.name_in(1), fresh.full_name_in(1)) == (f"Bo B. (for {own})", f"Bo Beck (for {own})")


class TestWhoCannot:
    def test_who_plays_himself(self):
        tournament = playing(8)
        one, other = entry_at(tournament), entry_at(tournament, table_no=2)
        with pytest.raises(Refused) as refusal:
            let_play(one, other.player)
        assert refusal.value.code == "plays_himself"
        assert not Substitution.objects.exists()

    def test_who_left_may_from_the_next_round_on(self):
        tournament = playing(8)
        one, other = entry_at(tournament), entry_at(tournament, table_no=2)
        withdraw_entry(entry=other, actor=None)
        with pytest.raises(Refused) as refusal:
            let_play(one, other.player)
        assert refusal.value.code == "plays_himself"
        assert let_play(one, other.player, round_number=2).player == other.player

    def test_the_player_himself(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        with pytest.raises(Refused) as refusal:
            let_play(entry, entry.player)
        assert refusal.value.code == "substitutes_himself"

    def test_two_at_a_time(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        let_play(entry, bo())
        with pytest.raises(Refused) as refusal:
            let_play(entry, create_player(name="Eva Ek", actor=None))
        assert refusal.value.code == "has_substitute"

    def test_one_at_two_tables(self):
        tournament = playing(8)
        player = bo()
        let_play(entry_at(tournament), player)
        with pytest.raises(Refused) as refusal:
            let_play(entry_at(tournament, table_no=2), player)
        assert refusal.value.code == "substitutes_elsewhere"

    def test_a_substitute_is_not_checked_in_for_himself(self):
        tournament = playing(8)
        player = bo()
        let_play(entry_at(tournament), player)
        own = register_entry(tournament=tournament, player=player, actor=None)
        with pytest.raises(Refused) as refusal:
            check_in(entry=own, actor=None)
        assert refusal.value.code == "plays_for_another"
        assert check_in_all(tournament=tournament, actor=None) == 0

    @pytest.mark.parametrize(("round_number", "deal"), [(1, 4), (1, -1), (2, 1)])
    def test_a_deal_that_is_not_there(self, round_number, deal):
        tournament = playing(8)
        with pytest.raises(Refused) as refusal:
            let_play(entry_at(tournament), bo(), round_number, deal)
        assert refusal.value.code == "deal_out_of_range"

    def test_a_round_that_will_never_be(self):
        tournament = playing(8)
        with pytest.raises(Refused) as refusal:
            let_play(entry_at(tournament), bo(), 3)
        assert refusal.value.code == "unknown_round"

    def test_before_the_start(self):
        tournament = registered(8)
        with pytest.raises(Refused) as refusal:
            let_play(tournament.entries.get(start_no=1), bo())
        assert refusal.value.code == "tournament_not_running"

    def test_without_a_reason(self):
        tournament = playing(8)
        with pytest.raises(Refused) as refusal:
            substitute(
                entry=entry_at(tournament), player=bo(), from_round=1, after_deal=0, actor=None, reason=" "
            )
        assert refusal.value.code == "reason_missing"

    def test_an_end_before_the_beginning(self):
        tournament = playing(8)
        made = let_play(entry_at(tournament), bo(), after_deal=2)
        with pytest.raises(Refused) as refusal:
            end(made, 1, 2)
        assert refusal.value.code == "substitution_ends_too_early"


class TestTakenBack:
    def test_before_anything_was_played(self):
        tournament = playing(8)
        entry = entry_at(tournament)
        made = let_play(entry, bo())
        cancel_substitution(substitution=made, actor=None)
        cancel_substitution(substitution=made, actor=None)
        fill(table(tournament), sign=False)
        assert set(players_of(entry).values()) == {entry.player.name}
        assert AuditEntry.objects.filter(verb="cancel_substitution").count() == 1

    def test_not_once_he_has_played(self):
        tournament = playing(8)
        made = let_play(entry_at(tournament), bo())
        enter(table(tournament), 1)
        with pytest.raises(Refused) as refusal:
            cancel_substitution(substitution=made, actor=None)
        assert refusal.value.code == "substitute_has_played"


def test_somebody_new_is_added_to_the_registry_in_the_same_step():
    tournament = playing(8)
    made = substitute_new_player(
        entry=entry_at(tournament), name="Ny Nielsen", from_round=1, after_deal=0, actor=None, reason="syg"
    )
    assert made.player.name == "Ny Nielsen"


def test_nobody_is_added_when_it_is_refused():
    tournament = registered(8)
    with pytest.raises(Refused):
        substitute_new_player(
            entry=tournament.entries.get(start_no=1),
            name="Ny Nielsen",
            from_round=1,
            after_deal=0,
            actor=None,
            reason="syg",
        )
    assert not Player.objects.filter(name="Ny Nielsen").exists()


def test_now_is_after_the_last_deal_of_the_table_or_the_round_to_come():
    tournament = playing(8)
    entry = entry_at(tournament)
    assert moment_of(entry) == Moment(1, 0)
    enter(table(tournament), 1)
    enter(table(tournament), 2)
    assert moment_of(entry) == Moment(1, 2)
    fill(table(tournament))
    assert moment_of(entry) == Moment(2, 0)


def test_it_ends_after_the_last_deal_that_was_played():
    tournament = playing(8)
    entry = entry_at(tournament)
    made = let_play(entry, bo())
    assert end_of(made) == (1, None)
    enter(table(tournament), 1)
    enter(table(tournament), 2)
    assert end_of(made) == Moment(1, 2)


def test_reading_the_line_again_changes_no_name():
    tournament = playing(8)
    entry = entry_at(tournament)
    deal = enter(table(tournament), 1)
    let_play(entry, bo(), after_deal=1)
    before = players_of(entry)
    correct_deal(deal=deal, version=1, line=line_of(deal), actor=None)
    assert players_of(entry) == before
