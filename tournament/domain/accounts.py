"""Verbs on accounts: make one, give a new password. A hall has no mail, so passwords are read aloud."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from tournament.domain.audit import record
from tournament.errors import Refused
from tournament.models import User
from tournament.text import clean, search_key

if TYPE_CHECKING:
    from typing import Any

# Nothing that is mistaken for something else when it is read from a slip of paper.
LETTERS = "abcdefghkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 3, 4


def readable_password() -> str:
    """Three groups of four, 58 bits: enough for a log-in that locks after eight tries."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


def password_of(key: str) -> str:
    """The same, always the same one for one key: for a form that may be sent twice and makes one account."""
    value = int.from_bytes(salted_hmac("spadille.password", key, algorithm="sha256").digest(), "big")
    letters = ""
    for _ in range(GROUPS * GROUP_LENGTH):
        value, rest = divmod(value, len(LETTERS))
        letters += LETTERS[rest]
    return "-".join(letters[at : at + GROUP_LENGTH] for at in range(0, len(letters), GROUP_LENGTH))


@transaction.atomic
def create_account(
    *, full_name: str, actor: User | None, username: str = "", password: str = "", **rights: Any
) -> tuple[User, str]:
    """A new account and its password, which is shown once and never again.

    Without a user name the first name is taken, with a number if somebody has it. `rights` are `is_director`,
    `is_superuser` and `is_demo`. Refused: `name_missing`, `username_taken`, `username_impossible`.
    """
    full_name = clean(full_name)
    if not full_name:
        raise Refused("name_missing")
    user = User(username=username or free_username(full_name), full_name=full_name, **rights)
    password = password or readable_password()
    user.set_password(password)
    if User.objects.filter(username=user.username).exists():
        raise Refused("username_taken", username=user.username)
    try:
        user.full_clean()
    except ValidationError:
        raise Refused("username_impossible", username=user.username) from None
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise Refused("username_taken", username=user.username) from None
    record(actor=actor, verb="create_account", on=user, after=dict(rights))
    return user, password


@transaction.atomic
def give_password(*, user: User, actor: User | None) -> str:
    """A new password for somebody who has forgotten it. The old one no longer works."""
    password = readable_password()
    user.set_password(password)
    user.save(update_fields=["password"])
    record(actor=actor, verb="give_password", on=user)
    return password


def free_username(full_name: str) -> str:
    """The first name, with a number if it is taken."""
    stem = (search_key(full_name).split() or ["bruger"])[0][:50]
    number, username = 1, stem
    while User.objects.filter(username=username).exists():
        number += 1
        username = f"{stem}{number}"
    return username
