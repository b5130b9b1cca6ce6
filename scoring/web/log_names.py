"""Names and places that a page of the log speaks of, by a fixed number of queries. The log itself holds ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext

from scoring.models import Adjustment, Deal, RefusedEntry, Snapshot
from tournament.models import AuditEntry, Club, Entry, Invitation, Player, Round, Seat, Seating, User

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

# Who plays in another's place, or is said to be another, stands beside the one the entry is about.
WITH_ANOTHER = frozenset(
    {"substitute", "end_substitution", "cancel_substitution", "say_different", "propose_again"}
)


class Known:
    """Names and places of what a page of the log speaks of."""

    def __init__(self, rows: list[AuditEntry]) -> None:
        def ids(kind: str) -> set[int]:
            return {row.object_id for row in rows if row.object_type == kind and row.object_id}

        self.inviters = dict(
            Invitation.objects.filter(pk__in=ids("invitation")).values_list("pk", "made_by_id")
        )
        people = {row.actor_id for row in rows if row.actor_id} | ids("user") | set(self.inviters.values())
        self.users = {user.pk: str(user) for user in User.objects.filter(pk__in=people - {None})}
        self.clubs = {club.pk: club for club in Club.objects.filter(pk__in=ids("club"))}
        self.adjustments = {
            pk: (name, start_no)
            for pk, name, start_no in Adjustment.objects.filter(pk__in=ids("adjustment")).values_list(
                "pk", "entry__player__name", "entry__start_no"
            )
        }
        self.entries = {
            pk: (name, start_no)
            for pk, name, start_no in Entry.objects.filter(pk__in=ids("entry")).values_list(
                "pk", "player__name", "start_no"
            )
        }
        others = {number for row in rows for number in (former_of(row), other_of(row), registered_of(row))}
        self.players = {player.pk: player for player in Player.objects.filter(pk__in=ids("player") | others)}
        places = ("pk", "seating__round__number", "seating__table_no", "number")
        self.deals = {row[0]: row[1:] for row in Deal.objects.filter(pk__in=ids("deal")).values_list(*places)}
        self.refused = {
            row[0]: row[1:]
            for row in RefusedEntry.objects.filter(pk__in=ids("refusedentry")).values_list(*places)
        }
        at_tables = {row.actor_seating_id for row in rows if row.actor_seating_id}
        moved = {_moved_to(row) for row in rows} - {None}
        self.seatings = {
            row[0]: row[1:]
            for row in Seating.objects.filter(pk__in=ids("seating") | at_tables | moved).values_list(
                "pk", "round__number", "table_no"
            )
        }
        self.seated = {
            (seating, position): name
            for seating, position, name in Seat.objects.filter(seating__in=at_tables).values_list(
                "seating_id", "position", "entry__player__name"
            )
        }
        numbers = {(row.tournament_id, number) for row in rows for number in start_nos_of(row)}
        self.people: dict[tuple[int | None, int], str] = {
            (tournament, start_no): name
            for tournament, start_no, name in Entry.objects.filter(
                tournament_id__in={tournament for tournament, _ in numbers},
                start_no__in={start_no for _, start_no in numbers},
            ).values_list("tournament_id", "start_no", "player__name")
        }
        kept = {_snapshot_of(row) for row in rows}
        self.snapshots = {
            pk: (slug, uuid)
            for pk, slug, uuid in Snapshot.objects.filter(pk__in=kept).values_list("pk", "slug", "uuid")
        }
        self.rounds = dict(Round.objects.filter(pk__in=ids("round")).values_list("pk", "number"))

    def actor(self, row: AuditEntry) -> str:
        """A person with an account, somebody at a table, or the system."""
        if row.actor_id is not None:
            return self.users.get(row.actor_id, "–")
        if row.actor_seating_id is None:
            return gettext("the system")
        table = gettext("table {table}").format(table=self.seatings.get(row.actor_seating_id, ("?", "?"))[1])
        name = self.seated.get((row.actor_seating_id, row.actor_seat))
        return f"{table}, {name}" if name else table

    def who(self, row: AuditEntry) -> str:
        """The player an entry is about."""
        if row.object_type == "player":
            return self.player(row.object_id or 0)
        found = self.entry(row)
        # A registration that is gone has still told who it was.
        return found[0] if found else self.player(registered_of(row))

    def player(self, pk: int) -> str:
        """A player of the registry by name."""
        return self.players[pk].name if pk in self.players else gettext("a player")

    def entry(self, row: AuditEntry) -> tuple[str, int] | None:
        """Name and start number, when an entry of the log is about somebody's registration that is still there."""
        found = {"adjustment": self.adjustments, "entry": self.entries}.get(row.object_type, {})
        return found.get(row.object_id or 0)

    def user(self, row: AuditEntry) -> str:
        """The account an entry is about; of an invitation, who made it."""
        pk = row.object_id if row.object_type == "user" else self.inviters.get(row.object_id or 0)
        return self.users.get(pk or 0, gettext("somebody"))

    def club(self, row: AuditEntry) -> str:
        """The club an entry is about."""
        found = self.clubs.get(row.object_id or 0)
        return found.name if found else gettext("a club")

    def removed(self, row: AuditEntry) -> tuple[str, UUID] | None:
        """What is left of a tournament that was removed: its short name, and the snapshot it can be built from."""
        return self.snapshots.get(_snapshot_of(row))

    def names(self, row: AuditEntry, start_nos: Iterable[int]) -> str:
        """Those with these start numbers, by name."""
        known, nobody = self.names_in(row), gettext("a player")
        names = [known.get(start_no, nobody) for start_no in start_nos]
        if len(names) == 2:
            return gettext("{one} and {other}").format(one=names[0], other=names[1])
        return ", ".join(names)

    def names_in(self, row: AuditEntry) -> dict[int, str]:
        """Names by start number, in the tournament of the entry."""
        return {
            start_no: name
            for (tournament, start_no), name in self.people.items()
            if tournament == row.tournament_id
        }

    def sheet(self, row: AuditEntry) -> tuple[int, int] | None:
        """Round and table of the sheet an entry speaks of, if it is there."""
        pk = row.object_id or 0
        places = {"deal": self.deals, "refusedentry": self.refused, "seating": self.seatings}.get(
            row.object_type
        )
        found = self.seatings.get(_moved_to(row) or 0) if places is None else places.get(pk)
        return (found[0], found[1]) if found else None

    def place(self, row: AuditEntry) -> str:
        """What an entry is about: a deal, or a whole sheet."""
        pk = row.object_id or 0
        if row.object_type == "seating":
            round_no, table = self.seatings.get(pk, ("?", "?"))
            return gettext("round {round}, table {table}").format(round=round_no, table=table)
        found = self.deals if row.object_type == "deal" else self.refused
        round_no, table, number = found.get(pk, ("?", "?", "?"))
        return gettext("round {round}, table {table}, deal {number}").format(
            round=round_no, table=table, number=number
        )


def former_of(row: AuditEntry) -> int:
    """Of two players who became one, the one who is no longer in the lists."""
    player = (row.before or {}).get("player") if row.object_type == "player" else None
    return player if isinstance(player, int) else 0


def registered_of(row: AuditEntry) -> int:
    """The player of a registration, as the entry of the log says itself."""
    if row.verb not in {"register_entry", "sign_up", "remove_entry"}:
        return 0
    return int((row.after or row.before or {}).get("player") or 0)


def other_of(row: AuditEntry) -> int:
    """Who plays in an entry's place, or is no longer taken for the same person."""
    if row.verb not in WITH_ANOTHER:
        return 0
    return int((row.after or row.before or {}).get("player") or 0)


def _snapshot_of(row: AuditEntry) -> int:
    """What was kept of a tournament that was removed."""
    return int((row.before or {}).get("snapshot") or 0) if row.verb == "remove_tournament" else 0


def _moved_to(row: AuditEntry) -> int | None:
    """The first sheet that deals came back to, when a move was taken back."""
    deals = (row.after or {}).get("deals") if row.object_type == "auditentry" else None
    return deals[0].get("seating") if deals else None


def start_nos_of(row: AuditEntry) -> set[int]:
    """The start numbers an entry speaks of."""
    found: set[int] = set()
    for side in (row.before or {}, row.after or {}):
        found |= set(side.get("start_nos") or [])
        found |= {seat for table in side.get("seats") or [] for seat in table if seat is not None}
    return found
