"""The log of what was done. It holds ids, never names, so that a person can be made anonymous."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class AppendOnly(models.QuerySet["AuditEntry"]):
    """A log that can only grow."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")

    def bulk_create(self, *args: Any, update_conflicts: bool = False, **kwargs: Any) -> list[AuditEntry]:
        if update_conflicts:
            raise TypeError("The audit log cannot be changed.")
        return super().bulk_create(*args, **kwargs)


class AuditEntry(models.Model):
    """Who did what, when, what it was before and after, and why.

    The ids are plain numbers: the log outlives what it speaks of.
    """

    at = models.DateTimeField(auto_now_add=True)
    actor_id = models.BigIntegerField(null=True, help_text="null: the system itself, or a table")
    actor_seating_id = models.BigIntegerField(null=True, help_text="who came by this table's code")
    actor_seat = models.CharField(max_length=1, blank=True, help_text="the seat he said he has")
    tournament_id = models.BigIntegerField(null=True, db_index=True)
    verb = models.CharField(max_length=40)
    object_type = models.CharField(max_length=20)
    object_id = models.BigIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    objects = AppendOnly.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["object_type", "object_id"], name="audit_object")]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb} {self.object_type} {self.object_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("The audit log cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")
