"""An entry: one player in one tournament."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .registry import Club, Player
from .tournaments import Tournament


class Entry(models.Model):
    """The club is copied at registration, so that an old result list does not change with the registry."""

    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        WAITLISTED = "waitlisted", _("on the waiting list")
        CHECKED_IN = "checked_in", _("checked in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")
    start_no = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTERED)
    fixed_table = models.PositiveSmallIntegerField(
        _("always at table"),
        null=True,
        blank=True,
        help_text="a wheelchair, a director who must sit near the desk",
    )
    withdrawn_after_round = models.PositiveSmallIntegerField(null=True, blank=True)
    substitute_for = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="substitutes"
    )
    registered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["start_no"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_once_in_tournament"),
            models.UniqueConstraint(fields=["tournament", "start_no"], name="start_no_once_in_tournament"),
        ]

    def __str__(self) -> str:
        return f"{self.start_no} {self.player}"

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def is_playing(self) -> bool:
        return self.state == self.State.CHECKED_IN


class ApartPair(models.Model):
    """Two who should not meet: they are kept apart where it costs no repeat meeting, early rounds first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="apart_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="apart_pair_once"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="apart_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"
