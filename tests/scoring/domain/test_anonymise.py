"""Scenario 20: made anonymous means no trace in any page, API answer, export or log text; places and points stay."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from scoring.domain.adjustments import cancel_adjustment, give_adjustment
from scoring.domain.anonymise import anonymise_player, reapply_anonymisations
from scoring.domain.archive import archive_of
from scoring.domain.archive_file import read_archive
from scoring.domain.deals import record_deal, void_deal
from scoring.domain.jobs import request_job
from scoring.domain.lines import DealLine
from scoring.domain.merging import merge_players
from scoring.domain.personal_texts import NameFinder
from scoring.domain.restore import build_from, restore
from scoring.domain.signatures import reopen_seating
from scoring.domain.snapshots import document_of, packed, take_snapshot
from scoring.domain.standings import recompute
from scoring.domain.substitutes import substitute
from scoring.models import Adjustment, Deal, Job, RefusedEntry, Snapshot, Standing
from scoring.web.log import readable_entries
from tests.scenes import a_user, enter, fill, playing, table
from tests.walk import walk, workbook_text
from tournament import anonymised
from tournament.domain.categories import set_labels
from tournament.domain.entries import register_entry, withdraw_entry
from tournament.domain.registry import change_player, create_club, create_player
from tournament.errors import NotAllowed, Refused
from tournament.models import AuditEntry, Club, Entry, Player, StaffRole, Tournament, User

pytestmark = pytest.mark.django_db
NAME = "Zacharias Qvistgaard"
CLUB = "Klubben Xanthippe"
TRACES = ("zacharias", "qvistgaard", "zq-4711")


@pytest.fixture(autouse=True)
def marks(settings, tmp_path):
    """A list of one's own for each test."""
    settings.ANONYMISED_FILE = tmp_path / "anonymised.txt"
    settings.MEDIA_ROOT = tmp_path / "files"
    return settings.ANONYMISED_FILE


@pytest.fixture
def director():
    return a_user("grethe")


@pytest.fixture
def tournament(director):
    """A round in which he has played, has been written about wherever one can write, and plays for somebody else."""
    tournament = playing(8, director)
    entry = tournament.entries.get(start_no=1)
    change_player(
        player=entry.player,
        name=NAME,
        club=create_club(name=CLUB, actor=director),
        member_no="ZQ-4711",
        actor=director,
    )
    Entry.objects.filter(pk=entry.pk).update(club=Club.objects.get())
    set_labels(entry=entry, labels=["veteran", "Zacharias venner"], actor=director)
    seating = entry.seats.get(round__number=1).seating
    line = DealLine(not_played_reason="Qvistgaard kom for sent")
    enter(seating, 1, line)
    enter(seating, 2)
    void_deal(deal=enter(seating, 3), version=1, actor=director, reason="Zacharias skrev forkert")
    fill(table(tournament, 1, seating.table_no))
    with pytest.raises(Refused):
        record_deal(
            seating=table(tournament, 1, seating.table_no),
            number=1,
            line=line,
            client_key=uuid4(),
            actor=None,
        )
    given = give_adjustment(entry=entry, points=-2, reason="other", note="Zacharias råbte", actor=director)
    cancel_adjustment(adjustment=given, actor=director, reason="Qvistgaards klage blev hørt")
    other = tournament.entries.get(start_no=2)
    give_adjustment(entry=other, points=-1, reason="other", note="drillede Zacharias", actor=director)
    seating_of_other = other.seats.get(round__number=1).seating
    substitute(
        entry=entry,
        player=create_player(name="Bo Beck", actor=director),
        from_round=2,
        after_deal=0,
        actor=director,
        reason="Zacharias er syg",
    )
    if seating_of_other.pk != seating.pk:
        fill(table(tournament, 1, seating_of_other.table_no))
    Tournament.objects.update(
        banner="Tillykke, Zacharias!", prizes=[{"category": "", "place": 1, "text": f"{NAME}s pokal"}]
    )
    recompute(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def player_of(tournament):
    return tournament.entries.get(start_no=1).player


def forget(tournament, actor=None, reason="bad om det"):
    return anonymise_player(player=player_of(tournament), actor=actor, reason=reason)


def traces_in(text):
    folded = text.lower()
    return [trace for trace in TRACES if trace in folded]


def looked_for(tournament):
    """What visitors and directors find when they look for him: (kind, query, text)."""
    director = Client()
    director.force_login(User.objects.get(username="grethe"))
    for query in ("q=zacharias", "q=zq-4711", "category=veteran", "projector=1"):
        yield query, Client().get(f"/t/{tournament.slug}/?{query}").text
        yield query, Client().get(f"/t/{tournament.slug}/standings/?{query}").text
        yield query, director.get(f"/director/players/?{query}").text


class TestNoTrace:
    def test_before_he_is_everywhere(self, tournament):
        """Else the walk would prove nothing."""
        take_snapshot(tournament=tournament, actor=None, occasion="asked")
        seen = {name for _kind, name, text in walk(tournament) if traces_in(text)}
        assert {
            "overview", "standings", "standings-rows", "round", "player-card", "api-standings", "entries",
            "audit-log", "adjustments", "snapshot-file", "player-stored", "player-stored-file", "players",
        } <= seen  # fmt: skip
        assert traces_in(workbook_text(tournament)) == list(TRACES)

    def test_nor_in_any_page_or_answer(self, tournament, director):
        take_snapshot(tournament=tournament, actor=director, occasion="asked")
        forget(tournament, director)
        recompute(tournament_id=tournament.pk)
        found = {(kind, name): traces_in(text) for kind, name, text in walk(tournament) if traces_in(text)}
        assert found == {}
        # What was typed is repeated; what was not is told by nothing.
        assert [query for query, text in looked_for(tournament) if "qvistgaard" in text.lower()] == []

    def test_he_is_not_found_by_his_name(self, tournament):
        forget(tournament)
        page = Client().get(f"/t/{tournament.slug}/?q=zacharias").text
        assert 'class="found"' not in page

    @pytest.mark.parametrize("public", [False, True])
    @pytest.mark.parametrize("language", ["da", "en"])
    def test_nor_in_any_cell_of_the_workbook(self, tournament, public, language):
        forget(tournament)
        with translation.override(language):
            assert traces_in(workbook_text(tournament, public=public)) == []

    def test_nor_in_the_log_in_either_language(self, tournament):
        forget(tournament, reason="Zacharias bad om det")
        for language in ("da", "en"):
            with translation.override(language):
                lines = readable_entries(AuditEntry.objects.all())
                assert traces_in(json.dumps([str(line) for line in lines])) == []

    def test_nor_in_an_archive(self, tournament):
        forget(tournament)
        document = archive_of(Tournament.objects.get(pk=tournament.pk))
        assert traces_in(json.dumps(document, ensure_ascii=False)) == []

    def test_nor_is_he_in_a_club(self, tournament):
        entry = tournament.entries.get(start_no=1)
        assert (entry.club.name, entry.player.club.name) == (CLUB, CLUB)
        forget(tournament)
        entry = tournament.entries.get(start_no=1)
        assert (entry.club, entry.player.club) == (None, None)

    def test_the_log_itself_keeps_its_rows(self, tournament):
        before = list(AuditEntry.objects.order_by("pk").values())
        forget(tournament)
        assert list(AuditEntry.objects.order_by("pk").values())[: len(before)] == before
        assert AuditEntry.objects.filter(verb="redact").exists()


class TestWhatStays:
    def test_places_and_points(self, tournament):
        recompute(tournament_id=tournament.pk)
        rows = list(Standing.objects.order_by("position").values("entry_id", "rank", "total", "round_points"))
        tournament.refresh_from_db()
        before = tournament.standings_hash
        forget(tournament)
        recompute(tournament_id=tournament.pk)
        tournament.refresh_from_db()
        assert tournament.standings_hash == before
        assert rows == list(
            Standing.objects.order_by("position").values("entry_id", "rank", "total", "round_points")
        )

    def test_everybody_elses_names_and_texts(self, tournament):
        others = dict(Player.objects.exclude(name=NAME).values_list("pk", "name"))
        give_adjustment(
            entry=tournament.entries.get(start_no=3), points=-1, reason="other", note="talte højt", actor=None
        )
        forget(tournament)
        assert dict(Player.objects.filter(pk__in=others).values_list("pk", "name")) == others
        assert Adjustment.objects.filter(note="talte højt").exists()

    def test_a_signature_still_vouches_for_its_sheet(self, tournament, director):
        forget(tournament)
        browser = Client()
        browser.force_login(director)
        seating = Deal.objects.get(status="not_played").seating
        text = browser.get(f"/en/director/t/{tournament.slug}/rounds/1/").text
        assert seating.is_signed
        assert "hanged after" not in text

    def test_a_namesake(self, tournament):
        other = create_player(name=NAME, actor=None)
        forget(tournament)
        other.refresh_from_db()
        assert other.name == NAME

    def test_the_word_of_a_category_that_says_nothing_of_him(self, tournament):
        forget(tournament)
        assert tournament.entries.get(start_no=1).labels == ["veteran"]


class TestFiles:
    def job(self, tournament, **fields):
        job = request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")
        for name, value in fields.items():
            setattr(job, name, value)
        if job.state == Job.State.DONE:
            job.file.save("resultat.xlsx", ContentFile(b"x"), save=False)
        job.save()
        return job

    def test_exports_that_name_him_are_deleted(self, tournament, django_capture_on_commit_callbacks):
        job = self.job(tournament, state=Job.State.DONE)
        path = job.file.path
        storage = job.file.storage
        with django_capture_on_commit_callbacks(execute=True):
            forget(tournament)
        job.refresh_from_db()
        assert (job.state, job.file.name, storage.exists(path)) == (Job.State.EXPIRED, "", False)

    def test_one_that_is_being_written_is_written_anew(self, tournament):
        job = self.job(tournament, state=Job.State.RUNNING, attempts=1)
        forget(tournament)
        job.refresh_from_db()
        assert job.state == Job.State.WAITING

    def test_those_of_other_tournaments_stay(self, tournament):
        other = playing(4, name="En anden")
        job = self.job(other, state=Job.State.DONE)
        forget(tournament)
        job.refresh_from_db()
        assert job.state == Job.State.DONE

    def test_stored_snapshots_are_cleaned_and_can_be_restored(self, tournament, director):
        snapshot = take_snapshot(tournament=tournament, actor=director, occasion="asked")
        forget(tournament, director)
        snapshot.refresh_from_db()
        document = document_of(snapshot)
        assert traces_in(json.dumps(document, ensure_ascii=False)) == []
        assert [row["name"] for row in document["clubs"]] == []
        restored = restore(
            tournament=tournament, document=document, keep_later=True, actor=director, reason="prøve"
        )
        assert restored.agrees
        assert traces_in(workbook_text(tournament)) == []


class TestBroughtBack:
    def test_his_mark_is_in_the_file_and_nothing_else(
        self, tournament, marks, django_capture_on_commit_callbacks
    ):
        player = player_of(tournament)
        with django_capture_on_commit_callbacks(execute=True):
            forget(tournament)
        assert marks.read_text() == f"{player.uuid}\n"

    def test_an_older_backup_is_made_anonymous_again(self, tournament, marks):
        anonymised.remember([player_of(tournament).uuid])
        assert reapply_anonymisations() == 1
        assert reapply_anonymisations() == 0
        assert player_of(tournament).anonymised_at is not None
        assert traces_in(workbook_text(tournament)) == []

    def test_the_command_says_what_it_did(self, tournament, capsys):
        anonymised.remember([player_of(tournament).uuid])
        call_command("forget")
        assert "anonymous again: 1" in capsys.readouterr().out
        call_command("forget")
        assert capsys.readouterr().out == ""

    def test_the_file_learns_of_whom_it_lacks(self, tournament, marks):
        forget(tournament)
        assert not marks.exists()
        reapply_anonymisations()
        assert anonymised.remembered() == {player_of(tournament).uuid}

    def test_a_line_that_cannot_be_read_is_passed_over(self, tournament, marks):
        mark = player_of(tournament).uuid
        marks.write_text(f"nothing\n{mark}\n\n")
        assert anonymised.remembered() == {mark}

    def test_a_file_of_before_comes_in_without_him(self, tournament, director):
        document = archive_of(tournament)
        data = packed(document)
        forget(tournament, director)
        anonymised.remember([player_of(tournament).uuid])
        read = read_archive(data)
        assert traces_in(json.dumps(read, ensure_ascii=False)) == []
        assert read["standings_hash"] == document["standings_hash"]

    def test_a_tournament_that_was_removed_is_built_without_him(self, tournament, director):
        document = json.loads(json.dumps(archive_of(tournament)))
        document["tournament"]["created_at"] = "2020-01-01T10:00:00+00:00"
        for seating in document["seatings"]:
            seating["uuid"] = str(uuid4())
        for part in ("deals", "adjustments", "refused_entries"):
            for row in document[part]:
                row["client_key"] = str(uuid4())
        anonymised.remember([player_of(tournament).uuid])
        # As on another machine: nobody here has this mark.
        Player.objects.filter(name=NAME).update(uuid=uuid4())
        built = build_from(document=document, actor=director)
        assert traces_in(workbook_text(built)) == []
        assert player_of(built).archived_at is not None


class TestWhoMay:
    def test_a_director_of_every_tournament_concerned(self, tournament, director):
        assert forget(tournament, director).name == "Anonym"

    def test_not_one_who_directs_only_some(self, tournament, director):
        other = playing(4, a_user("ove"), name="En anden")
        player = player_of(tournament)
        register_entry(tournament=other, player=player, actor=None)
        with pytest.raises(NotAllowed):
            forget(tournament, director)
        player.refresh_from_db()
        assert player.name == NAME
        anonymise_player(player=player, actor=a_user("karen", is_superuser=True), reason="bad om det")

    def test_not_a_scorekeeper(self, tournament):
        keeper = a_user("niels", is_director=False)
        StaffRole.objects.create(tournament=tournament, user=keeper, role="scorekeeper")
        with pytest.raises(NotAllowed):
            forget(tournament, keeper)

    def test_a_reason_is_asked_for(self, tournament):
        with pytest.raises(Refused) as refusal:
            forget(tournament, reason=" ")
        assert refusal.value.code == "reason_missing"


class TestAfterwards:
    def test_twice_changes_nothing(self, tournament):
        first = forget(tournament).anonymised_at
        count = AuditEntry.objects.count()
        assert forget(tournament).anonymised_at == first
        assert AuditEntry.objects.count() == count

    def test_he_gets_no_name_again(self, tournament):
        player = forget(tournament)
        with pytest.raises(Refused) as refusal:
            change_player(player=player, name=NAME, club=None, member_no="", actor=None)
        assert refusal.value.code == "player_was_anonymised"

    def test_he_is_not_registered_again(self, tournament):
        player = forget(tournament)
        with pytest.raises(Refused) as refusal:
            register_entry(tournament=playing(4, name="En anden"), player=player, actor=None)
        assert refusal.value.code == "player_was_anonymised"

    def test_he_can_still_withdraw(self, tournament):
        forget(tournament)
        entry = withdraw_entry(entry=tournament.entries.get(start_no=1), actor=None, reason="gik")
        assert entry.state == Entry.State.WITHDRAWN

    def test_who_was_merged_into_him_goes_with_him(self, tournament):
        former = create_player(name=NAME, actor=None)
        merge_players(keep=player_of(tournament), drop=former, actor=None, reason="samme")
        forget(tournament)
        assert not Player.objects.filter(name=NAME).exists()
        former.refresh_from_db()
        assert former.anonymised_at is not None


def test_a_substitute_is_made_anonymous_where_he_played(tournament):
    player = Player.objects.get(name="Bo Beck")
    seating = tournament.entries.get(start_no=1).seats.get(round__number=1).seating
    reopen_seating(seating=seating, actor=None, reason="Bo Beck sad her")
    anonymise_player(player=player, actor=None, reason="bad om det")
    lines = [str(line) for line in readable_entries(AuditEntry.objects.all())]
    assert [line for line in lines if "Beck" in line] == []
    assert "Beck" not in Client().get(f"/t/{tournament.slug}/").text


def test_refused_lines_are_cleaned_too(tournament):
    forget(tournament)
    refused = RefusedEntry.objects.get()
    assert refused.body["not_played_reason"] == "–"


def test_a_snapshot_that_says_the_same_is_not_taken_twice_after_it(tournament):
    take_snapshot(tournament=tournament, actor=None, occasion="asked")
    forget(tournament)
    again = take_snapshot(tournament=tournament, actor=None, occasion="asked")
    assert traces_in(json.dumps(document_of(again), ensure_ascii=False)) == []
    assert Snapshot.objects.count() <= 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna gik hjem", True),
        ("ANNAS stol", True),
        ("HOLM, A.", True),
        ("Åkjær og aakjaer", False),
        ("ham fra Holmen", False),
        ("von og zu", False),
        ("", False),
        (None, False),
        (7, False),
    ],
)
def test_a_text_speaks_of_somebody_by_any_word_of_the_name(text, found):
    assert NameFinder(["Anna von Holm"]).finds(text) == found


@pytest.mark.parametrize(("text", "found"), [("Bo Ek gik", True), ("Ek, Bo", True), ("bo i Ry", False)])
def test_short_names_are_found_as_a_whole(text, found):
    assert NameFinder(["Bo Ek"]).finds(text) == found
