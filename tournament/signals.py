"""What tournament tells those above it, without knowing them."""

from django.dispatch import Signal

# Sent by every verb that changes results, inside its transaction, with `tournament_id` (and sender=None).
# scoring/tasks.py listens and has the standings recomputed after the commit.
results_changed = Signal()
