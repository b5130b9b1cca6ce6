"""Signals by which verbs ask for background work without knowing how it is sent."""

from django.dispatch import Signal

# Sent inside the verb's transaction with `job_id`; the receiver sends the job to the workers on commit.
job_requested = Signal()
