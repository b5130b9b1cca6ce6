"""Verbs on what others than the staff see of the results: freeze the list after a round, and release it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.domain.publishing import withdraw_workbook
from scoring.domain.standings import store_frozen
from tournament.domain.audit import record
from tournament.domain.locks import lock_tournament
from tournament.domain.results import raise_results_version
from tournament.errors import Refused

if TYPE_CHECKING:
    from tournament.models import Tournament, User


@transaction.atomic
def freeze_standings(*, tournament: Tournament, after_round: int, actor: User | None) -> Tournament:
    """Others than the staff see the results as of this round; 0: nothing. What is corrected in them still shows.

    The frozen list is there before anybody can ask for it. The next draw and the prizes always go by the real one.
    A published workbook that may say more is withdrawn.
    """
    tournament = lock_tournament(tournament.pk)
    if not tournament.is_under_way:
        raise Refused("tournament_not_running")
    if not 0 <= after_round < tournament.rounds_planned:
        raise Refused("impossible_freeze", last=tournament.rounds_planned - 1)
    before = tournament.frozen_after_round
    if before == after_round:
        return tournament
    tournament.frozen_after_round = after_round
    tournament.save(update_fields=["frozen_after_round"])
    store_frozen(tournament)
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="freeze_standings",
        on=tournament,
        tournament=tournament,
        before={"frozen_after_round": before},
        after={"frozen_after_round": after_round, "number": after_round},
    )
    if before is None or after_round < before:
        withdraw_workbook(tournament=tournament, actor=actor)
    return tournament


@transaction.atomic
def release_standings(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Everybody sees everything again. Twice is once."""
    tournament = lock_tournament(tournament.pk)
    if tournament.frozen_after_round is None:
        return tournament
    before, tournament.frozen_after_round = tournament.frozen_after_round, None
    tournament.released_at = timezone.now()
    tournament.save(update_fields=["frozen_after_round", "released_at"])
    raise_results_version(tournament.pk)
    record(
        actor=actor,
        verb="release_standings",
        on=tournament,
        tournament=tournament,
        before={"frozen_after_round": before},
        after={"frozen_after_round": None},
    )
    return tournament
