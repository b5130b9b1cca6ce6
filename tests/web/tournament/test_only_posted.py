"""An address behind a button, opened as a page."""

import pytest
from django.test import Client

from tests.scenes import a_user, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    browser = Client()
    browser.force_login(a_user())
    return browser


def test_it_says_that_nothing_was_done_and_leads_back_to_the_page_with_the_button(director):
    tournament = playing(8, a_user("ove"))
    director.force_login(tournament.staff.get().user)
    page = f"/director/t/{tournament.slug}/"

    answer = director.get(f"{page}banner/", headers={"Referer": f"http://testserver{page}?q=1"})

    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert "default-src" in answer["Content-Security-Policy"]
    assert f'href="{page}?q=1"' in answer.text


@pytest.mark.parametrize("referer", ["", "http://evil.example/x", "http://testserver/logout/"])
def test_without_a_page_of_ours_before_it_leads_to_the_directors_page(director, referer):
    answer = director.get("/logout/", headers={"Referer": referer})

    assert answer.status_code == 405
    assert 'class="button is-primary" href="/director/"' in answer.text


def test_a_form_sent_where_only_reading_is_possible_stays_a_plain_refusal(director):
    answer = director.post("/")

    assert answer.status_code == 405
    assert answer.content == b""
