"""The pages of the log: filters in the address, sentences that lead somewhere, and nothing that changes it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.utils import timezone

from scoring.domain.adjustments import give_adjustment
from scoring.domain.deals import correct_deal
from scoring.domain.removal import remove_tournament
from scoring.web import logbook
from tests.scenes import PAS, a_user, declared, enter, playing, registered, started, table
from tournament.domain.accounts import create_account
from tournament.domain.draws import discard_draws
from tournament.domain.registry import create_club, create_player
from tournament.domain.staff import appoint
from tournament.models import AuditEntry, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    return a_user()


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(a_user("karen", is_superuser=True))
    return client


@pytest.fixture
def tournament(director: User) -> Tournament:
    return playing(8, director)


def where(tournament: Tournament, query: str = "") -> str:
    return f"/en/director/t/{tournament.slug}/log/{query}"


def lines(text: str) -> list[str]:
    """The sentences of a page, without marks."""
    body = text[text.index("<tbody>") : text.index("</tbody>")] if "<tbody>" in text else ""
    cells = re.findall(r"<td><span>(.*?)</span></td>", body, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


def links(text: str) -> dict[str, str]:
    """Where the sentences lead."""
    body = text[text.index("<tbody>") : text.index("</tbody>")]
    return {words: url for url, words in re.findall(r'<a href="([^"]+)">([^<]+)</a>', body)}


def test_everything_is_told_in_sentences(desk: Client, tournament: Tournament):
    enter(table(tournament), 1, PAS)
    told = lines(desk.get(where(tournament)).text)
    assert told[0] == "the system entered round 1, table 1, deal 1"
    assert told[-1] == "Grethe created the tournament"
    assert len(told) == AuditEntry.objects.filter(tournament_id=tournament.pk).count()


def test_filters_combine_and_stay_in_the_form(desk: Client, tournament: Tournament, director: User):
    for table_no in (1, 2):
        seating = table(tournament, 1, table_no)
        deal = enter(seating, 1, PAS)
        correct_deal(deal=deal, version=1, line=declared(seating, 1), actor=director, reason="læst forkert")
    query = f"?who=user-{director.pk}&about=&kind=deals&round=1&table=2&deal=1&words=forkert"
    answer = desk.get(where(tournament, query))
    assert lines(answer.text) == ["Grethe corrected round 1, table 2, deal 1 læst forkert"]
    assert '<option value="deals" selected>' in answer.text
    assert 'value="forkert"' in answer.text
    assert "1 step fits what you asked for" in " ".join(answer.text.split())


def test_time_is_asked_by_the_minute(desk: Client, tournament: Tournament):
    minute = timezone.localtime(AuditEntry.objects.latest("at").at).strftime("%Y-%m-%dT%H:%M")
    assert "Grethe began round 1" in lines(
        desk.get(where(tournament, f"?since={minute}&until={minute}")).text
    )
    assert lines(desk.get(where(tournament, "?until=2020-01-01T12:00")).text) == []


def test_paging_keeps_what_was_asked(desk: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(logbook, "A_PAGE", 2)
    for number in (1, 2, 3, 4):
        enter(table(tournament), number, PAS)
    first = desk.get(where(tournament, "?kind=deals&table=1"))
    (following,) = re.findall(r'rel="next" href="([^"]+)"', first.text)
    asked = parse_qs(following.lstrip("?").replace("&amp;", "&"))
    assert asked == {"kind": ["deals"], "table": ["1"], "page": ["2"]}
    second = desk.get(where(tournament, following.replace("&amp;", "&")))
    assert [line[-6:] for line in lines(first.text) + lines(second.text)] == [
        "deal 4",
        "deal 3",
        "deal 2",
        "deal 1",
    ]


@pytest.mark.parametrize(
    "query", ["?words=never", "?about=nobody", "?round=9", "?table=7&deal=1", "?until=2020-01-01T12:00"]
)
def test_an_empty_answer_says_so(desk: Client, tournament: Tournament, query: str):
    text = desk.get(where(tournament, query)).text
    assert "Nothing was done that is like that" in text
    assert f'href="{where(tournament)}"' in text


@pytest.mark.parametrize(
    "query", ["?round=x", "?who=user-999", "?who=table-x", "?kind=nonsense", "?since=soon", "?deal=-1"]
)
def test_a_question_that_makes_no_sense_is_said_to_be_one(desk: Client, tournament: Tournament, query: str):
    answer = desk.get(where(tournament, query))
    assert answer.status_code == 200
    assert "error-summary" in answer.text
    assert lines(answer.text) == []


def test_sentences_lead_to_what_they_speak_of(desk: Client, tournament: Tournament, director: User):
    seating = table(tournament)
    enter(seating, 1, PAS)
    entry = tournament.entries.get(start_no=1)
    give_adjustment(entry=entry, points=-1, reason="order", actor=director)
    appoint(tournament=tournament, user=a_user("niels"), role="scorekeeper", actor=director)
    found = links(desk.get(where(tournament)).text)
    desk_of = f"/en/director/t/{tournament.slug}"
    assert found["entered round 1, table 1, deal 1"] == f"{desk_of}/rounds/1/tables/1/"
    assert found["gave Spiller 01 −1 points"] == f"/en/t/{tournament.slug}/players/1/"
    assert found["began round 1"] == f"{desk_of}/rounds/1/"
    assert found["appointed Niels"] == f"{desk_of}/staff/"
    assert {desk.get(url).status_code for url in found.values()} == {200}


def test_what_is_gone_has_no_link(desk: Client, director: User):
    tournament = started(8, director)
    discard_draws(tournament=tournament, actor=director)
    text = desk.get(where(tournament, "?round=2")).text
    assert lines(text) == ["Grethe threw away the draw of round 2", "Grethe drew round 2"]
    assert links(text) == {}


def test_the_log_is_only_read(desk: Client, tournament: Tournament):
    before = list(AuditEntry.objects.values())
    for method in (desk.post, desk.put, desk.patch, desk.delete):
        assert method(where(tournament)).status_code == 405
    desk.get(where(tournament, "?about=Spiller"))
    assert list(AuditEntry.objects.values()) == before


def test_the_whole_log_is_the_administrators(admin: Client, desk: Client, director: User):
    create_club(name="Basta, Hobro", actor=director)
    create_account(full_name="Niels Dam", actor=director)
    player = create_player(name="Åse Lind", actor=director)
    assert desk.get("/en/director/log/").status_code == 403
    text = admin.get("/en/director/log/").text
    assert lines(text) == [
        "Grethe added Åse Lind to the registry",
        "Grethe made an account for Niels Dam",
        "Grethe added the club Basta, Hobro",
    ]
    assert links(text)["added Åse Lind to the registry"] == f"/en/director/players/{player.uuid}/"
    assert lines(admin.get("/en/director/log/?kind=staff").text) == ["Grethe made an account for Niels Dam"]
    assert lines(admin.get("/en/director/log/?about=%C3%A5se").text) == [
        "Grethe added Åse Lind to the registry"
    ]
    assert "Nothing was done" in admin.get("/en/director/log/?words=x").text


def test_a_tournament_that_was_removed_is_in_the_whole_log(admin: Client, director: User):
    tournament = registered(0, director, name="Fejl")
    remove_tournament(tournament=tournament, actor=director)
    told = lines(admin.get("/en/director/log/?kind=safety").text)
    assert told[0] == "Grethe removed the tournament fejl"
    assert admin.get("/en/director/").text.count("/en/director/log/") == 1


def test_director_home_links_to_the_whole_log_for_the_administrator_only(
    desk: Client, tournament: Tournament
):
    assert "/director/log/" not in desk.get("/en/director/").text


def test_before_the_start_the_sentences_lead_somewhere_too(desk: Client, director: User):
    tournament = registered(4, director)
    found = links(desk.get(where(tournament)).text)
    assert "registered Spiller 01" in found
    assert {desk.get(url).status_code for url in found.values()} == {200}
