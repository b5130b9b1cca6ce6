"""The app of deals, scores, standings and exports."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the tasks: the worker has to know them, and results that change have to be heard."""
        from scoring import tasks  # noqa: F401
