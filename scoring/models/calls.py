"""A table that asks for the director."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models import Seating


class DirectorCall(models.Model):
    """Somebody at a table pressed "call the director". One stands at a time; it ends when it is answered."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="director_calls")
    seat = models.CharField(max_length=1, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the deal it is about")
    called_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating"], condition=Q(answered_at__isnull=True), name="one_call_waiting_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.seating} {self.called_at:%F %T}"
