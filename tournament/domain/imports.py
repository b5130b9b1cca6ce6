"""Importing a player list, once a person has seen what would happen and decided the doubtful rows.

What was decided may be old by the time it arrives: the same form comes twice, or somebody else imported the
list meanwhile. So every decision is looked at again here, in the transaction that carries it out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction

from tournament.domain.audit import record
from tournament.domain.entries import register_entries
from tournament.domain.locks import lock_tournament
from tournament.domain.registry import create_club, create_player, survivor_of
from tournament.errors import Refused
from tournament.models import Club, Player, Tournament
from tournament.text import clean, name_key, search_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournament.models import User


@dataclass(frozen=True)
class Decision:
    """One row that is to be imported: the known player `player_id`, or a new one when that is None.

    `club_id` is a known club; without it the club is looked up by its name, and made if nobody has it yet.
    """

    row: int
    name: str
    club_name: str = ""
    member_no: str = ""
    player_id: int | None = None
    club_id: int | None = None


@dataclass
class ImportResult:
    """What an import did; `already` are the names of those who had an entry and were left alone."""

    registered: int = 0
    new_players: int = 0
    new_clubs: int = 0
    already: list[str] = field(default_factory=list)


@transaction.atomic
def import_players(
    *, tournament: Tournament, decisions: Iterable[Decision], actor: User | None, newest_seen: int
) -> ImportResult:
    """Register every row, all or none, making players and clubs where that was decided.

    `newest_seen` is the highest player id there was when the decisions were made. A player with a higher one
    and the row's name and club came in between, and is taken instead of making him a second time; namesakes
    that were there before were seen, and a new person was decided all the same.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.is_finished:
        raise Refused("tournament_finished")
    taking = _Taking(tournament, actor, newest_seen)
    for decision in decisions:
        taking.carry_out(decision)
    register_entries(tournament=tournament, players=taking.players, actor=actor)
    taking.result.registered = len(taking.players)
    record(
        actor=actor,
        verb="import_players",
        on=tournament,
        tournament=tournament,
        after={
            "registered": taking.result.registered,
            "new_players": taking.result.new_players,
            "new_clubs": taking.result.new_clubs,
            "already": len(taking.result.already),
        },
    )
    return taking.result


class _Taking:
    """One import under way: whom it has met already."""

    def __init__(self, tournament: Tournament, actor: User | None, newest_seen: int) -> None:
        self.tournament = tournament
        self.actor = actor
        self.result = ImportResult()
        self.players: list[Player] = []
        self._entered = set(tournament.entries.values_list("player_id", flat=True))
        self._used: set[int] = set()
        # Read before anything is made: two rows of one list may be two new people of one name.
        self._came_since: dict[str, list[Player]] = {}
        newer = Player.objects.filter(pk__gt=newest_seen, archived_at=None)
        for player in newer.select_related("club").order_by("pk"):
            self._came_since.setdefault(player.name_key, []).append(player)

    def carry_out(self, decision: Decision) -> None:
        player = self._known(decision) or self._came_meanwhile(decision) or self._made(decision)
        self._used.add(player.pk)
        if player.pk in self._entered:
            self.result.already.append(player.name)
            return
        self.players.append(player)
        self._entered.add(player.pk)

    def _known(self, decision: Decision) -> Player | None:
        if decision.player_id is None:
            return None
        player = Player.objects.select_related("club").filter(pk=decision.player_id).first()
        if player is None:
            raise Refused("player_gone", row=decision.row, name=decision.name)
        return survivor_of(player)

    def _came_meanwhile(self, decision: Decision) -> Player | None:
        same = [
            player
            for player in self._came_since.get(name_key(clean(decision.name)), [])
            if player.pk not in self._used and _is_of_club(player, decision)
        ]
        by_number = [player for player in same if decision.member_no == player.member_no]
        return next(iter(by_number or same), None)

    def _made(self, decision: Decision) -> Player:
        player = create_player(
            name=decision.name,
            club=self._club(decision),
            member_no=decision.member_no,
            actor=self.actor,
            is_demo=self.tournament.is_demo,
        )
        self.result.new_players += 1
        return player

    def _club(self, decision: Decision) -> Club | None:
        club = Club.objects.filter(pk=decision.club_id).first() if decision.club_id is not None else None
        name = clean(decision.club_name)
        if club is not None or not name:
            return club
        club = Club.objects.filter(name_key=search_key(name)).first()
        if club is None:
            club = create_club(name=name, actor=self.actor, is_demo=self.tournament.is_demo)
            self.result.new_clubs += 1
        return club


def _is_of_club(player: Player, decision: Decision) -> bool:
    if decision.club_id is not None and player.club_id == decision.club_id:
        return True
    return search_key(player.club.name if player.club else "") == search_key(decision.club_name)
