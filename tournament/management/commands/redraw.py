"""`manage.py redraw --check`: draws every stored draw again and says whether the same seats come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from tournament.domain.repeats import repeat
from tournament.models import Draw, Tournament

if TYPE_CHECKING:
    from argparse import ArgumentParser

WORDS = {
    "same": "samme bordplan / the same seats",
    "reseated": "som lodtrukket, siden ændret af turneringslederen / as drawn, then changed by the director",
    "other_version": "lavet af en anden version af lodtrækningen / made by another version of the drawing",
    "different": "EN ANDEN BORDPLAN / DIFFERENT SEATS",
}


class Command(BaseCommand):
    """Check stored draws against what the engine makes of their inputs."""

    help = "Repeats stored draws from their seeds and inputs, and says whether the same seats come out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tournaments", nargs="*", metavar="TOURNAMENT", help="addresses; all when left out"
        )
        parser.add_argument("--check", action="store_true", help="compare and change nothing (the only way)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            raise CommandError(
                "Skriv redraw --check: intet ændres. / Write redraw --check: nothing is changed."
            )
        slugs = options["tournaments"]
        unknown = set(slugs) - set(Tournament.objects.filter(slug__in=slugs).values_list("slug", flat=True))
        if unknown:
            raise CommandError(f"Findes ikke / Unknown: {', '.join(sorted(unknown))}")
        draws = (
            Draw.objects.select_related("tournament")
            .prefetch_related("rounds")
            .order_by("tournament_id", "id")
        )
        if slugs:
            draws = draws.filter(tournament__slug__in=slugs)
        worst = [self.tell(draw) for draw in draws]
        if "different" in worst:
            raise CommandError(
                "Mindst én lodtrækning gav noget andet. / At least one draw came out differently."
            )

    def tell(self, draw: Draw) -> str:
        """One line for a draw; returns its verdict."""
        repeated = repeat(draw)
        numbers = ", ".join(str(round_.number) for round_ in draw.rounds.all())
        changed = f" ({', '.join(map(str, repeated.rounds))})" if repeated.rounds else ""
        self.stdout.write(
            f"{draw.tournament.slug} {numbers}: {draw.algorithm}, {draw.seed}: {WORDS[repeated.verdict]}{changed}"
        )
        return repeated.verdict
