"""A large tournament for benches, written straight into the database: new tables of four in every round."""

from __future__ import annotations

import random
from datetime import date
from typing import TYPE_CHECKING, Any

from engine import roles, settle
from scoring.models import Deal, Score
from tournament.models import Draw, Entry, Player, Round, Seat, Seating, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

RESULTS: tuple[tuple[str, str, tuple[int, int, int] | None], ...] = (
    ("spil", "H", (5, 3, 1)),
    ("tourne", "C", (4, 4, 1)),
    ("kobe_nolo", "", (0, 5, 4)),
    ("solo", "D", (3, 5, 1)),
    ("solo_spar", "S", (6, 2, 1)),
    ("", "", None),
)


def fill(*, entries: int, rounds: int, deals: int, seed: int = 1) -> Tournament:
    """Everybody plays every round, and every deal has one of a few results."""
    chance = random.Random(seed)
    tournament = Tournament.objects.create(
        name="Danmarksmesterskab",
        slug="dm",
        starts_on=date(2026, 10, 17),
        state=Tournament.State.RUNNING,
        rounds_planned=rounds,
        deals_per_round=deals,
        results_version=1,
    )
    people = _people(tournament, entries)
    draw = Draw.objects.create(
        tournament=tournament, method="full", seed=1, algorithm="none", inputs={}, input_hash="", report={}
    )
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(
            tournament=tournament, number=number, deals=deals, state=Round.State.CLOSED, draw=draw
        )
        seated = chance.sample(people, len(people))
        Seating.objects.bulk_create(
            Seating(round=round_, table_no=table_no, deals=deals, state=Seating.State.SIGNED)
            for table_no in range(1, entries // 4 + 1)
        )
        seatings = list(Seating.objects.filter(round=round_).order_by("table_no"))
        at_table = {seating.pk: seated[4 * index : 4 * index + 4] for index, seating in enumerate(seatings)}
        Seat.objects.bulk_create(
            Seat(seating=seating, round=round_, position=position, entry=entry)
            for seating in seatings
            for entry, position in zip(at_table[seating.pk], "NESW", strict=True)
        )
        _play(seatings, at_table, deals, chance)
    return tournament


def _people(tournament: Tournament, number: int) -> list[Entry]:
    for index in range(number):
        Player.objects.create(name=f"Søren Åkjær Østergaard {index}")
    Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, start_no=index + 1, state=Entry.State.CHECKED_IN)
        for index, player in enumerate(Player.objects.order_by("pk"))
    )
    return list(Entry.objects.filter(tournament=tournament).order_by("start_no"))


def _play(
    seatings: Sequence[Seating], at_table: dict[int, list[Entry]], deals: int, chance: random.Random
) -> None:
    played: list[Deal] = []
    for seating in seatings:
        for number in range(1, deals + 1):
            contract, trump, tricks = chance.choice(RESULTS)
            dealer = "SENW"[(number - 1) % 4]
            settled = settle(contract=contract, trump=trump or None, tricks=tricks) if contract else None
            played.append(
                Deal(
                    seating=seating,
                    number=number,
                    board=number,
                    dealer=dealer,
                    declarer=str(roles(dealer, "NESW").forhand) if contract else "",
                    contract=contract,
                    trump=trump,
                    tricks=list(tricks) if tricks else None,
                    outcome=str(settled.outcome) if settled else "pas",
                    points=settled.points if settled else 0,
                )
            )
    made = Deal.objects.bulk_create(played, batch_size=500)
    Score.objects.bulk_create(
        (score for deal in made for score in _scores(deal, at_table[deal.seating_id])), batch_size=1000
    )


def _scores(deal: Any, people: list[Entry]) -> list[Score]:
    around = roles(deal.dealer, "NESW")
    role_of = {
        str(around.forhand): Score.Role.FORHAND,
        str(around.mellemhand): Score.Role.MELLEMHAND,
        str(around.baghand): Score.Role.BAGHAND,
        str(around.sitter_out): Score.Role.SITTER_OUT,
    }
    return [
        Score(
            deal=deal,
            entry=entry,
            player_id=entry.player_id,
            seat=seat,
            role=role_of[seat],
            points=deal.points if seat == deal.declarer else 0,
        )
        for entry, seat in zip(people, "NESW", strict=True)
    ]
