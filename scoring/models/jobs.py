"""Work that a person started and waits for."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament


class Job(models.Model):
    """A row written with the request, sent on commit, swept when its worker died."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        EXPIRED = "expired", _("expired")

    class Kind(models.TextChoices):
        WORKBOOK = "workbook", _("workbook of results")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="jobs")
    language = models.CharField(max_length=5)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(default=0, help_text="per cent")
    attempts = models.PositiveSmallIntegerField(default=0)
    results_version = models.PositiveIntegerField()
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    requested_at = models.DateTimeField(auto_now_add=True)
    heartbeat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True, help_text="since when everybody may fetch the file")
    file = models.FileField(upload_to="exports/", blank=True)
    file_name = models.CharField(max_length=160, blank=True)
    error = models.CharField(
        max_length=60, blank=True, help_text="a code; the sentence is made where it is read"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.uuid} {self.state}"
