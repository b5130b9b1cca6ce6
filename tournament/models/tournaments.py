"""A tournament: its settings, frozen when it starts, and the versions its results carry."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.text import clean


class Tournament(models.Model):
    """One event. `results_version` rises with every change of results; standings follow it."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Booking(models.TextChoices):
        DECLARER = "declarer", _("the declarer only")
        OPPONENTS = "opponents", _("the declarer against the two opponents")
        TABLE = "table", _("the declarer against the whole table")

    class Ranking(models.TextChoices):
        POINTS = "points", _("points")
        FIELD = "field", _("points against the field")

    class SeatingMethod(models.TextChoices):
        FULL = "full", _("full plan: everybody meets as many others as possible")
        MONRAD = "monrad", _("Monrad: people of about the same standing together")
        RANDOM = "random", _("random, a new lot each round")
        MANUAL = "manual", _("by hand: the director writes the tables")

    class FirstDealer(models.TextChoices):
        NORTH = "N", _("North")
        EAST = "E", _("East")
        SOUTH = "S", _("South")
        WEST = "W", _("West")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True, editable=False)
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts_on = models.DateField(_("date"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT, editable=False)

    rule_set = models.CharField(_("rule set"), max_length=20, default="dlu")
    booking = models.CharField(
        _("who gets the points"), max_length=10, choices=Booking.choices, default=Booking.DECLARER
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=3, validators=[MinValueValidator(1), MaxValueValidator(21)]
    )
    deals_per_round = models.PositiveSmallIntegerField(
        _("deals per round"), default=16, validators=[MinValueValidator(4), MaxValueValidator(60)]
    )
    first_dealer = models.CharField(
        _("first dealer"), max_length=1, choices=FirstDealer.choices, default=FirstDealer.SOUTH
    )
    ranking = models.CharField(
        _("the list goes by"), max_length=6, choices=Ranking.choices, default=Ranking.POINTS
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    shared_boards = models.BooleanField(_("the same boards at every table"), default=True)
    board_sets = models.PositiveSmallIntegerField(
        _("sets of boards"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(300)],
        help_text="null: every table has its own",
    )
    suit_may_be_missing = models.BooleanField(_("typed sheets may leave the suit out"), default=False)
    clubs_apart = models.BooleanField(_("keep people of one club apart where it costs nothing"), default=True)
    seating_method = models.CharField(
        _("drawing"), max_length=10, choices=SeatingMethod.choices, default=SeatingMethod.FULL
    )

    signup_open = models.BooleanField(_("players may sign up themselves"), default=False)
    signup_limit = models.PositiveSmallIntegerField(
        _("places"), null=True, blank=True, help_text="whoever comes after them is on the waiting list"
    )
    fee = models.PositiveIntegerField(_("fee in kroner"), default=0)
    protest_minutes = models.PositiveIntegerField(
        _("protests until, minutes after the last round"), default=30
    )
    prizes = models.JSONField(
        _("prizes"), default=list, blank=True, help_text="rows of category (empty: all), place and text"
    )
    banner = models.CharField(_("message to everybody"), max_length=200, blank=True, editable=False)
    banner_at = models.DateTimeField(null=True, editable=False)
    frozen_after_round = models.PositiveSmallIntegerField(
        null=True,
        editable=False,
        help_text="others than the staff see the results of the rounds up to this one",
    )
    released_at = models.DateTimeField(null=True, editable=False, help_text="when the last freeze was lifted")

    results_version = models.PositiveIntegerField(default=0, editable=False)
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    standings_hash = models.CharField(max_length=64, blank=True, editable=False)
    standings_computed_at = models.DateTimeField(null=True, editable=False)
    results_changed_at = models.DateTimeField(null=True, editable=False)

    is_demo = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-starts_on", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(deals_per_round__gte=4, rounds_planned__gte=1),
                name="tournament_plan_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(standings_version__lte=models.F("results_version")),
                name="standings_not_ahead_of_results",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name = clean(self.name)
        self.place = clean(self.place)
        super().save(*args, **kwargs)

    @property
    def is_under_way(self) -> bool:
        return self.state in {self.State.RUNNING, self.State.FINISHED}

    @property
    def takes_signups(self) -> bool:
        """Whether players may sign up themselves now."""
        return self.signup_open and self.state == self.State.OPEN

    @property
    def is_finished(self) -> bool:
        return self.state == self.State.FINISHED


class StaffRole(models.Model):
    """Who directs a tournament and who keeps its scores."""

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_tournament")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.user} ({self.role})"
