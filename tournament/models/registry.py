"""Clubs and players: they outlive every tournament."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.text import clean, name_key, search_index, search_key, sort_key, with_initial

NAME_LENGTH = 120
# Rare scripts have long keys; what is cut off is beyond what anybody sorts or searches by.
KEY_LENGTH = 1200


class Named(models.Model):
    """A name with the keys that make it found and sorted as Danes expect on every database."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    search_key = models.CharField(max_length=KEY_LENGTH, editable=False, db_index=True)
    sort_key = models.CharField(max_length=KEY_LENGTH, editable=False, db_index=True)
    is_demo = models.BooleanField(default=False, editable=False)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name = clean(self.name)
        self.search_key = search_index(self.name)[:KEY_LENGTH]
        self.sort_key = sort_key(self.name)[:KEY_LENGTH]
        super().save(*args, **kwargs)


class Club(Named):
    """A club. Its name is unique, however it is spelt in capitals or with aa for å."""

    place = models.CharField(_("town"), max_length=80, blank=True)
    name_key = models.CharField(max_length=KEY_LENGTH, editable=False)

    class Meta(Named.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["name_key"],
                name="club_name_unique",
                violation_error_message=_("There is a club of this name already."),
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = search_key(clean(self.name))[:KEY_LENGTH]
        super().save(*args, **kwargs)


class Player(Named):
    """A person who plays. Two different people may have the same name."""

    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.PROTECT, related_name="players"
    )

    class PublicForm(models.TextChoices):
        """How the name is shown to everybody."""

        FULL = "full", _("the full name")
        INITIAL = "initial", _("first name and initial")
        NONE = "none", _("no name, only the start number")

    member_no = models.CharField(_("member number"), max_length=40, blank=True)
    public_form = models.CharField(
        _("name shown to everybody"), max_length=8, choices=PublicForm.choices, default=PublicForm.FULL
    )
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, editable=False, on_delete=models.PROTECT, related_name="merged"
    )
    name_key = models.CharField(max_length=KEY_LENGTH, editable=False, db_index=True)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = name_key(clean(self.name))[:KEY_LENGTH]
        super().save(*args, **kwargs)

    @property
    def full_name(self) -> str:
        """As the staff reads it."""
        return self.name if self.anonymised_at is None else gettext("Anonymous")

    @property
    def shows_all(self) -> bool:
        """Whether everybody may read the whole name."""
        return self.public_form == self.PublicForm.FULL

    @property
    def public_name(self) -> str:
        """As everybody may read it: the one place that says so. Empty for who shows no name."""
        if self.anonymised_at is not None or self.shows_all:
            return self.full_name
        return with_initial(self.name) if self.public_form == self.PublicForm.INITIAL else ""


class DifferentPeople(models.Model):
    """Two players of whom somebody said that they are two people: they are proposed as one no more."""

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="different_people_once"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="different_people_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"
