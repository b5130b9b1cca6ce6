"""A new password for somebody who has forgotten it, or a first account. A hall has no mail."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from axes.utils import reset
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from tournament.domain.accounts import create_account, give_password
from tournament.errors import Refused
from tournament.models import User
from tournament.sentences import sentence
from tournament.text import clean


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
            user, password = made(name, options["username"] or "", options["administrator"])
        else:
            user = existing(options["username"])
            password = give_password(user=user, actor=None)
        # Whoever forgot a password has often been locked out with it.
        reset(username=user.username)
        self.stdout.write(f"Brugernavn / User name:    {user.username}")
        self.stdout.write(f"Adgangskode / Password:    {password}")


def made(name: str, username: str, is_administrator: bool) -> tuple[User, str]:
    """A new director's account; raises CommandError when the name is taken or cannot be one."""
    try:
        return create_account(
            full_name=name, username=username, actor=None, is_director=True, is_superuser=is_administrator
        )
    except Refused as refusal:
        sentences = []
        for language in ("da", "en"):
            with override(language):
                sentences.append(sentence(refusal.code, refusal.params))
        raise CommandError(" / ".join(sentences)) from None


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
