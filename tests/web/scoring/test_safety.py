"""Snapshots, restoring and removing: shown first, typed, done once."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.domain.archive import archive_of
from scoring.domain.removal import erase
from scoring.domain.snapshots import packed, take_snapshot
from scoring.domain.standings import recompute
from scoring.models import Deal, Snapshot
from tests.scenes import a_user, play, playing, registered, table
from tournament.models import Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user("grethe", is_superuser=True)


@pytest.fixture
def client(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    tournament = playing(8, director)
    play(tournament, 1)
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    recompute(tournament_id=tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def restore(client: Client, tournament: Tournament, **changes: Any) -> Any:
    snapshot = Snapshot.objects.first()
    assert snapshot is not None
    where = f"/director/t/{tournament.slug}/snapshots/{snapshot.uuid}/restore/"
    based_on = client.get(where).context["form"]["based_on"].value()
    form = {"typed": tournament.name, "reason": "Forkert", "later": "keep", "based_on": based_on} | changes
    return client.post(where, form, follow=True)


def test_a_snapshot_is_taken_listed_and_downloaded(client: Client, tournament: Tournament) -> None:
    page = client.post(f"/director/t/{tournament.slug}/snapshots/take/", follow=True)
    assert "som nu" in page.content.decode()
    snapshot = Snapshot.objects.get()
    answer = client.get(f"/director/t/{tournament.slug}/snapshots/{snapshot.uuid}/")
    assert answer["Content-Disposition"].startswith('attachment; filename="proeve-')
    assert json.loads(gzip.decompress(answer.content))["standings_hash"] == tournament.standings_hash


def test_the_page_shows_what_came_later_before_anything_is_done(
    client: Client, tournament: Tournament
) -> None:
    take_snapshot(tournament=tournament, actor=None, occasion="asked")
    deal = Deal.objects.filter(seating=table(tournament, 1, 2), number=3).get()
    deal.outcome, deal.points = "kruk", -2
    deal.save()
    snapshot = Snapshot.objects.get()
    page = client.get(f"/director/t/{tournament.slug}/snapshots/{snapshot.uuid}/restore/").content.decode()
    assert "Runde 1, bord 2, spil 3" in page
    assert "noget andet" in page


def test_a_wrong_word_restores_nothing_and_keeps_what_was_typed(
    client: Client, tournament: Tournament
) -> None:
    take_snapshot(tournament=tournament, actor=None, occasion="asked")
    page = restore(client, tournament, typed="ja", reason="Fordi").content.decode()
    assert "Skriv præcis: Prøve" in page
    assert 'value="Fordi"' in page
    assert fresh(tournament).results_version == tournament.results_version


def test_restoring_brings_the_standings_back_and_a_refresh_does_nothing(
    client: Client, tournament: Tournament
) -> None:
    take_snapshot(tournament=tournament, actor=None, occasion="asked")
    deal = Deal.objects.filter(seating=table(tournament, 1, 2), number=3).get()
    Deal.objects.filter(pk=deal.pk).update(outcome="kruk", points=-2)
    deal.scores.filter(seat=deal.declarer).update(points=-2)
    Tournament.objects.update(results_version=tournament.results_version + 1)
    changed = fresh(tournament)
    assert changed.standings_hash != tournament.standings_hash
    page = restore(client, changed, later="drop").content.decode()
    assert "Stillingen er den samme som i øjebliksbilledet." in page
    assert fresh(tournament).standings_hash == tournament.standings_hash
    version = fresh(tournament).results_version
    again = restore(client, changed, based_on=changed.results_version).content.decode()
    assert "Noget er ændret" in again
    assert fresh(tournament).results_version == version


def test_a_director_who_is_no_administrator_restores_nothing(tournament: Tournament) -> None:
    take_snapshot(tournament=tournament, actor=None, occasion="asked")
    snapshot = Snapshot.objects.get()
    User.objects.update(is_superuser=False)
    client = Client()
    client.force_login(User.objects.get(username="grethe"))
    where = f"/director/t/{tournament.slug}/snapshots/{snapshot.uuid}/restore/"
    assert (client.get(where).status_code, client.post(where).status_code) == (403, 403)


def test_a_tournament_is_removed_before_play_and_brought_back(client: Client, director: User) -> None:
    tournament = registered(8, director, name="Forkert oprettet")
    where = f"/director/t/{tournament.slug}/remove/"
    client.post(where, {"typed": "noget andet"})
    assert Tournament.objects.exists()
    client.post(where, {"typed": "forkert oprettet"})
    assert not Tournament.objects.exists()
    page = client.get("/director/archive/")
    assert "forkert-oprettet" in page.content.decode()
    answer = client.post(f"/director/archive/{Snapshot.objects.get().uuid}/", follow=True)
    assert answer.status_code == 200
    assert Tournament.objects.get().entries.count() == 8


def test_once_play_began_the_page_says_why_it_is_not_removed(client: Client, tournament: Tournament) -> None:
    where = f"/director/t/{tournament.slug}/remove/"
    assert "herefter slettes intet" in client.get(where).content.decode()
    client.post(where, {"typed": tournament.name})
    assert Tournament.objects.filter(pk=tournament.pk).exists()


class TestArchiveFiles:
    def test_a_tournament_of_another_installation_is_built(
        self, client: Client, tournament: Tournament
    ) -> None:
        data = packed(archive_of(tournament))
        erase([tournament])
        client.post("/director/archive/", {"file": SimpleUploadedFile("x.json.gz", data)})
        assert fresh(Tournament.objects.get()).standings_hash == tournament.standings_hash

    def test_one_that_is_here_leads_to_the_page_that_shows_what_would_change(
        self, client: Client, tournament: Tournament
    ) -> None:
        data = packed(archive_of(tournament))
        enter_again = client.post("/director/archive/", {"file": SimpleUploadedFile("x.json.gz", data)})
        assert enter_again.headers["Location"].endswith("/restore/")
        assert Snapshot.objects.get().occasion == "uploaded"

    @pytest.mark.parametrize(
        "data",
        [b"", b"{}", b"[[[[", b"\x1f\x8bnonsense", b"\x89PNG", b"[" * 100_000,
         gzip.compress(b'{"format": "spadille-tournament"}', mtime=0)],
        ids=["empty", "object", "lists", "broken gzip", "picture", "deep", "no version"],
    )  # fmt: skip
    def test_any_other_file_is_refused_with_a_sentence(self, client: Client, data: bytes) -> None:
        page = client.post(
            "/director/archive/", {"file": SimpleUploadedFile("x.json", data)}
        ).content.decode()
        assert "errorlist" in page or "field-error" in page
        assert not Tournament.objects.exists()


def test_nothing_that_is_played_is_needed_for_a_first_snapshot(client: Client, director: User) -> None:
    tournament = registered(8, director)
    client.post(f"/director/t/{tournament.slug}/snapshots/take/")
    assert Snapshot.objects.get().results_version == tournament.results_version
