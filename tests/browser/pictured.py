"""What the pictures show: the demonstration an hour later, in the middle of a round.

Run inside an installation, by `manage.py shell`: see screenshots.py.
"""

from __future__ import annotations

import random
from uuid import UUID

from django.utils import timezone

from engine import DLU, roles
from scoring.domain.deals import record_deal
from scoring.domain.lines import DealLine, dealers_of, seats_of
from scoring.domain.rounds import open_round
from scoring.domain.signatures import sign_seating
from scoring.domain.standings import recompute
from scoring.models import Deal
from tournament.domain.clock import start_clock
from tournament.domain.codes import table_code
from tournament.domain.rounds import publish_round
from tournament.models import Seating, Tournament, User

MINUTES = 75
# What is played, as often as it is in the list.
CONTRACTS = (
    "spil", "spil", "spil", "spil", "bedre_spil", "bedre_spil", "tourne", "solo", "kobe_nolo", "ren_nolo",
)  # fmt: skip
OUTCOMES = ("vundet", "vundet", "vundet", "vundet", "bet", "bet", "kruk")


def half_a_round(slug: str, number: int, *, table: int, played: int) -> None:
    """Begin the round, and play at every table; fewest at the one whose phone is shown. Prints its code."""
    tournament = Tournament.objects.get(slug=slug)
    director = User.objects.get(is_demo=True)
    round_ = tournament.rounds.get(number=number)
    publish_round(round_=round_, actor=director)
    round_ = open_round(round_=round_, actor=director)
    start_clock(round_=round_, minutes=MINUTES, actor=director, at=timezone.now())
    chance = random.Random(slug)
    seatings = (
        Seating.objects.filter(round=round_)
        .select_related("round__tournament")
        .prefetch_related("seats__entry__player")
        .order_by("table_no")
    )
    for seating in seatings:
        _play(seating, played if seating.table_no == table else None, director, chance)
    recompute(tournament_id=tournament.pk)
    print(f"code {table_code(seatings.get(table_no=table))}")  # noqa: T201 - asked for by who runs it


def _play(seating: Seating, played: int | None, director: User, chance: random.Random) -> None:
    """So many deals; by default one in three tables is through and has signed, the rest lack one or two."""
    if played is None:
        played = seating.deals - seating.table_no % 3
    dealers = dealers_of(seating, seating.round.tournament)
    for number, dealer in enumerate(dealers[:played], start=1):
        record_deal(
            seating=seating,
            number=number,
            line=_line(dealer, seats_of(seating), chance),
            client_key=UUID(int=chance.getrandbits(128), version=4),
            actor=director,
        )
    if Deal.objects.filter(seating=seating).count() == seating.deals:
        sign_seating(seating=seating, actor=director)


def _line(dealer: str, seats: str, chance: random.Random) -> DealLine:
    if chance.randrange(12) == 0:
        return DealLine(outcome="pas")
    contract = chance.choice(CONTRACTS)
    trumps = DLU.spec(contract).trumps
    return DealLine(
        declarer=chance.choice([str(seat) for seat in roles(dealer, seats).active]),
        contract=contract,
        trump=chance.choice([str(suit) for suit in trumps]) if trumps else "",
        outcome=chance.choice(OUTCOMES),
    )
