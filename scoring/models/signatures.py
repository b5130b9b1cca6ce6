"""A signed score sheet, with the hash of what was signed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models import Position, Seating


class Signature(models.Model):
    """By a named seat, or by the director (seat empty). A later correction shows against `sheet_hash`."""

    seating = models.ForeignKey(Seating, on_delete=models.PROTECT, related_name="signatures")
    seat = models.CharField(max_length=1, choices=Position.choices, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    sheet_hash = models.CharField(max_length=64)
    signed_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating"], condition=Q(withdrawn_at__isnull=True), name="one_signature_per_sheet"
            )
        ]

    def __str__(self) -> str:
        return f"{self.seating} ({self.seat or self.user_id})"
