"""Shared boards travel, so their results are secrets for a while: which boards some table can still play."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from scoring.domain.lines import board_of
from scoring.models import Deal
from tournament.models import Round, Seating

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournament.models import Tournament


def current_deals(tournament: Tournament) -> QuerySet[Deal]:
    """Every deal of the tournament that counts."""
    return Deal.objects.filter(seating__round__tournament=tournament, voided_at__isnull=True)


def secret_boards(tournament: Tournament) -> dict[int, set[int]]:
    """By id of a round that is not closed: the boards that some of its tables can still play."""
    if not tournament.shared_boards:
        return {}
    seatings = list(
        Seating.objects.filter(round__tournament=tournament)
        .exclude(round__state=Round.State.CLOSED)
        .select_related("round__tournament")
    )
    entered: dict[int, set[int]] = defaultdict(set)
    of_open_rounds = current_deals(tournament).exclude(seating__round__state=Round.State.CLOSED)
    for seating_id, board in of_open_rounds.values_list("seating_id", "board"):
        if board is not None:
            entered[seating_id].add(board)
    secret: dict[int, set[int]] = defaultdict(set)
    for seating in seatings:
        secret[seating.round_id] |= boards_of(seating, tournament) - entered[seating.pk]
    return {round_id: boards for round_id, boards in secret.items() if boards}


def boards_of(seating: Seating, tournament: Tournament) -> set[int]:
    """The boards that come to a table."""
    boards = (board_of(seating, number, tournament) for number in range(1, seating.deals + 1))
    return {board for board in boards if board is not None}
