"""People who log in. Players do not: they need no account to read or to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from datetime import datetime


class User(AbstractBaseUser, PermissionsMixin):
    """An account. `is_superuser` makes an administrator, `is_director` somebody who may hold tournaments."""

    username = models.CharField(
        _("user name"),
        max_length=60,
        unique=True,
        validators=[RegexValidator(r"^[\w.@+-]+$", _("Use letters, digits and . @ + - _ only."))],
    )
    full_name = models.CharField(_("full name"), max_length=120)
    email = models.EmailField(_("e-mail"), blank=True)
    is_director = models.BooleanField(_("may hold tournaments"), default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_demo = models.BooleanField(default=False)
    date_joined: models.DateTimeField[datetime, datetime] = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["full_name"]

    class Meta:
        ordering = ["username"]

    def __str__(self) -> str:
        return self.full_name or self.username

    def get_full_name(self) -> str:
        return self.full_name

    def get_short_name(self) -> str:
        return self.username
