"""Archives: what a tournament is comes back as it was, later deals are kept or put aside, and the log only grows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.domain.adjustments import give_adjustment
from scoring.domain.archive import archive_of, as_text, fields_of, hash_of_content
from scoring.domain.archive_check import check_format, recomputed_hash, recomputed_standings
from scoring.domain.deals import correct_deal, void_deal
from scoring.domain.draws import draw_again
from scoring.domain.lines import line_of
from scoring.domain.removal import erase, remove_tournament
from scoring.domain.restore import build_from, later_deals, restore
from scoring.domain.signatures import reopen_seating
from scoring.domain.snapshots import document_of, take_snapshot
from scoring.domain.standings import recompute
from scoring.models import Adjustment, Deal, RefusedEntry, Score
from tests.scenes import PAS, begin, declared, enter, fill, play, playing, started, table
from tournament.domain.codes import renew_code, seating_of_code, table_code
from tournament.domain.entries import register_new_player, withdraw_entry
from tournament.errors import Refused
from tournament.models import AuditEntry, Entry, Seat, Tournament

pytestmark = pytest.mark.django_db


def fresh(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def through_text(document: dict[str, Any]) -> dict[str, Any]:
    """As it comes back from a file."""
    return check_format(json.loads(as_text(document)))


@pytest.fixture
def tournament() -> Tournament:
    """Nine players, a round played, the second begun, a penalty given."""
    tournament = playing(9, deals_per_round=8, rounds_planned=3, tie_breaks=["mutual", "won_contracts"])
    play(tournament, 1)
    begin(tournament, 2)
    enter(table(tournament, 2, 1), 1, PAS)
    enter(table(tournament, 2, 2), 1)
    give_adjustment(entry=tournament.entries.get(start_no=4), points=-2, reason="revoke", actor=None)
    return fresh(tournament)


class TestArchive:
    def test_the_standings_follow_from_the_deals_of_the_document_alone(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        assert recomputed_standings(document) == document["standings"]
        assert recomputed_hash(document) == document["standings_hash"] == tournament.standings_hash

    def test_a_document_that_was_tampered_with_is_found_out(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        next(deal for deal in document["deals"] if deal["outcome"] == "vundet")["outcome"] = "kruk"
        assert recomputed_hash(document) != document["standings_hash"]

    @pytest.mark.parametrize("booking", ["declarer", "opponents", "table"])
    def test_whatever_the_booking(self, booking: str) -> None:
        tournament = playing(7, deals_per_round=4, booking=booking)
        play(tournament, 1)
        document = archive_of(fresh(tournament))
        assert recomputed_hash(document) == fresh(tournament).standings_hash

    def test_nothing_that_is_secret_is_in_it(self, tournament: Tournament) -> None:
        text = as_text(archive_of(tournament))
        code = table_code(table(tournament, 2, 1))
        assert code not in text
        assert "password" not in text
        assert "code_hash" not in text

    def test_its_columns_are_those_that_the_documentation_names(self) -> None:
        # A new column changes what an archive holds: say so in docs/archive.md, and raise the version if need be.
        assert sorted(field.name for field in fields_of(Deal)) == [
            "board", "calls", "changed_at", "changed_by_seat", "client_key", "contract", "dealer",
            "dealer_overridden", "declarer", "entered_at", "entered_by", "not_played_reason", "number",
            "outcome", "points", "request_hash", "seating", "status", "thrown_in", "tout", "tricks", "trump",
            "version", "void_reason", "voided_at",
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("document", "code"),
        [([], "not_an_archive"), ({"format": "x"}, "not_an_archive"),
         ({"format": "spadille-tournament", "version": 99}, "archive_version_unknown")],
    )  # fmt: skip
    def test_what_is_no_archive_is_refused(self, document: Any, code: str) -> None:
        with pytest.raises(Refused) as refusal:
            check_format(document)
        assert refusal.value.code == code


class TestSnapshots:
    def test_the_same_again_is_not_kept_twice(self, tournament: Tournament) -> None:
        one = take_snapshot(tournament=tournament, actor=None, occasion="asked")
        other = take_snapshot(tournament=tournament, actor=None, occasion="asked")
        assert one.pk == other.pk
        enter(table(tournament, 2, 1), 2, PAS)
        assert take_snapshot(tournament=tournament, actor=None, occasion="asked").pk != one.pk

    def test_it_holds_the_archive(self, tournament: Tournament) -> None:
        snapshot = take_snapshot(tournament=tournament, actor=None, occasion="asked")
        assert hash_of_content(document_of(snapshot)) == snapshot.content_hash
        assert recomputed_hash(document_of(snapshot)) == snapshot.standings_hash


class TestRestore:
    def test_without_anything_later_it_changes_nothing_but_versions(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        restored = restore(
            tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve"
        )
        assert (restored.agrees, restored.kept, restored.put_aside) == (True, 0, 0)
        assert hash_of_content(archive_of(fresh(tournament))) == hash_of_content(document)
        assert fresh(tournament).results_version > tournament.results_version

    def test_a_correction_and_a_void_are_taken_back(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        seating = table(tournament, 2, 2)
        deal = Deal.objects.get(seating=seating, number=1)
        correct_deal(deal=deal, version=1, line=declared(seating, 1, outcome="kruk"), actor=None)
        gone = Deal.objects.get(seating=table(tournament, 2, 1), number=1)
        void_deal(deal=gone, version=1, actor=None, reason="Fejl")
        later = later_deals(tournament, document)
        assert [(one.deal.pk, one.is_new) for one in later] == [(deal.pk, False)]
        restored = restore(
            tournament=tournament, document=document, keep_later=False, actor=None, reason="Fortryd"
        )
        assert restored.agrees
        assert (Deal.objects.get(pk=deal.pk).outcome, Deal.objects.get(pk=gone.pk).voided_at) == (
            "vundet",
            None,
        )
        assert (Deal.objects.get(pk=deal.pk).version, Deal.objects.get(pk=gone.pk).version) == (3, 3)
        aside = RefusedEntry.objects.get()
        assert (aside.code, aside.state, aside.body["outcome"]) == (
            "tournament_restored",
            "discarded",
            "kruk",
        )

    def test_later_deals_are_put_in_again_if_they_are_to_be_kept(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        seating = table(tournament, 2, 2)
        new = enter(seating, 2, declared(seating, 2, outcome="bet"))
        deal = Deal.objects.get(seating=seating, number=1)
        correct_deal(deal=deal, version=1, line=declared(seating, 1, outcome="kruk"), actor=None)
        before = fresh(tournament).standings_hash
        withdraw_entry(entry=tournament.entries.get(start_no=2), actor=None)
        restored = restore(
            tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve"
        )
        assert (restored.kept, restored.put_aside, restored.agrees) == (2, 0, False)
        assert fresh(tournament).standings_hash == before
        assert line_of(Deal.objects.get(pk=new.pk)).outcome == "bet"
        assert tournament.entries.get(start_no=2).state == Entry.State.CHECKED_IN

    def test_later_deals_are_put_aside_and_can_still_be_let_count(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        new = enter(table(tournament, 2, 2), 2)
        restored = restore(
            tournament=tournament, document=document, keep_later=False, actor=None, reason="Prøve"
        )
        assert (restored.put_aside, restored.agrees) == (1, True)
        stored = Deal.objects.get(pk=new.pk)
        assert (stored.voided_at is not None, stored.void_reason) == (True, "Prøve")
        assert not Score.objects.filter(deal=stored).exists()

    def test_a_redraw_is_undone_and_the_old_codes_open_again(self) -> None:
        tournament = started(8)
        before = {
            (seat.seating.table_no, seat.position): seat.entry_id
            for seat in Seat.objects.select_related("seating")
        }
        document = through_text(archive_of(tournament))
        draw_again(tournament=tournament, actor=None, seed=99, reason="Forkert")
        restore(tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve")
        after = {
            (seat.seating.table_no, seat.position): seat.entry_id
            for seat in Seat.objects.select_related("seating")
        }
        assert after == before

    def test_a_code_made_later_still_opens_its_table(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        renewed = renew_code(seating=table(tournament, 2, 1), actor=None, reason="Væk")
        restore(tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve")
        found = seating_of_code(table_code(renewed))
        assert found is not None
        assert found.pk == renewed.pk

    def test_who_came_later_stays_without_a_seat(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        late = register_new_player(tournament=tournament, name="Sen Ankomst", club_name="", actor=None)
        restore(tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve")
        assert tournament.entries.get(pk=late.pk).start_no == 10

    @pytest.mark.parametrize(("keep_later", "total"), [(True, -5), (False, -2)])
    def test_later_penalties_stay_or_are_cancelled(
        self, tournament: Tournament, keep_later: bool, total: int
    ) -> None:
        document = through_text(archive_of(tournament))
        give_adjustment(entry=tournament.entries.get(start_no=4), points=-3, reason="order", actor=None)
        restore(tournament=tournament, document=document, keep_later=keep_later, actor=None, reason="Prøve")
        counting = Adjustment.objects.filter(tournament=tournament, cancelled_at=None)
        assert sum(counting.values_list("points", flat=True)) == total

    def test_signatures_come_back(self, tournament: Tournament) -> None:
        fill(table(tournament, 2, 1))
        document = through_text(archive_of(tournament))
        reopen_seating(seating=table(tournament, 2, 1), actor=None, reason="x")
        restore(tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve")
        assert table(tournament, 2, 1).is_signed
        assert table(tournament, 2, 1).signatures.get(withdrawn_at=None).seat == ""

    def test_the_log_only_grows_and_says_what_was_done(self, tournament: Tournament) -> None:
        document = through_text(archive_of(tournament))
        enter(table(tournament, 2, 2), 2)
        told = list(AuditEntry.objects.order_by("id").values_list("id", flat=True))
        restore(tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve")
        after = list(AuditEntry.objects.order_by("id").values_list("id", flat=True))
        assert after[: len(told)] == told
        assert AuditEntry.objects.filter(verb="restore", reason="Prøve").count() == 1

    def test_an_archive_of_another_tournament_is_refused(self, tournament: Tournament) -> None:
        document = through_text(archive_of(started(4, name="En anden")))
        with pytest.raises(Refused) as refusal:
            restore(tournament=tournament, document=document, keep_later=True, actor=None, reason="Prøve")
        assert refusal.value.code == "archive_of_another_tournament"

    def test_the_way_back_from_a_restoring_is_the_snapshot_taken_before_it(
        self, tournament: Tournament
    ) -> None:
        document = through_text(archive_of(tournament))
        enter(table(tournament, 2, 2), 2)
        before = fresh(tournament).standings_hash
        restored = restore(
            tournament=tournament, document=document, keep_later=False, actor=None, reason="Prøve"
        )
        assert restored.snapshot_before is not None
        back = restore(
            tournament=tournament,
            document=document_of(restored.snapshot_before),
            keep_later=False,
            actor=None,
            reason="Tilbage",
        )
        assert (back.agrees, fresh(tournament).standings_hash) == (True, before)


class TestBuilding:
    def test_a_tournament_that_is_not_here_is_built_with_the_same_standings(
        self, tournament: Tournament
    ) -> None:
        document = through_text(archive_of(tournament))
        erase([tournament])
        built = fresh(build_from(document=document, actor=None))
        assert built.standings_hash == document["standings_hash"]
        assert hash_of_standings_rows(built) == document["standings"]
        assert {seat.entry.name for seat in Seat.objects.filter(round__tournament=built)} == {
            f"Spiller {number:02}" for number in range(1, 10)
        }

    def test_before_play_a_tournament_is_removed_and_comes_back_from_its_snapshot(self) -> None:
        tournament = started(8)
        snapshot = remove_tournament(tournament=tournament, actor=None)
        snapshot.refresh_from_db()
        assert (Tournament.objects.count(), snapshot.tournament, snapshot.slug) == (0, None, tournament.slug)
        built = build_from(document=document_of(snapshot), actor=None)
        assert (built.slug, built.state, built.entries.count(), built.rounds.count()) == (
            tournament.slug, "running", 8, 2
        )  # fmt: skip

    def test_once_play_began_nothing_is_removed(self, tournament: Tournament) -> None:
        with pytest.raises(Refused) as refusal:
            remove_tournament(tournament=tournament, actor=None)
        assert refusal.value.code == "play_has_begun"

    def test_a_tournament_that_is_here_is_not_built_twice(self, tournament: Tournament) -> None:
        with pytest.raises(Refused) as refusal:
            build_from(document=through_text(archive_of(tournament)), actor=None)
        assert refusal.value.code == "archive_is_here"


def hash_of_standings_rows(tournament: Tournament) -> Any:
    return archive_of(tournament)["standings"]
