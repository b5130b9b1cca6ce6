"""Verbs on a tournament as a whole: create, change its settings, open it and start it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from engine import RULESETS
from engine.ranking import TIE_BREAKS
from tournament.domain.audit import record
from tournament.domain.boards import lay_out_again
from tournament.domain.locks import lock_tournament
from tournament.domain.results import raise_results_version
from tournament.errors import Refused
from tournament.models import Entry, StaffRole, Tournament
from tournament.text import clean, slugify_danish
from tournament.tie_breaks import misfit

if TYPE_CHECKING:
    from datetime import date

    from tournament.models import User

# What may be changed while play goes on: it touches no result and no seat.
HARMLESS = frozenset(
    {"name", "place", "starts_on", "board_sets", "signup_open", "signup_limit", "fee", "protest_minutes"}
)
SETTINGS = HARMLESS | {
    "rule_set",
    "booking",
    "rounds_planned",
    "deals_per_round",
    "first_dealer",
    "ranking",
    "tie_breaks",
    "shared_boards",
    "suit_may_be_missing",
    "seating_method",
    "clubs_apart",
}
MOST_PLACES = 1_000
LARGEST_FEE = 100_000
# A fortnight, for a result that may be protested against by letter.
LONGEST_PROTEST = 14 * 24 * 60
# One number with three ways out: a table needs three or four, and five is neither.
IMPOSSIBLE_NUMBERS = frozenset({0, 1, 2, 5})


@transaction.atomic
def create_tournament(
    *, name: str, starts_on: date, actor: User | None, is_demo: bool = False, **settings: Any
) -> Tournament:
    """A new tournament as a draft, with the actor as its director."""
    tournament = Tournament(name=clean(name), starts_on=starts_on, is_demo=is_demo)
    if not tournament.name:
        raise Refused("name_missing")
    _apply(tournament, settings)
    _save_with_free_slug(tournament)
    if actor is not None:
        StaffRole.objects.create(tournament=tournament, user=actor, role=StaffRole.Role.DIRECTOR)
    record(
        actor=actor, verb="create_tournament", on=tournament, tournament=tournament, after=_codes(tournament)
    )
    return tournament


def _save_with_free_slug(tournament: Tournament) -> None:
    stem = slugify_danish(tournament.name)
    for attempt in range(1, 1000):
        tournament.slug = stem if attempt == 1 else f"{stem}-{attempt}"
        if Tournament.objects.filter(slug=tournament.slug).exists():
            continue
        try:
            with transaction.atomic():
                tournament.save()
        except IntegrityError:
            continue
        return
    raise Refused("name_taken_too_often", name=tournament.name)


@transaction.atomic
def change_settings(*, tournament: Tournament, actor: User | None, **settings: Any) -> Tournament:
    """Change settings; after the start only the harmless ones, the rest is refused by name."""
    tournament = lock_tournament(tournament.pk)
    changed = {key: value for key, value in settings.items() if getattr(tournament, key) != value}
    frozen = sorted(set(changed) & frozen_settings(tournament))
    if frozen:
        raise Refused("settings_frozen", settings=frozen)
    rounds, drawn = changed.get("rounds_planned"), tournament.rounds.count()
    if rounds is not None and rounds < drawn:
        raise Refused("fewer_rounds_than_drawn", rounds=rounds, drawn=drawn)
    before = _codes(tournament)
    _apply(tournament, changed)
    tournament.save()
    if "board_sets" in changed:
        lay_out_again(tournament)
    if "rounds_planned" in changed and tournament.is_under_way:
        # How many rounds are to come stands on pages that are kept until the results change.
        raise_results_version(tournament.pk)
    if changed:
        record(
            actor=actor,
            verb="change_settings",
            on=tournament,
            tournament=tournament,
            before={key: before[key] for key in changed},
            after={key: _codes(tournament)[key] for key in changed},
        )
    return tournament


def frozen_settings(tournament: Tournament) -> frozenset[str]:
    """What cannot be changed any more: after the start, all that results and seats were made with.

    Rounds can be added or left out until the result is final, as long as they are not drawn; and that sheets may leave
    the suit out can still be allowed, never forbidden.
    """
    if not tournament.is_under_way:
        return frozenset()
    harmless = set(HARMLESS)
    if not tournament.is_finished:
        harmless.add("rounds_planned")
    if not tournament.suit_may_be_missing:
        harmless.add("suit_may_be_missing")
    return frozenset(SETTINGS - harmless)


def _apply(tournament: Tournament, settings: dict[str, Any]) -> None:
    unknown = set(settings) - SETTINGS
    if unknown:
        raise Refused("unknown_setting", settings=sorted(unknown))
    for key, value in settings.items():
        setattr(tournament, key, value)
    if tournament.rule_set not in RULESETS:
        raise Refused("unknown_rule_set", rule_set=tournament.rule_set)
    if not 4 <= tournament.deals_per_round <= 60 or tournament.deals_per_round % 4:
        raise Refused("deals_not_multiple_of_four", deals=tournament.deals_per_round)
    if not 1 <= tournament.rounds_planned <= 21:
        raise Refused("impossible_number_of_rounds", rounds=tournament.rounds_planned)
    if not 0 <= tournament.protest_minutes <= LONGEST_PROTEST:
        raise Refused("impossible_protest_time", largest=LONGEST_PROTEST)
    _check_placing(tournament)
    if tournament.signup_limit is not None and not 1 <= tournament.signup_limit <= MOST_PLACES:
        raise Refused("impossible_number_of_places", most=MOST_PLACES)
    if not 0 <= tournament.fee <= LARGEST_FEE:
        raise Refused("impossible_fee", largest=LARGEST_FEE)


def _check_placing(tournament: Tournament) -> None:
    """What the list goes by, and what separates equals."""
    if tournament.ranking not in Tournament.Ranking.values:
        raise Refused("unknown_ranking", ranking=tournament.ranking)
    for code in tournament.tie_breaks:
        if code not in TIE_BREAKS:
            raise Refused("unknown_tie_break", tie_break=code)
    if len(set(tournament.tie_breaks)) < len(tournament.tie_breaks):
        raise Refused("duplicate_tie_break")
    problem = misfit(
        tournament.tie_breaks, ranking=tournament.ranking, shared_boards=tournament.shared_boards
    )
    if problem is not None:
        raise Refused(problem)


def _codes(tournament: Tournament) -> dict[str, Any]:
    codes = {key: getattr(tournament, key) for key in sorted(SETTINGS)}
    codes["starts_on"] = str(tournament.starts_on)
    return codes


@transaction.atomic
def open_registration(*, tournament: Tournament, actor: User | None) -> None:
    """Draft becomes open: it is shown to everybody."""
    _move(tournament, actor, "open_registration", {Tournament.State.DRAFT}, Tournament.State.OPEN)


@transaction.atomic
def start_tournament(*, tournament: Tournament, actor: User | None) -> None:
    """Freeze the settings. Needs a number of checked-in players that can be seated."""
    players = Entry.objects.filter(tournament=tournament, state=Entry.State.CHECKED_IN).count()
    if players in IMPOSSIBLE_NUMBERS:
        raise Refused("impossible_number_of_players", players=players)
    _move(
        tournament,
        actor,
        "start_tournament",
        {Tournament.State.DRAFT, Tournament.State.OPEN},
        Tournament.State.RUNNING,
        started_at=timezone.now(),
    )
    raise_results_version(tournament.pk)


def _move(
    tournament: Tournament,
    actor: User | None,
    verb: str,
    allowed: set[Tournament.State],
    target: Tournament.State,
    **stamps: Any,
) -> None:
    """Change the state if the database still has one of the allowed ones; done twice is an error said plainly."""
    moved = Tournament.objects.filter(pk=tournament.pk, state__in=allowed).update(state=target, **stamps)
    before = tournament.state
    tournament.refresh_from_db()
    if not moved:
        raise Refused("wrong_state", state=tournament.state)
    record(
        actor=actor,
        verb=verb,
        on=tournament,
        tournament=tournament,
        before={"state": before},
        after={"state": tournament.state},
    )
