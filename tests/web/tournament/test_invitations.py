"""Inviting by a link, and the page it opens."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.scenes import playing, registered, table
from tournament.domain.invitations import invite
from tournament.domain.staff import appoint, dismiss
from tournament.guesses import FEW
from tournament.models import Invitation, StaffRole, Tournament, User
from tournament.permissions import Act, allowed


@pytest.fixture(autouse=True)
def _no_guesses_before() -> None:
    cache.clear()


@pytest.fixture
def token(tournament: Tournament, director: User) -> str:
    return invite(tournament=tournament, role="scorekeeper", actor=director)[1]


@pytest.fixture
def niels(db: None) -> User:
    return User.objects.create_user("niels", password="right", full_name="Niels Dam")


@pytest.fixture
def his(niels: User) -> Client:
    client = Client()
    client.force_login(niels)
    return client


def page(token: str, end: str = "") -> str:
    return f"/en/invitation/{token}/{end}"


def staff_of(tournament: Tournament) -> dict[str, str]:
    return dict(tournament.staff.values_list("user__full_name", "role"))


def key_in(text: str) -> str:
    return str(re.findall(r'name="key" value="([^"]+)"', text)[0])


def made(desk: Client, tournament: Tournament, role: str = "scorekeeper"):
    form = desk.get(f"/en/director/t/{tournament.slug}/staff/").text
    where = f"/en/director/t/{tournament.slug}/staff/invite/"
    return desk.post(where, {"key": key_in(form), "role": role})


# The director


def test_the_link_is_shown_once_with_a_square(desk: Client, tournament: Tournament):
    answer = made(desk, tournament)
    (link,) = re.findall(r'value="(http://testserver/en/invitation/[^"]+)"', answer.text)
    assert 'class="qr"' in answer.text
    assert Client().get(link).status_code == 200
    again = desk.get(f"/en/director/t/{tournament.slug}/staff/").text
    assert "Links nobody has used yet" in again
    assert link.split("/")[-2] not in again


def test_the_link_names_the_address_that_phones_come_by(desk: Client, tournament: Tournament, settings):
    settings.PUBLIC_URL = "https://hold.example"
    assert 'value="https://hold.example/en/invitation/' in made(desk, tournament).text


def test_a_link_that_works_on_this_computer_only_is_warned_of(desk: Client, tournament: Tournament):
    form = desk.get(f"/en/director/t/{tournament.slug}/staff/").text
    where, data = f"/en/director/t/{tournament.slug}/staff/invite/", {"key": key_in(form), "role": "director"}
    told = "works on this computer only"
    assert told in desk.post(where, data, headers={"host": "localhost"}).text
    assert told not in desk.post(where, data).text


def test_the_form_sent_twice_makes_one_link(desk: Client, tournament: Tournament):
    form = desk.get(f"/en/director/t/{tournament.slug}/staff/").text
    where, data = f"/en/director/t/{tournament.slug}/staff/invite/", {"key": key_in(form), "role": "director"}
    once, again = desk.post(where, data).text, desk.post(where, data).text
    links = [re.findall(r"/invitation/[\w-]+/", text) for text in (once, again)]
    assert links[0] == links[1]
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize("data", [{}, {"key": "made up", "role": "director"}])
def test_without_its_form_no_link_is_made(desk: Client, tournament: Tournament, data: dict[str, str]):
    answer = desk.post(f"/director/t/{tournament.slug}/staff/invite/", data)
    assert answer["Location"] == f"/director/t/{tournament.slug}/staff/"
    assert not Invitation.objects.exists()


def test_open_links_are_listed_and_withdrawn(desk: Client, tournament: Tournament, token: str):
    where = f"/en/director/t/{tournament.slug}/staff/"
    text = desk.get(where).text
    assert "Grethe Holm" in text[text.index("Links nobody") :]
    invitation = Invitation.objects.get()
    answer = desk.post(f"{where}invitations/{invitation.pk}/withdraw/", follow=True)
    assert "opens nothing any more" in answer.text
    assert "Links nobody" not in answer.text
    assert Client().get(page(token)).status_code == 410


def test_another_tournaments_link_is_not_withdrawn(stranger: Client, tournament: Tournament, token: str):
    other = registered(0, User.objects.get(username="ove"), name="En anden")
    pk = Invitation.objects.get().pk
    assert stranger.post(f"/director/t/{other.slug}/staff/invitations/{pk}/withdraw/").status_code == 404
    assert stranger.post(f"/director/t/{tournament.slug}/staff/invitations/{pk}/withdraw/").status_code == 403
    assert Invitation.objects.get().withdrawn_at is None


# The invited one


def test_opening_a_link_takes_nothing(his: Client, visitor: Client, tournament: Tournament, token: str):
    for browser in (his, visitor):
        for method in (browser.get, browser.head):
            assert method(page(token)).status_code == 200
        assert browser.get(page(token, "new/"))["Location"] == page(token)
    assert staff_of(tournament) == {"Grethe Holm": "director"}
    assert Invitation.objects.get().taken_at is None


def test_who_is_logged_in_accepts_with_one_button(his: Client, tournament: Tournament, token: str):
    assert "Become scorekeeper of Efterårsturnering" in his.get(page(token)).text
    answer = his.post(page(token), follow=True)
    assert answer.redirect_chain == [(f"/en/director/t/{tournament.slug}/", 302)]
    assert "You are scorekeeper of Efterårsturnering now." in answer.text
    assert staff_of(tournament) == {"Grethe Holm": "director", "Niels Dam": "scorekeeper"}
    assert "You have used this link" in his.get(page(token)).text


def test_logging_in_leads_back_to_the_link(visitor: Client, niels: User, tournament: Tournament, token: str):
    (login,) = re.findall(r'href="(/en/login/\?next=[^"]+)"', visitor.get(page(token)).text)
    answer = visitor.post(login, {"username": "niels", "password": "right"})
    assert answer["Location"] == page(token)
    assert staff_of(tournament) == {"Grethe Holm": "director"}
    assert "Become scorekeeper" in visitor.get(page(token)).text


def test_a_visitor_who_presses_takes_nothing(visitor: Client, tournament: Tournament, token: str):
    assert visitor.post(page(token)).status_code == 200
    assert Invitation.objects.get().taken_at is None


def test_another_sites_form_takes_nothing(niels: User, tournament: Tournament, token: str):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(niels)
    assert strict.post(page(token)).status_code == 403
    assert Invitation.objects.get().taken_at is None


def joined(browser: Client, token: str, name: str = "Bodil Ask", **headers: str):
    key = key_in(browser.get(page(token)).text)
    return browser.post(page(token, "new/"), {"full_name": name, "key": key}, headers=headers)


def shown(text: str) -> tuple[str, str]:
    username, password = re.findall(r"<dd>([^<]+)</dd>", text)
    return username, password


def test_somebody_new_gets_an_account_and_is_in(visitor: Client, tournament: Tournament, token: str):
    username, password = shown(joined(visitor, token).text)
    assert username == "bodil"
    assert User.objects.get(username="bodil").check_password(password)
    assert visitor.get(f"/director/t/{tournament.slug}/").status_code == 200
    assert Client().post("/login/", {"username": username, "password": password}).status_code == 302


def test_the_form_sent_twice_shows_the_same_password(visitor: Client, tournament: Tournament, token: str):
    key = key_in(visitor.get(page(token)).text)
    data = {"full_name": "Bodil Ask", "key": key}
    second_window = Client()
    told = [
        shown(browser.post(page(token, "new/"), data).text) for browser in (visitor, visitor, second_window)
    ]
    assert told == [told[0]] * 3
    assert User.objects.filter(full_name="Bodil Ask").count() == 1


@pytest.mark.parametrize("name", ["", "\u200b"])
def test_a_name_is_needed(visitor: Client, tournament: Tournament, token: str, name: str):
    answer = joined(visitor, token, name)
    assert answer.status_code == 200
    assert "error-summary" in answer.text
    assert Invitation.objects.get().taken_at is None


def test_a_form_of_another_site_makes_no_account(visitor: Client, tournament: Tournament, token: str):
    answer = joined(visitor, token, origin="https://evil.example")
    assert "too old" in answer.text
    assert not User.objects.filter(full_name="Bodil Ask").exists()


def test_who_is_logged_in_makes_no_second_account(his: Client, visitor: Client, token: str):
    key = key_in(visitor.get(page(token)).text)
    answer = his.post(page(token, "new/"), {"full_name": "Bodil Ask", "key": key})
    assert answer["Location"] == page(token)
    assert Invitation.objects.get().taken_at is None


def test_a_director_is_told_that_it_is_for_somebody_else(desk: Client, tournament: Tournament, token: str):
    assert "for somebody else" in desk.get(page(token)).text
    assert desk.post(page(token)).status_code == 200
    assert staff_of(tournament) == {"Grethe Holm": "director"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"taken_at": timezone.now()}, "has been used"),
        ({"withdrawn_at": timezone.now()}, "was withdrawn"),
        ({"expires_at": timezone.now() - timedelta(minutes=1)}, "was good until"),
    ],
)
def test_a_link_that_is_over_says_so(
    his: Client, visitor: Client, tournament: Tournament, token: str, change: dict[str, object], said: str
):
    key = key_in(visitor.get(page(token)).text)
    Invitation.objects.update(**change)
    answers = [
        his.get(page(token)),
        his.post(page(token)),
        visitor.get(page(token)),
        visitor.post(page(token, "new/"), {"full_name": "Bodil Ask", "key": key}),
    ]
    assert [answer.status_code for answer in answers] == [410] * 4
    assert all(said in answer.text for answer in answers)
    assert staff_of(tournament) == {"Grethe Holm": "director"}


def test_wrong_links_are_not_found_and_slowed(visitor: Client, tournament: Tournament, token: str):
    answers = [visitor.get(page(f"guess-{number}")) for number in range(FEW + 1)]
    assert [answer.status_code for answer in answers] == [404] * FEW + [429]
    assert "not right" in answers[0].text
    assert "Efterårsturnering" not in answers[0].text
    assert visitor.post(page("guess", "new/")).status_code == 429
    assert visitor.get(page(token)).status_code == 200


def test_the_address_is_told_to_nobody(visitor: Client, his: Client, tournament: Tournament, token: str):
    for answer in (
        visitor.get(page(token)),
        visitor.get(page("wrong")),
        visitor.post(page(token, "new/"), {}),
        his.post(page("wrong")),
    ):
        assert (
            answer["Referrer-Policy"],
            answer["Cache-Control"],
            answer["X-Robots-Tag"],
        ) == ("strict-origin", "private, no-store", "noindex, nofollow")
    assert not visitor.get(page(token)).cookies


# Who is removed


def test_who_is_removed_loses_every_right_at_once(
    his: Client, niels: User, tournament: Tournament, director: User, token: str
):
    his.post(page(token))
    desk = f"/director/t/{tournament.slug}/"
    assert his.get(desk).status_code == 200
    dismiss(tournament=tournament, user=niels, actor=director)
    assert his.get(desk).status_code == 403
    assert his.get("/director/").status_code == 403
    assert {act for act in Act if allowed(niels, act, tournament)} == {Act.SEE, Act.LOG_IN}
    assert not StaffRole.objects.filter(user=niels).exists()


def test_who_is_removed_enters_no_deal(his: Client, niels: User, director: User):
    tournament = playing(8, director, name="En anden")
    appoint(tournament=tournament, user=niels, role="scorekeeper", actor=director)
    deals = f"/api/v1/seatings/{table(tournament).uuid}/deals/"
    assert his.get(deals).status_code == 200
    dismiss(tournament=tournament, user=niels, actor=director)
    answer = his.post(deals, {"number": 1, "outcome": "pas"}, content_type="application/json")
    assert answer.status_code == 403
    assert not table(tournament).deals_entered.exists()
