from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tournament.models import User


def log_in(browser: Client, username: str, password: str, **extra: str):
    return browser.post("/login/", {"username": username, "password": password, **extra})


def test_log_in_and_out(visitor: Client, director: User):
    assert log_in(visitor, "grethe", "right")["Location"] == "/director/"
    assert visitor.get("/director/").status_code == 200
    assert visitor.post("/logout/")["Location"] == "/"
    assert visitor.get("/director/").status_code == 302


def test_log_in_goes_where_one_was_going(visitor: Client, director: User):
    assert log_in(visitor, "grethe", "right", next="/director/clubs/")["Location"] == "/director/clubs/"
    assert (
        Client().post(
            "/login/", {"username": "grethe", "password": "right", "next": "https://evil.example/"}
        )["Location"]
        == "/director/"
    )


def test_wrong_password_keeps_the_name(visitor: Client, director: User):
    answer = log_in(visitor, "grethe", "wrong")
    assert answer.status_code == 200
    assert 'value="grethe"' in answer.text


def test_log_out_by_a_link_does_nothing(desk: Client):
    assert desk.get("/logout/").status_code == 405
    assert desk.get("/director/").status_code == 200


@pytest.mark.parametrize("good_at_last", [True, False])
def test_too_many_wrong_passwords_lock_this_name_only(visitor: Client, director: User, good_at_last: bool):
    User.objects.create_user("ove", password="right", full_name="Ove Kjær", is_director=True)
    answers = [log_in(visitor, "grethe", "wrong") for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert answers[-1].status_code == 429
    assert log_in(visitor, "grethe", "right" if good_at_last else "wrong").status_code == 429
    assert log_in(visitor, "ove", "right").status_code == 302
