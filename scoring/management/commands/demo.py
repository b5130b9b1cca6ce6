"""`manage.py demo`: a tournament under way and a finished one, made as a director would make them."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from engine import DLU, roles
from scoring.domain.adjustments import give_adjustment
from scoring.domain.deals import record_deal
from scoring.domain.lines import DealLine, dealers_of, seats_of
from scoring.domain.rounds import close_round, finish_tournament, open_round
from scoring.domain.signatures import sign_seating
from scoring.domain.standings import recompute
from tournament.domain.accounts import create_account
from tournament.domain.draws import draw_rounds
from tournament.domain.entries import check_in_all, club_by_name, register_entries
from tournament.domain.registry import create_player
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import create_tournament, open_registration, start_tournament
from tournament.imports.read import read_player_list
from tournament.imports.rows import parse_rows
from tournament.models import Player, Round, Seating, Tournament, User

LIST = Path(settings.BASE_DIR) / "fixtures" / "spillere-27.csv"
# How often a contract is played in a hundred deals, and how often it is won, bet or kruk.
FREQUENCY = (
    ("spil", 44), ("bedre_spil", 12), ("tourne", 12), ("kobe_nolo", 6), ("tourne_respekt", 2),
    ("solo", 8), ("solo_spar", 4), ("ren_nolo", 2), ("nolo_ouvert", 2),
)  # fmt: skip
OUTCOMES = (("vundet", 66), ("bet", 24), ("kruk", 10))


class Command(BaseCommand):
    """Build the demonstration and print its director's log-in."""

    help = "Builds a demonstration: one tournament under way, one finished. Prints a log-in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="print the log-in only")

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.filter(is_demo=True).exists():
            raise CommandError("The demonstration is there already. Remove it on the director's page first.")
        with transaction.atomic():
            director, password = _director()
            players = _people(director)
            running = _tournament("Hobro Åbne (demo)", players, director, finished=False)
            finished = _tournament("Klubaften i Hobro (demo)", players[:16], director, finished=True)
        for tournament in (running, finished):
            recompute(tournament_id=tournament.pk)
        if not options["quiet"]:
            self.stdout.write(f"Demo: {running.name}, {finished.name}")
        self.stdout.write(f"Log ind / Log in: {director.username}   Adgangskode / Password: {password}")


def _director() -> tuple[User, str]:
    return create_account(
        full_name="Demo Turneringsleder",
        actor=None,
        is_director=True,
        # Whoever tries the demo on a new machine is its administrator until there is another.
        is_superuser=not User.objects.filter(is_superuser=True).exists(),
        is_demo=True,
    )


def _people(director: User) -> list[Player]:
    rows = parse_rows(read_player_list(LIST.read_bytes(), LIST.name))
    return [
        create_player(
            name=row.name,
            club=club_by_name(name=row.club, actor=director, is_demo=True) if row.club else None,
            member_no=row.member_no,
            actor=director,
            is_demo=True,
        )
        for row in rows
    ]


def _tournament(name: str, players: list[Player], director: User, *, finished: bool) -> Tournament:
    """Three rounds of sixteen deals: all played, or two played and the third drawn."""
    today = timezone.localdate()
    tournament = create_tournament(
        name=name,
        starts_on=today - timedelta(days=14) if finished else today,
        place="Hobro Hallen",
        actor=director,
        is_demo=True,
        rounds_planned=2 if finished else 3,
        deals_per_round=12 if finished else 16,
        tie_breaks=["won_contracts"],
    )
    open_registration(tournament=tournament, actor=director)
    register_entries(tournament=tournament, players=players, actor=director)
    check_in_all(tournament=tournament, actor=director)
    start_tournament(tournament=tournament, actor=director)
    chance = random.Random(name)  # noqa: S311 - the same demo every time
    rounds = draw_rounds(tournament=tournament, actor=director, seed=1)
    for round_ in rounds[:2]:
        _play(round_, director, chance)
    if finished:
        finish_tournament(tournament=tournament, actor=director, reason="Ingen protester")
    else:
        entry = tournament.entries.get(start_no=5)
        give_adjustment(
            entry=entry, points=-1, reason="unnecessary_announcement", round_=rounds[0], actor=director
        )
    return tournament


def _play(round_: Round, director: User, chance: random.Random) -> None:
    publish_round(round_=round_, actor=director)
    open_round(round_=round_, actor=director)
    seatings = (
        Seating.objects.filter(round=round_).select_related("round__tournament").prefetch_related("seats")
    )
    for seating in seatings:
        for number, dealer in enumerate(dealers_of(seating, round_.tournament), start=1):
            record_deal(
                seating=seating,
                number=number,
                line=_line(dealer, seats_of(seating), chance),
                client_key=UUID(int=chance.getrandbits(128), version=4),
                actor=director,
            )
        sign_seating(seating=seating, actor=director)
    close_round(round_=round_, actor=director)


def _line(dealer: str, seats: str, chance: random.Random) -> DealLine:
    """A plausible deal; one in twelve is passed by all."""
    if chance.randrange(12) == 0:
        return DealLine(outcome="pas")
    contract = _weighted(FREQUENCY, chance)
    spec = DLU.spec(contract)
    outcome = _weighted(OUTCOMES, chance)
    return DealLine(
        declarer=chance.choice([str(seat) for seat in roles(dealer, seats).active]),
        contract=contract,
        trump=chance.choice([str(suit) for suit in spec.trumps]) if spec.trumps else "",
        outcome=outcome,
    )


def _weighted(choices: tuple[tuple[str, int], ...], chance: random.Random) -> str:
    codes, weights = zip(*choices, strict=True)
    return str(chance.choices(codes, weights)[0])
