"""The workbook for everybody: its link, its file, and the desk's buttons for it."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from scoring.domain.publishing import publish_workbook, withdraw_workbook
from scoring.domain.release import freeze_standings
from scoring.exports import runner
from scoring.models import Deal, Job
from tests.scenes import begin, declared, enter, play, playing, table
from tests.web.scoring.public.pages import address, see, text, texts
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
LINK = "//div[contains(@class, 'workbook')]"


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def tournament(director: Any) -> Tournament:
    tournament = playing(8, director, shared_boards=True)
    play(tournament, 1)
    return Tournament.objects.get(pk=tournament.pk)


def make() -> None:
    for job in Job.objects.filter(state=Job.State.WAITING).order_by("pk"):
        runner.run(job_id=job.pk)


def published(tournament: Tournament) -> Tournament:
    publish_workbook(tournament=tournament, actor=None)
    make()
    return tournament


def fetch(client: Client, tournament: Tournament, language: str = "en", **headers: str) -> Any:
    return client.get(address("public-workbook", tournament, language=language), headers=headers)


def sheets(response: Any) -> Any:
    with closing(response):
        return load_workbook(BytesIO(b"".join(response.streaming_content)))


def test_until_it_is_published_there_is_neither_link_nor_file(
    visitor: Client, tournament: Tournament
) -> None:
    assert not see(visitor, "overview", tournament).xpath(LINK)
    assert fetch(visitor, tournament).status_code == 404


def test_a_visitor_fetches_it_in_his_language_without_a_cookie(
    visitor: Client, tournament: Tournament
) -> None:
    published(tournament)
    (link,) = see(visitor, "overview", tournament).xpath(f"{LINK}//a/@href")
    assert see(visitor, "standings", tournament).xpath(f"{LINK}//a/@href") == [link]
    response = visitor.get(link)
    assert response.headers["Content-Type"].endswith("spreadsheetml.sheet")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{tournament.slug}.xlsx"'
    assert not response.cookies
    assert sheets(response).sheetnames[0] == "Standings"
    assert sheets(fetch(visitor, tournament, "da")).sheetnames[0] == "Stilling"


def test_who_has_it_already_is_not_sent_it_again(visitor: Client, tournament: Tournament) -> None:
    published(tournament)
    first = fetch(visitor, tournament)
    first.close()
    known = {"If-None-Match": first.headers["ETag"]}
    assert fetch(visitor, tournament, **known).status_code == 304
    published(tournament)
    newer = fetch(visitor, tournament, **known)
    newer.close()
    assert (newer.status_code, newer.headers["ETag"] == first.headers["ETag"]) == (200, False)


def test_the_link_says_what_is_in_it(visitor: Client, tournament: Tournament) -> None:
    begin(tournament, 2)
    published(tournament)
    assert "Provisional" in text(see(visitor, "overview", tournament).xpath(LINK)[0])
    enter(table(tournament, 2), 1)
    said = text(see(visitor, "overview", tournament).xpath(LINK)[0])
    assert "The results have changed since." in said
    assert "Provisional" not in said


def test_a_secret_board_is_not_in_it(visitor: Client, tournament: Tournament) -> None:
    begin(tournament, 2)
    seating = table(tournament, 2)
    enter(seating, 1, declared(seating, 1, contract="nolo_ouvert", trump=""))
    published(tournament)
    deals = sheets(fetch(visitor, tournament))["Deals"]
    rounds = {row[0] for row in deals.iter_rows(min_row=2, values_only=True)}
    assert 2 not in rounds
    assert Deal.objects.filter(seating=seating).exists()


def test_a_frozen_list_is_all_that_is_in_it(visitor: Client, tournament: Tournament) -> None:
    begin(tournament, 2)
    play(tournament, 2)
    published(tournament)
    freeze_standings(tournament=tournament, after_round=1, actor=None)
    assert fetch(visitor, tournament).status_code == 404
    published(tournament)
    assert "As of round 1" in text(see(visitor, "overview", tournament).xpath(LINK)[0])
    headings = [cell.value for row in sheets(fetch(visitor, tournament))["Standings"] for cell in row]
    assert "Round 1" in headings
    assert "Round 2" not in headings


def test_a_file_that_is_lost_is_not_found(visitor: Client, tournament: Tournament) -> None:
    published(tournament)
    for job in Job.objects.all():
        job.file.storage.delete(str(job.file.name))
    assert fetch(visitor, tournament).status_code == 404


def test_the_director_publishes_and_withdraws_it(looks: Any, visitor: Client, tournament: Tournament) -> None:
    client = looks("director", tournament)
    page = see(client, "exports", tournament)
    assert "Publish the spreadsheet" in texts(page, "//button")

    client.post(address("publish-workbook", tournament))
    page = see(client, "exports", tournament)
    assert len(page.xpath("//*[@data-job='waiting']")) == 2
    make()
    page = see(client, "exports", tournament)
    assert "Publish it again" in texts(page, "//button")
    assert not page.xpath("//section[@aria-labelledby='made']")

    client.post(address("withdraw-workbook", tournament))
    assert "Publish the spreadsheet" in texts(see(client, "exports", tournament), "//button")
    assert fetch(visitor, tournament).status_code == 404


@pytest.mark.parametrize("kind", ["visitor", "scorekeeper", "stranger"])
def test_nobody_else_can(looks: Any, tournament: Tournament, kind: str) -> None:
    published(tournament)
    client = looks(kind, tournament)
    for name in ("publish-workbook", "withdraw-workbook"):
        assert client.post(address(name, tournament)).status_code in {302, 403}
    assert Job.objects.filter(state=Job.State.DONE).count() == 2


def test_what_was_withdrawn_by_itself_is_said(looks: Any, tournament: Tournament) -> None:
    published(tournament)
    withdraw_workbook(tournament=tournament, actor=None)
    assert "withdrew the published spreadsheet" in text(
        see(looks("director", tournament), "audit-log", tournament)
    )
