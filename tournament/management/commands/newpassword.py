"""A new password for somebody who has forgotten it, or a first account. A hall has no mail."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from typing import Any

from axes.utils import reset
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournament.models import User
from tournament.text import clean, search_key

# Nothing that is mistaken for something else when it is read from a slip of paper.
LETTERS = "abcdefghkmnpqrstuvwxyz23456789"
GROUPS, GROUP_LENGTH = 3, 4


def readable_password() -> str:
    """Three groups of four, 58 bits: enough for a log-in that locks after eight tries."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


class Command(BaseCommand):
    help = "Give somebody a new password, or make an account with --create. The password is shown once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "username", nargs="?", help="made from the name when it is left out with --create"
        )
        parser.add_argument("--create", metavar="FULL_NAME", help="make a new account for this person")
        parser.add_argument("--administrator", action="store_true", help="with --create: may do everything")

    def handle(self, *_args: Any, **options: Any) -> None:
        name = clean(options["create"] or "")
        if options["create"] is not None and not name:
            raise CommandError("--create: skriv personens navn. / Write the person's name.")
        if options["administrator"] and not name:
            raise CommandError("--administrator kræver --create. / --administrator needs --create.")
        if name:
            user = made(name, options["username"] or username_from(name), options["administrator"])
        else:
            user = existing(options["username"])
        password = readable_password()
        user.set_password(password)
        user.save()
        # Whoever forgot a password has often been locked out with it.
        reset(username=user.username)
        self.stdout.write(f"Brugernavn / User name:    {user.username}")
        self.stdout.write(f"Adgangskode / Password:    {password}")


def made(name: str, username: str, is_administrator: bool) -> User:
    """A new account, not yet with a password; raises CommandError when the name is taken or cannot be one."""
    user = User(
        username=username,
        full_name=name,
        is_director=True,
        is_superuser=is_administrator,
        is_staff=is_administrator,
    )
    user.set_unusable_password()
    with transaction.atomic():
        if User.objects.filter(username=username).exists():
            raise CommandError(f"Brugernavnet {username} findes. / The user name {username} exists.")
        try:
            user.full_clean()
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        user.save()
    return user


def existing(username: str | None) -> User:
    """The account; raises CommandError with the names there are."""
    names = list(User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True))
    known = ", ".join(names) or "–"
    if not username:
        raise CommandError(f"Hvilket brugernavn? / Which user name? {known}")
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist:
        raise CommandError(
            f"Brugernavnet {username} findes ikke. / There is no user {username}. {known}"
        ) from None


def username_from(name: str) -> str:
    """The first name, with a number if it is taken."""
    stem = (search_key(name).split() or ["bruger"])[0][:50]
    number, username = 1, stem
    while User.objects.filter(username=username).exists():
        number += 1
        username = f"{stem}{number}"
    return username
