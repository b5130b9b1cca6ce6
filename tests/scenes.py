"""Tournaments for tests, made by the verbs as a director would make them."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid4

from scoring.domain.deals import record_deal
from scoring.domain.lines import DealLine, dealers_of, seats_at
from scoring.domain.rounds import close_round, open_round
from scoring.domain.signatures import sign_seating
from scoring.models import Deal
from tournament.domain.draws import draw_rounds
from tournament.domain.entries import check_in_all, register_entries
from tournament.domain.registry import create_player
from tournament.domain.rounds import publish_round
from tournament.domain.tournaments import create_tournament, start_tournament
from tournament.models import Round, Seating, Tournament, User

SPIL = DealLine(contract="spil", trump="H", outcome="vundet")
PAS = DealLine(outcome="pas")
RIGHT = {"S": "E", "E": "N", "N": "W", "W": "S"}


def a_user(username: str = "grethe", **fields: Any) -> User:
    """Somebody with an account; a director unless told otherwise."""
    fields.setdefault("is_director", True)
    return User.objects.create_user(username, password="right", full_name=username.title(), **fields)


def registered(players: int = 8, director: User | None = None, **settings: Any) -> Tournament:
    """A tournament whose players are all checked in, and which has not started."""
    chosen: dict[str, Any] = {
        "name": "Prøve",
        "starts_on": date(2026, 11, 28),
        "rounds_planned": 2,
        "deals_per_round": 4,
    } | settings
    tournament = create_tournament(actor=director, **chosen)
    people = [create_player(name=f"Spiller {number:02}", actor=director) for number in range(1, players + 1)]
    register_entries(tournament=tournament, players=people, actor=director)
    check_in_all(tournament=tournament, actor=director)
    return tournament


def started(players: int = 8, director: User | None = None, **settings: Any) -> Tournament:
    """A tournament under way with every round drawn."""
    tournament = registered(players, director, **settings)
    start_tournament(tournament=tournament, actor=director)
    draw_rounds(tournament=tournament, actor=director, seed=1)
    return tournament


def playing(players: int = 8, director: User | None = None, **settings: Any) -> Tournament:
    """A tournament whose first round is being played."""
    tournament = started(players, director, **settings)
    begin(tournament, 1, director)
    return tournament


def begin(tournament: Tournament, number: int, director: User | None = None) -> Round:
    """Publish and open a round."""
    round_ = tournament.rounds.get(number=number)
    publish_round(round_=round_, actor=director)
    return open_round(round_=round_, actor=director)


def table(tournament: Tournament, round_number: int = 1, table_no: int = 1) -> Seating:
    """One table."""
    return (
        Seating.objects.select_related("round__tournament")
        .prefetch_related("seats__entry__player")
        .get(round__tournament=tournament, round__number=round_number, table_no=table_no)
    )


def declared(seating: Seating, number: int, **changes: Any) -> DealLine:
    """A Spil in hearts, won by forhånd of that deal, with changes."""
    dealer = dealers_of(seating, seating.round.tournament)[number - 1]
    seats = seats_at(seating, number)
    declarer = RIGHT[dealer]
    while declarer not in seats:
        declarer = RIGHT[declarer]
    values = {"declarer": declarer, "contract": "spil", "trump": "H", "outcome": "vundet"} | changes
    return DealLine(**values)


def enter(seating: Seating, number: int, line: DealLine | None = None, key: UUID | None = None) -> Deal:
    """Record one deal; by default the Spil of `declared`."""
    return record_deal(
        seating=seating,
        number=number,
        line=line or declared(seating, number),
        client_key=key or uuid4(),
        actor=None,
    ).deal


def fill(seating: Seating, *, sign: bool = True) -> None:
    """Enter every deal that is missing, and sign."""
    there = set(Deal.objects.filter(seating=seating, voided_at__isnull=True).values_list("number", flat=True))
    for number in range(1, seating.deals + 1):
        if number not in there:
            enter(seating, number)
    if sign:
        sign_seating(seating=seating, actor=None)


def play(tournament: Tournament, number: int, *, close: bool = True) -> Round:
    """Fill and sign every table of a round that is open, and close it."""
    round_ = tournament.rounds.get(number=number)
    for seating in round_.seatings.prefetch_related("seats__entry__player"):
        fill(table(tournament, number, seating.table_no))
    return close_round(round_=round_, actor=None) if close else round_
