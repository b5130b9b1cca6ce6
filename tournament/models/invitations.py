"""A link by which somebody becomes staff of a tournament. A hall has no mail: it is shown, scanned or sent on."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .tournaments import StaffRole, Tournament


class Invitation(models.Model):
    """Good once and until it expires. Only a hash of the token is stored, so the link cannot be read out again."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=StaffRole.Role.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.role}"
