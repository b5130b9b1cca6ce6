"""Archives of a tournament that were taken before something dangerous, or because somebody asked."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from tournament.models import Tournament


class Snapshot(models.Model):
    """One archive (`docs/archive.md`), compressed. It outlives the tournament that it is of."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.SET_NULL, related_name="snapshots")
    slug = models.SlugField(max_length=80)
    occasion = models.CharField(max_length=40, help_text="the verb it was taken before, or `asked`")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    results_version = models.PositiveIntegerField()
    standings_hash = models.CharField(max_length=64)
    content = models.BinaryField(editable=False)
    content_hash = models.CharField(max_length=64, editable=False)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.slug} {self.made_at:%F %T} ({self.occasion})"
