"""Derived rows: a recompute from scores and adjustments gives the same rows."""

from __future__ import annotations

from django.db import models

from tournament.models import Entry, Tournament


class Standing(models.Model):
    """One entry's place and totals, as the staff sees it (`live`) or as a frozen list shows it to others (`public`).

    `position` orders, `rank` is shared; a round not played is null, and so is
    the rank of somebody who has played nothing at all.
    """

    class Scope(models.TextChoices):
        LIVE = "live"
        PUBLIC = "public"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="standings")
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.LIVE)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True, help_text="null: nothing played yet")
    rank_before = models.PositiveSmallIntegerField(
        null=True, help_text="the rank before the last round that has results; null: there was none"
    )
    deal_points = models.IntegerField()
    adjustment_points = models.IntegerField()
    handicap_points = models.IntegerField(default=0)
    total = models.IntegerField()
    against_field = models.IntegerField(
        null=True, help_text="hundredths of a point; null: there is nothing to compare with"
    )
    round_points = models.JSONField(help_text="one whole number or null for each round")
    deals_played = models.PositiveIntegerField()
    deals_missing = models.PositiveIntegerField()
    values = models.JSONField(help_text="the values of the tie-breaks")
    decided_by = models.CharField(max_length=30, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["entry", "scope"], name="one_standing_per_entry")]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}: {self.total}"

    @property
    def has_result(self) -> bool:
        """Whether anything was played or given. Not playing is not zero."""
        return bool(self.adjustment_points) or any(points is not None for points in self.round_points)

    @property
    def field_total(self) -> int | None:
        """What a list by the field goes by, in hundredths: against the field, adjustments and handicap."""
        if self.rank is None:
            return None
        return (self.against_field or 0) + 100 * (self.adjustment_points + self.handicap_points)
