"""Two players become one: every result stays, and two different people stay two."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.domain.merge_plans import plan_merge
from scoring.domain.merging import merge_players
from scoring.domain.standings import recompute
from scoring.models import Adjustment, Score, Standing
from tests.scenes import a_user, begin, enter, play, playing, registered, table
from tournament import queries
from tournament.domain.entries import (
    check_in,
    register_entries,
    register_entry,
    register_new_player,
    withdraw_entry,
)
from tournament.domain.registry import create_club, create_player, say_different, survivor_of
from tournament.domain.staff import appoint
from tournament.domain.wishes import keep_apart
from tournament.errors import NotAllowed, Refused
from tournament.models import AuditEntry, DifferentPeople, Entry, Player, Substitution, Tournament, User

pytestmark = pytest.mark.django_db
WHY = "samme person"


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def merged(keep: Player, drop: Player, actor: User | None = None, **more: Any) -> Player:
    return merge_players(keep=keep, drop=drop, actor=actor, reason=WHY, **more)


def results(tournament: Tournament) -> list[tuple[Any, ...]]:
    """The standings by name, as a recompute gives them now."""
    recompute(tournament_id=tournament.pk)
    rows = Standing.objects.filter(tournament=tournament).order_by("position")
    return list(rows.values_list("entry__player__name", "rank", "total", "round_points", "deals_played"))


@pytest.fixture
def played() -> Tournament:
    tournament = playing(8)
    play(tournament, 1)
    begin(tournament, 2)
    play(tournament, 2)
    return tournament


def test_every_result_is_kept_and_bears_the_name_of_who_stays(played: Tournament) -> None:
    before = results(played)
    keep, drop = create_player(name="Åse Lind", actor=None), named("Spiller 03")
    scores = list(Score.objects.filter(player=drop).values_list("pk", "entry", "points"))
    assert len(scores) == 8

    merged(keep, drop)

    assert list(Score.objects.filter(player=keep).values_list("pk", "entry", "points")) == scores
    assert not Score.objects.filter(player=drop).exists()
    assert played.entries.get(start_no=3).player == keep
    assert results(played) == [("Åse Lind" if row[0] == "Spiller 03" else row[0], *row[1:]) for row in before]


def test_results_of_several_tournaments_come_together(played: Tournament) -> None:
    other = playing(4, name="En anden")
    play(other, 1)
    keep, drop = played.entries.get(start_no=1).player, other.entries.get(start_no=1).player
    played.refresh_from_db()
    other.refresh_from_db()
    versions = (played.results_version, other.results_version)

    merged(keep, drop)

    assert list(keep.entries.order_by("tournament").values_list("tournament", "start_no")) == [
        (played.pk, 1),
        (other.pk, 1),
    ]
    played.refresh_from_db()
    other.refresh_from_db()
    assert (played.results_version, other.results_version) == (versions[0], versions[1] + 1)


def test_who_goes_is_archived_and_found_nowhere(played: Tournament) -> None:
    keep, drop = create_player(name="Spiller 03", actor=None), named("Spiller 04")

    merged(keep, drop)

    drop.refresh_from_db()
    assert (drop.merged_into, drop.archived_at is not None) == (keep, True)
    assert survivor_of(drop) == keep
    assert drop not in queries.players_found("spiller 04")
    assert drop not in queries.all_players()
    assert drop not in queries.namesakes("Spiller 04")
    assert drop.pk not in {one.pk for pair in queries.possible_duplicates() for one in (pair.one, pair.other)}


def test_who_stays_gets_what_only_the_other_had() -> None:
    club, other_club = create_club(name="Basta", actor=None), create_club(name="Manille", actor=None)
    keep = create_player(name="Åse Lind", club=club, actor=None)
    drop = create_player(name="Aase Lind", club=other_club, member_no="0101", actor=None)

    merged(keep, drop)

    keep.refresh_from_db()
    assert (keep.name, keep.club, keep.member_no) == ("Åse Lind", club, "0101")


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [("full", "initial", "initial"), ("none", "full", "none"), ("full", "full", "full")],
)
def test_of_two_wishes_how_to_be_shown_the_one_that_shows_less_holds(
    one: str, other: str, shown: str
) -> None:
    keep, drop = create_player(name="Åse", actor=None), create_player(name="Aase", actor=None)
    Player.objects.filter(pk=keep.pk).update(public_form=one)
    Player.objects.filter(pk=drop.pk).update(public_form=other)

    merged(keep, drop)

    keep.refresh_from_db()
    assert keep.public_form == shown


def test_two_who_both_took_part_stay_two(played: Tournament) -> None:
    keep, drop = named("Spiller 01"), named("Spiller 02")
    before = results(played)

    with pytest.raises(Refused) as refused:
        merged(keep, drop)

    assert (refused.value.code, refused.value.params) == ("both_took_part", {"tournaments": ["Prøve"]})
    assert results(played) == before
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_a_registration_that_never_played_is_not_deleted_once_play_began() -> None:
    tournament = playing(8)
    second = register_new_player(tournament=tournament, name="Spiller O1", club_name="", actor=None)

    with pytest.raises(Refused, match="both_took_part"):
        merged(named("Spiller 01"), second.player)

    assert tournament.entries.count() == 9


@pytest.mark.parametrize("keeps_later", [False, True])
def test_of_two_registrations_before_the_start_the_one_that_is_further_on_stays(keeps_later: bool) -> None:
    tournament = registered(4)
    first = tournament.entries.get(start_no=1)
    second = register_new_player(tournament=tournament, name="Spiller O1", club_name="", actor=None)
    Entry.objects.filter(pk=second.pk).update(
        labels=["damer"], fixed_table=1, fee_paid_at="2026-11-28T10:00Z"
    )
    give_adjustment(entry=second, points=-1, reason="order", actor=None)
    third = tournament.entries.get(start_no=3)
    keep_apart(tournament=tournament, one=second, other=third, actor=None)
    keep, drop = (second.player, first.player) if keeps_later else (first.player, second.player)

    merged(keep, drop)

    stays = tournament.entries.get(player=keep)
    assert (stays.pk, stays.state, stays.start_no) == (first.pk, "checked_in", 1)
    assert (stays.labels, stays.fixed_table, stays.fee_paid_at is not None) == (["damer"], 1, True)
    assert Adjustment.objects.get().entry == stays
    assert tournament.apart_pairs.values_list("one", "other").get() == (first.pk, third.pk)
    assert tournament.entries.count() == 4
    log = AuditEntry.objects.get(verb="merge_players", tournament_id=tournament.pk)
    assert log.before == {"player": drop.pk, "taken_out": second.start_no}


def test_a_substitute_is_handed_over_too(played: Tournament) -> None:
    drop = create_player(name="Aase Lind", actor=None)
    stand_in = Substitution.objects.create(entry=played.entries.get(start_no=2), player=drop, from_round=3)
    keep = create_player(name="Åse Lind", actor=None)

    merged(keep, drop)

    stand_in.refresh_from_db()
    assert stand_in.player == keep


def test_whoever_played_himself_and_for_another_there_is_not_merged(played: Tournament) -> None:
    drop = create_player(name="Aase Lind", actor=None)
    Substitution.objects.create(entry=played.entries.get(start_no=2), player=drop, from_round=2)

    with pytest.raises(Refused, match="both_took_part"):
        merged(named("Spiller 01"), drop)


def test_the_log_tells_each_tournament_and_the_registry(played: Tournament) -> None:
    keep, drop = create_player(name="Åse Lind", actor=None), named("Spiller 03")
    director = a_user(is_superuser=True)

    merged(keep, drop, director)

    rows = AuditEntry.objects.filter(verb="merge_players").order_by("pk")
    assert [
        (row.actor_id, row.tournament_id, row.object_type, row.object_id, row.before, row.reason)
        for row in rows
    ] == [
        (director.pk, None, "player", keep.pk, {"player": drop.pk}, WHY),
        (director.pk, played.pk, "player", keep.pk, {"player": drop.pk}, WHY),
    ]
    assert rows[0].after == {
        "player": keep.pk,
        "entries": [played.entries.get(start_no=3).pk],
        "substitutions": [],
        "scores": 8,
        "filled": [],
    }


def test_done_twice_it_is_done_once(played: Tournament) -> None:
    keep, drop = create_player(name="Åse Lind", actor=None), named("Spiller 03")
    merged(keep, drop)
    merged(keep, drop)
    assert AuditEntry.objects.filter(verb="merge_players", tournament_id=played.pk).count() == 1


def test_a_chain_of_merges_leads_to_the_last() -> None:
    first, second, third = (create_player(name=f"Åse {number}", actor=None) for number in (1, 2, 3))
    merged(second, first)
    merged(third, second)
    first.refresh_from_db()
    assert first.merged_into == third


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"archived_at": "2026-11-28T10:00Z"}, "player_archived"),
        ({"anonymised_at": "2026-11-28T10:00Z"}, "player_is_anonymous"),
    ],
)
def test_who_is_gone_or_anonymous_is_not_merged(change: dict[str, str], code: str) -> None:
    keep, drop = create_player(name="Åse", actor=None), create_player(name="Aase", actor=None)
    Player.objects.filter(pk=drop.pk).update(**change)
    with pytest.raises(Refused, match=code):
        merged(keep, drop)


def test_nobody_is_merged_with_himself_or_without_a_reason() -> None:
    player, other = create_player(name="Åse", actor=None), create_player(name="Aase", actor=None)
    with pytest.raises(Refused, match="same_player_twice"):
        merged(player, player)
    with pytest.raises(Refused, match="reason_missing"):
        merge_players(keep=player, drop=other, actor=None, reason=" ")


def test_it_is_for_who_directs_every_tournament_that_changes(played: Tournament) -> None:
    other = playing(4, a_user("ove"), name="En anden")
    keep, drop = create_player(name="Åse Lind", actor=None), played.entries.get(start_no=3).player
    register_entry(tournament=other, player=keep, actor=None)
    director = a_user("grethe")
    with pytest.raises(NotAllowed, match="merge_needs_director"):
        merged(keep, drop, director)
    appoint(tournament=played, user=director, role="director", actor=None)
    # The tournament of the one who stays does not change.
    merged(keep, drop, director)
    assert Entry.objects.filter(player=keep).count() == 2


def test_a_plan_that_is_no_longer_what_was_shown_is_refused(played: Tournament) -> None:
    keep, drop = create_player(name="Åse Lind", actor=None), named("Spiller 03")
    shown = plan_merge(keep=keep, drop=drop).fingerprint
    later = registered(3, name="Senere")
    register_entry(tournament=later, player=drop, actor=None)
    with pytest.raises(Refused, match="merge_changed_meanwhile"):
        merged(keep, drop, based_on=shown)
    merged(keep, drop, based_on=plan_merge(keep=keep, drop=drop).fingerprint)


def test_the_plan_says_what_will_happen(played: Tournament) -> None:
    tournament = registered(4, name="Kommende")
    keep, drop = tournament.entries.get(start_no=1).player, played.entries.get(start_no=3).player
    club = create_club(name="Basta", actor=None)
    Player.objects.filter(pk=drop.pk).update(club=club)
    drop.refresh_from_db()
    second = register_entry(tournament=tournament, player=drop, actor=None)

    plan = plan_merge(keep=keep, drop=drop)

    told = [
        (change.tournament.name, change.entry and change.entry.start_no, change.removed, change.deals)
        for change in plan.changes
    ]
    assert told == [("Kommende", 1, second, 0), ("Prøve", 3, None, 8)]
    assert (plan.both, plan.filled) == ((), ("club",))


def test_two_people_are_proposed_until_somebody_says_that_they_are_two() -> None:
    one, other = create_player(name="Åse Lind", actor=None), create_player(name="Lind, Aase", actor=None)
    assert [(pair.one, pair.other) for pair in queries.possible_duplicates()] == [(one, other)]
    say_different(one=other, other=one, actor=None)
    say_different(one=one, other=other, actor=None)
    assert queries.possible_duplicates() == []
    assert AuditEntry.objects.filter(verb="say_different").count() == 1


def test_whoever_is_not_the_one_who_goes_is_not_the_one_who_stays_either() -> None:
    keep, drop, somebody = (create_player(name=name, actor=None) for name in ("Åse", "Aase", "Åse"))
    say_different(one=drop, other=somebody, actor=None)
    merged(keep, drop)
    assert DifferentPeople.objects.values_list("one", "other").get() == (keep.pk, somebody.pk)


def test_whoever_was_merged_is_registered_as_who_stayed() -> None:
    tournament = registered(3)
    keep, drop = create_player(name="Åse", actor=None), create_player(name="Aase", actor=None)
    stale = Player.objects.get(pk=drop.pk)
    merged(keep, drop)
    (entry,) = register_entries(tournament=tournament, players=[stale], actor=None)
    assert entry.player == keep
    with pytest.raises(Refused, match="already_registered"):
        register_entries(tournament=tournament, players=[keep], actor=None)


def test_somebody_real_stays_when_the_demonstration_is_removed() -> None:
    keep = create_player(name="Åse", actor=None, is_demo=True)
    drop = create_player(name="Aase", actor=None)
    merged(keep, drop)
    keep.refresh_from_db()
    assert keep.is_demo is False


def test_it_holds_when_somebody_has_left_or_waits(played: Tournament) -> None:
    entry = played.entries.get(start_no=3)
    withdraw_entry(entry=entry, actor=None)
    keep = create_player(name="Åse Lind", actor=None)
    merged(keep, entry.player)
    entry.refresh_from_db()
    assert (entry.player, entry.state, entry.withdrawn_after_round) == (keep, "withdrawn", 2)


def test_the_next_deal_of_a_table_names_who_stays() -> None:
    tournament = playing(4)
    seating = table(tournament)
    enter(seating, 1)
    keep, drop = create_player(name="Åse Lind", actor=None), named("Spiller 01")
    merged(keep, drop)
    enter(table(tournament), 2)
    assert Score.objects.filter(player=keep).count() == 2
    assert check_in(entry=tournament.entries.get(start_no=1), actor=None).player == keep
