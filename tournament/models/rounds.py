"""Rounds, and who sits where in them."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from .entries import Entry
from .tournaments import Tournament


class Position(models.TextChoices):
    """The four seats. Play runs counter-clockwise: right of S sits E."""

    NORTH = "N", _("North")
    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")


class Round(models.Model):
    """Everybody sits down once. The draw's parameters stay with it so that it can be repeated."""

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAWN)
    deals = models.PositiveSmallIntegerField(help_text="deals at a table of four")
    draw = models.JSONField(default=dict, help_text="method, seed, algorithm, input hash and quality report")
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def is_public(self) -> bool:
        return self.state != self.State.DRAWN

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED


class Seating(models.Model):
    """One table of one round. `deals` is how many its sheet has: fewer at a table of three."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SIGNED = "signed", _("signed")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seatings")
    table_no = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    code_generation = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["table_no"]
        constraints = [models.UniqueConstraint(fields=["round", "table_no"], name="table_no_once_in_round")]

    def __str__(self) -> str:
        return f"{self.round} / {self.table_no}"

    @property
    def is_signed(self) -> bool:
        return self.state == self.State.SIGNED


class Seat(models.Model):
    """`round` repeats the seating's, so that the database itself refuses the same person twice in a round."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+")
    position = models.CharField(max_length=1, choices=Position.choices)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seating", "position"], name="one_entry_per_seat"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_in_round"),
            models.CheckConstraint(condition=models.Q(position__in="NESW"), name="seat_position_known"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.entry}"
