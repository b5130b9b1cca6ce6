"""Tournaments in which every page has something on it, with names as long as they come: for walks of all pages."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.utils import timezone

from scoring.domain.adjustments import give_adjustment, give_warning
from scoring.domain.calls import call_director
from scoring.domain.jobs import request_job
from scoring.domain.rounds import finish_tournament
from scoring.domain.snapshots import take_snapshot
from scoring.domain.standings import recompute
from scoring.models import Adjustment, Job
from tests.scenes import a_user, begin, declared, enter, fill, play, table
from tournament.domain.banner import show_banner
from tournament.domain.clock import start_clock
from tournament.domain.draws import draw_rounds
from tournament.domain.entries import check_in, check_in_all, register_entries, withdraw_entry
from tournament.domain.prizes import set_prizes
from tournament.domain.registry import create_club, create_player
from tournament.domain.tournaments import create_tournament, open_registration, start_tournament
from tournament.models import Club, Player, Tournament, User

NAMES = (
    "Søren Ærø Åkjær-Østergaard",
    "Hans-Christian von Rosenkrantz-Løvenskiold",
    "Åse Aagaard",
    "Bodil Aabye",
    "Ib Ø",
    "Zenia Zobel",
    "Ærlig Ærbødig",
    "Østen Østerballe",
)
CLUBS = ("L'hombreklubben af 1887 i Nørresundby", "Aars", "Ølgod og Omegns Spilleklub")


class Hall(NamedTuple):
    """A director, and what he has: one tournament that is coming, one under way and one that is over."""

    director: User
    coming: Tournament
    running: Tournament
    finished: Tournament


def a_hall() -> Hall:
    """Everything, made once for a whole walk."""
    director = a_user("grethe", is_superuser=True)
    clubs = [create_club(name=name, actor=director) for name in CLUBS]
    people = _people(clubs, director)
    return Hall(director, _coming(people, director), _running(people, director), _finished(people, director))


def _people(clubs: list[Club], director: User) -> list[Player]:
    return [
        create_player(name=name, club=clubs[number % len(clubs)], actor=director)
        for number, name in enumerate(NAMES)
    ]


def _made(name: str, director: User, people: list[Player]) -> Tournament:
    tournament = create_tournament(
        name=name,
        place="Nørresundby Forsamlingshus",
        starts_on=date(2026, 11, 28),
        rounds_planned=2,
        deals_per_round=4,
        actor=director,
    )
    register_entries(tournament=tournament, players=people, actor=director)
    return tournament


def _coming(people: list[Player], director: User) -> Tournament:
    """Sign-up is open, some are here, one has withdrawn."""
    tournament = _made("Julestævne", director, people)
    open_registration(tournament=tournament, actor=director)
    entries = list(tournament.entries.all())
    check_in(entry=entries[0], actor=director)
    withdraw_entry(entry=entries[1], actor=director, reason="Syg")
    return tournament


def _begun(name: str, people: list[Player], director: User) -> Tournament:
    tournament = _made(name, director, people)
    check_in_all(tournament=tournament, actor=director)
    start_tournament(tournament=tournament, actor=director)
    draw_rounds(tournament=tournament, actor=director, seed=1)
    set_prizes(tournament=tournament, prizes=[("", 1, "Pokal"), ("", 2, "Vin")], actor=director)
    return tournament


def _running(people: list[Player], director: User) -> Tournament:
    """Round 1 is played: one table has signed, one is half way; a clock, a banner, a call, a penalty."""
    tournament = _begun("Åbent mesterskab", people, director)
    round_ = begin(tournament, 1, director)
    start_clock(round_=round_, minutes=45, actor=director, at=timezone.now())
    half = table(tournament, 1, 1)
    enter(half, 1, declared(half, 1, contract="solo", outcome="kruk"))
    enter(half, 2)
    fill(table(tournament, 1, 2))
    call_director(seating=half, actor=director)
    show_banner(tournament=tournament, text="Kaffe kl. 15.", actor=director)
    one, other, *_ = tournament.entries.all()
    give_adjustment(entry=one, points=-1, reason=Adjustment.Reason.OTHER, note="For sent", actor=director)
    give_warning(entry=other, reason=Adjustment.Reason.OTHER, note="Talte", actor=director)
    request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=director, language="da")
    take_snapshot(tournament=tournament, actor=director, occasion="asked")
    recompute(tournament_id=tournament.pk)
    return tournament


def _finished(people: list[Player], director: User) -> Tournament:
    tournament = _begun("Nytårsstævne", people, director)
    for number in (1, 2):
        begin(tournament, number, director)
        play(tournament, number)
    finish_tournament(tournament=tournament, actor=director, reason="Alle er enige")
    recompute(tournament_id=tournament.pk)
    return tournament
