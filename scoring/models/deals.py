"""One line on a score sheet, what each entry got of it, and lines that came too late."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Player, Position, Seating


class Deal(models.Model):
    """A deal at one table. A current deal is one that is not voided: one for each place.

    `points` are the declarer's own before booking. Tricks are the declarer's, his right and his left
    opponent's. Contract and outcome are codes of the engine, checked by the tournament's rule set.
    """

    class Status(models.TextChoices):
        PLAYED = "played", _("played")
        NOT_PLAYED = "not_played", _("not played")

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="deals_entered")
    number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    dealer = models.CharField(max_length=1, choices=Position.choices)
    dealer_overridden = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLAYED)
    not_played_reason = models.CharField(max_length=200, blank=True)

    declarer = models.CharField(max_length=1, choices=Position.choices, blank=True)
    contract = models.CharField(max_length=30, blank=True)
    trump = models.CharField(max_length=1, blank=True)
    outcome = models.CharField(max_length=10, blank=True)
    tricks = models.JSONField(null=True, blank=True)
    thrown_in = models.BooleanField(default=False)
    tout = models.CharField(max_length=10, blank=True)
    points = models.SmallIntegerField(null=True)
    calls = models.JSONField(null=True, blank=True, help_text="the auction as pairs of hand and call")

    client_key = models.UUIDField(unique=True, default=uuid.uuid4)
    request_hash = models.CharField(max_length=64, editable=False)
    version = models.PositiveIntegerField(default=1)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    changed_by_seat = models.CharField(
        max_length=1, blank=True, help_text="who changed it last, when it came from the table's own phone"
    )
    entered_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating", "number"],
                condition=Q(voided_at__isnull=True),
                name="one_current_deal_per_place",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_one"),
            models.CheckConstraint(
                name="deal_played_or_not",
                condition=(
                    Q(status="not_played", points__isnull=True, contract="", declarer="", outcome="")
                    & ~Q(not_played_reason="")
                )
                | Q(status="played", outcome="pas", contract="", declarer="", points=0)
                | (
                    Q(status="played", outcome__in=["vundet", "bet", "kruk"], points__isnull=False)
                    & ~Q(contract="")
                    & ~Q(declarer="")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seating} #{self.number}"

    @property
    def is_played(self) -> bool:
        return self.status == self.Status.PLAYED


class Score(models.Model):
    """What one entry got in one deal, with the player, seat and role of that moment. All sums read scores."""

    class Role(models.TextChoices):
        FORHAND = "forhand", _("forehand")
        MELLEMHAND = "mellemhand", _("middlehand")
        BAGHAND = "baghand", _("rearhand")
        SITTER_OUT = "sitter_out", _("sits out")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="scores")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="scores")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    seat = models.CharField(max_length=1, choices=Position.choices)
    role = models.CharField(max_length=10, choices=Role.choices)
    points = models.SmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "seat"], name="one_score_per_seat")]

    def __str__(self) -> str:
        return f"{self.deal} {self.entry}: {self.points:+d}"


class RefusedEntry(models.Model):
    """A save that reached us and was refused, kept until the director applies or discards it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        APPLIED = "applied", _("applied")
        DISCARDED = "discarded", _("discarded")

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="refused_entries")
    number = models.PositiveSmallIntegerField()
    client_key = models.UUIDField()
    code = models.CharField(max_length=40)
    body = models.JSONField()
    request_hash = models.CharField(max_length=64, editable=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True)
    received_at = models.DateTimeField(auto_now_add=True)
    received_from = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    received_seat = models.CharField(max_length=1, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["client_key", "code", "seating", "number", "request_hash"], name="refused_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seating} #{self.number}: {self.code}"
