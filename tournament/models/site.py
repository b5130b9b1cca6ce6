"""What this installation as a whole has been told."""

from __future__ import annotations

from django.db import models

from tournament import lan


class Installation(models.Model):
    """The address that phones are to come by. One row, or none while nobody has chosen."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY, editable=False)
    address = models.CharField(max_length=lan.LONGEST, help_text="scheme://host:port")
    is_own = models.BooleanField(
        default=False,
        help_text="this machine had the address when it was chosen, so that losing it is noticed",
    )
    chosen_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_installation")]

    def __str__(self) -> str:
        return self.address
