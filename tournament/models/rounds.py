"""Rounds, and who sits where in them."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.text import sort_key

from .entries import Entry
from .tournaments import Tournament


class Position(models.TextChoices):
    """The four seats. Play runs counter-clockwise: right of S sits E."""

    NORTH = "N", _("North")
    EAST = "E", _("East")
    SOUTH = "S", _("South")
    WEST = "W", _("West")


class Draw(models.Model):
    """One drawing of one or more rounds, with all that is needed to repeat it on any machine.

    `inputs` are the arguments the engine was given, `report` the quality of what it answered. Both name players
    by their place in `inputs["start_nos"]`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draws")
    method = models.CharField(max_length=10, choices=Tournament.SeatingMethod.choices)
    seed = models.BigIntegerField()
    algorithm = models.CharField(max_length=40)
    inputs = models.JSONField()
    input_hash = models.CharField(max_length=64)
    report = models.JSONField()
    drawn_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.method} {self.seed}"


class Round(models.Model):
    """Everybody sits down once."""

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAWN)
    deals = models.PositiveSmallIntegerField(help_text="deals at a table of four")
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="rounds")
    round_of_draw = models.PositiveSmallIntegerField(default=1)
    is_reseated = models.BooleanField(default=False, help_text="somebody was moved after the draw")
    published_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the time for the round")
    clock_started_at = models.DateTimeField(null=True, help_text="null: the clock has not been started")
    clock_stopped_at = models.DateTimeField(null=True, help_text="it stands still since then")
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
    first_board = models.PositiveSmallIntegerField(default=1, help_text="the board of the first deal")
    extra_minutes = models.PositiveSmallIntegerField(default=0, help_text="on top of the time of the round")
    code_generation = models.PositiveSmallIntegerField(default=1)
    code_hash = models.CharField(  # noqa: DJ001 - null while there is none, for an empty text can stand there once only
        max_length=64,
        null=True,
        unique=True,
        editable=False,
        help_text="keyed; the code itself is never stored",
    )

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
    left_after_deal = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the last deal played here; the table goes on as three from the next"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seating", "position"], name="one_entry_per_seat"),
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_in_round"),
            models.CheckConstraint(condition=models.Q(position__in="NESW"), name="seat_position_known"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.entry}"

    @property
    def name(self) -> str:
        """Who sits here, as everybody may read it: whoever plays in his place first, and for whom."""
        return self.entry.name_in(self.seating.round.number)

    @property
    def public_sort_key(self) -> str:
        """Where whoever sits here looks for himself in a list for everybody."""
        own, shown = self.entry.name, self.name
        return self.entry.public_sort_key if shown == own else sort_key(shown)

    @property
    def full_name(self) -> str:
        """The same for the staff."""
        return self.entry.full_name_in(self.seating.round.number)
