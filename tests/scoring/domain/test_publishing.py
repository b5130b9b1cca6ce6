"""The workbook for everybody: one a language, replaced by a newer one only, withdrawn when it would tell too much."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import File
from django.utils import timezone

from scoring.domain import jobs
from scoring.domain.anonymise import anonymise_player
from scoring.domain.jobs import request_job
from scoring.domain.publishing import publish_workbook, withdraw_workbook
from scoring.domain.release import freeze_standings, release_standings
from scoring.domain.reopening import reopen_round
from scoring.domain.restore import restore
from scoring.domain.snapshots import document_of, take_snapshot
from scoring.exports import runner
from scoring.models import Job
from scoring.queries import public_workbook
from tests.scenes import a_user, begin, enter, play, playing, registered, table
from tournament.domain.clock import set_clock
from tournament.domain.registry import change_player
from tournament.errors import Refused
from tournament.models import AuditEntry, Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.ANONYMISED_FILE = tmp_path / "anonymised.txt"
    return tmp_path / "files" / "exports"


@pytest.fixture
def tournament() -> Tournament:
    tournament = playing(8)
    play(tournament, 1)
    return Tournament.objects.get(pk=tournament.pk)


def publish(tournament: Tournament) -> list[Job]:
    """Published and made."""
    asked = publish_workbook(tournament=tournament, actor=None)
    for job in asked:
        runner.run(job_id=job.pk)
    return list(Job.objects.filter(pk__in=[job.pk for job in asked]).order_by("pk"))


def found(tournament: Tournament, language: str = "da") -> Any:
    return public_workbook(Tournament.objects.get(pk=tournament.pk), language)


def states() -> list[str]:
    return list(Job.objects.order_by("pk").values_list("state", flat=True))


def verbs() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True))


def test_there_is_one_in_each_language(tournament: Tournament) -> None:
    danish, english = publish(tournament)
    assert found(tournament, "da").job == danish
    assert found(tournament, "en").job == english
    assert verbs().count("publish_workbook") == 1


def test_who_reads_another_language_gets_what_there_is(tournament: Tournament) -> None:
    danish, english = publish(tournament)
    Job.objects.filter(pk=english.pk).update(state=Job.State.FAILED, file="")
    assert found(tournament, "en").job == danish


def test_one_of_the_directors_own_is_for_nobody_else(tournament: Tournament) -> None:
    own = request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")
    runner.run(job_id=own.pk)
    assert found(tournament) is None
    assert own.pk not in {job.pk for job in publish(tournament)}


def test_pressed_twice_it_is_published_once(tournament: Tournament) -> None:
    first = publish_workbook(tournament=tournament, actor=None)
    assert publish_workbook(tournament=tournament, actor=None) == first
    assert verbs().count("publish_workbook") == 1


def test_before_the_start_there_is_nothing_to_publish() -> None:
    with pytest.raises(Refused) as refused:
        publish_workbook(tournament=registered(8), actor=None)
    assert refused.value.code == "tournament_not_running"


def test_the_old_one_stays_until_the_new_one_is_there(tournament: Tournament, files: Path) -> None:
    old = publish(tournament)
    begin(tournament, 2)
    new = publish_workbook(tournament=tournament, actor=None)
    assert found(tournament).job == old[0]
    for job in new:
        runner.run(job_id=job.pk)
    assert found(tournament).job == new[0]
    assert states() == ["expired", "expired", "done", "done"]
    assert len(list(files.iterdir())) == 2


def test_it_does_not_expire_while_it_is_published(tournament: Tournament) -> None:
    publish(tournament)
    Job.objects.update(finished_at=timezone.now() - timedelta(days=400))
    jobs.sweep()
    assert states() == ["done", "done"]


def test_withdrawn_its_file_is_gone(
    tournament: Tournament, files: Path, django_capture_on_commit_callbacks: Any
) -> None:
    director = a_user()
    publish(tournament)
    with django_capture_on_commit_callbacks(execute=True):
        assert withdraw_workbook(tournament=tournament, actor=director)
    assert found(tournament) is None
    assert list(files.iterdir()) == []
    assert not withdraw_workbook(tournament=tournament, actor=director)
    assert verbs().count("withdraw_workbook") == 1


def test_one_that_is_being_made_when_it_is_withdrawn_never_gets_public(
    tournament: Tournament, files: Path
) -> None:
    job = publish_workbook(tournament=tournament, actor=None)[0]
    taken = jobs.take(job_id=job.pk)
    assert taken is not None
    withdraw_workbook(tournament=tournament, actor=None)
    jobs.finish(job=taken, content=File(BytesIO(b"x")), file_name="x.xlsx", results_version=1)
    assert found(tournament) is None
    assert not files.exists() or list(files.iterdir()) == []


class TestWhatWouldTellTooMuch:
    def test_hiding_the_results_withdraws_it(self, tournament: Tournament) -> None:
        publish(tournament)
        freeze_standings(tournament=tournament, after_round=0, actor=None)
        assert found(tournament) is None
        assert verbs()[-2:] == ["freeze_standings", "withdraw_workbook"]

    def test_what_was_made_of_a_frozen_list_stays_when_more_is_shown(self, tournament: Tournament) -> None:
        freeze_standings(tournament=tournament, after_round=0, actor=None)
        publish(tournament)
        assert (found(tournament).state, found(tournament).shown_up_to) == ("frozen", 0)
        freeze_standings(tournament=tournament, after_round=1, actor=None)
        assert found(tournament).has_changed
        release_standings(tournament=tournament, actor=None)
        assert found(tournament).has_changed

    def test_a_reopened_round_withdraws_it(self, tournament: Tournament) -> None:
        publish(tournament)
        reopen_round(round_=tournament.rounds.get(number=1), confirmed="1", actor=None, reason="prøve")
        assert found(tournament) is None

    def test_a_restored_tournament_withdraws_it(self, tournament: Tournament) -> None:
        snapshot = take_snapshot(tournament=tournament, actor=None, occasion="asked")
        publish(tournament)
        restore(
            tournament=tournament,
            document=document_of(snapshot),
            keep_later=True,
            actor=None,
            reason="prøve",
        )
        assert found(tournament) is None

    def test_whoever_is_made_anonymous_is_in_none(self, tournament: Tournament) -> None:
        publish(tournament)
        anonymise_player(
            player=tournament.entries.get(start_no=1).player,
            actor=a_user("admin", is_superuser=True),
            reason="prøve",
        )
        assert found(tournament) is None

    def test_a_name_that_may_no_longer_be_read_withholds_it(self, tournament: Tournament) -> None:
        publish(tournament)
        player = tournament.entries.get(start_no=1).player
        change_player(
            player=player,
            name=player.name,
            club=None,
            member_no="",
            public_form=Player.PublicForm.INITIAL,
            actor=None,
        )
        assert found(tournament) is None
        publish(tournament)
        assert found(tournament) is not None


class TestWhatHasHappenedSince:
    def test_nothing(self, tournament: Tournament) -> None:
        publish(tournament)
        assert not found(tournament).has_changed

    def test_a_deal(self, tournament: Tournament) -> None:
        begin(tournament, 2)
        publish(tournament)
        enter(table(tournament, 2), 1)
        assert found(tournament).has_changed

    def test_the_clock_changes_no_result(self, tournament: Tournament) -> None:
        round_ = begin(tournament, 2)
        publish(tournament)
        before = Tournament.objects.get(pk=tournament.pk).results_version
        set_clock(round_=round_, minutes=75, actor=None)
        assert Tournament.objects.get(pk=tournament.pk).results_version > before
        assert not found(tournament).has_changed
