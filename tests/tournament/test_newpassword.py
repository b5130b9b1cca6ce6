from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.management import CommandError, call_command
from django.test import Client

from tournament.domain.accounts import LETTERS, readable_password
from tournament.models import User

pytestmark = pytest.mark.django_db


def new_password(*args: str) -> tuple[str, str]:
    """Run the command; the user name and the password it prints."""
    out = StringIO()
    call_command("newpassword", *args, stdout=out)
    name, password = (line.rsplit(maxsplit=1)[1] for line in out.getvalue().splitlines())
    return name, password


def test_password_can_be_read_aloud_and_passes_the_rules():
    password = readable_password()
    assert {*password} <= {*LETTERS, "-"}
    assert [len(group) for group in password.split("-")] == [4, 4, 4]
    validate_password(password)


def test_forgotten_password_is_replaced_and_the_lock_opened():
    User.objects.create_user("grethe", password="old", full_name="Grethe Holm", is_director=True)
    browser = Client()
    for _ in range(8):
        browser.post("/login/", {"username": "grethe", "password": "wrong"})
    username, password = new_password("grethe")
    assert browser.post("/login/", {"username": username, "password": password}).status_code == 302


def test_director_is_made_with_a_name_for_logging_in():
    username, password = new_password("--create", "Søren Ærø")
    user = User.objects.get()
    assert (username, user.username, user.full_name) == ("soeren", "soeren", "Søren Ærø")
    assert user.check_password(password)
    assert (user.is_director, user.is_superuser) == (True, False)
    assert new_password("--create", "Søren Holm")[0] == "soeren2"


def test_administrator_is_made_under_the_name_given():
    assert new_password("chef", "--create", "Grethe Holm", "--administrator")[0] == "chef"
    assert User.objects.get().is_superuser


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["nobody"],
        ["grethe", "--create", "Grethe"],
        ["has space", "--create", "Grethe"],
        ["grethe", "--administrator"],
        ["--create", " "],
    ],
)
def test_what_cannot_be_is_refused(args: list[str]):
    User.objects.create_user("grethe", password="old", full_name="Grethe Holm")
    with pytest.raises(CommandError):
        call_command("newpassword", *args, stdout=StringIO())
    assert User.objects.get().check_password("old")
