"""Derived rows: a recompute from scores and adjustments gives the same rows."""

from __future__ import annotations

from django.db import models

from tournament.models import Entry, Tournament


class Standing(models.Model):
    """One entry's place and totals. `position` orders, `rank` is shared; a round not played is null, and so is
    the rank of somebody who has played nothing at all."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, help_text="null: nothing played yet")
    deal_points = models.IntegerField()
    adjustment_points = models.IntegerField()
    total = models.IntegerField()
    round_points = models.JSONField(help_text="one whole number or null for each round")
    deals_played = models.PositiveIntegerField()
    deals_missing = models.PositiveIntegerField()
    values = models.JSONField(help_text="the values of the tie-breaks")
    decided_by = models.CharField(max_length=30, blank=True)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}: {self.total}"
